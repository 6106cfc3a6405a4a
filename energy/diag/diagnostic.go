package diag

import (
	"fmt"
	"strings"
)

// Severity grades a diagnostic. The zero value is invalid on purpose.
type Severity uint8

// The severities.
const (
	SeverityInvalid Severity = iota
	Warning                  // doubtful, but the file can be used
	Error                    // the file cannot be used
)

var severityNames = [...]string{"invalid", "warning", "error"}

// String returns the word that stands in a printed diagnostic.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return severityNames[SeverityInvalid]
}

// Diagnostic is one complaint about one place of an input file.
type Diagnostic struct {
	Severity Severity
	Code     string // a stable short name of the rule, for tests and filters; may be empty
	Summary  string // what is wrong, lower case, without a full stop
	Detail   string // why it matters and what to do; may be empty
	File     string // file name as the user gave it; may be empty
	Line     int    // 1-based; 0 is unknown
	Path     string // key path, for example "table[0].unit"; may be empty
}

// Where returns the place as "file:line", as far as it is known.
func (d Diagnostic) Where() string {
	switch {
	case d.File == "" && d.Line == 0:
		return ""
	case d.Line == 0:
		return d.File
	case d.File == "":
		return fmt.Sprintf("line %d", d.Line)
	}
	return fmt.Sprintf("%s:%d", d.File, d.Line)
}

// String returns the diagnostic on one line: place, severity, summary, key path
// and remedy.
func (d Diagnostic) String() string {
	var b strings.Builder
	d.writeHead(&b)
	if d.Detail != "" {
		b.WriteString("; ")
		b.WriteString(d.Detail)
	}
	return b.String()
}

func (d Diagnostic) writeHead(b *strings.Builder) {
	if w := d.Where(); w != "" {
		b.WriteString(w)
		b.WriteString(": ")
	}
	b.WriteString(d.Severity.String())
	b.WriteString(": ")
	if d.Path != "" {
		b.WriteString(d.Path)
		b.WriteString(": ")
	}
	b.WriteString(d.Summary)
}

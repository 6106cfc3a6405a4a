package report

import (
	"bytes"
	"fmt"
	"strconv"

	"easim/eas/report/wording"
	"easim/energy/diag"
)

// Verdict is what a check says about one file, in its JSON form.
type Verdict struct {
	File        string       `json:"file"`
	Valid       bool         `json:"valid"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is the JSON form of a [diag.Diagnostic].
type Diagnostic struct {
	Severity string `json:"severity"`
	Code     string `json:"code,omitempty"`
	Line     int    `json:"line"` // 0: unknown
	Path     string `json:"path"`
	Summary  string `json:"summary"`
	Detail   string `json:"detail"`
}

// NewVerdict returns the verdict about a file in which faults were found.
func NewVerdict(file string, valid bool, faults diag.List) Verdict {
	v := Verdict{File: file, Valid: valid, Diagnostics: []Diagnostic{}}
	for _, d := range faults {
		v.Diagnostics = append(v.Diagnostics, Diagnostic{d.Severity.String(), d.Code, d.Line, d.Path, d.Summary, d.Detail})
	}
	return v
}

// Verdicts is one line a file.
func Verdicts(list []Verdict) []byte {
	var b bytes.Buffer
	for i := range list {
		v := &list[i]
		word := "ok"
		if !v.Valid {
			word = "invalid"
		}
		fmt.Fprintf(&b, "%s: %s%s\n", v.File, word, v.tally())
	}
	return b.Bytes()
}

// tally says how many faults there are of each severity.
func (v *Verdict) tally() string {
	errs, warns := 0, 0
	for _, d := range v.Diagnostics {
		if d.Severity == diag.Error.String() {
			errs++
		} else {
			warns++
		}
	}
	switch {
	case errs > 0 && warns > 0:
		return fmt.Sprintf(" (%s, %s)", wording.Plural(errs, "error"), wording.Plural(warns, "warning"))
	case errs > 0:
		return fmt.Sprintf(" (%s)", wording.Plural(errs, "error"))
	case warns > 0:
		return fmt.Sprintf(" (%s)", wording.Plural(warns, "warning"))
	}
	return ""
}

// VerdictCSV is one row a fault; a file without faults has one row too.
func VerdictCSV(list []Verdict) []byte {
	t := &Table{Columns: []Column{
		{"file", Left},
		{"valid", Left},
		{"severity", Left},
		{"line", Right},
		{"path", Left},
		{"summary", Left},
		{"detail", Left},
	}}
	for i := range list {
		v := &list[i]
		if len(v.Diagnostics) == 0 {
			t.Add(v.File, strconv.FormatBool(v.Valid), "", "", "", "", "")
		}
		for _, d := range v.Diagnostics {
			t.Add(v.File, strconv.FormatBool(v.Valid), d.Severity, strconv.Itoa(d.Line), d.Path, d.Summary, d.Detail)
		}
	}
	return t.CSV()
}

package rtapp

import (
	"errors"
	"strconv"
	"strings"
)

// number classifies what begins like a number. json-c takes leading zeros as
// decimal and knows no hexadecimal form.
func (p *parser) number(t token) node {
	n := node{at: t.at, text: t.text}
	switch {
	case integer(t.text):
		n.kind = kindInt
	case decimal(t.text):
		n.kind = kindFloat
	default:
		p.faults.errorf(p.where(t.at), "number",
			"write a plain decimal number without a unit: times are in microseconds, only the global duration is in seconds",
			"%s is not a number (column %d)", quote(t.text), t.at.col)
	}
	return n
}

// integer reports whether s is -?[0-9]+.
func integer(s string) bool {
	s = strings.TrimPrefix(s, "-")
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// decimal reports whether s is a number with a point or an exponent, or minus
// infinity, which json-c takes too.
func decimal(s string) bool {
	if strings.EqualFold(s, "-infinity") {
		return true
	}
	if s[0] == '+' || strings.Trim(s, "0123456789.eE+-") != "" || len(s) > 64 {
		return false
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// int32Of returns the value of an integer as written and whether it fits 32
// bits, which is what rt-app keeps.
func int32Of(text string) (int64, bool) {
	digits := strings.TrimLeft(strings.TrimPrefix(text, "-"), "0")
	if len(digits) > 10 {
		return 0, false
	}
	var v int64
	for i := range len(digits) {
		v = v*10 + int64(digits[i]-'0')
	}
	if text[0] == '-' {
		v = -v
	}
	return v, v >= -1<<31 && v < 1<<31
}

// word classifies what begins like a word: a literal in any case, a placeholder
// of a template, or text that lacks its quotes.
func (p *parser) word(t token) node {
	n := node{at: t.at, text: t.text}
	switch strings.ToLower(clip(t.text)) {
	case "true", "false":
		n.kind = kindBool
		return n
	case "null":
		n.kind = kindNull
		return n
	case "nan", "infinity":
		n.kind = kindFloat
		return n
	}
	if isPlaceholder(t.text) {
		p.blanks = append(p.blanks, placeholder{text: t.text, at: t.at})
		return n
	}
	p.faults.errorf(p.where(t.at), "quote", "write "+quote(t.text),
		"%s is neither a number nor true, false or null, and has no quotes (column %d)",
		clip(t.text), t.at.col)
	return n
}

// isPlaceholder reports whether a word is a blank to be filled in: __NAME__,
// @NAME@, %NAME% or $NAME.
func isPlaceholder(s string) bool {
	switch {
	case len(s) < 3:
		return false
	case strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__"):
		return len(s) > 4
	case s[0] == '@' || s[0] == '%':
		return s[len(s)-1] == s[0]
	}
	return s[0] == '$'
}

// template refuses a file with blanks, once for all of them.
func (p *parser) template() {
	if len(p.blanks) == 0 {
		return
	}
	var names []string
	for _, b := range p.blanks[:min(len(p.blanks), 5)] {
		names = append(names, clip(b.text)+" (line "+strconv.Itoa(int(b.at.line))+")")
	}
	if more := len(p.blanks) - len(names); more > 0 {
		names = append(names, strconv.Itoa(more)+" more")
	}
	p.faults.errorf(place{at: p.blanks[0].at}, "template",
		"fill the blanks in first, as LISA does before it starts rt-app; text needs quotes",
		"the file is a template, not JSON: %s", strings.Join(names, ", "))
}

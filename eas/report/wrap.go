package report

import (
	"strings"
	"unicode/utf8"
)

// The widths of text, in runes.
const (
	lineWidth = 110 // how wide running text is set
	pageWidth = 120 // how far text beside something wide may go
	hangWidth = 24  // how much it needs not to go that far
)

// wrap breaks text at spaces into lines of at most lineWidth, each indented. A
// word that is longer stands alone.
func wrap(text string, indent int) string { return wrapAt(text, indent, lineWidth) }

// wrapAt is [wrap] for another width, in runes.
func wrapAt(text string, indent, most int) string {
	pad := strings.Repeat(" ", indent)
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			b.WriteString(pad)
			width = indent
		case width+1+n > most:
			b.WriteString("\n" + pad)
			width = indent
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String()
}

// hang sets text that begins in column indent: as it is if it fits, else wrapped
// under itself.
func hang(text string, indent int) string {
	most := lineWidth
	if indent+hangWidth > most {
		most = pageWidth
	}
	if indent+utf8.RuneCountInString(text) <= most {
		return text
	}
	return strings.TrimLeft(wrapAt(text, indent, most), " ")
}

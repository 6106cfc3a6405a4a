package report

import (
	"strings"
	"unicode/utf8"
)

// lineWidth is how wide running text is set.
const lineWidth = 110

// wrap breaks text at spaces into lines of at most lineWidth, each indented. A
// word that is longer stands alone.
func wrap(text string, indent int) string {
	pad := strings.Repeat(" ", indent)
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			b.WriteString(pad)
			width = indent
		case width+1+n > lineWidth:
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

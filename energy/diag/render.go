package diag

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// snippetWidth is the most runes of a source line that Render shows.
const snippetWidth = 100

// Render prints the list for a person, one block a diagnostic:
//
//	board.toml:14: error: table[0].domain[1].core_bussy: unknown key "core_bussy"
//	   14 |   core_bussy = [37, 59, 117]
//	      did you mean "core_busy"?
//
// src is the source that the lines speak of; with nil no source is shown.
func (l List) Render(src []byte) string {
	var b strings.Builder
	lines := bytes.Split(src, []byte("\n"))
	for _, d := range l {
		d.writeHead(&b)
		b.WriteByte('\n')
		if len(src) > 0 && d.Line >= 1 && d.Line <= len(lines) {
			line := lines[d.Line-1]
			text := printable(line[:min(len(line), utf8.UTFMax*(snippetWidth+1))])
			fmt.Fprintf(&b, "%5d | %s\n", d.Line, clip(text, snippetWidth))
		}
		if d.Detail != "" {
			fmt.Fprintf(&b, "        %s\n", d.Detail)
		}
	}
	return b.String()
}

// printable makes a source line safe for a terminal: tabs become spaces, control
// characters and broken UTF-8 become question marks.
func printable(line []byte) string {
	text := strings.ToValidUTF8(strings.TrimRight(string(line), "\r"), "?")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return '?'
		}
		return r
	}, text)
}

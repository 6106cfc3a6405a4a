package report

// Style says how text is dressed. The zero value is plain.
type Style struct {
	Color bool // use ANSI escapes: bold titles, faint table heads, yellow warnings
	ASCII bool // draw bars and marks with signs that every terminal has
}

const (
	ansiBold   = "\x1b[1m"
	ansiFaint  = "\x1b[2m"
	ansiYellow = "\x1b[33m"
	ansiReset  = "\x1b[0m"
)

func (s Style) bold(text string) string { return s.dress(ansiBold, text) }

func (s Style) faint(text string) string { return s.dress(ansiFaint, text) }

func (s Style) warning(text string) string { return s.dress(ansiYellow, text) }

func (s Style) dress(code, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return code + text + ansiReset
}

package rtapp

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// quoted reads text in the quotes q. As in json-c, text may run over the end of
// a line, and the escapes are those of JSON.
func (s *scanner) quoted(q byte) token {
	t := token{kind: tokenText, at: s.pos(s.off)}
	start := s.off + 1
	var buf []byte // used from the first escape on
	from := start  // source not yet in buf
	for i := start; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case q:
			s.newlines(start, i)
			s.off = i + 1
			t.text = string(append(buf, s.src[from:i]...))
			return t
		case '\\':
			buf = append(buf, s.src[from:i]...)
			var n int
			buf, n = s.escape(buf, i, t.at)
			i += n - 1
			from = i + 1
		}
	}
	return token{kind: tokenBroken, at: t.at, text: "the text that begins here has no closing " + string(q)}
}

// escape decodes the escape at offset i, appends it to buf and returns its
// length, which is at least one.
func (s *scanner) escape(buf []byte, i int, at pos) ([]byte, int) {
	if i+1 >= len(s.src) {
		return buf, 1
	}
	switch c := s.src[i+1]; c {
	case '"', '\\', '/':
		return append(buf, c), 2
	case 'b':
		return append(buf, '\b'), 2
	case 'f':
		return append(buf, '\f'), 2
	case 'n':
		return append(buf, '\n'), 2
	case 'r':
		return append(buf, '\r'), 2
	case 't':
		return append(buf, '\t'), 2
	case 'u':
		if r, ok := s.hex(i + 2); ok {
			return s.unicode(buf, r, i)
		}
	}
	s.faults.errorf(place{at: at}, "syntax",
		`the escapes are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`,
		"text with an unknown escape (column %d)", at.col)
	return append(buf, '\\'), 1
}

// unicode appends r of a \u escape at offset i, together with the second half
// of a surrogate pair if it follows.
func (s *scanner) unicode(buf []byte, r rune, i int) ([]byte, int) {
	if utf16.IsSurrogate(r) && i+7 < len(s.src) && s.src[i+6] == '\\' && s.src[i+7] == 'u' {
		if low, ok := s.hex(i + 8); ok {
			if full := utf16.DecodeRune(r, low); full != utf8.RuneError {
				return utf8.AppendRune(buf, full), 12
			}
		}
	}
	return utf8.AppendRune(buf, r), 6
}

// hex reads the four hexadecimal digits at offset i.
func (s *scanner) hex(i int) (rune, bool) {
	if i+4 > len(s.src) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s.src[i:i+4]), 16, 16)
	return rune(n), err == nil
}

package diag

import (
	"bytes"
	"strings"
)

// value reads one value whose path is known, and notes the elements of arrays
// and the keys of inline tables inside it.
func (s *scanner) value(path string, depth int) {
	if s.pos >= len(s.src) {
		return
	}
	switch c := s.src[s.pos]; {
	case s.x.many > 0:
		s.pos = len(s.src)
	case depth > MaxDepth:
		s.tooDeep()
	case c == '[':
		s.array(path, depth+1)
	case c == '{':
		s.inline(path, depth+1)
	case c == '"' || c == '\'':
		s.quoted()
	default:
		for s.pos < len(s.src) && strings.IndexByte(",]}#\n", s.src[s.pos]) < 0 {
			s.pos++
		}
	}
}

func (s *scanner) array(path string, depth int) {
	s.pos++
	for i := 0; ; i++ {
		s.blank()
		if s.pos >= len(s.src) {
			return
		}
		if s.src[s.pos] == ']' {
			s.pos++
			return
		}
		elem := Elem(path, i)
		s.x.note(elem, s.line)
		before := s.pos
		s.value(elem, depth)
		s.blank()
		if s.pos < len(s.src) && (s.src[s.pos] == ',' || s.pos == before) && s.src[s.pos] != ']' {
			s.pos++
		}
	}
}

func (s *scanner) inline(path string, depth int) {
	s.pos++
	for {
		s.blank()
		if s.pos >= len(s.src) {
			return
		}
		switch s.src[s.pos] {
		case '}':
			s.pos++
			return
		case ',':
			s.pos++
		default:
			s.pair(path, depth)
		}
	}
}

// quoted skips a string in any of TOML's four forms.
func (s *scanner) quoted() {
	q := s.src[s.pos]
	triple := bytes.Repeat([]byte{q}, 3)
	multi := bytes.HasPrefix(s.src[s.pos:], triple)
	s.pos++
	if multi {
		s.pos += 2
	}
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case c == '\\' && q == '"':
			if s.pos+1 < len(s.src) && s.src[s.pos+1] == '\n' {
				s.line++
			}
			s.pos = min(s.pos+2, len(s.src))
			continue
		case c == '\n' && !multi:
			return // unterminated
		case c == '\n':
			s.line++
		case c == q && !multi:
			s.pos++
			return
		case c == q && bytes.HasPrefix(s.src[s.pos:], triple):
			for s.pos < len(s.src) && s.src[s.pos] == q {
				s.pos++
			}
			return
		}
		s.pos++
	}
}

// spaces skips blanks within a line.
func (s *scanner) spaces() {
	for s.pos < len(s.src) && (s.src[s.pos] == ' ' || s.src[s.pos] == '\t') {
		s.pos++
	}
}

// blank skips white space, line ends and comments.
func (s *scanner) blank() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\r':
		case '\n':
			s.line++
		case '#':
			for s.pos < len(s.src) && s.src[s.pos] != '\n' {
				s.pos++
			}
			continue
		default:
			return
		}
		s.pos++
	}
}

// restOfLine skips to the line end, which blank then counts.
func (s *scanner) restOfLine() {
	for s.pos < len(s.src) && s.src[s.pos] != '\n' {
		s.pos++
	}
}

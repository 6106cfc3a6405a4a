package rtapp

import "bytes"

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	tokenEnd    tokenKind = iota // end of the file
	tokenPunct                   // one of { } [ ] , :
	tokenText                    // text in single or double quotes
	tokenNumber                  // anything that begins like a number
	tokenWord                    // anything that begins like a word
	tokenBroken                  // no token; reading cannot go on
)

// token is one lexical unit.
type token struct {
	kind  tokenKind
	punct byte // tokenPunct
	at    pos
	text  string // tokenText: decoded; tokenNumber, tokenWord: as written; tokenBroken: what is wrong
}

// scanner turns bytes into tokens, as json-c's tokener does when it is not
// strict: comments stand wherever white space may. Faults that do not confuse
// what follows go to faults, and the scan goes on.
type scanner struct {
	src    []byte
	off    int
	line   int32
	bol    int // offset of the first byte of the line
	faults *faults
}

func newScanner(src []byte, f *faults) *scanner {
	return &scanner{src: src, line: 1, faults: f}
}

// pos returns the place of offset off, which is on the current line.
func (s *scanner) pos(off int) pos {
	return pos{line: s.line, col: int32(min(off-s.bol+1, 1<<31-1))}
}

// next returns the next token.
func (s *scanner) next() token {
	if t, broken := s.blank(); broken {
		return t
	}
	if s.off >= len(s.src) {
		return token{kind: tokenEnd, at: s.pos(s.off)}
	}
	c := s.src[s.off]
	switch {
	case c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':':
		t := token{kind: tokenPunct, punct: c, at: s.pos(s.off)}
		s.off++
		return t
	case c == '"' || c == '\'':
		return s.quoted(c)
	case c == '-' || c == '+' || c >= '0' && c <= '9':
		return s.run(tokenNumber)
	case wordByte(c):
		return s.run(tokenWord)
	}
	char := quote(string(s.src[s.off : s.off+1]))
	return token{kind: tokenBroken, at: s.pos(s.off), text: "the character " + char + " begins nothing"}
}

// run reads a number or word up to the next byte that cannot belong to one, so
// that "10us" and "0x10" are one mistake and not two.
func (s *scanner) run(k tokenKind) token {
	start := s.off
	for s.off < len(s.src) && wordByte(s.src[s.off]) {
		s.off++
	}
	return token{kind: k, at: s.pos(start), text: string(s.src[start:s.off])}
}

// wordByte reports whether c may be part of a number, a literal or a
// placeholder such as __NAME__, @NAME@, $NAME or %NAME%.
func wordByte(c byte) bool {
	switch {
	case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= 0x80:
		return true
	}
	switch c {
	case '_', '-', '+', '.', '@', '$', '%':
		return true
	}
	return false
}

// blank skips white space and comments. It returns a broken token for a comment
// that never ends.
func (s *scanner) blank() (token, bool) {
	for s.off < len(s.src) {
		switch c := s.src[s.off]; {
		case c == '\n':
			s.off++
			s.line++
			s.bol = s.off
		case c == ' ' || c == '\t' || c == '\r':
			s.off++
		case c == '#':
			s.faults.errorf(place{at: s.pos(s.off)}, "syntax",
				"rt-app knows /* ... */ and // comments only", "comment that begins with #")
			s.skipLine()
		case c == '/' && s.peek(1) == '/':
			s.skipLine()
		case c == '/' && s.peek(1) == '*':
			if t, broken := s.block(); broken {
				return t, true
			}
		default:
			return token{}, false
		}
	}
	return token{}, false
}

func (s *scanner) peek(n int) byte {
	if s.off+n < len(s.src) {
		return s.src[s.off+n]
	}
	return 0
}

func (s *scanner) skipLine() {
	if n := bytes.IndexByte(s.src[s.off:], '\n'); n >= 0 {
		s.off += n
		return
	}
	s.off = len(s.src)
}

// block skips a comment in the style of C.
func (s *scanner) block() (token, bool) {
	start := s.pos(s.off)
	body := s.src[s.off+2:]
	n := bytes.Index(body, []byte("*/"))
	if n < 0 {
		return token{kind: tokenBroken, at: start, text: "the comment that begins here has no end"}, true
	}
	s.newlines(s.off, s.off+2+n)
	s.off += 2 + n + 2
	return token{}, false
}

// newlines counts the line ends in src[from:to].
func (s *scanner) newlines(from, to int) {
	for {
		n := bytes.IndexByte(s.src[from:to], '\n')
		if n < 0 {
			return
		}
		from += n + 1
		s.line++
		s.bol = from
	}
}

// rest reports whether anything but white space and comments is left, and
// where it begins.
func (s *scanner) rest() (pos, bool) {
	quiet := faults{}
	s.faults = &quiet
	t, broken := s.blank()
	switch {
	case broken:
		return t.at, true
	case len(quiet.list) > 0:
		return pos{line: int32(quiet.list[0].Line), col: 1}, true
	}
	return s.pos(s.off), s.off < len(s.src)
}

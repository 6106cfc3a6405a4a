package diag

import (
	"bytes"
	"strconv"
	"strings"
)

// Index maps the key paths of a TOML source to their lines. It exists because
// the decoder's own positions are wrong for keys inside arrays of tables. The
// scan is tolerant: on broken TOML it finds what it can.
type Index struct {
	lines  map[string]int // path -> line of its first appearance
	arrays map[string]int // path of an array of tables -> elements seen
	deep   int            // line where the nesting became too deep; 0 if it never did
	many   int            // line where the keys and elements became too many
}

// NewIndex scans src once.
func NewIndex(src []byte) *Index {
	x := &Index{lines: map[string]int{}, arrays: map[string]int{}}
	s := scanner{x: x, src: src, line: 1}
	s.document()
	return x
}

// Line returns the line of the key or element at path. Where the source has no
// such key (a missing one, say) it is the line of the nearest enclosing one, and
// 0 if there is none. It implements [Locator].
func (x *Index) Line(path string) int {
	for path != "" {
		if n, ok := x.lines[path]; ok {
			return n
		}
		path = parent(path)
	}
	return 0
}

// Has reports whether the source itself holds path.
func (x *Index) Has(path string) bool {
	_, ok := x.lines[path]
	return ok
}

// MaxDepth is how deep arrays, inline tables and dotted keys may nest in a file
// that the index accepts (see [Index.TooDeep]).
const MaxDepth = 64

// TooDeep returns the line at which nesting goes beyond [MaxDepth], and 0 if it
// never does. A reader asks before it decodes: the decoder's time and memory grow
// with the square of the depth and more.
func (x *Index) TooDeep() int { return x.deep }

// MaxPaths is how many keys and elements of arrays a file may have in an index that
// is complete (see [Index.TooMany]).
const MaxPaths = 200_000

// TooMany returns the line at which keys and elements become more than [MaxPaths],
// where the scan ends, and 0 if they never do. A reader asks before it decodes.
func (x *Index) TooMany() int { return x.many }

func (x *Index) note(path string, line int) {
	if _, ok := x.lines[path]; ok || x.many > 0 {
		return
	}
	if len(x.lines) == MaxPaths {
		x.many = line
		return
	}
	x.lines[path] = line
}

// Key returns the path of key inside the table at path ("" is the document). A
// key that is not bare is quoted.
func Key(path, key string) string {
	if !bare(key) {
		key = strconv.Quote(key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// Elem returns the path of element i of the array at path.
func Elem(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// parent cuts the last key or element off path.
func parent(path string) string {
	if strings.HasSuffix(path, "]") {
		if i := strings.LastIndexByte(path, '['); i >= 0 {
			return path[:i]
		}
	}
	end := len(path)
	if strings.HasSuffix(path, `"`) {
		end = strings.LastIndex(path[:len(path)-1], `."`) + 1
		if end == 0 {
			return ""
		}
	}
	if i := strings.LastIndexByte(path[:end], '.'); i >= 0 {
		return path[:i]
	}
	return ""
}

func bare(key string) bool {
	for i := range len(key) {
		c := key[i]
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return key != ""
}

// scanner walks the source; pos and line move together.
type scanner struct {
	x      *Index
	src    []byte
	pos    int
	line   int
	prefix string // path of the table that the last header opened
}

func (s *scanner) document() {
	s.src = bytes.TrimPrefix(s.src, []byte("\xef\xbb\xbf"))
	for s.pos < len(s.src) && s.x.many == 0 {
		s.blank()
		switch {
		case s.pos >= len(s.src):
		case s.src[s.pos] == '[':
			s.header()
			s.restOfLine()
		default:
			s.pair(s.prefix, 0)
			s.restOfLine()
		}
	}
}

// header reads [a.b] or [[a.b]] and moves prefix.
func (s *scanner) header() {
	line := s.line
	s.pos++
	array := s.pos < len(s.src) && s.src[s.pos] == '['
	if array {
		s.pos++
	}
	keys := s.dotted()
	path := ""
	for i, k := range keys {
		path = Key(path, k)
		last := i == len(keys)-1
		if last && array {
			n := s.x.arrays[path]
			s.x.arrays[path] = n + 1
			s.x.note(path, line)
			path = Elem(path, n)
		} else if n := s.x.arrays[path]; n > 0 {
			path = Elem(path, n-1)
		}
		s.x.note(path, line)
	}
	s.prefix = path
}

// pair reads "key = value" inside the table at prefix.
func (s *scanner) pair(prefix string, depth int) {
	line, start := s.line, s.pos
	path := prefix
	for _, k := range s.dotted() {
		path = Key(path, k)
		s.x.note(path, line)
	}
	s.spaces()
	if s.pos >= len(s.src) || s.src[s.pos] != '=' {
		if s.pos == start {
			s.pos++ // a stray byte must not stop the scan
		}
		return
	}
	s.pos++
	s.spaces()
	s.value(path, depth)
}

// dotted reads a dotted key.
func (s *scanner) dotted() []string {
	var keys []string
	for {
		s.spaces()
		k, ok := s.key()
		if !ok {
			return keys
		}
		keys = append(keys, k)
		if len(keys) > MaxDepth {
			s.tooDeep()
			return nil
		}
		s.spaces()
		if s.pos >= len(s.src) || s.src[s.pos] != '.' {
			return keys
		}
		s.pos++
	}
}

// tooDeep ends the scan.
func (s *scanner) tooDeep() {
	s.x.deep = s.line
	s.pos = len(s.src)
}

func (s *scanner) key() (string, bool) {
	start := s.pos
	if start < len(s.src) && (s.src[start] == '"' || s.src[start] == '\'') {
		s.quoted()
		text := string(s.src[start:s.pos])
		if u, err := strconv.Unquote(text); err == nil && text[0] == '"' {
			return u, true
		}
		return strings.Trim(text, text[:1]), true
	}
	for s.pos < len(s.src) && bare(string(s.src[s.pos:s.pos+1])) {
		s.pos++
	}
	return string(s.src[start:s.pos]), s.pos > start
}

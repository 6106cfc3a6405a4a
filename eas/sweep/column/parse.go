package column

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// maxDepth is how deep a line may nest.
const maxDepth = 32

var errSyntax = errors.New("not the JSON form of a run")

// sink takes what stands in a line.
type sink interface {
	number(n *node, v float64)
	text(n *node, s []byte)
	warning(s []byte)
}

// parser walks lines.
type parser struct {
	root  *node
	to    sink
	src   []byte
	at    int
	visit int
}

// line walks one line.
func (p *parser) line(src []byte) error {
	p.src, p.at = src, 0
	p.blank()
	if p.peek() != '{' {
		return fmt.Errorf("column: %w: want {", errSyntax)
	}
	if !p.object(p.root, 0) || !p.end() {
		return fmt.Errorf("column: %w: at byte %d", errSyntax, p.at)
	}
	return nil
}

// Valid reports whether line is one JSON object, whole.
func Valid(line []byte) bool {
	p := parser{src: line}
	p.blank()
	return p.peek() == '{' && p.skip(0) && p.end()
}

func (p *parser) end() bool {
	p.blank()
	return p.at == len(p.src)
}

func (p *parser) peek() byte {
	if p.at < len(p.src) {
		return p.src[p.at]
	}
	return 0
}

func (p *parser) blank() {
	for p.at < len(p.src) {
		switch p.src[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// take skips c and the blanks around it, if it is there.
func (p *parser) take(c byte) bool {
	p.blank()
	if p.peek() != c {
		return false
	}
	p.at++
	p.blank()
	return true
}

// object walks an object whose place is n; p stands at its brace.
func (p *parser) object(n *node, depth int) bool {
	if !p.take('{') || depth > maxDepth {
		return false
	}
	for next := 0; p.peek() != '}'; {
		key, ok := p.quoted()
		if !ok || !p.take(':') || !p.value(n.child(key, &next), depth+1) {
			return false
		}
		if !p.take(',') {
			break
		}
		if p.peek() != '"' {
			return false
		}
	}
	return p.take('}')
}

func (p *parser) value(n *node, depth int) bool {
	if n.skip {
		return p.skipped(n, depth)
	}
	switch c := p.peek(); c {
	case '{':
		return p.object(n, depth)
	case '[':
		return p.list(n, depth)
	case '"':
		s, ok := p.quoted()
		if ok && n.texts {
			p.to.text(n, s)
		}
		return ok
	case 't', 'f', 'n':
		return p.literal(n, c)
	}
	v, length := number(p.src[p.at:])
	p.at += length
	if length > 0 {
		p.to.number(n, v)
	}
	return length > 0
}

func (p *parser) literal(n *node, c byte) bool {
	word := "true"
	switch c {
	case 'f':
		word = "false"
	case 'n':
		word = "null"
	}
	if !p.word(word) {
		return false
	}
	switch {
	case c == 'n':
		p.to.number(n, math.NaN())
	case n.texts:
		p.to.text(n, []byte(word))
	}
	return true
}

func (p *parser) word(w string) bool {
	if p.at+len(w) > len(p.src) || string(p.src[p.at:p.at+len(w)]) != w {
		return false
	}
	p.at += len(w)
	return true
}

// list walks a list; its elements go by their name, else their id, else their
// index.
func (p *parser) list(n *node, depth int) bool {
	if !p.take('[') || depth > maxDepth {
		return false
	}
	p.visit++
	visit, next := p.visit, 0
	for i := 0; p.peek() != ']'; i++ {
		var digits [20]byte
		name := strconv.AppendInt(digits[:0], int64(i), 10)
		if p.peek() == '{' {
			if own := p.nameOf(depth); own != nil {
				name = own
			}
		}
		if !p.value(n.element(name, &next, visit), depth+1) {
			return false
		}
		if !p.take(',') {
			break
		}
		if p.peek() == ']' {
			return false
		}
	}
	return p.take(']')
}

// nameOf returns what the object ahead says under "name", else under "id"; nil if
// it has neither.
func (p *parser) nameOf(depth int) []byte {
	back := p.at
	defer func() { p.at = back }()
	p.take('{')
	for p.peek() == '"' {
		key, ok := p.quoted()
		if !ok || !p.take(':') {
			return nil
		}
		if string(key) == "name" && p.peek() == '"' {
			name, _ := p.quoted()
			return name
		}
		from := p.at
		if !p.skip(depth + 1) {
			return nil
		}
		if string(key) == "id" {
			return p.src[from:p.at] // a CPU; it has no name
		}
		if !p.take(',') {
			break
		}
	}
	return nil
}

// quoted returns the text in quotes at p.
func (p *parser) quoted() ([]byte, bool) {
	if p.peek() != '"' {
		return nil, false
	}
	from := p.at + 1
	plain := true
	for at := from; ; at++ {
		i := bytes.IndexByte(p.src[at:], '"')
		if i < 0 {
			return nil, false
		}
		escapes := 0
		for at += i; at-1-escapes >= from && p.src[at-1-escapes] == '\\'; escapes++ {
			plain = false
		}
		if escapes%2 == 0 {
			p.at = at + 1
			break
		}
	}
	raw := p.src[from : p.at-1]
	if plain && bytes.IndexByte(raw, '\\') < 0 {
		return raw, bytes.IndexByte(raw, 0) < 0
	}
	var s string
	if err := json.Unmarshal(p.src[from-1:p.at], &s); err != nil {
		return nil, false
	}
	return []byte(s), true
}

// skipped passes over a value of which only warnings are kept.
func (p *parser) skipped(n *node, depth int) bool {
	if n.path != "warnings" || p.peek() != '[' {
		return p.skip(depth)
	}
	p.take('[')
	for p.peek() == '"' {
		s, ok := p.quoted()
		if !ok {
			return false
		}
		p.to.warning(s)
		if !p.take(',') {
			break
		}
	}
	return p.take(']')
}

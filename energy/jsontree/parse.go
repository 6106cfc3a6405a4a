package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
)

// Limits that keep a hostile file small in memory.
const (
	MaxBytes = 8 << 20
	MaxNodes = 200_000
	MaxDepth = 64
)

// SyntaxError is a fault of the text.
type SyntaxError struct {
	Line int
	What string
}

// Error says what is wrong and in which line.
func (e *SyntaxError) Error() string { return fmt.Sprintf("jsontree: line %d: %s", e.Line, e.What) }

// Parse reads one JSON value. Comments (// to the end of the line, /* to */) and a
// comma before a closing bracket are allowed. The error is a [*SyntaxError].
func Parse(src []byte) (*Node, error) {
	p := parser{}
	if len(src) > MaxBytes {
		return nil, &SyntaxError{1, fmt.Sprintf("larger than %d MB", MaxBytes>>20)}
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	for i, c := range src {
		if c == '\n' {
			p.lines = append(p.lines, i)
		}
	}
	plain := Plain(src)
	p.dec = json.NewDecoder(bytes.NewReader(plain))
	p.dec.UseNumber()
	n, err := p.document()
	if err != nil {
		return nil, err
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, p.fault("more after the end of the value")
	}
	return n, nil
}

type parser struct {
	dec   *json.Decoder
	lines []int // offsets of the line ends
	nodes int
}

// line is the line that the reader stands in.
func (p *parser) line() int { return p.lineOf(p.dec.InputOffset()) }

func (p *parser) lineOf(offset int64) int {
	return 1 + sort.SearchInts(p.lines, int(max(offset-1, 0)))
}

func (p *parser) fault(format string, args ...any) error {
	return &SyntaxError{p.line(), fmt.Sprintf(format, args...)}
}

// open is a list or map that is being read.
type open struct {
	node *Node
	key  bool // a map's next text is a key
}

// document reads a value without recursion.
func (p *parser) document() (*Node, error) {
	var root *Node
	var stack []open
	for root == nil || len(stack) > 0 {
		tok, err := p.dec.Token()
		if err != nil {
			return nil, p.broken(err)
		}
		if p.nodes++; p.nodes > MaxNodes {
			return nil, p.fault("more than %d values", MaxNodes)
		}
		top := len(stack) - 1
		if d, ok := tok.(json.Delim); ok && (d == ']' || d == '}') {
			stack = stack[:top]
			continue
		}
		if top >= 0 && stack[top].key {
			if k, ok := tok.(string); ok {
				stack[top].node.Keys = append(stack[top].node.Keys, k)
				stack[top].key = false
				continue
			}
		}
		n := p.node(tok)
		if top >= 0 {
			at := &stack[top]
			at.node.Items = append(at.node.Items, n)
			at.key = at.node.Kind == Map
		} else {
			root = n
		}
		if n.Kind == List || n.Kind == Map {
			if len(stack) == MaxDepth {
				return nil, p.fault("nested more than %d deep", MaxDepth)
			}
			stack = append(stack, open{n, n.Kind == Map})
		}
	}
	return root, nil
}

func (p *parser) node(tok json.Token) *Node {
	n := &Node{Line: p.line()}
	switch v := tok.(type) {
	case json.Delim:
		n.Kind = Map
		if v == '[' {
			n.Kind = List
		}
	case string:
		n.Kind, n.Text = Text, v
	case json.Number:
		n.Kind, n.Text = Number, v.String()
	case bool:
		n.Kind, n.Text = Bool, fmt.Sprint(v)
	}
	return n
}

// broken makes a fault of the reader's error.
func (p *parser) broken(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return &SyntaxError{p.lineOf(syntax.Offset), syntax.Error()}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &SyntaxError{len(p.lines) + 1, "the value does not end"}
	}
	return p.fault("%v", err)
}

// Plain returns src as strict JSON of the same length and lines: comments and
// commas before a closing bracket become blanks.
func Plain(src []byte) []byte {
	out := bytes.Clone(src)
	comma := -1 // a comma after which only blanks have come
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			i = endOfText(out, i)
			comma = -1
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			i = blankComment(out, i) - 1
		case c == ',':
			comma = i
		case c == ']' || c == '}':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return out
}

// endOfText returns the index of the quote that ends the text begun at i.
func endOfText(src []byte, i int) int {
	for i++; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"', '\n':
			return i
		}
	}
	return i
}

// blankComment blanks a comment out and returns the index behind it.
func blankComment(src []byte, i int) int {
	end := len(src)
	if src[i+1] == '/' {
		if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
			end = i + n
		}
	} else if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
		end = i + 2 + n + 2
	}
	for j := i; j < end; j++ {
		if src[j] != '\n' {
			src[j] = ' '
		}
	}
	return end
}

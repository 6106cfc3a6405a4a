package lisa

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"easim/energy/jsontree"
)

// Limits of a YAML text. The parser's time and memory grow with the square of the
// depth and of the keys of a map, and by up to 400 bytes a sign; a file with a
// whole kernel configuration in it has 390 kB and 10000 lines.
const (
	maxYAML  = 1 << 20
	maxSigns = 60_000 // line ends and signs that may begin or divide a value
	maxPairs = 12_000 // colons that may end a key
	maxTags  = 4_000
	maxInRow = 16 // "- - - x" on one line
)

// parseYAML reads a text into a tree. Aliases become the node they name, so the
// tree may have circles.
func parseYAML(src []byte) (root *jsontree.Node, err error) {
	if line, what := tooMuch(src); what != "" {
		return nil, &jsontree.SyntaxError{Line: line, What: what}
	}
	// The parser is not ours: a panic in it is a fault of the input to our user.
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, &jsontree.SyntaxError{Line: 1, What: fmt.Sprintf("the YAML parser gave up: %v", r)}
		}
	}()
	f, err := parser.ParseBytes(src, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, syntaxError(err)
	}
	c := converter{anchors: map[string]*jsontree.Node{}}
	root = &jsontree.Node{Line: 1}
	for _, d := range f.Docs {
		if d.Body != nil {
			c.node(root, d.Body, 0)
			break
		}
	}
	if c.deep > 0 {
		return nil, &jsontree.SyntaxError{Line: c.deep, What: "nested too deeply"}
	}
	return root, nil
}

func syntaxError(err error) error {
	var y yaml.Error
	if errors.As(err, &y) {
		line := 1
		if tk := y.GetToken(); tk != nil && tk.Position != nil {
			line = tk.Position.Line
		}
		return &jsontree.SyntaxError{Line: line, What: y.GetMessage()}
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return &jsontree.SyntaxError{Line: 1, What: first}
}

// tooMuch looks for what would make the parser slow or large, without judging the
// text otherwise.
func tooMuch(src []byte) (line int, what string) {
	if len(src) > maxYAML {
		return 1, "larger than 1 MB"
	}
	line = 1
	signs, tags, pairs, flow := 0, 0, 0, 0
	for text := range bytes.Lines(src) {
		row := 0
		for i, c := range text {
			switch c {
			case '[', '{':
				flow++
				signs++
			case ']', '}':
				flow = max(flow-1, 0)
			case '!', '&', '*':
				tags++
			case ',', '\n', '|', '>', '"', '\'':
				signs++
			case ':':
				pairs++
			case '-', '?':
				if i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t') {
					row++
					signs++
				}
			}
		}
		switch {
		case flow > jsontree.MaxDepth || row > maxInRow && blankRow(text):
			return line, "nested too deeply"
		case signs > maxSigns || pairs > maxPairs || tags > maxTags:
			return line, fmt.Sprintf("more than %d values, %d keys or %d tags", maxSigns, maxPairs, maxTags)
		}
		line++
	}
	return 0, ""
}

// blankRow reports whether a line begins with a long row of "- " or "? ", each of
// which opens a list or a key. Such signs further on in a text are harmless.
func blankRow(text []byte) bool {
	row := 0
	for i := 0; i+1 < len(text); i++ {
		switch c := text[i]; {
		case c == ' ' || c == '\t':
		case (c == '-' || c == '?') && (text[i+1] == ' ' || text[i+1] == '\t'):
			row++
		default:
			return row > maxInRow
		}
	}
	return row > maxInRow
}

// converter makes a tree of the parser's nodes.
type converter struct {
	anchors map[string]*jsontree.Node
	deep    int // line at which the nesting became too deep
}

// node fills dst with what n says. dst is known under its anchor before its
// contents are read, so that they may refer to it.
func (c *converter) node(dst *jsontree.Node, n ast.Node, depth int) {
	if n == nil {
		return
	}
	if tk := n.GetToken(); tk != nil && tk.Position != nil {
		dst.Line = tk.Position.Line
	}
	if depth > jsontree.MaxDepth {
		c.deep = max(dst.Line, 1)
		return
	}
	switch n := n.(type) {
	case *ast.AnchorNode:
		if n.Name != nil {
			c.anchors[n.Name.GetToken().Value] = dst
		}
		c.node(dst, n.Value, depth)
	case *ast.TagNode:
		c.node(dst, n.Value, depth)
		if n.Start != nil {
			dst.Tag = n.Start.Value
		}
	case *ast.MappingNode:
		dst.Kind = jsontree.Map
		for _, v := range n.Values {
			c.pair(dst, v, depth)
		}
	case *ast.MappingValueNode:
		dst.Kind = jsontree.Map
		c.pair(dst, n, depth)
	case *ast.SequenceNode:
		dst.Kind = jsontree.List
		for _, v := range n.Values {
			dst.Items = append(dst.Items, c.child(v, depth))
		}
	default:
		c.scalar(dst, n)
	}
}

func (c *converter) pair(dst *jsontree.Node, v *ast.MappingValueNode, depth int) {
	key := ast.Node(v.Key)
	if k, ok := key.(*ast.MappingKeyNode); ok {
		key = k.Value
	}
	if key == nil || key.GetToken() == nil {
		return
	}
	dst.Keys = append(dst.Keys, key.GetToken().Value)
	dst.Items = append(dst.Items, c.child(v.Value, depth))
}

// child is the tree of a value inside another; of an alias, the node it names.
func (c *converter) child(n ast.Node, depth int) *jsontree.Node {
	if a, ok := n.(*ast.AliasNode); ok && a.Value != nil && a.Value.GetToken() != nil {
		if known := c.anchors[a.Value.GetToken().Value]; known != nil {
			return known
		}
	}
	out := &jsontree.Node{}
	c.node(out, n, depth+1)
	return out
}

func (c *converter) scalar(dst *jsontree.Node, n ast.Node) {
	switch n := n.(type) {
	case *ast.StringNode:
		dst.Kind, dst.Text = jsontree.Text, n.Value
	case *ast.LiteralNode:
		dst.Kind = jsontree.Text
		if n.Value != nil {
			dst.Text = n.Value.Value
		}
	case *ast.IntegerNode, *ast.FloatNode:
		dst.Kind, dst.Text = jsontree.Number, strings.ReplaceAll(n.GetToken().Value, "_", "")
	case *ast.BoolNode:
		dst.Kind, dst.Text = jsontree.Bool, fmt.Sprint(n.Value)
	}
}

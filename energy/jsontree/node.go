package jsontree

import (
	"strconv"
	"strings"
)

// Kind says what a Node is. The zero value is Null.
type Kind uint8

// The kinds of nodes.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Map
)

var kindNames = [...]string{"null", "true or false", "a number", "text", "a list", "a map"}

// String names the kind for a message.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[Null]
}

// Node is one value. A nil Node is a value that is not there; the methods accept
// it.
type Node struct {
	Kind  Kind
	Line  int    // 1-based
	Text  string // of a number or text, as written; "true" or "false"
	Tag   string // what a format with tags (YAML) puts in front, for example "!var:a.b"
	Keys  []string
	Items []*Node // elements of a list; values of a map, one for each of Keys
}

// Get returns the value of key in a map; of two equal keys the last, as most
// readers have it. nil if there is none.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for i := len(n.Keys) - 1; i >= 0; i-- {
		if n.Keys[i] == key {
			return n.Items[i]
		}
	}
	return nil
}

// At returns the value at a path of keys, or nil.
func (n *Node) At(keys ...string) *Node {
	for _, k := range keys {
		n = n.Get(k)
	}
	return n
}

// Len is the number of elements of a list or a map; 0 of anything else.
func (n *Node) Len() int {
	if n == nil {
		return 0
	}
	return len(n.Items)
}

// Is reports whether n is there and of kind k.
func (n *Node) Is(k Kind) bool { return n != nil && n.Kind == k }

// Int reads an integer, also of a number such as 1e3 or 2.0, or of a text that
// holds one. ok is false for anything else.
func (n *Node) Int() (v int64, ok bool) {
	f, ok := n.Float()
	if !ok || f != float64(int64(f)) || f > 1<<53 || f < -1<<53 {
		return 0, false
	}
	return int64(f), true
}

// Float reads a number, or a text that holds one. ok is false for anything else,
// infinities and not-a-number included.
func (n *Node) Float() (v float64, ok bool) {
	if n == nil || n.Kind != Number && n.Kind != Text {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(n.Text), 64)
	return v, err == nil && v-v == 0
}

// Describe names the value for a message.
func (n *Node) Describe() string {
	switch {
	case n == nil:
		return "nothing"
	case n.Kind == Number, n.Kind == Bool:
		return clip(n.Text)
	case n.Kind == Text:
		return strconv.Quote(clip(n.Text))
	}
	return n.Kind.String()
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}

package column

import (
	"strconv"
	"strings"
)

// node is a place in the JSON form of a run. All lines share one tree.
type node struct {
	key   string
	path  string
	copy  int  // 2 for the second element of that name, and so on; else 0
	skip  bool // nothing below it is kept
	texts bool // a text that stands here is kept

	column int // index of its column of numbers; -1: none so far
	text   int // index of its column of texts; -1: none so far

	kids  []*node
	byKey map[string]int // into kids
	visit int            // of the list, when this element was met last
	met   int            // how often it was met in that visit
}

func newNode(parent *node, key string) *node {
	n := &node{key: key, path: key, column: -1, text: -1}
	if parent == nil {
		return n
	}
	n.copy = parent.copy
	if parent.path != "" {
		n.path = parent.path + "." + key
	}
	// The value of a metric goes by the metric's name.
	if key == "value" && strings.HasPrefix(parent.path, metricsPath+".") {
		n.path = parent.path
	}
	n.skip = parent.skip || n.path == "provenance" || n.path == "warnings"
	n.texts = keptText(n.path)
	return n
}

const metricsPath = "throughput.metrics"

// keptText reports whether the text at path is worth a column.
func keptText(path string) bool {
	switch path {
	case "energy.unit", "energy.meter", "energy.partial",
		"scenario.platform", "scenario.workload", "scenario.profile", "version":
		return true
	}
	ofMetric := strings.HasSuffix(path, ".unit") || strings.HasSuffix(path, ".better")
	return ofMetric && strings.HasPrefix(path, metricsPath+".")
}

// child returns the place called key below n. next is the index at which it is
// expected: lines of one file have their keys in the same order.
func (n *node) child(key []byte, next *int) *node {
	if i := *next; i < len(n.kids) && n.kids[i].key == string(key) {
		*next = i + 1
		return n.kids[i]
	}
	i, ok := n.byKey[string(key)]
	if !ok {
		i = n.add(newNode(n, string(key)), string(key))
	}
	*next = i + 1
	return n.kids[i]
}

func (n *node) add(kid *node, key string) int {
	if n.byKey == nil {
		n.byKey = map[string]int{}
	}
	n.byKey[key] = len(n.kids)
	n.kids = append(n.kids, kid)
	return len(n.kids) - 1
}

// element returns the place of the element called name of the list n; visit tells
// one walk of the list from another. The second element of a name is a place of
// its own, whose paths end in #2.
func (n *node) element(name []byte, next *int, visit int) *node {
	kid := n.child(name, next)
	if kid.visit != visit {
		kid.visit, kid.met = visit, 1
		return kid
	}
	kid.met++
	key := kid.key + "\x00" + strconv.Itoa(kid.met)
	i, ok := n.byKey[key]
	if !ok {
		other := newNode(n, kid.key)
		other.copy = kid.met
		i = n.add(other, key)
	}
	return n.kids[i]
}

// name is how the column of the number that stands here is called.
func (n *node) name() string {
	if n.copy > 1 {
		return n.path + "#" + strconv.Itoa(n.copy)
	}
	return n.path
}

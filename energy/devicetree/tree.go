package devicetree

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// none is the index of a node that is not there.
const none = -1

// indexPhandles maps phandles to nodes; of two nodes with one phandle the first
// counts.
func (t *tree) indexPhandles() {
	t.phandles = make(map[uint32]int)
	for i := range t.nodes {
		for _, name := range [...]string{"phandle", "linux,phandle"} {
			if v, ok := t.u32(i, name); ok {
				if _, taken := t.phandles[v]; !taken {
					t.phandles[v] = i
				}
			}
		}
	}
}

// raw returns the value of a property, and whether node n has it. An empty
// property is there and has no bytes.
func (t *tree) raw(n int, name string) ([]byte, bool) {
	if n < 0 {
		return nil, false
	}
	for i := t.nodes[n].firstProp; i < t.nodes[n].endProp; i++ {
		if t.props[i].name == name {
			return t.props[i].value, true
		}
	}
	return nil, false
}

func (t *tree) has(n int, name string) bool {
	_, ok := t.raw(n, name)
	return ok
}

// cells reads a property as 32-bit numbers; nil if it is missing or odd.
func (t *tree) cells(n int, name string) []uint32 {
	v, ok := t.raw(n, name)
	if !ok || len(v)%4 != 0 {
		return nil
	}
	out := make([]uint32, len(v)/4)
	for i := range out {
		out[i] = binary.BigEndian.Uint32(v[4*i:])
	}
	return out
}

// u32 reads a property of one number.
func (t *tree) u32(n int, name string) (uint32, bool) {
	v, ok := t.raw(n, name)
	if !ok || len(v) != 4 {
		return 0, false
	}
	return binary.BigEndian.Uint32(v), true
}

// u64 reads a property of one number of one or two cells, or the first of several
// of two cells.
func (t *tree) u64(n int, name string) (uint64, bool) {
	v, ok := t.raw(n, name)
	switch {
	case !ok || len(v) < 4:
		return 0, false
	case len(v) < 8:
		return uint64(binary.BigEndian.Uint32(v)), true
	}
	return binary.BigEndian.Uint64(v), true
}

// texts reads a property as a list of texts.
func (t *tree) texts(n int, name string) []string {
	v, ok := t.raw(n, name)
	if !ok || len(v) == 0 || len(v) > 1<<16 {
		return nil
	}
	var out []string
	for _, part := range bytes.Split(bytes.TrimSuffix(v, []byte{0}), []byte{0}) {
		out = append(out, strings.ToValidUTF8(string(part), "?"))
	}
	return out
}

// text reads the first text of a property; "" if there is none.
func (t *tree) text(n int, name string) string {
	if list := t.texts(n, name); len(list) > 0 {
		return list[0]
	}
	return ""
}

// children returns the nodes inside n, in order.
func (t *tree) children(n int) []int {
	var out []int
	if n < 0 {
		return nil
	}
	for c := t.nodes[n].firstChild; c >= 0; c = t.nodes[c].next {
		out = append(out, c)
	}
	return out
}

// child returns the node called name inside n, or none. A name without a unit
// address matches one with.
func (t *tree) child(n int, name string) int {
	for _, c := range t.children(n) {
		have := t.nodes[c].name
		if base, _, _ := strings.Cut(have, "@"); have == name || base == name {
			return c
		}
	}
	return none
}

// byPhandle returns the node that a phandle names, or none.
func (t *tree) byPhandle(ph uint32) int {
	if n, ok := t.phandles[ph]; ok {
		return n
	}
	return none
}

// path returns the full path of a node, for messages.
func (t *tree) path(n int) string {
	if n < 0 {
		return ""
	}
	var parts []string
	for ; n > 0; n = t.nodes[n].parent {
		parts = append(parts, strings.ToValidUTF8(t.nodes[n].name, "?"))
	}
	slices.Reverse(parts)
	return "/" + strings.Join(parts, "/")
}

// maxRefs is how many references of one property are read.
const maxRefs = 64

// ref is a phandle with its arguments.
type ref struct {
	node int
	args []uint32
}

// same reports whether two references name the same thing.
func (r ref) same(o ref) bool { return r.node == o.node && slices.Equal(r.args, o.args) }

// refs reads a property of phandles with arguments; cellsName is the provider's
// property that says how many arguments follow, "" for none. It stops at the
// first that it cannot read.
func (t *tree) refs(n int, name, cellsName string) []ref {
	var out []ref
	for cells := t.cells(n, name); len(cells) > 0 && len(out) < maxRefs; {
		r := ref{node: t.byPhandle(cells[0])}
		args := uint32(0)
		if r.node < 0 {
			return out
		}
		if cellsName != "" {
			args, _ = t.u32(r.node, cellsName)
		}
		if uint64(args) > uint64(len(cells)-1) {
			return out
		}
		r.args = cells[1 : 1+args]
		out = append(out, r)
		cells = cells[1+args:]
	}
	return out
}

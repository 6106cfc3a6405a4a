package devicetree

import (
	"encoding/binary"

	"easim/energy/diag"
)

// leaf is a property, branch a node, of a tree that a test lays out.
type leaf struct {
	name  string
	value []byte
}

type branch struct {
	name  string
	props []leaf
	below []branch
}

// at lays out a node of properties and nodes.
func at(name string, items ...any) branch {
	b := branch{name: name}
	for _, it := range items {
		switch it := it.(type) {
		case leaf:
			b.props = append(b.props, it)
		case branch:
			b.below = append(b.below, it)
		case []branch:
			b.below = append(b.below, it...)
		case []leaf:
			b.props = append(b.props, it...)
		}
	}
	return b
}

func nums(name string, values ...uint32) leaf {
	l := leaf{name: name}
	for _, v := range values {
		l.value = binary.BigEndian.AppendUint32(l.value, v)
	}
	return l
}

func long(name string, v uint64) leaf {
	return leaf{name, binary.BigEndian.AppendUint64(nil, v)}
}

func text(name string, values ...string) leaf {
	l := leaf{name: name}
	for _, v := range values {
		l.value = append(append(l.value, v...), 0)
	}
	return l
}

func flagged(name string) leaf { return leaf{name: name} }

func phandle(v uint32) leaf { return nums("phandle", v) }

// blob writes a tree in the flattened format, version 17.
func blob(root branch) []byte {
	var w writer
	w.node(root)
	w.structs = binary.BigEndian.AppendUint32(w.structs, tokEnd)
	const head = 40 + 16 // header and an empty memory reservation block
	out := make([]byte, head, head+len(w.structs)+len(w.strings))
	for i, v := range []int64{
		Magic, int64(head + len(w.structs) + len(w.strings)), head, int64(head + len(w.structs)), 40, 17, 16, 0,
		int64(len(w.strings)), int64(len(w.structs)),
	} {
		binary.BigEndian.PutUint32(out[4*i:], uint32(v))
	}
	return append(append(out, w.structs...), w.strings...)
}

type writer struct {
	structs, strings []byte
	offsets          map[string]int
}

func (w *writer) word(v uint32) { w.structs = binary.BigEndian.AppendUint32(w.structs, v) }

func (w *writer) pad() {
	for len(w.structs)%4 != 0 {
		w.structs = append(w.structs, 0)
	}
}

func (w *writer) node(b branch) {
	w.word(tokBeginNode)
	w.structs = append(append(w.structs, b.name...), 0)
	w.pad()
	for _, p := range b.props {
		w.word(tokProp)
		w.word(uint32(len(p.value)))
		if w.offsets == nil {
			w.offsets = map[string]int{}
		}
		off, ok := w.offsets[p.name]
		if !ok {
			off = len(w.strings)
			w.offsets[p.name] = off
			w.strings = append(append(w.strings, p.name...), 0)
		}
		w.word(uint32(off))
		w.structs = append(w.structs, p.value...)
		w.pad()
	}
	for _, c := range b.below {
		w.node(c)
	}
	w.word(tokEndNode)
}

// codes lists the codes of a list, in order.
func codes(list diag.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	return out
}

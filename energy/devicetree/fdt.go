package devicetree

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Magic is how a flattened device tree begins.
const Magic = 0xd00dfeed

// Limits that no device tree comes near: the largest in Linux 6.12 have 6000
// nodes and 0.3 MB.
const (
	maxBlob  = 16 << 20
	maxNodes = 100_000
	maxProps = 1_000_000
	maxDepth = 64
)

// The tokens of the structure block.
const (
	tokBeginNode = 1
	tokEndNode   = 2
	tokProp      = 3
	tokNop       = 4
	tokEnd       = 9
)

// FormatError is a fault of the flattened format.
type FormatError struct {
	Offset int // bytes from the start of the blob
	What   string
}

// Error says what is wrong and at which byte.
func (e *FormatError) Error() string {
	return fmt.Sprintf("devicetree: at byte %d: %s", e.Offset, e.What)
}

// node is one node; links are indexes into tree.nodes, -1 for none. Nodes stand
// in the order of the blob, so a parent stands before its children.
type node struct {
	name               string
	parent, next       int
	firstChild, last   int
	firstProp, endProp int // range of tree.props
}

// prop is one property; its value is a part of the blob.
type prop struct {
	name  string
	value []byte
}

// tree is a device tree in memory.
type tree struct {
	nodes    []node
	props    []prop
	phandles map[uint32]int
}

// header is the part of the blob's header that is used.
type header struct {
	structs, strings []byte
	structOffset     int
}

func readHeader(blob []byte) (header, error) {
	const headerBytes = 40
	switch {
	case len(blob) < 4 || binary.BigEndian.Uint32(blob) != Magic:
		return header{}, &FormatError{0, "no device tree blob (it begins with d00dfeed)"}
	case len(blob) < headerBytes:
		return header{}, &FormatError{len(blob), fmt.Sprintf("the file ends within the header of %d bytes", headerBytes)}
	case len(blob) > maxBlob:
		return header{}, &FormatError{maxBlob, "larger than 16 MB"}
	}
	field := func(i int) uint64 { return uint64(binary.BigEndian.Uint32(blob[4*i:])) }
	total, version, compatible := field(1), field(5), field(6)
	if total > uint64(len(blob)) || total < headerBytes {
		return header{}, &FormatError{4, fmt.Sprintf("the header says %d bytes, the file has %d", total, len(blob))}
	}
	if compatible > 17 || version < 16 {
		return header{}, &FormatError{20, fmt.Sprintf("version %d (compatible with %d), want 16 or 17", version, compatible)}
	}
	blob = blob[:total]
	structOff, stringOff, stringLen := field(2), field(3), field(8)
	structLen := total - min(structOff, total)
	if version >= 17 {
		structLen = field(9)
	}
	if structOff+structLen > total || structOff%4 != 0 || structLen == 0 {
		return header{}, &FormatError{8, "the structure block lies outside the blob"}
	}
	if stringOff+stringLen > total {
		return header{}, &FormatError{12, "the strings block lies outside the blob"}
	}
	return header{
		structs:      blob[structOff : structOff+structLen],
		strings:      blob[stringOff : stringOff+stringLen],
		structOffset: int(structOff),
	}, nil
}

// parser walks the structure block.
type parser struct {
	header
	t    *tree
	pos  int
	open int // the innermost open node, -1 outside the root
	deep int
}

// parse reads a blob. Everything that is kept refers to the blob's own bytes.
func parse(blob []byte) (*tree, error) {
	h, err := readHeader(blob)
	if err != nil {
		return nil, err
	}
	p := parser{header: h, t: &tree{}, open: -1}
	for done := false; !done; {
		if done, err = p.token(); err != nil {
			return nil, err
		}
	}
	if len(p.t.nodes) == 0 {
		return nil, p.fault("no root node")
	}
	p.t.indexPhandles()
	return p.t, nil
}

func (p *parser) fault(format string, args ...any) error {
	return &FormatError{p.structOffset + p.pos, fmt.Sprintf(format, args...)}
}

func (p *parser) word() (uint32, error) {
	if p.pos+4 > len(p.structs) {
		return 0, p.fault("the structure block ends too soon")
	}
	v := binary.BigEndian.Uint32(p.structs[p.pos:])
	p.pos += 4
	return v, nil
}

func (p *parser) token() (done bool, err error) {
	tok, err := p.word()
	if err != nil {
		return false, err
	}
	switch tok {
	case tokBeginNode:
		return false, p.beginNode()
	case tokEndNode:
		return false, p.endNode()
	case tokProp:
		return false, p.property()
	case tokNop:
		return false, nil
	case tokEnd:
		if p.open >= 0 {
			return false, p.fault("the tree ends inside node %q", p.t.nodes[p.open].name)
		}
		return true, nil
	}
	p.pos -= 4
	return false, p.fault("unknown token %#x", tok)
}

func (p *parser) beginNode() error {
	end := bytes.IndexByte(p.structs[p.pos:], 0)
	if end < 0 || end > 255 {
		return p.fault("a node's name does not end")
	}
	t := p.t
	if p.open < 0 && len(t.nodes) > 0 {
		return p.fault("a second root node")
	}
	if len(t.nodes) >= maxNodes || p.deep >= maxDepth {
		return p.fault("more than %d nodes or %d levels", maxNodes, maxDepth)
	}
	at := len(t.nodes)
	t.nodes = append(t.nodes, node{
		name: string(p.structs[p.pos : p.pos+end]), parent: p.open, next: -1, firstChild: -1, last: -1,
		firstProp: len(t.props), endProp: len(t.props),
	})
	if p.open >= 0 {
		up := &t.nodes[p.open]
		if up.last >= 0 {
			t.nodes[up.last].next = at
		} else {
			up.firstChild = at
		}
		up.last = at
	}
	p.open = at
	p.deep++
	p.align(end + 1)
	return nil
}

func (p *parser) align(n int) { p.pos = min((p.pos+n+3)&^3, len(p.structs)) }

func (p *parser) endNode() error {
	if p.open < 0 {
		return p.fault("the end of a node that did not begin")
	}
	p.open = p.t.nodes[p.open].parent
	p.deep--
	return nil
}

func (p *parser) property() error {
	if p.open < 0 {
		return p.fault("a property outside any node")
	}
	size, err := p.word()
	if err != nil {
		return err
	}
	nameOff, err := p.word()
	if err != nil {
		return err
	}
	if uint64(size) > uint64(len(p.structs)-p.pos) {
		return p.fault("a property of %d bytes, %d are left", size, len(p.structs)-p.pos)
	}
	if uint64(nameOff) >= uint64(len(p.strings)) {
		return p.fault("a property's name lies outside the strings block")
	}
	end := bytes.IndexByte(p.strings[nameOff:], 0)
	if end < 0 || end > 255 {
		return p.fault("a property's name does not end")
	}
	t := p.t
	n := &t.nodes[p.open]
	if n.endProp != len(t.props) {
		return p.fault("a property of %q after a node inside it", n.name)
	}
	if len(t.props) >= maxProps {
		return p.fault("more than %d properties", maxProps)
	}
	t.props = append(t.props, prop{
		name:  string(p.strings[nameOff : int(nameOff)+end]),
		value: p.structs[p.pos : p.pos+int(size)],
	})
	n.endProp = len(t.props)
	p.align(int(size))
	return nil
}

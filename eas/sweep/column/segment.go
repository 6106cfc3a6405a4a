package column

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math"
)

// A segment ends with the line that brings it to one of these, so where segments
// end follows from the lines alone.
const (
	segmentRows  = 2048
	segmentBytes = 16 << 20
)

// maxWarnings is how many different warnings a segment counts one by one.
const maxWarnings = 100

// maxColumns is how many columns a segment may have; a file with more is no file
// of runs.
const maxColumns = 1 << 18

// Count is a text and how many runs have it.
type Count struct {
	Text string
	N    int
}

// segment is the columns of consecutive lines.
type segment struct {
	rows     int
	from, to int64  // bytes of the file of runs
	sum      uint32 // their checksum

	names    []string
	columns  [][]float64 // NaN: null, or not in that line
	texts    []textColumn
	warnings []Count
}

// textColumn is a column of texts: each row holds the index of its text, NaN for
// none.
type textColumn struct {
	name  string
	words []string
	rows  []float64
	index map[string]int // into words
}

// filler fills segments from lines. Its tree of places lives on from one segment
// to the next.
type filler struct {
	p    parser
	s    *segment
	row  int
	used []*node // with a column in this segment
}

func newFiller() *filler {
	f := &filler{}
	f.p = parser{root: newNode(nil, ""), to: f}
	return f
}

// fill makes the segment of block, whole lines that begin at byte from.
func (f *filler) fill(block []byte, from int64) (*segment, error) {
	for _, n := range f.used {
		n.column, n.text = -1, -1
	}
	f.used, f.row = f.used[:0], 0
	f.s = &segment{from: from, to: from + int64(len(block)), sum: crc32.Checksum(block, castagnoli())}
	for len(block) > 0 {
		end := bytes.IndexByte(block, '\n')
		if err := f.p.line(block[:end]); err != nil {
			return nil, fmt.Errorf("at byte %d: %w", f.s.to-int64(len(block)), err)
		}
		block = block[end+1:]
		f.row++
		if len(f.s.names) > maxColumns {
			return nil, fmt.Errorf("column: more than %d different numbers a run", maxColumns)
		}
	}
	f.s.rows = f.row
	for i := range f.s.columns {
		f.s.columns[i] = pad(f.s.columns[i], f.row)
	}
	for i := range f.s.texts {
		f.s.texts[i].rows = pad(f.s.texts[i].rows, f.row)
	}
	return f.s, nil
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func pad(rows []float64, n int) []float64 {
	for len(rows) < n {
		rows = append(rows, math.NaN())
	}
	return rows
}

func (f *filler) number(n *node, v float64) {
	if n.column < 0 {
		n.column = len(f.s.columns)
		f.s.names = append(f.s.names, n.name())
		f.s.columns = append(f.s.columns, make([]float64, 0, segmentRows/8))
		f.used = append(f.used, n)
	}
	c := &f.s.columns[n.column]
	if len(*c) < f.row {
		*c = pad(*c, f.row)
	}
	if len(*c) == f.row {
		*c = append(*c, v)
	}
}

func (f *filler) text(n *node, s []byte) {
	if n.text < 0 {
		n.text = len(f.s.texts)
		f.s.texts = append(f.s.texts, textColumn{name: n.name(), index: map[string]int{}})
		f.used = append(f.used, n)
	}
	t := &f.s.texts[n.text]
	i, ok := t.index[string(s)]
	if !ok {
		i = len(t.words)
		t.words = append(t.words, string(s))
		t.index[string(s)] = i
	}
	t.rows = pad(t.rows, f.row)
	if len(t.rows) == f.row {
		t.rows = append(t.rows, float64(i))
	}
}

func (f *filler) warning(s []byte) {
	for i := range f.s.warnings {
		if f.s.warnings[i].Text == string(s) {
			f.s.warnings[i].N++
			return
		}
	}
	if len(f.s.warnings) < maxWarnings {
		f.s.warnings = append(f.s.warnings, Count{string(s), 1})
	}
}

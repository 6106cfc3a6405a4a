package column

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// The index file: magic, then segments. A segment is a head of fixed length, a
// JSON text with its names (unless an earlier segment's fit), texts and warnings,
// a directory with one entry a column, and the columns' data.
const (
	magic     = "easim-index 1\n\x00\x00"
	headSize  = 64
	entrySize = 24
)

var errIndex = errors.New("column: the index does not fit")

// head is the fixed part of a segment.
type head struct {
	size     int64 // of the whole segment
	from, to int64 // bytes of the file of runs
	namesAt  int64 // where the segment whose names fit begins
	sum      uint32
	rows     uint32
	metaLen  uint32
	columns  uint32 // of numbers
	texts    uint32
	metaSum  uint32 // checksum of the names, texts and directory
}

// meta is the part of a segment that is JSON.
type meta struct {
	Names    []string   `json:"names,omitempty"` // of the columns of numbers, if they are not an earlier segment's
	Texts    []metaText `json:"texts"`
	Warnings []Count    `json:"warnings"`
}

type metaText struct {
	Name  string
	Words []string
}

// entry says where a column is.
type entry struct {
	base float64
	at   uint32 // from the end of the directory
	size uint32
	sum  uint32
	form uint8
}

func (h *head) append(out []byte) []byte {
	begin := len(out)
	for _, v := range [...]int64{h.size, h.from, h.to, h.namesAt} {
		out = binary.LittleEndian.AppendUint64(out, uint64(v))
	}
	for _, v := range [...]uint32{h.sum, h.rows, h.metaLen, h.columns, h.texts, h.metaSum} {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	for len(out) < begin+headSize-4 {
		out = append(out, 0)
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out[begin:], castagnoli()))
}

func parseHead(src []byte) (h head, ok bool) {
	if len(src) < headSize ||
		binary.LittleEndian.Uint32(src[headSize-4:]) != crc32.Checksum(src[:headSize-4], castagnoli()) {
		return h, false
	}
	for i, p := range [...]*int64{&h.size, &h.from, &h.to, &h.namesAt} {
		*p = int64(binary.LittleEndian.Uint64(src[8*i:]))
	}
	for i, p := range [...]*uint32{&h.sum, &h.rows, &h.metaLen, &h.columns, &h.texts, &h.metaSum} {
		*p = binary.LittleEndian.Uint32(src[32+4*i:])
	}
	return h, h.size >= headSize && h.from >= 0 && h.to >= h.from && h.rows > 0
}

func (h *head) dataAt() int64 {
	return headSize + int64(h.metaLen) + int64(h.columns+h.texts)*entrySize
}

// encode writes s as it stands in the index from byte at on. If the names are those
// of an earlier segment, last, they are left out.
func (s *segment) encode(at int64, last *names) (*kept, []byte, error) {
	m := meta{Names: s.names, Warnings: s.warnings}
	k := &kept{at: at, names: last}
	for i := range s.texts {
		m.Texts = append(m.Texts, metaText{s.texts[i].name, s.texts[i].words})
	}
	if last != nil && slices.Equal(last.list, s.names) {
		m.Names = nil
	} else {
		k.names = newNames(s.names, at)
	}
	h := head{
		from: s.from, to: s.to, sum: s.sum, rows: uint32(s.rows),
		namesAt: k.names.at, columns: uint32(len(s.columns)), texts: uint32(len(s.texts)),
	}
	text, err := json.Marshal(m)
	if err != nil {
		return nil, nil, fmt.Errorf("column: index: %w", err)
	}
	h.metaLen = uint32(len(text))
	var dir, data []byte
	add := func(rows []float64) {
		e := entry{at: uint32(len(data))}
		data, e.form, e.base = encode(data, rows)
		e.size = uint32(len(data)) - e.at
		e.sum = crc32.Checksum(data[e.at:], castagnoli())
		dir = e.append(dir)
	}
	for i := range s.columns {
		add(s.columns[i])
	}
	for i := range s.texts {
		add(s.texts[i].rows)
	}
	h.size = h.dataAt() + int64(len(data))
	text = append(text, dir...)
	h.metaSum = crc32.Checksum(text, castagnoli())
	k.head, k.meta, k.dir = h, m, dir
	out := h.append(make([]byte, 0, h.size))
	return k, append(append(out, text...), data...), nil
}

func (e *entry) append(out []byte) []byte {
	out = binary.LittleEndian.AppendUint64(out, math.Float64bits(e.base))
	for _, v := range [...]uint32{e.at, e.size, e.sum, uint32(e.form)} {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}

func parseEntry(src []byte) entry {
	return entry{
		base: math.Float64frombits(binary.LittleEndian.Uint64(src)),
		at:   binary.LittleEndian.Uint32(src[8:]),
		size: binary.LittleEndian.Uint32(src[12:]),
		sum:  binary.LittleEndian.Uint32(src[16:]),
		form: uint8(binary.LittleEndian.Uint32(src[20:])),
	}
}

// kept is a segment that stands in the index file.
type kept struct {
	head
	at    int64 // where it begins
	meta  meta
	dir   []byte
	names *names
}

// names are those of the columns of numbers of one or more segments.
type names struct {
	list []string
	at   int64 // of the segment that holds them
	byID map[string]int
}

func newNames(list []string, at int64) *names {
	n := &names{list: list, at: at, byID: make(map[string]int, len(list))}
	for i, name := range list {
		n.byID[name] = i
	}
	return n
}

// readSegment reads all of the segment at byte at but its data. The names of
// earlier segments are in known.
func readSegment(f io.ReaderAt, at, fileSize int64, known map[int64]*names) (*kept, error) {
	var buf [headSize]byte
	if _, err := f.ReadAt(buf[:], at); err != nil {
		return nil, errIndex
	}
	h, ok := parseHead(buf[:])
	if !ok || h.size > fileSize-at || h.dataAt() > h.size {
		return nil, errIndex
	}
	rest := make([]byte, h.dataAt()-headSize)
	if _, err := f.ReadAt(rest, at+headSize); err != nil || crc32.Checksum(rest, castagnoli()) != h.metaSum {
		return nil, errIndex
	}
	k := &kept{head: h, at: at, dir: rest[h.metaLen:]}
	if err := json.Unmarshal(rest[:h.metaLen], &k.meta); err != nil {
		return nil, errIndex
	}
	if h.namesAt == at {
		known[at] = newNames(k.meta.Names, at)
	}
	k.names = known[h.namesAt]
	if k.names == nil || len(k.names.list) != int(h.columns) || len(k.meta.Texts) != int(h.texts) {
		return nil, errIndex
	}
	return k, nil
}

// column reads column i of the segment, texts behind numbers, into rows.
func (k *kept) column(f io.ReaderAt, i int, rows []float64) error {
	e := parseEntry(k.dir[i*entrySize:])
	want := int64(e.form) * int64(k.rows)
	if int64(e.size) != want || e.form > formFloats || k.dataAt()+int64(e.at)+want > k.size {
		return errIndex
	}
	data := make([]byte, e.size)
	if _, err := f.ReadAt(data, k.at+k.dataAt()+int64(e.at)); err != nil {
		return fmt.Errorf("column: index: %w", err)
	}
	if crc32.Checksum(data, castagnoli()) != e.sum {
		return errIndex
	}
	decode(rows[:k.rows], data, e.form, e.base)
	return nil
}

package column

import (
	"encoding/binary"
	"math"
)

// The forms of a column.
const (
	formConst  = 0 // every row is base
	formBytes1 = 1 // base plus an unsigned number of that many bytes; all ones: NaN
	formBytes2 = 2
	formBytes4 = 4
	formFloats = 8 // float64, little-endian
)

// encode appends the smallest form of rows to out.
func encode(out []byte, rows []float64) (data []byte, form uint8, base float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	whole, same := true, true
	for _, v := range rows {
		same = same && (v == rows[0] || v != v && rows[0] != rows[0])
		if v != v {
			continue
		}
		lo, hi = min(lo, v), max(hi, v)
		whole = whole && v == math.Trunc(v)
	}
	const exact = 1 << 53 // whole numbers up to here are exact, and so are differences
	switch span := hi - lo; {
	case same && len(rows) > 0:
		return out, formConst, rows[0]
	case !whole || lo <= -exact || hi >= exact:
		form = formFloats
	case span < math.MaxUint8:
		form = formBytes1
	case span < math.MaxUint16:
		form = formBytes2
	case span < math.MaxUint32:
		form = formBytes4
	default:
		form = formFloats
	}
	if form == formFloats {
		lo = 0
	}
	for _, v := range rows {
		out = appendValue(out, form, lo, v)
	}
	return out, form, lo
}

func appendValue(out []byte, form uint8, base, v float64) []byte {
	if form == formFloats {
		return binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	off := uint32(math.MaxUint32)
	if v == v {
		off = uint32(v - base)
	}
	switch form {
	case formBytes1:
		return append(out, byte(off))
	case formBytes2:
		return binary.LittleEndian.AppendUint16(out, uint16(off))
	default:
		return binary.LittleEndian.AppendUint32(out, off)
	}
}

// decode fills rows from data, which has the right length.
func decode(rows []float64, data []byte, form uint8, base float64) {
	switch form {
	case formConst:
		for i := range rows {
			rows[i] = base
		}
	case formBytes1:
		for i := range rows {
			rows[i] = offset(base, uint32(data[i]), math.MaxUint8)
		}
	case formBytes2:
		for i := range rows {
			rows[i] = offset(base, uint32(binary.LittleEndian.Uint16(data[2*i:])), math.MaxUint16)
		}
	case formBytes4:
		for i := range rows {
			rows[i] = offset(base, binary.LittleEndian.Uint32(data[4*i:]), math.MaxUint32)
		}
	default:
		for i := range rows {
			rows[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
	}
}

func offset(base float64, off, missing uint32) float64 {
	if off == missing {
		return math.NaN()
	}
	return base + float64(off)
}

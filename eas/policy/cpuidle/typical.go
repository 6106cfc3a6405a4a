package cpuidle

import "math"

// nrRecent is the number of sleeps that menu remembers (INTERVALS).
const nrRecent = 8

// history holds the lengths of a CPU's last sleeps, µs, with their sum and sum
// of squares, so that the usual case needs no pass over them.
type history struct {
	lengths      [nrRecent]uint32
	cursor       uint8
	over         uint8 // lengths above maxLength
	sum, squares uint64
}

const (
	// maxLength is the longest sleep that is no outlier from the start (INT_MAX).
	maxLength = math.MaxInt32
	// noTypical is the typical length of sleeps that resemble each other too
	// little (UINT_MAX): 71 minutes, in effect no bound.
	noTypical = int64(math.MaxUint32)
)

// add replaces the oldest sleep by one of x µs.
func (h *history) add(x uint32) {
	old := h.lengths[h.cursor]
	h.lengths[h.cursor] = x
	h.cursor = (h.cursor + 1) % nrRecent
	h.sum += uint64(x) - uint64(old)
	h.squares += uint64(x)*uint64(x) - uint64(old)*uint64(old)
	if old > maxLength {
		h.over--
	}
	if x > maxLength {
		h.over++
	}
}

// typical is the length, µs, that recent sleeps had in common, or noTypical
// (get_typical_interval). With n the number of samples:
//
//	mean = sum(x) / n, var = sum((x - mean)^2) / n, both rounded down
//	typical if var <= 400, or mean^2 > 36 var and n >= 6
//
// Otherwise the longest samples are dropped and the rest is tried again, until
// at most six are left: that finds short pauses between long ones. Samples that
// are all 0 are no pattern: nothing is known yet.
func (h *history) typical() int64 {
	sum, squares, n := h.sum, h.squares, uint64(nrRecent)
	bound := uint32(math.MaxUint32)
	for dropped := h.over; dropped > 0; {
		top, k := h.top(bound)
		sum, squares, n, bound = sum-k*top, squares-k*top*top, n-k, uint32(top-1)
		dropped -= uint8(k)
	}
	for sum != 0 {
		mean := divide(sum, n)
		// sum((x-mean)^2), expanded; the arithmetic is exact modulo 2^64.
		spread := divide(squares-2*mean*sum+n*mean*mean, n)
		if spread <= 400 || spread <= math.MaxUint64/36 && mean*mean > 36*spread && n*4 >= nrRecent*3 {
			return int64(mean)
		}
		if n*4 <= nrRecent*3 {
			break
		}
		top, k := h.top(bound)
		sum, squares, n, bound = sum-k*top, squares-k*top*top, n-k, uint32(top-1)
	}
	return noTypical
}

// top is the longest sleep up to bound, and how often it occurs. It is written out
// because nothing here can be predicted, so that no step should wait for another.
func (h *history) top(bound uint32) (longest, count uint64) {
	l := &h.lengths
	m := max(
		max(max(upTo(l[0], bound), upTo(l[1], bound)), max(upTo(l[2], bound), upTo(l[3], bound))),
		max(max(upTo(l[4], bound), upTo(l[5], bound)), max(upTo(l[6], bound), upTo(l[7], bound))))
	n := same(l[0], m) + same(l[1], m) + same(l[2], m) + same(l[3], m) +
		same(l[4], m) + same(l[5], m) + same(l[6], m) + same(l[7], m)
	return uint64(m), n
}

// upTo is x, or 0 if it is above bound.
func upTo(x, bound uint32) uint32 {
	if x > bound {
		x = 0
	}
	return x
}

// same is 1 if a and b are equal, and 0 if not.
func same(a, b uint32) uint64 {
	if a == b {
		return 1
	}
	return 0
}

// divide is x / n, by multiplication for the numbers of samples that occur most.
func divide(x, n uint64) uint64 {
	switch n {
	case 8:
		return x / 8
	case 7:
		return x / 7
	case 6:
		return x / 6
	default:
		return x / n
	}
}

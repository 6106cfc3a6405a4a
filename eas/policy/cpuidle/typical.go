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
	bound := uint64(math.MaxUint32)
	for dropped := h.over; dropped > 0; {
		top, k := h.top(bound)
		sum, squares, n, bound = sum-k*top, squares-k*top*top, n-k, top-1
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
		sum, squares, n, bound = sum-k*top, squares-k*top*top, n-k, top-1
	}
	return noTypical
}

// top is the longest sleep up to bound, and how often it occurs.
func (h *history) top(bound uint64) (longest, count uint64) {
	for _, x := range h.lengths {
		x := uint64(x)
		if x > bound {
			x = 0
		}
		longest = max(longest, x)
	}
	for _, x := range h.lengths {
		if uint64(x) == longest {
			count++
		}
	}
	return longest, count
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

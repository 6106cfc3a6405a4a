package stats

import "math/bits"

const (
	subBits    = 5
	subCount   = 1 << subBits                    // buckets in each power of two; values below have their own
	maxExp     = 38                              // values from 2^maxExp ns (4.6 minutes) share the last bucket
	numBuckets = (maxExp-subBits+1)*subCount + 1 // the last one is the overflow bucket
)

// Histogram counts values of at least 0, in ns. The zero value is empty and
// ready. Add does not allocate.
type Histogram struct {
	count   int64
	max     int64
	buckets [numBuckets]uint32
}

// Add counts v; a negative v counts as 0.
func (h *Histogram) Add(v int64) {
	v = max(v, 0)
	h.count++
	h.max = max(h.max, v)
	h.buckets[bucketOf(v)]++
}

// Reset empties the histogram.
func (h *Histogram) Reset() { *h = Histogram{} }

// Count is the number of values.
func (h *Histogram) Count() int64 { return h.count }

// Max is the largest value, exactly; 0 if there is none.
func (h *Histogram) Max() int64 { return h.max }

// Quantile returns the value below or at which permille thousandths of the
// values lie (nearest rank): the upper end of the bucket that holds it, at most
// Max. It is 0 for an empty histogram, and exact below 32 ns; above it is too high
// by at most 1/32.
func (h *Histogram) Quantile(permille int64) int64 {
	if h.count == 0 {
		return 0
	}
	rank := max((h.count*permille+999)/1000, 1)
	seen := int64(0)
	for i := range h.buckets {
		seen += int64(h.buckets[i])
		if seen >= rank {
			return min(bucketEnd(i), h.max)
		}
	}
	return h.max
}

// bucketOf returns the bucket of v: v itself below subCount, then subCount
// buckets for each power of two.
func bucketOf(v int64) int {
	exp := bits.Len64(uint64(v)) - 1 // floor(log2 v)
	switch {
	case v < subCount:
		return int(v)
	case exp >= maxExp:
		return numBuckets - 1
	}
	shift := exp - subBits
	return (shift+1)<<subBits + int(v>>shift) - subCount
}

// bucketEnd returns the largest value of bucket i.
func bucketEnd(i int) int64 {
	switch {
	case i < subCount:
		return int64(i)
	case i == numBuckets-1:
		return 1<<63 - 1
	}
	shift := i>>subBits - 1
	return int64(i&(subCount-1)+subCount+1)<<shift - 1
}

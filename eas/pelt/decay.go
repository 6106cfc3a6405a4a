package pelt

import "math/bits"

//go:generate go run gentables.go -o tables.go

// The shape of the signals. Segment and unit are the kernel's 1024 us period
// and 1024 ns step; both kernels call them 1 ms and 1 us.
const (
	unitShift = 10      // a unit is 2^10 ns
	unit      = 1 << 10 // ns
	segment   = 1024    // units in a segment
	halfLife  = 32      // segments after which a sum is halved

	// forgotten is the largest number of segments that can leave anything of a
	// sum; more are not even computed.
	forgotten = halfLife * 63

	// scaleShift is the number of fraction bits of capacities and frequency
	// scales (SCHED_CAPACITY_SHIFT).
	scaleShift = 10

	// minDivider is the least divisor of a 6.12 average (PELT_MIN_DIVIDER).
	minDivider = LoadAvgMax - segment
)

// factor is the decay by a number of segments: first a shift, then a product
// of 32 fraction bits. One factor serves all sums of an object. The zero value
// leaves nothing.
type factor struct {
	shift uint8
	mul   uint32
}

// decayFactor returns the factor of n segments, n at least 1. For multiples of
// 32 it is a little less than the shift, because the table's y^0 is 2^32 - 1.
func decayFactor(n uint64) factor {
	if n > forgotten {
		return factor{}
	}
	return factor{shift: uint8(n / halfLife), mul: yInverse[n%halfLife]}
}

// of returns v decayed:
//
//	((v >> n/32) y^(n mod 32)) >> 32
//
// Source: decay_load (kernel/sched/pelt.c 6.12, kernel/sched/fair.c 4.4).
func (f factor) of(v uint64) uint64 {
	hi, lo := bits.Mul64(v>>(f.shift&63), uint64(f.mul))
	return hi<<32 | lo>>32
}

// subPositive returns a - b, or 0 where b is larger (sub_positive).
func subPositive[T uint32 | uint64](a, b T) T {
	if b > a {
		return 0
	}
	return a - b
}

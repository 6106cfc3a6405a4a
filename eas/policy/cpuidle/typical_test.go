package cpuidle

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// historyOf is a history of the given sleeps, the rest being unknown.
func historyOf(lengths ...uint32) history {
	var h history
	for _, x := range lengths {
		h.add(x)
	}
	return h
}

func TestTypical(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		h    history
		want int64
	}{
		{"nothing known", historyOf(), noTypical},
		{"all equal", historyOf(500, 500, 500, 500, 500, 500, 500, 500), 500},
		// Mean 1010, var (4 x 10^2 + 4 x 10^2) / 8 = 100 <= 400.
		{"small spread", historyOf(1000, 1020, 1000, 1020, 1000, 1020, 1000, 1020), 1010},
		// Mean 20, var 400: just accepted, though the mean is no more than a sigma.
		{"sigma of 20 us", historyOf(0, 40, 0, 40, 0, 40, 0, 40), 20},
		// Mean 21, var 441 > 400 and 21^2 < 36 x 441; the first retry drops the four
		// 42s: mean of the zeros, and their maximum is 0.
		{"sigma of 21 us", historyOf(0, 42, 0, 42, 0, 42, 0, 42), noTypical},
		// Mean 10000, var 1000^2: 10^8 > 36 x 10^6.
		{"mean of 10 sigmas", historyOf(9000, 11000, 9000, 11000, 9000, 11000, 9000, 11000), 10000},
		// Mean 6000, var 1000^2: 36 x 10^6 > 36 x 10^6 is false. Four are left after
		// the retry, equal, so their variance is 0.
		{"mean of 6 sigmas", historyOf(5000, 7000, 5000, 7000, 5000, 7000, 5000, 7000), 5000},
		// With the two long ones the spread is too wide; six equal ones remain.
		{"two outliers", historyOf(800, 40000, 800, 800, 30000, 800, 800, 800), 800},
		// Dropping 40000 leaves seven, dropping 30000 six, and six of this spread
		// (mean 1300, var about 583333) are too few to go on.
		{"no pattern", historyOf(200, 40000, 800, 1400, 30000, 2000, 900, 2500), noTypical},
		// Five samples left may still be accepted by a small variance, never by a
		// small one relative to the mean.
		{"five left, equal", historyOf(300, 300, 300, 300, 300, 9000, 9000, 9000), 300},
		{"five left, mean of 8 sigmas", historyOf(700, 900, 700, 900, 800, 9000, 9000, 9000), noTypical},
		// 2^31 is an outlier from the start; the rest is at one value.
		{"over 35 minutes", historyOf(math.MaxUint32, 70, 70, 70, 70, 70, 70, 1<<31), 70},
	} {
		if got := tc.h.typical(); got != tc.want {
			t.Errorf("%s: typical(%v) = %d, want %d", tc.name, tc.h.lengths, got, tc.want)
		}
	}
}

// slowTypical is the rule word for word, with floats where they are exact enough
// and the mean subtracted before squaring.
func slowTypical(h history) int64 {
	left := slices.Clone(h.lengths[:])
	left = slices.DeleteFunc(left, func(x uint32) bool { return x > math.MaxInt32 })
	for {
		if len(left) == 0 || slices.Max(left) == 0 {
			return noTypical
		}
		var sum int64
		for _, x := range left {
			sum += int64(x)
		}
		mean := sum / int64(len(left))
		var squares int64
		for _, x := range left {
			squares += (int64(x) - mean) * (int64(x) - mean)
		}
		variance := squares / int64(len(left))
		if variance <= 400 || len(left) >= 6 && mean*mean > 36*variance {
			return mean
		}
		if len(left) <= 6 {
			return noTypical
		}
		top := slices.Max(left)
		left = slices.DeleteFunc(left, func(x uint32) bool { return x == top })
	}
}

func TestTypicalAgainstTheRule(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var h history
		// Up to 70 s: 36 x variance stays in 63 bits in the oracle.
		centre := rapid.Uint32Range(0, 70_000_000).Draw(rt, "centre")
		spread := rapid.SampledFrom([]uint32{1, 45, 1000, 100_000}).Draw(rt, "spread")
		for range rapid.IntRange(0, 20).Draw(rt, "sleeps") {
			x := centre + rapid.Uint32Range(0, spread).Draw(rt, "x")
			switch rapid.IntRange(0, 9).Draw(rt, "outlier") {
			case 0, 1:
				x = rapid.Uint32Range(0, 70_000_000).Draw(rt, "out")
			case 2:
				x = rapid.Uint32Range(math.MaxInt32+1, math.MaxUint32).Draw(rt, "far out")
			}
			h.add(x)
		}
		if got, want := h.typical(), slowTypical(h); got != want {
			rt.Fatalf("typical(%v) = %d, want %d", h.lengths, got, want)
		}
	})
}

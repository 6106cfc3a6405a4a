package energy

import "math/bits"

// Tally is an exact sum of power times time, in the power's unit times
// nanoseconds: 128 bits, unsigned. It overflows beyond 3e38; with [MaxPower] and
// the 292 years that fit an int64 of nanoseconds there is room for 3e10 such
// terms. The zero value is an empty sum.
type Tally struct{ hi, lo uint64 }

// Add adds power w for ns nanoseconds. It panics if one of them is negative:
// the caller has mistaken an unknown power for a number, or lost time.
func (t *Tally) Add(w Power, ns int64) {
	if w < 0 || ns < 0 {
		panic("energy: negative power or time in a tally")
	}
	hi, lo := bits.Mul64(uint64(w), uint64(ns))
	t.add(hi, lo)
}

// AddTally adds another sum.
func (t *Tally) AddTally(o Tally) { t.add(o.hi, o.lo) }

func (t *Tally) add(hi, lo uint64) {
	var carry uint64
	t.lo, carry = bits.Add64(t.lo, lo, 0)
	t.hi, _ = bits.Add64(t.hi, hi, carry)
}

// Zero reports whether the sum is 0.
func (t Tally) Zero() bool { return t == Tally{} }

// Float returns the sum as the float64 nearest to it, or its neighbour.
func (t Tally) Float() float64 {
	// The product is exact (a power of two), so no compiler's fused
	// multiply-add can change the result.
	return float64(float64(t.hi)*0x1p64) + float64(t.lo)
}

// Millijoules converts the sum under table t's unit: mJ, or bogo-mJ for a table
// in bogo-mW.
func (t *PowerTable) Millijoules(sum Tally) float64 {
	if t.Unit == UnitUW {
		return sum.Float() / 1e12
	}
	return sum.Float() / 1e9
}

// EnergyUnit returns the unit of [PowerTable.Millijoules]: "mJ" or "bogo-mJ".
func (t *PowerTable) EnergyUnit() string {
	if t.Unit == UnitBogoMW {
		return "bogo-mJ"
	}
	return "mJ"
}

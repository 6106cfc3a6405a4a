package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestHolmSmall(t *testing.T) {
	if got := Holm(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
	if got := Holm([]float64{0.04}); got[0] != 0.04 {
		t.Errorf("of one: %v", got)
	}
	if got := Holm([]float64{0.6, 0.5}); got[0] != 1 || got[1] != 1 {
		t.Errorf("above 1: %v", got)
	}
}

// What is below the level after adjustment is what Holm's procedure, as his paper
// puts it, rejects: from the smallest on, as long as p(i) <= level / (m - i + 1).
func TestHolmIsStepDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 0.2), 1, 12).Draw(t, "p")
		adjusted := Holm(p)
		done := map[int]bool{}
		for range p {
			next := -1
			for i := range p {
				if !done[i] && (next < 0 || p[i] < p[next]) {
					next = i
				}
			}
			level := alpha / float64(len(p)-len(done))
			if p[next] > level {
				break
			}
			done[next] = true
		}
		for i := range p {
			if adjusted[i] < p[i] || adjusted[i] > 1 {
				t.Fatalf("%v becomes %v", p, adjusted)
			}
			if math.Abs(adjusted[i]-alpha) > 1e-12 && (adjusted[i] < alpha) != done[i] {
				t.Fatalf("%v becomes %v; the procedure rejects %v", p, adjusted, done)
			}
		}
	})
}

// What is equal in every pair is no test, and makes nothing else less certain.
func TestAdjustCountsTests(t *testing.T) {
	row := func(lo, hi, p float64) *Change { return &Change{CI95: &[2]float64{lo, hi}, P: &p} }
	same, exact := row(0, 0, 1), &Change{CI95: &[2]float64{2, 2}, Exact: true}
	one, other, shift := row(1, 3, 0.01), row(-1, 3, 0.4), row(2, 2, 0)
	if n := adjust([]*Change{one, same, exact, other, shift, {}}); n != 2 {
		t.Errorf("%d comparisons, want 2", n)
	}
	if *one.PAdjusted != 0.02 || *other.PAdjusted != 0.4 || *same.PAdjusted != 1 || *shift.PAdjusted != 0 ||
		exact.PAdjusted != nil {
		t.Errorf("%v %v %v %v %v", *one.PAdjusted, *other.PAdjusted, *same.PAdjusted, *shift.PAdjusted, exact.PAdjusted)
	}
	if *one.P != 0.01 {
		t.Errorf("the probability itself has become %g", *one.P)
	}
}

// Of families without any difference 5 % may raise an alarm; without adjustment
// more than four times as many of eight tests do (1 - 0.95^8 = 34 %). The members
// depend on each other, as a sum on its terms.
func TestFamilyFalseAlarms(t *testing.T) {
	const families, seeds = 2000, 5
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() []float64 {
		out := make([]float64, seeds)
		for i := range out {
			out[i] = 100 + rng.NormFloat64()
		}
		return out
	}
	sum := func(a, b []float64) []float64 {
		out := make([]float64, len(a))
		for i := range a {
			out[i] = a[i] + b[i]
		}
		return out
	}
	alarms, plain := 0, 0
	for range families {
		var p []float64
		for range 4 {
			a, b := draw(), draw()
			p = append(p, Paired(a, b).P, Paired(sum(a, draw()), sum(b, draw())).P)
		}
		before, after := false, false
		for i, adjusted := range Holm(p) {
			before, after = before || p[i] < alpha, after || adjusted < alpha
		}
		if before {
			plain++
		}
		if after {
			alarms++
		}
	}
	limit := families * (alpha + 3*math.Sqrt(alpha*(1-alpha)/families))
	if float64(alarms) > limit || alarms < families/100 || plain < families/5 {
		t.Errorf("%d of %d families raise an alarm, at most %.0f may; %d without adjustment", alarms, families, limit, plain)
	}
}

package sweep

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The second case is the example in the manual of scipy.stats.kendalltau, which
// gives p = 0.2827454599327748 for it; the first is counted by hand: 4 values,
// 5 - 1 pairs, v = 4 x 3 x 13 / 18.
func TestKendall(t *testing.T) {
	z, want := kendall([]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}), 4/math.Sqrt(156.0/18)
	if math.Abs(z-want) > 1e-12 {
		t.Errorf("z = %v, want %v", z, want)
	}
	z = kendall([]float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0})
	if p := 2 * distuv.UnitNormal.CDF(-math.Abs(z)); z >= 0 || math.Abs(p-0.2827454599327748) > 1e-9 {
		t.Errorf("z = %v, p = %v", z, p)
	}
	for _, same := range [][]float64{nil, {1}, {3, 3}, {3, 3, 3, 3}} {
		x := []float64{1, 2, 3, 4}[:len(same)]
		if z := kendall(x, same); z != 0 {
			t.Errorf("%v: z = %v", same, z)
		}
	}
}

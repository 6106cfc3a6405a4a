package compare

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s = %.7g, want %.7g +- %g", what, got, want, tolerance)
	}
}

// The two-sided 95 % points of Student's t: NIST/SEMATECH e-Handbook of
// Statistical Methods, 1.3.6.7.2.
func TestStudentTable(t *testing.T) {
	for _, c := range []struct{ freedom, want float64 }{
		{1, 12.706}, {2, 4.303}, {4, 2.776}, {9, 2.262}, {19, 2.093}, {30, 2.042}, {100, 1.984},
	} {
		got := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: c.freedom}.Quantile((1 + Confidence) / 2)
		near(t, fmt.Sprintf("t(0.975, %g)", c.freedom), got, c.want, 5e-4)
	}
}

// The sleep data of Student (1908), the example of R's t.test.
var (
	sleep1 = [...]float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	sleep2 = [...]float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

// R 4: t.test(extra ~ group, data = sleep, paired = TRUE):
// t = -4.0621, df = 9, p-value = 0.002833, interval -2.4598858 to -0.7001142.
func TestPairedAgainstR(t *testing.T) {
	d := Paired(sleep1[:], sleep2[:])
	near(t, "mean", d.Mean, 1.58, 1e-12)
	near(t, "lower end", d.Lo, 0.7001142, 1e-6)
	near(t, "upper end", d.Hi, 2.4598858, 1e-6)
	near(t, "p", d.P, 0.002833, 1e-6)
	if !d.Known || d.N != 10 || d.Rank != nil {
		t.Errorf("%+v", d)
	}
}

// R 4: t.test(extra ~ group, data = sleep):
// t = -1.8608, df = 17.776, p-value = 0.07939, interval -3.3654832 to 0.2054832.
func TestUnpairedAgainstR(t *testing.T) {
	d := Unpaired(sleep1[:], sleep2[:])
	near(t, "mean", d.Mean, 1.58, 1e-12)
	near(t, "lower end", d.Lo, -0.2054832, 1e-6)
	near(t, "upper end", d.Hi, 3.3654832, 1e-6)
	near(t, "p", d.P, 0.07939, 1e-5)
	// R: wilcox.test of the same: 0.06933, but by the normal approximation, for the
	// ranks have ties; here the distribution is exact.
	near(t, "p of the ranks", d.Rank.P, 0.06933, 5e-3)
}

// Two samples of five that do not overlap: 2 of the 252 ways to choose five of
// ten ranks are as extreme.
func TestRanks(t *testing.T) {
	d := Unpaired([]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10})
	near(t, "p of the ranks", d.Rank.P, 2.0/252, 1e-9)
}

// F(0.975; 4, 4) = 9.604530 (NIST e-Handbook 1.3.6.7.3), and its inverse is the
// lower point.
func TestSpread(t *testing.T) {
	a, b := []float64{-2, -1, 0, 1, 2}, []float64{-4, -2, 0, 2, 4}
	d := Spread(a, b)
	near(t, "ratio", d.Mean, 2, 1e-12)
	near(t, "lower end", d.Lo, 2/math.Sqrt(9.604530), 1e-6)
	near(t, "upper end", d.Hi, 2*math.Sqrt(9.604530), 1e-5)
	// var.test of these in R gives F = 0.25, p-value = 0.208.
	near(t, "p", d.P, 0.208, 5e-4)
	if Spread([]float64{1, 1}, b).Known || Spread([]float64{1}, b).Known {
		t.Error("a sample that does not vary gives a ratio")
	}
}

func TestSmallSamples(t *testing.T) {
	if s := Summarize(nil); s != (Summary{}) {
		t.Errorf("of nothing: %+v", s)
	}
	if s := Summarize([]float64{0.1, 0.1, 0.1}); s != (Summary{Mean: 0.1, N: 3}) {
		t.Errorf("of equal values: %+v", s)
	}
	if d := Paired([]float64{1}, []float64{3}); d.Known || d.Mean != 2 || d.Lo != 2 || d.Hi != 2 {
		t.Errorf("one pair: %+v", d)
	}
	if d := Paired([]float64{1, 5}, []float64{3, 7}); !d.Known || d.P != 0 || d.Lo != 2 || d.Hi != 2 {
		t.Errorf("pairs that differ by the same: %+v", d)
	}
	if d := Paired([]float64{1, 5}, []float64{1, 5}); d.P != 1 || d.Mean != 0 {
		t.Errorf("equal pairs: %+v", d)
	}
	if d := Unpaired([]float64{1}, []float64{2, 3}); d.Known || d.Rank != nil {
		t.Errorf("one value: %+v", d)
	}
}

// The interval holds the mean, mirrors when the sides are swapped, and scales with
// the unit.
func TestIntervalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		value := rapid.Float64Range(-1e3, 1e3)
		a := rapid.SliceOfN(value, n, n).Draw(t, "a")
		b := rapid.SliceOfN(value, n, n).Draw(t, "b")
		for _, test := range []func(a, b []float64) Difference{Paired, Unpaired} {
			d, back := test(a, b), test(b, a)
			scale := 1 + math.Abs(d.Lo) + math.Abs(d.Hi)
			if d.Lo > d.Mean || d.Hi < d.Mean || !(d.P >= 0 && d.P <= 1+1e-12) {
				t.Fatalf("%+v", d)
			}
			if math.Abs(d.Lo+back.Hi) > 1e-9*scale || math.Abs(d.P-back.P) > 1e-9 {
				t.Fatalf("%+v, the other way %+v", d, back)
			}
			// The interval excludes 0 exactly if p is below 5 %.
			if math.Abs(d.P-0.05) > 1e-6 && (d.P < 0.05) != (d.Lo > 0 || d.Hi < 0) {
				t.Fatalf("p and interval disagree: %+v", d)
			}
		}
	})
}

// The samples belong to the caller: ranks need them sorted, but not in place.
func TestUnpairedLeavesItsSamples(t *testing.T) {
	a, b := []float64{3, 1, 2}, []float64{9, 7, 8}
	Unpaired(a, b)
	if !slices.Equal(a, []float64{3, 1, 2}) || !slices.Equal(b, []float64{9, 7, 8}) {
		t.Errorf("%v, %v", a, b)
	}
}

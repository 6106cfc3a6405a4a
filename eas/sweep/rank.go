package sweep

import (
	"cmp"
	"math"
	"slices"
)

// kendall is how many standard deviations the rank correlation of x and y (equally
// long) is away from none; 0 if it is not defined, as of values that are all equal.
//
//	z = S / sqrt(v),  S = pairs that go the same way - pairs that go opposite ways
//
// A pair that is equal in x or in y goes neither way, which makes S less variable:
// with sums over groups of t values equal in x and of u values equal in y,
//
//	v = (n(n-1)(2n+5) - sum t(t-1)(2t+5) - sum u(u-1)(2u+5)) / 18
//	    + sum t(t-1) x sum u(u-1) / (2n(n-1))
//	    + sum t(t-1)(t-2) x sum u(u-1)(u-2) / (9n(n-1)(n-2))
//
// Source: M. G. Kendall, Rank Correlation Methods, 4th edition (1970), chapter 4.
func kendall(x, y []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	s := 0
	for i := range x {
		for j := range i {
			s += cmp.Compare(x[i], x[j]) * cmp.Compare(y[i], y[j])
		}
	}
	n := float64(len(x))
	tx, ty := tiesOf(x), tiesOf(y)
	v := (n*(n-1)*(2*n+5)-tx.fives-ty.fives)/18 + tx.pairs*ty.pairs/(2*n*(n-1))
	if n > 2 {
		v += tx.triples * ty.triples / (9 * n * (n - 1) * (n - 2))
	}
	if v <= 0 {
		return 0
	}
	return float64(s) / math.Sqrt(v)
}

// ties are sums over the groups of t equal values.
type ties struct{ pairs, triples, fives float64 } // of t(t-1), t(t-1)(t-2), t(t-1)(2t+5)

func tiesOf(values []float64) ties {
	var out ties
	sorted := slices.Sorted(slices.Values(values))
	for from, to := 0, 0; from < len(sorted); from = to {
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		t := float64(to - from)
		out.pairs += t * (t - 1)
		out.triples += t * (t - 1) * (t - 2)
		out.fives += t * (t - 1) * (2*t + 5)
	}
	return out
}

package compare

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Spread compares the deviations of two independent samples: the ratio sd(b) /
// sd(a), with the interval of Fisher's F for the ratio of two variances of normal
// samples. It is not known if a sample has fewer than two values or a does not
// vary.
//
// Pairs are taken as independent here; a positive correlation makes the interval
// too wide, not too narrow.
func Spread(a, b []float64) Difference {
	sa, sb := Summarize(a), Summarize(b)
	d := Difference{N: min(sa.N, sb.N)}
	if d.N < 2 || sa.SD == 0 {
		return d
	}
	ratio := sb.SD / sa.SD
	d.Known, d.Mean = true, ratio
	f := distuv.F{D1: float64(sb.N - 1), D2: float64(sa.N - 1)}
	d.Lo = ratio / math.Sqrt(f.Quantile((1+Confidence)/2))
	d.Hi = ratio / math.Sqrt(f.Quantile((1-Confidence)/2))
	below := f.CDF(float64(ratio * ratio))
	d.P = 2 * min(below, 1-below)
	return d
}

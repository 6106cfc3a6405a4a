package compare

import (
	"encoding/json"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the level of every interval.
const Confidence = 0.95

// Summary describes a sample. In JSON mean and sd are null where n is 0.
type Summary struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"` // of the sample, n-1; 0 for a single value
	N    int     `json:"n"`
}

// MarshalJSON implements [json.Marshaler]: of no values nothing is known.
func (s Summary) MarshalJSON() ([]byte, error) {
	if s.N == 0 {
		return []byte(`{"mean":null,"sd":null,"n":0}`), nil
	}
	type plain Summary
	return json.Marshal(plain(s))
}

// Summarize returns mean and standard deviation of values; the zero Summary if
// there are none. Of equal values the deviation is exactly 0.
func Summarize(values []float64) Summary {
	switch {
	case len(values) == 0:
		return Summary{}
	case slices.Min(values) == slices.Max(values):
		return Summary{Mean: values[0], N: len(values)}
	}
	mean, sd := stat.MeanStdDev(values, nil)
	return Summary{Mean: mean, SD: sd, N: len(values)}
}

// Difference is an estimate of how much one sample lies above another.
type Difference struct {
	Mean float64
	N    int // pairs, or values of the smaller sample

	// Known says that interval and P exist: there are at least two values on
	// each side.
	Known  bool
	Lo, Hi float64 // interval of [Confidence]
	P      float64 // probability of a difference at least as large, were there none
	Rank   *Rank   // second opinion; nil for pairs
}

// Rank is what a test says that looks at ranks only (Mann-Whitney U), and so
// assumes no normal distribution.
type Rank struct {
	P        float64
	Warnings []error
}

// Paired is the difference b - a of values taken in pairs (a and b are equally
// long), with the interval of Student's t:
//
//	mean(d) +- t(0.975, n-1) x sd(d) / sqrt(n),  d = b[i] - a[i]
//
// Pairs that all differ by the same have an interval of width zero.
func Paired(a, b []float64) Difference {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = b[i] - a[i]
	}
	s := Summarize(d)
	return student(s.Mean, s.SD/math.Sqrt(float64(s.N)), float64(s.N-1), s.N)
}

// Unpaired is the difference of the means of b and a, two independent samples
// whose deviations may differ, by Welch's t with the degrees of freedom of
// Satterthwaite:
//
//	v = (va + vb)^2 / (va^2/(na-1) + vb^2/(nb-1)),  va = sd(a)^2 / na
func Unpaired(a, b []float64) Difference {
	sa, sb := Summarize(a), Summarize(b)
	n := min(sa.N, sb.N)
	va, vb := float64(sa.SD*sa.SD)/float64(sa.N), float64(sb.SD*sb.SD)/float64(sb.N)
	freedom := 0.0
	if n > 1 {
		freedom = float64(n - 1)
		if va+vb > 0 {
			freedom = float64((va+vb)*(va+vb)) / (va*va/float64(sa.N-1) + vb*vb/float64(sb.N-1))
		}
	}
	d := student(sb.Mean-sa.Mean, math.Sqrt(va+vb), freedom, n)
	if d.Known {
		t := benchmath.DefaultThresholds
		ranked := func(values []float64) *benchmath.Sample {
			return benchmath.NewSample(slices.Clone(values), &t) // it sorts what it gets
		}
		r := benchmath.AssumeNothing.Compare(ranked(a), ranked(b))
		d.Rank = &Rank{P: r.P, Warnings: r.Warnings}
	}
	return d
}

// student is the interval and probability of a mean with a standard error.
func student(mean, stderr, freedom float64, n int) Difference {
	d := Difference{Mean: mean, N: n, Lo: mean, Hi: mean}
	if n < 2 {
		return d
	}
	d.Known = true
	switch {
	case stderr > 0:
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}
		half := t.Quantile((1+Confidence)/2) * stderr
		d.Lo, d.Hi = mean-half, mean+half
		d.P = 2 * t.CDF(-math.Abs(mean)/stderr)
	case mean == 0:
		d.P = 1
	}
	return d
}

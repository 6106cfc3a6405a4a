package wording

import (
	"strconv"
	"strings"

	"easim/eas/compare"
)

// Metric is the path of a metric without what every one has in front; as the name
// of a metric it means the same.
func Metric(path string) string {
	return strings.TrimPrefix(strings.Replace(path, "throughput.metrics.", "", 1), "throughput.")
}

// Part says what the performance of a workload is that enters a geometric mean.
func Part(p *compare.WorkloadRatio) string {
	if p.Inverse {
		return "1/" + Metric(p.Metric)
	}
	return Metric(p.Metric)
}

// Against names the pair of a conclusion, without its workload.
func Against(k *compare.Conclusion) string { return k.Variant + " against " + k.Base }

// Manner says how the two samples of a change are compared.
func Manner(c *compare.Change) string {
	switch {
	case c.Exact:
		return "exact: chance has no part in either"
	case c.Paired:
		return "paired by seed"
	}
	return "independent samples (the seeds differ)"
}

// Wild reports whether the interval of a change reaches below -100 %, beyond which
// what is counted cannot fall: it is of few events, and wider than any that tells.
func Wild(c *compare.Change) bool { return c.CI95Pct != nil && c.CI95Pct[0] < -100 }

// Adjusted reports whether probabilities were adjusted: one by itself stays what it
// is.
func Adjusted(a *compare.Adjustment) bool { return a.Comparisons > 1 || a.TotalEnergy > 1 }

// Chance is the probability that a verdict rests on, adjusted if it was; nil if
// there is none.
func Chance(c *compare.Change) *float64 {
	if c.PAdjusted != nil {
		return c.PAdjusted
	}
	return c.P
}

// P is the probability of a change: "0.012", "<0.001", "exact", or "" if it is not
// known.
func P(c *compare.Change) string { return Probability(Chance(c), c.Exact) }

// Probability is p, which is nil if it is not known.
func Probability(p *float64, exact bool) string {
	switch {
	case exact:
		return "exact"
	case p == nil:
		return ""
	case *p < 0.001:
		return "<0.001"
	}
	return strconv.FormatFloat(*p, 'f', 3, 64)
}

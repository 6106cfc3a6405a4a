package compare

import (
	"cmp"
	"slices"
)

// alpha is the probability of a false alarm in all comparisons together.
const alpha = 1 - Confidence

// holm is the method of [Adjustment].
const holm = "holm"

// Adjustment says how probabilities are adjusted for the number of comparisons.
// Total energy is the question that every comparison is asked, whatever else is
// shown: its comparisons (of several pairs or workloads) are a family by
// themselves, and all others are one. Each is called wrongly different at most 5
// times in 100.
type Adjustment struct {
	Method      string `json:"method"`       // "holm"
	TotalEnergy int    `json:"total_energy"` // comparisons of total energy
	Comparisons int    `json:"comparisons"`  // all others, in which chance has a part
}

// Holm returns the adjusted values of a family of probabilities, in their order.
// Calling different what has an adjusted value below 5 % gives a false alarm in at
// most 5 % of families, however the members depend on each other:
//
//	p'(i) = max over j <= i of min(1, (m - j + 1) p(j)),  p(1) <= ... <= p(m)
//
// That is why it is not the procedure of Benjamini and Hochberg, which lets more
// pass but needs members that depend on each other positively: of one run LITTLE's
// energy rises as big's falls, and their sum is a third member.
//
// Source: S. Holm, A simple sequentially rejective multiple test procedure,
// Scandinavian Journal of Statistics 6 (1979), pages 65 to 70.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out := make([]float64, len(p))
	largest := 0.0
	for rank, i := range order {
		largest = max(largest, min(1, float64(len(p)-rank)*p[i]))
		out[i] = largest
	}
	return out
}

// adjustAll fills in the adjusted probabilities of all contests.
func adjustAll(lists ...[]*contest) Adjustment {
	var totals, others []*Change
	for _, list := range lists {
		for _, t := range list {
			totals = append(totals, t.total)
			others = append(others, t.others()...)
		}
	}
	return Adjustment{Method: holm, TotalEnergy: adjust(totals), Comparisons: adjust(others)}
}

// adjust fills in the adjusted probabilities and returns how many comparisons they
// are adjusted for. Those that do not vary are no tests, and do not count: what is
// equal in every pair, such as the frames of a video that are never late.
func adjust(changes []*Change) int {
	var members []*Change
	var p []float64
	for _, c := range changes {
		if c.P == nil {
			continue
		}
		own := *c.P
		c.PAdjusted = &own
		if c.varies() {
			members, p = append(members, c), append(p, own)
		}
	}
	for i, adjusted := range Holm(p) {
		*members[i].PAdjusted = adjusted
	}
	return len(members)
}

package compare

import "math"

// Change is what a variant does to one metric. A nil number is not known.
type Change struct {
	Metric   string `json:"metric"`
	Base     string `json:"base"`
	Variant  string `json:"variant"`
	Workload string `json:"workload,omitempty"` // if there are several; [GeoMeanName] for their mean
	Unit     string `json:"unit"`
	Better   string `json:"better"` // "higher", "lower", or "": neither is
	Paired   bool   `json:"paired"`
	N        int    `json:"n"`

	BaseSummary    Summary     `json:"base_summary"`
	VariantSummary Summary     `json:"variant_summary"`
	Delta          *float64    `json:"delta"` // variant - base, in the metric's unit
	CI95           *[2]float64 `json:"ci95"`
	DeltaPct       *float64    `json:"delta_pct"` // of the base's mean
	CI95Pct        *[2]float64 `json:"ci95_pct"`
	P              *float64    `json:"p"`                // nil if exact
	PAdjusted      *float64    `json:"p_adjusted"`       // as [Adjustment] says
	PRank          *float64    `json:"p_rank,omitempty"` // Mann-Whitney, unpaired only
	Exact          bool        `json:"exact"`
	Verdict        string      `json:"verdict"`
	Note           string      `json:"note,omitempty"` // why the verdict is what it is

	// Parts are the workloads that a geometric mean is made of.
	Parts []WorkloadRatio `json:"parts,omitempty"`
}

// fill turns an estimate into the numbers that are shown.
func (c *Change) fill(d Difference) {
	c.N, c.Delta = d.N, &d.Mean
	if d.Known || c.Exact {
		c.CI95 = &[2]float64{d.Lo, d.Hi}
	}
	if d.Known && !c.Exact {
		c.P = &d.P
		if d.Rank != nil {
			c.PRank = &d.Rank.P
		}
	}
	switch base := math.Abs(c.BaseSummary.Mean); {
	case base > 0:
		pct := func(v float64) float64 { return 100 * v / base }
		v := pct(d.Mean)
		c.DeltaPct = &v
		if c.CI95 != nil {
			c.CI95Pct = &[2]float64{pct(d.Lo), pct(d.Hi)}
		}
	case d.Mean == 0 && d.Lo == d.Hi:
		c.DeltaPct = new(float64)
		if c.CI95 != nil {
			c.CI95Pct = &[2]float64{}
		}
	}
}

// Differs reports whether the whole interval lies on one side of 0, before any
// adjustment for the number of comparisons.
func (c *Change) Differs() bool { return c.CI95 != nil && (c.CI95[0] > 0 || c.CI95[1] < 0) }

// varies reports whether the difference has an interval with a width: only then a
// test was made.
func (c *Change) varies() bool { return c.P != nil && c.CI95[0] != c.CI95[1] }

// within reports whether the whole interval lies within +- pct percent.
func (c *Change) within(pct float64) bool {
	return c.CI95Pct != nil && max(-c.CI95Pct[0], c.CI95Pct[1]) <= pct
}

// leans is the verdict that the interval alone would give; "" if it gives none.
func (c *Change) leans() string {
	switch {
	case !c.Differs() || c.Better == "":
		return ""
	case (*c.Delta > 0) == (c.Better == higher):
		return Better
	}
	return Worse
}

package experiment

import (
	"fmt"
	"math"
	"slices"
)

// Thresholds are the limits that a verdict is made with; 0 is the default.
type Thresholds struct {
	// SamePct: an interval that holds 0 and lies within +- this many percent
	// means "same"; default 1.
	SamePct float64
	// WorkPct: if the work done differs by more than this many percent, no
	// energy is called better or worse; default 1.
	WorkPct float64
}

func (t Thresholds) withDefaults() Thresholds {
	if t.SamePct == 0 {
		t.SamePct = 1
	}
	if t.WorkPct == 0 {
		t.WorkPct = 1
	}
	return t
}

// The verdicts of [Change].
const (
	Better  = "better"
	Worse   = "worse"
	Same    = "same"    // no difference, or the whole interval is negligible
	Unclear = "unclear" // more seeds may tell; or the question has no answer
)

// Change is what a variant does to one metric. A nil number is not known.
type Change struct {
	Metric  string `json:"metric"`
	Base    string `json:"base"`
	Variant string `json:"variant"`
	Unit    string `json:"unit"`
	Better  string `json:"better"` // "higher", "lower", or "": neither is
	Paired  bool   `json:"paired"`
	N       int    `json:"n"`

	BaseSummary    Summary     `json:"base_summary"`
	VariantSummary Summary     `json:"variant_summary"`
	Delta          *float64    `json:"delta"` // variant - base, in the metric's unit
	CI95           *[2]float64 `json:"ci95"`
	DeltaPct       *float64    `json:"delta_pct"` // of the base's mean
	CI95Pct        *[2]float64 `json:"ci95_pct"`
	P              *float64    `json:"p"`                // nil if exact
	PRank          *float64    `json:"p_rank,omitempty"` // Mann-Whitney, unpaired only
	Exact          bool        `json:"exact"`
	Verdict        string      `json:"verdict"`
	Note           string      `json:"note,omitempty"` // why the verdict is what it is
}

// pairing is a variant beside the baseline.
type pairing struct {
	base, other *series
	a, b        sample
	Thresholds
}

// changes compares every metric, and withdraws the verdicts about energy if the
// two did not do the same work.
func (p *pairing) changes(metrics []Reading) []Change {
	out := make([]Change, 0, len(metrics))
	for i := range metrics {
		out = append(out, p.change(&metrics[i]))
	}
	if note := p.workDiffers(); note != "" {
		for i := range out {
			if isEnergy(out[i].Metric) {
				out[i].Verdict, out[i].Note = Unclear, note
			}
		}
	}
	return out
}

// workDiffers says so if the mean work of the two differs by more than WorkPct.
func (p *pairing) workDiffers() string {
	w := p.change(&Reading{Path: WorkMetric, Better: higher})
	switch {
	case w.Delta == nil || *w.Delta == 0:
		return ""
	case w.DeltaPct == nil:
		return "the work done differs: one of the two did none"
	case math.Abs(*w.DeltaPct) <= p.WorkPct:
		return ""
	}
	return fmt.Sprintf("the work done differs by %+.1f %%, more than %g %%", *w.DeltaPct, p.WorkPct)
}

func (p *pairing) change(m *Reading) Change {
	c := Change{
		Metric: m.Path, Base: p.base.Name, Variant: p.other.Name, Unit: m.Unit, Better: m.Better,
		Paired: slices.Equal(p.base.Seeds, p.other.Seeds), Exact: p.base.exact && p.other.exact, Verdict: Unclear,
	}
	a, b := p.values(m.Path, c.Paired)
	c.BaseSummary, c.VariantSummary = Summarize(a), Summarize(b)
	if len(a) == 0 || len(b) == 0 {
		c.Note = "no value"
		return c
	}
	d := Unpaired
	if c.Paired {
		d = Paired
	}
	c.fill(d(a, b))
	c.judge(p.SamePct)
	return c
}

// values are those of both sides; of pairs only where both are known.
func (p *pairing) values(path string, paired bool) (a, b []float64) {
	if !paired {
		return p.a.values(path), p.b.values(path)
	}
	for i := range p.a.runs {
		x, okX := p.a.at(i, path)
		y, okY := p.b.at(i, path)
		if okX && okY {
			a, b = append(a, x), append(b, y)
		}
	}
	return a, b
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

// judge gives the verdict.
func (c *Change) judge(samePct float64) {
	switch {
	case *c.Delta == 0 && (c.CI95 == nil || c.CI95[0] == c.CI95[1]):
		c.Verdict = Same
	case c.CI95 == nil:
		c.Note = "one value on a side gives no interval"
	case c.CI95[0] <= 0 && c.CI95[1] >= 0:
		if c.CI95Pct != nil && max(-c.CI95Pct[0], c.CI95Pct[1]) <= samePct {
			c.Verdict = Same
			c.Note = fmt.Sprintf("any difference is within %g %%", samePct)
		}
	case c.Better == "":
		c.Note = "differs; neither direction is good or bad"
	case (*c.Delta > 0) == (c.Better == higher):
		c.Verdict = Better
	default:
		c.Verdict = Worse
	}
}

package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"easim/eas"
)

// pairing is a variant beside what it is compared with.
type pairing struct {
	base, other *Series
	Thresholds
}

// ChangeFrom is what the variant of s does to metric m beside base, without a
// verdict.
func (s *Series) ChangeFrom(base *Series, m *Reading) Change {
	p := pairing{base: base, other: s}
	return p.change(m)
}

// totalEnergy is the metric that a conclusion weighs.
func totalEnergy() Reading { return Reading{Path: "energy.total", Better: lower} }

// contest compares every metric, and the total energy whether shown or not: the
// conclusion rests on it. Verdicts come later, when all comparisons are known.
func (p *pairing) contest(workload string, metrics []Reading) *contest {
	t := &contest{sides: p, workload: workload, base: p.base.Name, variant: p.other.Name, work: p.workDiffers()}
	for i := range metrics {
		t.add(p.change(&metrics[i]))
	}
	t.findTotal(func() Change {
		total := totalEnergy()
		return p.change(&total)
	})
	return t
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

// change compares one metric, without a verdict.
func (p *pairing) change(m *Reading) Change {
	c := p.blank(m)
	a, b := p.values(m.Path, c.Paired)
	c.BaseSummary, c.VariantSummary = Summarize(a), Summarize(b)
	if len(a) == 0 || len(b) == 0 {
		c.Note = noValue
		return c
	}
	c.fill(difference(a, b, c.Paired))
	return c
}

// noValue is the note of a change that is not known.
const noValue = "no value"

func (p *pairing) blank(m *Reading) Change {
	return Change{
		Metric: m.Path, Base: p.base.Name, Variant: p.other.Name, Unit: m.Unit, Better: m.Better,
		Paired: slices.Equal(p.base.Seeds, p.other.Seeds), Exact: p.base.Exact && p.other.Exact, Verdict: Unclear,
	}
}

// difference is the estimate that belongs to a manner of sampling.
func difference(a, b []float64, paired bool) Difference {
	if paired {
		return Paired(a, b)
	}
	return Unpaired(a, b)
}

// values are those of both sides; of pairs only where both are known.
func (p *pairing) values(path string, paired bool) (a, b []float64) {
	if !paired {
		return p.base.Values(path), p.other.Values(path)
	}
	for i := range p.base.runs {
		x, okX := p.base.at(i, path)
		y, okY := p.other.at(i, path)
		if okX && okY {
			a, b = append(a, x), append(b, y)
		}
	}
	return a, b
}

// explain says why the energy changed, or why that cannot be said; nothing of an
// energy of which it is not known that it did.
func (t *contest) explain(limits Thresholds) (*Explanation, string) {
	base, other := t.sides.base.Results(), t.sides.other.Results()
	if len(base) == 0 || len(other) == 0 {
		return nil, "" // the failures have been told
	}
	p, _, err := eas.LoadPlatform(base[0].Scenario.Platform, t.sides.base.Scenario.ReadFile)
	if err != nil {
		return nil, err.Error()
	}
	e, err := Explain(p, base, other, ExplainOptions{Total: *t.total, NoVerdict: t.work, Thresholds: limits})
	switch {
	case err == nil:
		return e, ""
	case t.total.CI95 != nil && !t.total.Differs():
		return nil, ""
	}
	return nil, strings.TrimPrefix(err.Error(), "compare: ")
}

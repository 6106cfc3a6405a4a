package compare

import (
	"fmt"
	"slices"
	"strings"
)

// Conclusion says which of two variants is to be preferred, if one is.
type Conclusion struct {
	Base     string  `json:"base"`
	Variant  string  `json:"variant"`
	Workload string  `json:"workload,omitempty"` // if there are several; [GeoMeanName] for their mean
	Winner   *string `json:"winner"`             // nil: none can be named
	Why      string  `json:"why"`
	Note     string  `json:"note,omitempty"`     // that the two took the same decisions
	LeftOut  int     `json:"left_out,omitempty"` // rows that [Comparison.Significant] took away

	// Explanation says why the energy changed; nil if it cannot be said, which
	// Unexplained gives the reason for, and for a mean over workloads.
	Explanation *Explanation `json:"explanation,omitempty"`
	Unexplained string       `json:"unexplained,omitempty"`
}

// contest is two variants on one workload, metric by metric.
type contest struct {
	sides         *pairing // nil for the mean over workloads
	workload      string
	base, variant string
	rows          []Change // that are shown
	total         *Change  // of total energy: one of the rows, or apart
	work          string   // why energies cannot be compared; "" if they can
}

func (t *contest) add(c Change) {
	c.Workload = t.workload
	t.rows = append(t.rows, c)
}

// findTotal makes total the row of total energy, else what otherwise returns. No
// row may be added any more.
func (t *contest) findTotal(otherwise func() Change) {
	for i := range t.rows {
		if t.rows[i].Metric == totalEnergy().Path {
			t.total = &t.rows[i]
			return
		}
	}
	c := otherwise()
	t.total = &c
}

// others are the rows but that of total energy.
func (t *contest) others() []*Change {
	var out []*Change
	for i := range t.rows {
		if c := &t.rows[i]; c != t.total {
			out = append(out, c)
		}
	}
	return out
}

// judge gives the verdicts, and withdraws those about energy if the two did not do
// the same work.
func (t *contest) judge(limits Thresholds) {
	for _, c := range append(t.others(), t.total) {
		c.decide(limits)
		if t.work != "" && IsEnergy(c.Metric) {
			c.Verdict, c.Note = Unclear, t.work
		}
	}
}

// conclude weighs total energy against everything that measures performance. A
// variant wins if one side of the scale is better and nothing is worse. For a win
// a difference counts after adjustment only; against one it counts before, too:
// what may be a loss is not explained away by the number of comparisons.
func (t *contest) conclude() Conclusion {
	c := Conclusion{Base: t.base, Variant: t.variant, Workload: t.workload, Note: t.sameDecisions()}
	if t.total.N == 0 && !slices.ContainsFunc(t.rows, func(c Change) bool { return c.N > 0 }) {
		c.Why = "nothing can be said: no run of " + t.variant + " to set beside one of " + t.base
		return c
	}
	if t.work != "" {
		c.Why = t.work + ": no winner can be named"
		return c
	}
	s := weigh(t.rows)
	c.Why = "energy " + describe(t.total) + "; " + s.text()
	mayLose, mayGain := len(s.worse)+len(s.perhapsWorse) > 0, len(s.better)+len(s.perhapsBetter) > 0
	switch e := t.total.Verdict; {
	case e == Better && !mayLose, e == Same && len(s.better) > 0 && !mayLose:
		c.Winner = &c.Variant
	case e == Worse && !mayGain, e == Same && len(s.worse) > 0 && !mayGain:
		c.Winner = &c.Base
	case e == Same && !mayLose && !mayGain && len(s.unclear) == 0:
		c.Why += ": no difference"
	case e == Unclear || len(s.better)+len(s.worse) == 0:
		c.Why += ": no winner"
	default:
		c.Why += ": a trade-off"
	}
	return c
}

// sameDecisions says so if the two took the same decisions at the same times, seed
// by seed: then what sets them apart has not been tried by the workload.
func (t *contest) sameDecisions() string {
	if t.sides == nil || !t.total.Paired || t.total.Delta == nil {
		return ""
	}
	base, other := partners(t.sides.base.Results(), t.sides.other.Results())
	for i := range base {
		if base[i].ScheduleDigest != other[i].ScheduleDigest {
			return ""
		}
	}
	switch {
	case len(base) == 0:
		return ""
	case *t.total.Delta != 0:
		return "the same decisions on every seed: only what is measured differs"
	}
	return fmt.Sprintf("the same decisions on every seed: what sets %s apart from %s never acted", t.variant, t.base)
}

// describe is a change in words: "-2.1 % (95 %: -2.4 to -1.8), better".
func describe(c *Change) string {
	switch {
	case c.DeltaPct == nil:
		return c.Verdict
	case c.CI95Pct == nil || c.Exact:
		return fmt.Sprintf("%+.2f %%, %s", *c.DeltaPct, c.Verdict)
	}
	return fmt.Sprintf("%+.2f %% (95 %%: %+.2f to %+.2f), %s", *c.DeltaPct, c.CI95Pct[0], c.CI95Pct[1], c.Verdict)
}

// scale holds the names of the measures of performance by what became of them.
type scale struct{ better, worse, perhapsBetter, perhapsWorse, unclear []string }

func weigh(rows []Change) scale {
	var s scale
	for i := range rows {
		c := &rows[i]
		if !isPerformance(c.Metric, c.Better) || c.Delta == nil {
			continue
		}
		name := c.Metric[strings.LastIndexByte(c.Metric, '.')+1:]
		switch leans := c.leans(); {
		case c.Verdict == Better:
			s.better = append(s.better, name)
		case c.Verdict == Worse:
			s.worse = append(s.worse, name)
		case c.Verdict == Unclear && leans == Better:
			s.perhapsBetter = append(s.perhapsBetter, name)
		case c.Verdict == Unclear && leans == Worse:
			s.perhapsWorse = append(s.perhapsWorse, name)
		case c.Verdict == Unclear:
			s.unclear = append(s.unclear, name)
		}
	}
	return s
}

func (s *scale) text() string {
	var parts []string
	for _, side := range [...]struct {
		names []string
		word  string
	}{
		{s.better, Better},
		{s.worse, Worse},
		{s.perhapsBetter, "perhaps " + Better},
		{s.perhapsWorse, "perhaps " + Worse},
		{s.unclear, Unclear},
	} {
		if len(side.names) > 0 {
			parts = append(parts, strings.Join(side.names, ", ")+" "+side.word)
		}
	}
	if len(parts) == 0 {
		return "performance same"
	}
	return strings.Join(parts, "; ")
}

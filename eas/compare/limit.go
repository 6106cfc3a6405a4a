package compare

import (
	"fmt"
	"strconv"
	"strings"
)

// Limit is how much worse than the baseline a metric may be.
type Limit struct {
	Metric string  // a name as in [Options]
	Pct    float64 // of the baseline's mean
}

// LimitResult is what a limit says about one metric of one variant.
type LimitResult struct {
	Metric   string   `json:"metric"`
	Variant  string   `json:"variant"`
	Workload string   `json:"workload,omitempty"` // if there are several
	LimitPct float64  `json:"limit_pct"`
	DeltaPct *float64 `json:"delta_pct"`
	Passed   bool     `json:"passed"`
}

// Label is the variant's name, with its workload if there are several.
func (l *LimitResult) Label() string { return label(l.Variant, l.Workload) }

// ParseLimit reads "total=2%"; the percent sign may be left out.
func ParseLimit(text string) (Limit, error) {
	name, value, ok := strings.Cut(text, "=")
	pct, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "%")), 64)
	if !ok || name == "" || err != nil || pct != pct || pct-pct != 0 {
		return Limit{}, fmt.Errorf("compare: limit %q: want METRIC=PERCENT, for example total=2%%", text)
	}
	return Limit{Metric: strings.TrimSpace(name), Pct: pct}, nil
}

// check applies the limit to a variant's changes. A metric of which less is worse
// may fall by Pct, any other rise by it. What is not known does not pass.
func (l Limit) check(all []Reading, rows []Change) []LimitResult {
	chosen, err := Choose(all, []string{l.Metric})
	if err != nil {
		return nil // not of this workload: Variants has checked the names
	}
	var out []LimitResult
	for i := range chosen {
		for j := range rows {
			if rows[j].Metric == chosen[i].Path {
				out = append(out, l.result(&rows[j]))
			}
		}
	}
	return out
}

func (l Limit) result(c *Change) LimitResult {
	r := LimitResult{Metric: c.Metric, Variant: c.Variant, Workload: c.Workload, LimitPct: l.Pct, DeltaPct: c.DeltaPct}
	switch {
	case c.DeltaPct == nil:
	case c.Better == higher:
		r.Passed = -*c.DeltaPct <= l.Pct
	default:
		r.Passed = *c.DeltaPct <= l.Pct
	}
	return r
}

// Exceeded reports whether a limit was.
func (c *Comparison) Exceeded() bool {
	for i := range c.Limits {
		if !c.Limits[i].Passed {
			return true
		}
	}
	return false
}

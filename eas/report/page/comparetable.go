package page

import (
	"fmt"
	"slices"
	"strings"

	"easim/eas/compare"
)

// changeTable is the empty table of all metrics. The answer stands in front.
func changeTable(k *compare.Comparison, pairs []pairing) *table {
	t := &table{Caption: "All metrics"}
	before, after := "before", "after"
	if sameBase(pairs) {
		before = pairs[0].base
	}
	if len(pairs) == 1 {
		after = pairs[0].variant
	} else {
		t.Columns = []column{{Head: "variant"}}
	}
	t.Columns = append(t.Columns, column{Head: "metric"}, column{"change", true}, column{Head: "95 % interval"},
		column{Head: "verdict"}, column{before, true}, column{after, true}, column{Head: "unit"}, column{"p", true})
	if a := &k.Adjustment; a.Method != "" && a.TotalEnergy+a.Comparisons > 1 {
		t.Foot = []string{"p is adjusted for the number of comparisons (" + capital(a.Method) + "), total energy apart from the rest."}
	}
	return t
}

// sameBase reports whether all are compared with one.
func sameBase(pairs []pairing) bool {
	return len(pairs) > 0 && !slices.ContainsFunc(pairs, func(p pairing) bool { return p.base != pairs[0].base })
}

// changeCells is a row of it.
func changeCells(c *compare.Change, pairs []pairing) []cell {
	ci := ""
	if !c.Exact {
		ci = interval(c.CI95Pct)
	}
	chance := c.P
	if c.PAdjusted != nil {
		chance = c.PAdjusted
	}
	p := cell{Text: pValue(chance, c.Exact)}
	if chance != nil && !c.Exact {
		p.Value, p.Known = *chance, true
	}
	row := []cell{
		words(shortMetric(c.Metric)),
		maybeNum(c.DeltaPct, percent),
		words(ci),
		words(c.Verdict).classed("v-" + c.Verdict),
		num(c.BaseSummary.Mean, meanSD(&c.BaseSummary, c.Exact)),
		num(c.VariantSummary.Mean, meanSD(&c.VariantSummary, c.Exact)),
		words(c.Unit),
		p,
	}
	if len(pairs) == 1 {
		return row
	}
	var below []string
	if !sameBase(pairs) {
		below = append(below, "against "+c.Base)
	}
	if c.Workload != "" {
		below = append(below, c.Workload)
	}
	return slices.Insert(row, 0, words(c.Variant).over(strings.Join(below, ", ")))
}

func meanSD(s *compare.Summary, exact bool) string {
	if exact || s.N < 2 {
		return number(s.Mean)
	}
	return spread(s.Mean, s.SD)
}

func variantTable(k *compare.Comparison) *table {
	t := &table{Columns: []column{{Head: "variant"}, {Head: "flags"}, {Head: "seeds"}, {"runs", true}, {Head: "manner"}}}
	for i := range k.Variants {
		v := &k.Variants[i]
		manner := "drawn from seeds"
		if v.Exact {
			manner = "exact: chance has no part"
		}
		flags := v.Flags
		if flags == "" {
			flags = "(none of its own)"
		}
		t.Rows = append(t.Rows, []cell{
			words(withWorkload(v.Name, v.Workload)),
			words(flags).classed("code"),
			words(compare.FormatSeeds(v.Seeds)),
			num(float64(len(v.Runs)), fmt.Sprint(len(v.Runs))),
			words(manner),
		})
	}
	return t
}

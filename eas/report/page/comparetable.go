package page

import (
	"fmt"
	"slices"

	"easim/eas/compare"
	"easim/eas/report/wording"
)

// changeTable is the table of all metrics without its rows. The answer stands in
// front.
func changeTable(k *compare.Comparison) *table {
	t := &table{Caption: "All metrics"}
	before, after := "before", "after"
	if sameBase(k.Conclusions) {
		before = k.Conclusions[0].Base
	}
	if len(k.Conclusions) == 1 {
		after = k.Conclusions[0].Variant
	} else {
		t.Columns = []column{{Head: "variant"}}
	}
	t.Columns = append(t.Columns, column{Head: "metric"}, column{"change", true}, column{Head: "95 % interval"},
		column{Head: "verdict"}, column{before, true}, column{after, true}, column{Head: "unit"}, column{"p", true})
	t.Foot = adjustment(k)
	return t
}

// adjustment says what was done about many comparisons at once, if something was.
func adjustment(k *compare.Comparison) []string {
	if !wording.Adjusted(&k.Adjustment) || k.Adjustment.Method == "" {
		return nil
	}
	method := capital(k.Adjustment.Method)
	return []string{"p is adjusted for the number of comparisons (" + method + "), total energy apart from the rest."}
}

// footnotes are why verdicts are what they are, and which rows were left out.
func footnotes(notes wording.Notes, pairs []compare.Conclusion) []string {
	var out []string
	for i, n := range notes {
		out = append(out, wording.Mark(i)+" "+n)
	}
	for i := range pairs {
		if k := &pairs[i]; k.LeftOut > 0 {
			out = append(out, fmt.Sprintf("Left out of %s: %s without a difference.",
				wording.Against(k), wording.Plural(k.LeftOut, "row")))
		}
	}
	return out
}

// changeCells is a row of a [changeTable].
func changeCells(c *compare.Change, pairs []compare.Conclusion, notes *wording.Notes) []cell {
	ci := ""
	if !c.Exact {
		ci = interval(c.CI95Pct)
	}
	row := []cell{
		words(wording.Metric(c.Metric)),
		maybeNum(c.DeltaPct, percent),
		words(ci),
		verdictCell(c, notes),
		meanCell(&c.BaseSummary, c.Exact),
		meanCell(&c.VariantSummary, c.Exact),
		words(c.Unit),
		chanceCell(c),
	}
	return withVariant(row, c, pairs)
}

// withVariant puts the variant in front of a row, if there are several pairs, and
// what it is compared with, if that is not always the same.
func withVariant(row []cell, c *compare.Change, pairs []compare.Conclusion) []cell {
	switch {
	case len(pairs) == 1:
		return row
	case sameBase(pairs):
		return slices.Insert(row, 0, words(c.Variant))
	}
	return slices.Insert(row, 0, words(c.Variant).over("against "+c.Base))
}

func verdictCell(c *compare.Change, notes *wording.Notes) cell {
	return words(notes.Verdict(c)).classed("v-" + c.Verdict)
}

// chanceCell is the probability of a change.
func chanceCell(c *compare.Change) cell {
	out := words(wording.P(c))
	if p := wording.Chance(c); p != nil && !c.Exact {
		out.Value, out.Known = *p, true
	}
	return out
}

// pairTables shows every variant beside every other, one table; none if all are
// compared with one, for then that is what stands in the other tables.
func pairTables(rows []compare.Change, pairs []compare.Conclusion) []*table {
	if len(rows) == 0 || sameBase(pairs) {
		return nil
	}
	p := wording.NewPairs(rows, pairs)
	t := &table{
		Caption: "Every pair: change of the row against the column",
		Columns: []column{{Head: "metric"}, {Head: "variant"}},
	}
	for _, base := range p.Bases {
		t.Columns = append(t.Columns, column{"against " + base, true})
	}
	for _, metric := range p.Metrics {
		for i, variant := range p.Variants {
			row := []cell{words(wording.Metric(metric)), words(variant)}
			for _, c := range p.Row(metric, i) {
				row = append(row, pairCell(c))
			}
			for len(row) < len(t.Columns) {
				row = append(row, words(""))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return []*table{t}
}

// pairCell is a change over its verdict; a dash for what was left out.
func pairCell(c *compare.Change) cell {
	if c == nil {
		return words("–")
	}
	return maybeNum(c.DeltaPct, percent).over(c.Verdict).classed("v-" + c.Verdict)
}

// meanCell is a mean with its deviation, if there are several values.
func meanCell(s *compare.Summary, exact bool) cell {
	switch {
	case s.N == 0:
		return maybeNum(nil, number)
	case exact || s.N == 1:
		return num(s.Mean, number(s.Mean))
	}
	return num(s.Mean, spread(s.Mean, s.SD))
}

// flagsCell is what makes a variant.
func flagsCell(v *compare.VariantResult) cell {
	if v.Flags == "" {
		return words("(none of its own)").classed("code")
	}
	return words(v.Flags).classed("code")
}

// variantTable is one row a variant.
func variantTable(k *compare.Comparison) *table {
	t := &table{Columns: []column{{Head: "variant"}, {Head: "flags"}, {Head: "seeds"}, {"runs", true}, {Head: "manner"}}}
	for i := range k.Variants {
		v := &k.Variants[i]
		manner := "drawn from seeds"
		if v.Exact {
			manner = "exact: chance has no part"
		}
		t.Rows = append(t.Rows, []cell{
			words(v.Name), flagsCell(v), words(compare.FormatSeeds(v.Seeds)), runsCell(v), words(manner),
		})
	}
	return t
}

// runsCell counts the runs of a variant that there are, of those that there should
// be.
func runsCell(v *compare.VariantResult) cell {
	text := fmt.Sprint(len(v.Runs))
	if len(v.Failures) > 0 {
		text += fmt.Sprintf(" of %d", len(v.Seeds))
	}
	return num(float64(len(v.Runs)), text)
}

// runTable is one row a variant, with its runs on each of several workloads.
func runTable(k *compare.Comparison) *table {
	t := &table{Columns: []column{{Head: "variant"}, {Head: "flags"}, {Head: "seeds"}}}
	for _, name := range k.Workloads {
		t.Columns = append(t.Columns, column{"runs of " + name, true})
	}
	for _, name := range variantNames(k) {
		var row []cell
		for i := range k.Variants {
			v := &k.Variants[i]
			if v.Name != name {
				continue
			}
			if row == nil {
				row = []cell{words(name), flagsCell(v), words(compare.FormatSeeds(v.Seeds))}
			}
			row = append(row, runsCell(v))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

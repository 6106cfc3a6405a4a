package page

import (
	"fmt"
	"slices"

	"easim/eas/compare"
	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

func verdictPaint(verdict string) chart.Paint {
	switch verdict {
	case compare.Better:
		return chart.Paint{Ink: chart.Series(2)}
	case compare.Worse:
		return chart.Paint{Ink: chart.Alert}
	}
	return chart.Paint{Ink: chart.Muted}
}

// changeSection shows every metric of every variant beside what it is compared with.
func changeSection(k *compare.Comparison) section {
	against := againstBase(k.Conclusions)
	s := section{ID: "changes", Title: "What changes", Lead: []string{
		"The change of the mean" + against + " with its 95 % interval. An interval that holds zero tells no difference.",
	}}
	iv := &chart.Intervals{X: chart.Axis{Label: "change, %"}}
	iv.Name, iv.Title = "changes", "Changes"+against
	iv.Desc = "One row a metric; the bar is the 95 % interval of the change."
	t := changeTable(k)
	var notes wording.Notes
	for i := range k.Conclusions {
		pair := &k.Conclusions[i]
		rows := pair.Rows(k.Comparisons)
		if len(k.Conclusions) > 1 && len(rows) > 0 {
			iv.Rows = append(iv.Rows, chart.Interval{Label: wording.Against(pair), Heading: true})
		}
		for j := range rows {
			c := &rows[j]
			if c.DeltaPct != nil {
				iv.Rows = append(iv.Rows, changeRow(c))
			}
			t.Rows = append(t.Rows, changeCells(c, k.Conclusions, &notes))
		}
	}
	t.Foot = append(t.Foot, footnotes(notes, k.Conclusions)...)
	iv.Legend = verdictKeys(k.Comparisons)
	s.Figures = []*figure{{ID: "changes", Chart: iv}}
	s.Tables = pairTables(k.Comparisons, k.Conclusions)
	s.Tables = append(s.Tables, t)
	return s
}

// againstBase names what all are compared with, if that is one.
func againstBase(pairs []compare.Conclusion) string {
	if !sameBase(pairs) {
		return ""
	}
	return " against " + pairs[0].Base
}

// sameBase reports whether all are compared with one.
func sameBase(pairs []compare.Conclusion) bool {
	return len(pairs) > 0 &&
		!slices.ContainsFunc(pairs, func(k compare.Conclusion) bool { return k.Base != pairs[0].Base })
}

// verdictKeys name the colours of the verdicts that there are.
func verdictKeys(rows []compare.Change) []chart.Key {
	used := map[string]bool{}
	for i := range rows {
		used[rows[i].Verdict] = true
	}
	var out []chart.Key
	for _, v := range [...]string{compare.Better, compare.Worse} {
		if used[v] {
			out = append(out, chart.Key{Name: v, Paint: verdictPaint(v)})
		}
	}
	if used[compare.Same] || used[compare.Unclear] {
		out = append(out, chart.Key{Name: "same, or unclear", Paint: verdictPaint("")})
	}
	return out
}

// changeRow is a change that is known in percent.
func changeRow(c *compare.Change) chart.Interval {
	row := chart.Interval{
		Label: wording.Metric(c.Metric),
		Value: c.DeltaPct,
		Paint: verdictPaint(c.Verdict),
		Note:  percent(*c.DeltaPct),
		Clip:  wording.Wild(c),
	}
	row.Lo, row.Hi = *c.DeltaPct, *c.DeltaPct
	if c.CI95Pct != nil {
		row.Lo, row.Hi = c.CI95Pct[0], c.CI95Pct[1]
	}
	row.Tip = fmt.Sprintf(
		"%s\n%s: %s → %s %s\n%s",
		c.Metric,
		c.Variant,
		number(c.BaseSummary.Mean),
		number(c.VariantSummary.Mean),
		c.Unit,
		percent(*c.DeltaPct),
	)
	if c.CI95Pct != nil && !c.Exact {
		row.Tip += " (" + interval(c.CI95Pct) + ")"
	}
	row.Tip += ", " + c.Verdict
	return row
}

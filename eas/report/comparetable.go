package report

import (
	"fmt"
	"math"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/wording"
)

// maxTable is how wide a table of a comparison gets, in columns, if numbers and
// names let it.
const maxTable = 118

// pair shows one variant beside another, metric by metric.
func (w *comparison) pair(k *compare.Conclusion, rows []compare.Change) {
	if len(rows) == 0 && k.LeftOut == 0 {
		return
	}
	title := wording.Against(k) + w.where(k)
	if len(rows) > 0 {
		title += ", " + wording.Manner(&rows[0])
	}
	w.printf("\n%s\n", w.s.bold(title))
	if len(rows) > 0 {
		w.table(k, rows)
	}
	if k.LeftOut > 0 {
		w.printf("  left out: %s without a difference\n", wording.Plural(k.LeftOut, "row"))
	}
	w.printf("%s\n", w.s.bold(wrap(conclusionText(k), 2)))
	w.note(k)
	w.why(k)
}

func (w *comparison) table(k *compare.Conclusion, rows []compare.Change) {
	p := "p"
	if wording.Adjusted(&w.c.Adjustment) {
		p = "p adj."
	}
	t := &Table{Indent: 2, Columns: []Column{
		{"", Left},
		{k.Base, Right},
		{k.Variant, Right},
		{"change", Right},
		{"95 % interval, %", Left},
		{p, Right},
		{"verdict", Left},
	}}
	var notes wording.Notes
	for i := range rows {
		c := &rows[i]
		t.Add(withUnit(c), meanSD(&c.BaseSummary, c), meanSD(&c.VariantSummary, c),
			changeText(c), intervalText(c), wording.P(c), notes.Verdict(c))
	}
	const behindInterval = 5
	addBars(t, behindInterval, rows, w.s)
	w.b.Write(t.Text(w.s))
	for i, n := range notes {
		w.printf("  %s %s\n", w.s.faint(wording.Mark(i)), n)
	}
	for i := range rows {
		if rows[i].Metric == compare.PerformanceMetric && len(rows[i].Parts) > 0 {
			w.printf("%s\n", wrap(partsText(rows[i].Parts), 2))
		}
	}
}

// partsText says what each workload's performance is.
func partsText(parts []compare.WorkloadRatio) string {
	var list []string
	for i := range parts {
		list = append(list, wording.Part(&parts[i])+" of "+parts[i].Workload)
	}
	return compare.PerformanceMetric + ": " + strings.Join(list, ", ")
}

// withUnit is the name of a metric and its unit, if the name does not say it. Times
// in ns become seconds.
func withUnit(c *compare.Change) string {
	name, unit := wording.Metric(c.Metric), c.Unit
	switch {
	case unit == "", strings.HasSuffix(name, "work_capacity_s"), unit == compare.RatioUnit:
		return name
	case unit == "ns":
		unit = "s"
	}
	return name + ", " + unit
}

// showsSD reports whether a mean stands with a deviation.
func showsSD(s *compare.Summary, c *compare.Change) bool { return s.N > 1 && !c.Exact }

func meanSD(s *compare.Summary, c *compare.Change) string {
	if s.N == 0 {
		return unknown
	}
	scale := 1.0
	if c.Unit == "ns" {
		scale = 1e-9
	}
	d := wording.Decimals(scale * math.Max(math.Abs(c.BaseSummary.Mean), math.Abs(c.VariantSummary.Mean)))
	if !showsSD(s, c) {
		return fixed(scale*s.Mean, d)
	}
	return fixed(scale*s.Mean, d) + " ± " + fixed(scale*s.SD, d)
}

// changeText is the change in percent, behind a ~ if it may be none.
func changeText(c *compare.Change) string {
	if c.DeltaPct == nil {
		if c.Delta == nil {
			return unknown
		}
		return wording.Signed(*c.Delta, wording.Decimals(*c.Delta))
	}
	text := wording.Signed(*c.DeltaPct, 2) + " %"
	if c.CI95 != nil && c.CI95[0] <= 0 && c.CI95[1] >= 0 && c.CI95[0] != c.CI95[1] {
		return "~ " + text
	}
	return text
}

func intervalText(c *compare.Change) string {
	if c.CI95Pct == nil || c.Exact {
		return ""
	}
	return interval(c.CI95Pct)
}

func interval(pct *[2]float64) string {
	return fmt.Sprintf("[%s, %s]", wording.Signed(pct[0], 2), wording.Signed(pct[1], 2))
}

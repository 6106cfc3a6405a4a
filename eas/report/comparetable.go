package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"easim/eas/compare"
)

// maxTable is how wide a table of a comparison gets, in columns, if numbers and
// names let it.
const maxTable = 118

// pair shows one variant beside another, metric by metric.
func (w *comparison) pair(k *compare.Conclusion, rows []compare.Change) {
	if len(rows) == 0 && k.LeftOut == 0 {
		return
	}
	title := k.Variant + " against " + k.Base + w.where(k)
	if len(rows) > 0 {
		title += ", " + manner(&rows[0])
	}
	w.printf("\n%s\n", w.s.bold(title))
	if len(rows) > 0 {
		w.table(k, rows)
	}
	if k.LeftOut > 0 {
		w.printf("  left out: %s without a difference\n", plural(k.LeftOut, "row"))
	}
	w.printf("%s\n", w.s.bold(wrap(conclusionText(k), 2)))
	w.why(k)
}

// manner says how the two samples are compared.
func manner(c *compare.Change) string {
	switch {
	case c.Exact:
		return "exact: chance has no part in either"
	case c.Paired:
		return "paired by seed"
	}
	return "independent samples (the seeds differ)"
}

func (w *comparison) table(k *compare.Conclusion, rows []compare.Change) {
	p := "p"
	if adjusted(&w.c.Adjustment) {
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
	var notes []string
	for i := range rows {
		c := &rows[i]
		verdict := c.Verdict
		if c.Note != "" {
			verdict += " " + note(&notes, c.Note)
		}
		t.Add(withUnit(c), meanSD(&c.BaseSummary, c), meanSD(&c.VariantSummary, c),
			changeText(c), intervalText(c), pText(c), verdict)
	}
	const behindInterval = 5
	addBars(t, behindInterval, rows, w.s)
	w.b.Write(t.Text(w.s))
	for i, n := range notes {
		w.printf("  %s %s\n", w.s.faint("("+strconv.Itoa(i+1)+")"), n)
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
		name := metricName(parts[i].Metric)
		if parts[i].Inverse {
			name = "1/" + name
		}
		list = append(list, name+" of "+parts[i].Workload)
	}
	return compare.PerformanceMetric + ": " + strings.Join(list, ", ")
}

// metricName is a path without what all metrics of a workload have in front; as the
// name of a metric it means the same.
func metricName(path string) string { return strings.TrimPrefix(shortMetric(path), "throughput.") }

// withUnit is the name of a metric and its unit, if the name does not say it. Times
// in ns become seconds.
func withUnit(c *compare.Change) string {
	name, unit := metricName(c.Metric), c.Unit
	switch {
	case unit == "", strings.HasSuffix(name, "work_capacity_s"), unit == compare.RatioUnit:
		return name
	case unit == "ns":
		unit = "s"
	}
	return name + ", " + unit
}

func meanSD(s *compare.Summary, c *compare.Change) string {
	if s.N == 0 {
		return unknown
	}
	scale := 1.0
	if c.Unit == "ns" {
		scale = 1e-9
	}
	d := decimals(scale * math.Max(math.Abs(c.BaseSummary.Mean), math.Abs(c.VariantSummary.Mean)))
	if c.Exact || s.N == 1 {
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
		return plusMinus(*c.Delta, decimals(*c.Delta))
	}
	text := plusMinus(*c.DeltaPct, 2) + " %"
	if c.CI95 != nil && c.CI95[0] <= 0 && c.CI95[1] >= 0 && c.CI95[0] != c.CI95[1] {
		return "~ " + text
	}
	return text
}

// plusMinus is v with a sign in front, unless it shows as 0.
func plusMinus(v float64, digits int) string {
	text := fixed(v, digits)
	switch {
	case strings.Trim(text, "-0.") == "":
		return "0"
	case v > 0:
		return "+" + text
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
	return fmt.Sprintf("[%s, %s]", plusMinus(pct[0], 2), plusMinus(pct[1], 2))
}

// pText is the probability, adjusted for the number of comparisons.
func pText(c *compare.Change) string {
	p := c.P
	if c.PAdjusted != nil {
		p = c.PAdjusted
	}
	switch {
	case c.Exact:
		return "exact"
	case p == nil:
		return ""
	case *p < 0.001:
		return "<0.001"
	}
	return fixed(*p, 3)
}

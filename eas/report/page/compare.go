package page

import (
	"fmt"
	"slices"
	"strings"

	"easim/eas/experiment"
	"easim/eas/report/chart"
)

// compareChapter is the chapter of a comparison.
func compareChapter(name string, k *experiment.Comparison, tls []Timeline) *chapter {
	var samples []sample
	var names []string
	for i := range k.Variants {
		v := &k.Variants[i]
		names = append(names, v.Name)
		if len(v.Runs) > 0 {
			samples = append(samples, sample{v.Name, v.Runs})
		}
	}
	c := &chapter{Kind: "comparison", Title: "Comparison of " + list(names), Subtitle: name, Warnings: k.Warnings}
	c.failures(k)
	if len(samples) == 0 {
		return c
	}
	sc := &samples[0].runs[0].Scenario
	c.Subtitle = fmt.Sprintf("%s on %s; %s", sc.Workload, sc.Platform, name)
	for _, p := range pairsOf(k) {
		c.Headlines = append(c.Headlines, changeHeadline(k, p.base, p.variant))
	}
	c.Cards = changeCards(k)
	c.Sections = append(
		c.Sections,
		changeSection(k),
		section{ID: "variants", Title: "What is compared", Tables: []*table{variantTable(k)}},
		section{
			ID:      "energy",
			Title:   "Energy",
			Figures: []*figure{energyFigure("energy", samples)},
			Lead:    partialNote(samples[0].runs[0]),
		},
		section{
			ID: "residency", Title: "Frequency and idle residency", Figures: []*figure{residencyFigure("residency", samples)},
			Lead: tooMany(len(samples)),
		},
	)
	c.addTimelines(tls)
	c.Sections = append(
		c.Sections,
		section{
			ID:     "scheduler",
			Title:  "What the scheduler did",
			Tables: []*table{schedulerTable(samples)},
		},
		provenance(samples),
	)
	return c
}

func tooMany(n int) []string {
	if n <= maxResidency {
		return nil
	}
	return []string{fmt.Sprintf("Of the first %d of %d.", maxResidency, n)}
}

func (c *chapter) failures(k *experiment.Comparison) {
	for i := range k.Variants {
		for _, f := range k.Variants[i].Failures {
			first, _, _ := strings.Cut(f.Error, "\n")
			c.Warnings = append(c.Warnings, fmt.Sprintf("failed: %s, seed %d: %s", k.Variants[i].Name, f.Seed, first))
		}
	}
}

// pairing is a variant and what it is compared with.
type pairing struct{ base, variant string }

// pairsOf are the comparisons that were made, in order.
func pairsOf(k *experiment.Comparison) []pairing {
	var out []pairing
	for i := range k.Comparisons {
		if p := (pairing{k.Comparisons[i].Base, k.Comparisons[i].Variant}); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// pair are the rows of one variant beside the baseline.
func pair(k *experiment.Comparison, base, variant string) []*experiment.Change {
	var out []*experiment.Change
	for i := range k.Comparisons {
		if c := &k.Comparisons[i]; c.Base == base && c.Variant == variant {
			out = append(out, c)
		}
	}
	return out
}

func find(rows []*experiment.Change, metric string) *experiment.Change {
	for _, c := range rows {
		if c.Metric == metric {
			return c
		}
	}
	return nil
}

const metricPrefix = "throughput.metrics."

// performance is the row that a comparison's speed is read from: the workload's
// first measure of throughput, else the work that was done.
func performance(rows []*experiment.Change) *experiment.Change {
	for _, c := range rows {
		if strings.HasPrefix(c.Metric, metricPrefix) && c.Better == "higher" && c.DeltaPct != nil {
			return c
		}
	}
	return find(rows, experiment.WorkMetric)
}

// changeCards are the numbers of the first variant.
func changeCards(k *experiment.Comparison) []card {
	if len(k.Variants) != 2 {
		return nil
	}
	rows := pair(k, k.Variants[0].Name, k.Variants[1].Name)
	var out []card
	for _, m := range [...]string{"energy.total", "energy.little", "energy.mid", "energy.big"} {
		if c := find(rows, m); c != nil && c.DeltaPct != nil && (c.BaseSummary.Mean != 0 || c.VariantSummary.Mean != 0) {
			out = append(out, card{strings.Replace(m, "energy.total", "energy", 1), percent(*c.DeltaPct), "", c.Verdict})
		}
	}
	if c := performance(rows); c != nil && c.DeltaPct != nil {
		out = append(out, card{shortMetric(c.Metric), percent(*c.DeltaPct), "", c.Verdict})
	}
	return out
}

func verdictPaint(verdict string) chart.Paint {
	switch verdict {
	case experiment.Better:
		return chart.Paint{Ink: chart.Series(2)}
	case experiment.Worse:
		return chart.Paint{Ink: chart.Alert}
	}
	return chart.Paint{Ink: chart.Muted}
}

// changeSection shows every metric of every variant beside what it is compared with.
func changeSection(k *experiment.Comparison) section {
	pairs := pairsOf(k)
	against := "the other"
	if !slices.ContainsFunc(pairs, func(p pairing) bool { return p.base != pairs[0].base }) && len(pairs) > 0 {
		against = pairs[0].base
	}
	s := section{ID: "changes", Title: "What changes", Lead: []string{
		"The change of the mean against " + against + " with its 95 % interval. " +
			"An interval that holds zero tells no difference.",
	}}
	iv := &chart.Intervals{X: chart.Axis{Label: "change, %"}}
	iv.Name, iv.Title = "changes", "Changes against "+against
	iv.Desc = "One row a metric; the bar is the 95 % interval of the change."
	t := &table{Caption: "All metrics", Columns: []column{
		{Head: "variant"},
		{Head: "against"},
		{Head: "metric"},
		{Head: "unit"},
		{"before", true},
		{"after", true},
		{"change", true},
		{Head: "95 % interval"},
		{"p", true},
		{Head: "verdict"},
	}}
	for _, p := range pairs {
		if len(pairs) > 1 {
			iv.Rows = append(iv.Rows, chart.Interval{Label: p.variant + " against " + p.base, Heading: true})
		}
		for _, c := range pair(k, p.base, p.variant) {
			if c.DeltaPct != nil {
				iv.Rows = append(iv.Rows, changeRow(c))
			}
			t.Rows = append(t.Rows, changeCells(c))
			if c.Note != "" && !slices.Contains(t.Foot, c.Note) {
				t.Foot = append(t.Foot, c.Note)
			}
		}
	}
	iv.Legend = verdictKeys(k)
	s.Figures, s.Tables = []*figure{{ID: "changes", Chart: iv}}, []*table{t}
	return s
}

// verdictKeys name the colours of the verdicts that there are.
func verdictKeys(k *experiment.Comparison) []chart.Key {
	used := map[string]bool{}
	for i := range k.Comparisons {
		used[k.Comparisons[i].Verdict] = true
	}
	var out []chart.Key
	for _, v := range [...]string{experiment.Better, experiment.Worse} {
		if used[v] {
			out = append(out, chart.Key{Name: v, Paint: verdictPaint(v)})
		}
	}
	if used[experiment.Same] || used[experiment.Unclear] {
		out = append(out, chart.Key{Name: "same, or unclear", Paint: verdictPaint("")})
	}
	return out
}

func changeRow(c *experiment.Change) chart.Interval {
	row := chart.Interval{
		Label: shortMetric(c.Metric),
		Value: c.DeltaPct,
		Paint: verdictPaint(c.Verdict),
		Note:  percent(*c.DeltaPct),
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

func changeCells(c *experiment.Change) []cell {
	ci := ""
	if !c.Exact {
		ci = interval(c.CI95Pct)
	}
	p := cell{Text: pValue(c.P, c.Exact)}
	if c.P != nil && !c.Exact {
		p.Value, p.Known = *c.P, true
	}
	return []cell{
		words(c.Variant),
		words(c.Base),
		words(shortMetric(c.Metric)),
		words(c.Unit),
		num(c.BaseSummary.Mean, meanSD(&c.BaseSummary, c.Exact)),
		num(c.VariantSummary.Mean, meanSD(&c.VariantSummary, c.Exact)),
		maybeNum(c.DeltaPct, percent),
		words(ci),
		p,
		words(c.Verdict).classed("v-" + c.Verdict),
	}
}

func meanSD(s *experiment.Summary, exact bool) string {
	if exact || s.N < 2 {
		return number(s.Mean)
	}
	return spread(s.Mean, s.SD)
}

func variantTable(k *experiment.Comparison) *table {
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
			words(v.Name),
			words(flags).classed("code"),
			words(experiment.FormatSeeds(v.Seeds)),
			num(float64(len(v.Runs)), fmt.Sprint(len(v.Runs))),
			words(manner),
		})
	}
	return t
}

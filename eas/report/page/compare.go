package page

import (
	"fmt"
	"slices"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/chart"
)

// compareChapter is the chapter of a comparison.
func compareChapter(name string, k *compare.Comparison, tls []Timeline) *chapter {
	var samples []sample
	var names []string
	for i := range k.Variants {
		v := &k.Variants[i]
		if !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
		if len(v.Runs) > 0 {
			samples = append(samples, sample{withWorkload(v.Name, v.Workload), v.Runs})
		}
	}
	c := &chapter{Kind: "comparison", Title: "Comparison of " + list(names), Subtitle: name, Warnings: k.Warnings}
	c.failures(k)
	if len(samples) == 0 {
		return c
	}
	sc := &samples[0].runs[0].Scenario
	workloads := k.Workloads
	if len(workloads) == 0 {
		workloads = []string{sc.Workload}
	}
	c.Subtitle = fmt.Sprintf("%s on %s; %s", list(workloads), sc.Platform, name)
	pairs := pairsOf(k)
	for _, p := range pairs[:min(len(pairs), maxHeadlines)] {
		c.Headlines = append(c.Headlines, changeHeadline(k, p))
	}
	c.Cards = changeCards(k)
	c.Sections = append(c.Sections, changeSection(k))
	if s, ok := whySection(k); ok {
		c.Sections = append(c.Sections, s)
	}
	c.Sections = append(
		c.Sections,
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
		provenance(samples, k.Version),
	)
	return c
}

func tooMany(n int) []string {
	if n <= maxResidency {
		return nil
	}
	return []string{fmt.Sprintf("Of the first %d of %d.", maxResidency, n)}
}

func (c *chapter) failures(k *compare.Comparison) {
	for i := range k.Variants {
		for _, f := range k.Variants[i].Failures {
			first, _, _ := strings.Cut(f.Error, "\n")
			v := &k.Variants[i]
			c.Warnings = append(c.Warnings,
				fmt.Sprintf("failed: %s, seed %d: %s", withWorkload(v.Name, v.Workload), f.Seed, first))
		}
	}
}

// pairing is a variant and what it is compared with, under one workload if there are
// several.
type pairing struct{ base, variant, workload string }

// label names the pair.
func (p pairing) label() string { return withWorkload(p.variant+" against "+p.base, p.workload) }

// withWorkload adds the workload to a name, if there is one.
func withWorkload(name, workload string) string {
	if workload == "" {
		return name
	}
	return name + ", " + workload
}

// pairsOf are the comparisons that were made, in order.
func pairsOf(k *compare.Comparison) []pairing {
	var out []pairing
	for i := range k.Comparisons {
		c := &k.Comparisons[i]
		if p := (pairing{c.Base, c.Variant, c.Workload}); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// rows are those of one pair.
func (p pairing) rows(k *compare.Comparison) []*compare.Change {
	var out []*compare.Change
	for i := range k.Comparisons {
		if c := &k.Comparisons[i]; p == (pairing{c.Base, c.Variant, c.Workload}) {
			out = append(out, c)
		}
	}
	return out
}

func find(rows []*compare.Change, metric string) *compare.Change {
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
func performance(rows []*compare.Change) *compare.Change {
	for _, c := range rows {
		if strings.HasPrefix(c.Metric, metricPrefix) && c.Better == "higher" && c.DeltaPct != nil {
			return c
		}
	}
	return find(rows, compare.WorkMetric)
}

// changeCards are the numbers of the first variant.
func changeCards(k *compare.Comparison) []card {
	pairs := pairsOf(k)
	if len(pairs) != 1 {
		return nil
	}
	rows := pairs[0].rows(k)
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
	case compare.Better:
		return chart.Paint{Ink: chart.Series(2)}
	case compare.Worse:
		return chart.Paint{Ink: chart.Alert}
	}
	return chart.Paint{Ink: chart.Muted}
}

// changeSection shows every metric of every variant beside what it is compared with.
func changeSection(k *compare.Comparison) section {
	pairs := pairsOf(k)
	against := ""
	if sameBase(pairs) {
		against = " against " + pairs[0].base
	}
	s := section{ID: "changes", Title: "What changes", Lead: []string{
		"The change of the mean" + against + " with its 95 % interval. An interval that holds zero tells no difference.",
	}}
	if len(pairs) > maxHeadlines {
		s.Lead = append(s.Lead, fmt.Sprintf("The answers above are those of the first %d of %d pairs.",
			maxHeadlines, len(pairs)))
	}
	iv := &chart.Intervals{X: chart.Axis{Label: "change, %"}}
	iv.Name, iv.Title = "changes", "Changes"+against
	iv.Desc = "One row a metric; the bar is the 95 % interval of the change."
	t := changeTable(k, pairs)
	for _, p := range pairs {
		if len(pairs) > 1 {
			iv.Rows = append(iv.Rows, chart.Interval{Label: p.label(), Heading: true})
		}
		for _, c := range p.rows(k) {
			if c.DeltaPct != nil {
				iv.Rows = append(iv.Rows, changeRow(c))
			}
			t.Rows = append(t.Rows, changeCells(c, pairs))
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
func verdictKeys(k *compare.Comparison) []chart.Key {
	used := map[string]bool{}
	for i := range k.Comparisons {
		used[k.Comparisons[i].Verdict] = true
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

func changeRow(c *compare.Change) chart.Interval {
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

package page

import (
	"fmt"
	"slices"
	"strings"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/report/wording"
)

// compareChapter is the chapter of a comparison. That of several workloads is about
// their mean, and each of them has a chapter of its own below.
func compareChapter(name string, k *compare.Comparison, tls []Timeline) *chapter {
	title := "Comparison of " + list(variantNames(k))
	if len(k.Workloads) < 2 {
		c := workloadChapter(k, tls)
		c.Kind, c.Title, c.Subtitle = "comparison", title, subtitle(k, name)
		return c
	}
	c := &chapter{Kind: "comparison", Title: title, Subtitle: subtitle(k, name), Warnings: warnings(k)}
	c.mean(k)
	c.limits(k)
	c.Sections = append(c.Sections, section{ID: "variants", Title: "What is compared", Tables: []*table{runTable(k)}})
	for i, own := range k.ByWorkload() {
		part := workloadChapter(own, tls)
		part.Kind = fmt.Sprintf("workload %d of %d", i+1, len(k.Workloads))
		part.Of, part.Title = k.Workloads[i], k.Workloads[i]
		part.Subtitle = list(variantNames(own)) + "; " + name
		c.Parts = append(c.Parts, part)
	}
	return c
}

// workloadChapter is what a comparison says of one workload, without its head.
func workloadChapter(k *compare.Comparison, tls []Timeline) *chapter {
	c := &chapter{Warnings: warnings(k)}
	samples := samplesOf(k)
	if len(samples) == 0 {
		return c
	}
	c.pairHeadlines(k.Comparisons, k.Conclusions)
	c.Cards = changeCards(k)
	c.Sections = append(c.Sections, changeSection(k))
	c.limits(k)
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
	c.addTimelines(timelinesOf(samples, tls))
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

// variantNames are the names of the variants, each once.
func variantNames(k *compare.Comparison) []string {
	var out []string
	for i := range k.Variants {
		if v := &k.Variants[i]; !slices.Contains(out, v.Name) {
			out = append(out, v.Name)
		}
	}
	return out
}

// subtitle says on what a comparison was made.
func subtitle(k *compare.Comparison, name string) string {
	for i := range k.Variants {
		if v := &k.Variants[i]; len(v.Runs) > 0 {
			sc := &v.Runs[0].Scenario
			loads := k.Workloads
			if len(loads) == 0 {
				loads = []string{sc.Workload}
			}
			return fmt.Sprintf("%s on %s; %s", list(loads), sc.Platform, name)
		}
	}
	return name
}

// samplesOf are the variants that have been run.
func samplesOf(k *compare.Comparison) []sample {
	var out []sample
	for i := range k.Variants {
		if v := &k.Variants[i]; len(v.Runs) > 0 {
			out = append(out, sample{v.Name, v.Runs})
		}
	}
	return out
}

// timelinesOf are those of the runs of the samples, under the names of these.
func timelinesOf(samples []sample, tls []Timeline) []Timeline {
	var out []Timeline
	for _, tl := range tls {
		i := slices.IndexFunc(samples, func(s sample) bool {
			return slices.ContainsFunc(s.runs, func(r *eas.Result) bool { return r == tl.Run })
		})
		if i >= 0 {
			tl.Name = samples[i].name
			out = append(out, tl)
		}
	}
	return out
}

func tooMany(n int) []string {
	if n <= maxResidency {
		return nil
	}
	return []string{fmt.Sprintf("Of the first %d of %d.", maxResidency, n)}
}

// warnings are those of a comparison, and the runs that failed.
func warnings(k *compare.Comparison) []string {
	out := slices.Clone(k.Warnings)
	for i := range k.Variants {
		v := &k.Variants[i]
		for _, f := range v.Failures {
			out = append(out, fmt.Sprintf("failed: %s, seed %d: %s", v.Label(), f.Seed, wording.FirstLine(f.Error)))
		}
	}
	return out
}

// limits says which limits were kept. There is nothing to say without any.
func (c *chapter) limits(k *compare.Comparison) {
	if len(k.Limits) == 0 {
		return
	}
	t := &table{Columns: []column{
		{Head: "variant"}, {Head: "metric"}, {"worse by at most", true}, {"change", true}, {Head: "result"},
	}}
	failed := 0
	for i := range k.Limits {
		l := &k.Limits[i]
		result := words("pass").classed("v-" + compare.Better)
		if !l.Passed {
			result = words("FAIL").classed("v-" + compare.Worse)
			failed++
		}
		t.Rows = append(t.Rows, []cell{
			words(l.Label()), words(wording.Metric(l.Metric)), num(l.LimitPct, few(l.LimitPct)+" %"),
			maybeNum(l.DeltaPct, percent), result,
		})
	}
	title := "Limits: all kept"
	if failed > 0 {
		title = fmt.Sprintf("Limits: %d of %d failed", failed, len(k.Limits))
	}
	c.Sections = append(c.Sections, section{ID: "limits", Title: title, Tables: []*table{t}})
}

// find is the row of a metric; nil if there is none.
func find(rows []compare.Change, metric string) *compare.Change {
	i := slices.IndexFunc(rows, func(c compare.Change) bool { return c.Metric == metric })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

const (
	metricPrefix = "throughput.metrics."
	totalPath    = "energy.total"
)

// performance is the row that a comparison's speed is read from: that of all
// workloads, else the workload's first measure of throughput, else the work that was
// done.
func performance(rows []compare.Change) *compare.Change {
	for i := range rows {
		c := &rows[i]
		if c.Metric == compare.PerformanceMetric ||
			strings.HasPrefix(c.Metric, metricPrefix) && c.Better == "higher" && c.DeltaPct != nil {
			return c
		}
	}
	return find(rows, compare.WorkMetric)
}

// changeCards are the numbers of the variant, if there is only one.
func changeCards(k *compare.Comparison) []card {
	if len(k.Conclusions) != 1 {
		return nil
	}
	rows := k.Conclusions[0].Rows(k.Comparisons)
	var out []card
	for _, m := range [...]string{totalPath, "energy.little", "energy.mid", "energy.big"} {
		if c := find(rows, m); c != nil && c.DeltaPct != nil && (c.BaseSummary.Mean != 0 || c.VariantSummary.Mean != 0) {
			out = append(out, card{strings.Replace(m, totalPath, "energy", 1), percent(*c.DeltaPct), "", c.Verdict})
		}
	}
	if c := performance(rows); c != nil && c.DeltaPct != nil {
		out = append(out, card{wording.Metric(c.Metric), percent(*c.DeltaPct), "", c.Verdict})
	}
	return out
}

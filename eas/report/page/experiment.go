package page

import (
	"fmt"
	"strings"

	"easim/eas/compare"
	"easim/eas/experiment"
	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

// replicaChapter is the chapter of a published table that was made again.
func replicaChapter(name string, r *experiment.Replica) *chapter {
	c := &chapter{
		Kind:     "experiment",
		Title:    r.Title,
		Subtitle: r.Name + "; published: " + r.Source + "; " + name,
		Warnings: r.Warnings,
	}
	for _, f := range r.Failures {
		c.Warnings = append(c.Warnings, fmt.Sprintf("failed: %s, seed %d: %s", f.Config, f.Seed, f.Error))
	}
	c.Headlines = []headline{signHeadline(r)}
	c.Cards = replicaCards(r)
	s := section{ID: "published", Title: "Published beside simulated", Lead: paragraphs(r.Doc)}
	if f := publishedFigure(r); f != nil {
		s.Figures = []*figure{f}
	}
	if t := publishedTable(r); len(t.Rows) > 0 {
		s.Tables = []*table{t}
	}
	c.Sections = append(c.Sections, s)
	if r.Findings != "" {
		c.Sections = append(c.Sections, section{ID: "findings", Title: "Why it is so", Lead: paragraphs(r.Findings)})
	}
	all := section{ID: "simulated", Title: "All configurations", Lead: []string{
		"Means over the seeds, ± deviation; below each the change against the configuration's base.",
	}}
	for i := range r.Blocks {
		all.Tables = append(all.Tables, blockTable(r, &r.Blocks[i]))
	}
	c.Sections = append(c.Sections, all)
	if len(r.Counts) > 0 {
		c.Sections = append(c.Sections, section{ID: "counts", Title: "What happened", Tables: []*table{countTable(r)}})
	}
	c.Sections = append(c.Sections, replicaProvenance(r))
	return c
}

// paragraphs splits running text at empty lines.
func paragraphs(text string) []string {
	var out []string
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			out = append(out, p)
		}
	}
	return out
}

func signHeadline(r *experiment.Replica) headline {
	h := headline{Words: []phrase{
		{"The simulation moves ", false},
		{fmt.Sprintf("the same way in %d of %d", r.Signs.Agree, r.Signs.Of), true},
		{" changes that were published as significant.", false},
	}}
	switch {
	case r.Signs.Of == 0:
		h.Words = []phrase{
			{"Nothing was published as a significant change; ", false},
			{"the values stand side by side", true},
			{".", false},
		}
	case r.Signs.Agree == r.Signs.Of:
		h.Verdict, h.Label = compare.Better, "signs agree"
	case r.Signs.Agree == 0:
		h.Verdict, h.Label = compare.Worse, "signs differ"
	default:
		h.Verdict, h.Label = compare.Unclear, "some signs agree"
	}
	var orders []string
	for i := range r.Orders {
		o := &r.Orders[i]
		word := "the published"
		if !o.Agrees {
			word = "another"
		}
		orders = append(orders, fmt.Sprintf("by %s the configurations rank in %s order", wording.Metric(o.Metric), word))
	}
	h.Detail = fmt.Sprintf("Seeds %s, changes paired by seed.", compare.FormatSeeds(r.Seeds))
	if in, of := inside(r); of > 0 {
		h.Detail += fmt.Sprintf(" The published size lies within the simulated interval for %d of %d.", in, of)
	}
	if len(orders) > 0 {
		h.Detail += " " + sentence(strings.Join(orders, "; "))
	}
	return h
}

// inside counts the published changes that lie within the 95 % interval of the
// simulated ones.
func inside(r *experiment.Replica) (in, of int) {
	for i := range r.Rows {
		w := &r.Rows[i]
		if w.PublishedDeltaPct == nil || w.CI95Pct == nil {
			continue
		}
		of++
		if v := *w.PublishedDeltaPct; v >= w.CI95Pct[0] && v <= w.CI95Pct[1] {
			in++
		}
	}
	return in, of
}

func replicaCards(r *experiment.Replica) []card {
	out := []card{
		{
			"signs that agree",
			fmt.Sprintf("%d of %d", r.Signs.Agree, r.Signs.Of),
			"",
			"of the changes published as significant",
		},
	}
	for i := range r.Derived {
		d := &r.Derived[i]
		if len(out) < 4 {
			out = append(out, card{d.Name, number(d.Value), d.Unit, d.How})
		}
	}
	return out
}

// publishedFigure draws the published changes as hollow squares and the simulated
// ones as discs with their intervals; nil if no change was published.
func publishedFigure(r *experiment.Replica) *figure {
	iv := &chart.Intervals{X: chart.Axis{Label: "change against the base, %"}}
	iv.Name, iv.Title = "published", "Changes: published (square) and simulated (disc)"
	iv.Desc = "One row a configuration; the bar is the 95 % interval of the simulated change. " +
		"Green: same direction as published; red: the other."
	for _, m := range r.Metrics() {
		var rows []chart.Interval
		for i := range r.Rows {
			if w := &r.Rows[i]; w.Metric == m && w.PublishedDeltaPct != nil && w.Block == r.Blocks[0].Name {
				rows = append(rows, publishedRow(w))
			}
		}
		if len(rows) > 0 {
			iv.Rows = append(append(iv.Rows, chart.Interval{Label: wording.Metric(m), Heading: true}), rows...)
		}
	}
	if len(iv.Rows) == 0 {
		return nil
	}
	return &figure{ID: "published", Chart: iv}
}

func publishedRow(w *experiment.ResultRow) chart.Interval {
	row := chart.Interval{
		Label: w.Config,
		Value: w.SimulatedDeltaPct,
		Ref:   w.PublishedDeltaPct,
		Paint: chart.Paint{Ink: chart.Muted},
	}
	row.Note = "publ. " + percent(*w.PublishedDeltaPct)
	row.Tip = w.Config + ", " + wording.Metric(w.Metric) + "\npublished " + percent(*w.PublishedDeltaPct)
	if w.SignAgrees != nil {
		row.Paint.Ink = chart.Alert
		if *w.SignAgrees {
			row.Paint.Ink = chart.Series(2)
		}
	}
	if v := w.SimulatedDeltaPct; v != nil {
		row.Lo, row.Hi = *v, *v
		row.Note = percent(*v) + ", " + row.Note
		row.Tip += "\nsimulated " + percent(*v)
		if w.CI95Pct != nil {
			row.Lo, row.Hi = w.CI95Pct[0], w.CI95Pct[1]
			row.Tip += " (" + interval(w.CI95Pct) + ")"
		}
	}
	return row
}

func replicaProvenance(r *experiment.Replica) section {
	s := section{
		ID:    "provenance",
		Title: "Where the numbers come from",
		Fold:  foldSources,
		Lead:  []string{"Published: " + r.Source + "."},
	}
	p := &table{
		Caption: "Parameters",
		Columns: []column{{Head: "what"}, {Head: "value"}, {Head: "kind"}, {Head: "source"}},
	}
	for _, v := range r.Provenance {
		p.Rows = append(p.Rows, []cell{words(v.Name), words(v.Value), words(v.Kind), words(v.Source)})
	}
	k := &table{Caption: "Configurations", Columns: []column{{Head: "configuration"}, {Head: "flags"}, {Head: "note"}}}
	for _, v := range r.Configs {
		k.Rows = append(k.Rows, []cell{words(v.Config), words(v.Flags).classed("code"), words(v.Note)})
	}
	s.Tables = []*table{p, k}
	if r.Version != "" {
		s.Lead = append(s.Lead, "Made with easim "+r.Version+".")
	}
	return s
}

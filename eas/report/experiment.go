package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"easim/eas/compare"
	"easim/eas/experiment"
	"easim/eas/report/wording"
)

// ExperimentList is one line an experiment.
func ExperimentList(list []*experiment.Experiment) *Table {
	t := &Table{Columns: []Column{{"name", Left}, {"platform", Left}, {"workload", Left}, {"runs", Right}, {"what", Left}}}
	for _, x := range list {
		s := x.Common.Scenario
		t.Add(x.Name, s.Platform, s.Workload, strconv.Itoa(x.Runs(experiment.RepeatOptions{})), x.Title)
	}
	return t
}

// Replica is a re-run published table as text for a person.
func Replica(r *experiment.Replica, s Style) []byte {
	w := experimentText{r: r, s: s}
	w.printf("%s\n", s.bold(r.Name+": "+r.Title))
	w.printf("%s\n", wrap("published: "+r.Source, 0))
	w.printf("seeds %s; changes are paired by seed, with 95 %% intervals\n", compare.FormatSeeds(r.Seeds))
	for i := range r.Blocks {
		w.block(i)
	}
	w.signs()
	w.counts()
	w.derived()
	w.findings()
	w.ownTime()
	w.configs()
	w.provenance(r.Provenance)
	w.failures()
	w.warnings(r.Warnings)
	return w.b.Bytes()
}

// experimentText is a text on its way.
type experimentText struct {
	r *experiment.Replica
	s Style
	b bytes.Buffer
}

func (w *experimentText) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

func (w *experimentText) section(title string) { w.printf("\n%s\n", w.s.bold(title)) }

func (w *experimentText) table(t *Table) {
	t.Indent = 2
	w.b.Write(t.Text(w.s))
}

// block is the table under one variation; the first stands beside what was
// published.
func (w *experimentText) block(i int) {
	b := &w.r.Blocks[i]
	if b.Name != "" || i > 0 {
		title := b.Name
		if b.Note != "" {
			title += ": " + b.Note
		}
		w.section(title)
	} else {
		w.printf("\n")
	}
	t := &Table{Columns: []Column{
		{"", Left},
		{"published", Right},
		{"simulated", Right},
		{"publ. change", Right},
		{"sim. change", Right},
		{"95 % interval, %", Left},
		{"sign", Left},
	}}
	for _, m := range w.r.Metrics() {
		t.Add(strings.TrimSuffix(shortMetric(m)+", "+w.unit(m), ", "))
		for k := range w.r.Rows {
			if r := &w.r.Rows[k]; r.Metric == m && r.Block == b.Name {
				t.Add(w.row(r, i == 0)...)
			}
		}
	}
	if i > 0 { // nothing was published of it
		t.Columns = append(t.Columns[:1:1], t.Columns[2], t.Columns[4], t.Columns[5])
		for k, cells := range t.Rows {
			if len(cells) > 1 {
				t.Rows[k] = append(cells[:1:1], cells[2], cells[4], cells[5])
			}
		}
	}
	w.table(t)
}

// shortMetric is a path without what every metric has in front.
func shortMetric(path string) string { return strings.Replace(path, "throughput.metrics.", "", 1) }

func (w *experimentText) unit(metric string) string {
	for i := range w.r.Rows {
		if w.r.Rows[i].Metric == metric {
			return w.r.Rows[i].Unit
		}
	}
	return ""
}

func (w *experimentText) row(r *experiment.ResultRow, principal bool) []string {
	name := "  " + r.Config
	if !principal {
		name = strings.TrimSuffix(name, " ("+r.Block+")")
	}
	cells := []string{name, "", unknown, "", "", "", ""}
	if r.Published != nil {
		cells[1] = fixed(*r.Published, wording.Decimals(*r.Published))
	}
	if r.Simulated != nil {
		d := wording.Decimals(*r.Simulated)
		cells[2] = fixed(*r.Simulated, d)
		if !r.Exact && r.N > 1 && !strings.HasPrefix(r.Metric, "sd(") {
			cells[2] += " ± " + fixed(r.SD, d)
		}
	}
	if r.PublishedDeltaPct != nil {
		cells[3] = wording.Signed(*r.PublishedDeltaPct, 2) + " %"
	}
	if r.SimulatedDeltaPct != nil {
		cells[4] = wording.Signed(*r.SimulatedDeltaPct, 2) + " %"
	}
	if r.CI95Pct != nil && !r.Exact {
		cells[5] = interval(r.CI95Pct)
	}
	cells[6] = w.sign(r)
	return cells
}

// sign says whether simulation and publication point the same way.
func (w *experimentText) sign(r *experiment.ResultRow) string {
	switch {
	case r.PublishedDeltaPct == nil:
		return ""
	case r.SignAgrees == nil && r.Note != "":
		return r.Note
	case r.SignAgrees == nil:
		return "no simulated value"
	}
	text := "agrees"
	if !*r.SignAgrees {
		text = w.s.warning("DISAGREES")
	}
	if r.CI95Pct != nil && r.CI95Pct[0] <= 0 && r.CI95Pct[1] >= 0 {
		text += ", interval holds 0"
	}
	return text
}

func (w *experimentText) signs() {
	w.section("Agreement")
	w.printf("  %d of %d published changes have the same sign here\n", w.r.Signs.Agree, w.r.Signs.Of)
	for i := range w.r.Orders {
		o := &w.r.Orders[i]
		if o.Agrees {
			w.printf("  order of %s: %s, as published\n", shortMetric(o.Metric), strings.Join(o.Simulated, " < "))
			continue
		}
		w.printf("  order of %s: published %s; simulated %s\n",
			shortMetric(o.Metric), strings.Join(o.Published, " < "), strings.Join(o.Simulated, " < "))
	}
}

// counts is a matrix: what was counted against the configurations.
func (w *experimentText) counts() {
	if len(w.r.Counts) == 0 {
		return
	}
	w.section("What happened (means of the principal block)")
	t := &Table{Columns: []Column{{"", Left}}}
	column := map[string]int{}
	for i := range w.r.Counts {
		c := &w.r.Counts[i]
		if _, ok := column[c.Config]; !ok {
			column[c.Config] = len(t.Columns)
			t.Columns = append(t.Columns, Column{c.Config, Right})
		}
	}
	at := map[string]int{}
	for i := range w.r.Counts {
		c := &w.r.Counts[i]
		row, ok := at[c.Metric]
		if !ok {
			row = len(t.Rows)
			at[c.Metric] = row
			t.Rows = append(t.Rows, make([]string, len(t.Columns)))
			t.Rows[row][0] = shortMetric(c.Metric)
		}
		t.Rows[row][column[c.Config]] = unknown
		if c.Summary != nil {
			t.Rows[row][column[c.Config]] = countText(c)
		}
	}
	// Configurations stand in the rows if there are many.
	if len(t.Columns) > 6 {
		t = transposed(t)
	}
	t.Indent = 2
	for _, part := range t.split() {
		w.table(part)
	}
}

func countText(c *experiment.CountRow) string {
	if strings.HasSuffix(c.Metric, "_ns") {
		return fixed(c.Summary.Mean/1e9, 3) + " s"
	}
	return fixed(c.Summary.Mean, min(wording.Decimals(c.Summary.Mean), 1))
}

// transposed swaps rows and columns; heads become the first column.
func transposed(t *Table) *Table {
	out := &Table{Columns: []Column{{"", Left}}}
	for _, row := range t.Rows {
		out.Columns = append(out.Columns, Column{lastPart(row[0]), Right})
	}
	for i := 1; i < len(t.Columns); i++ {
		cells := []string{t.Columns[i].Head}
		for _, row := range t.Rows {
			cells = append(cells, row[i])
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

func lastPart(path string) string {
	path = strings.TrimSuffix(path, "_ns")
	return path[strings.LastIndexByte(path, '.')+1:]
}

package page

import (
	"strings"

	"easim/eas/experiment"
	"easim/eas/report/wording"
)

// publishedTable sets the published values beside the simulated ones.
func publishedTable(r *experiment.Replica) *table {
	t := &table{Caption: "Published beside simulated", Columns: []column{
		{Head: "configuration"},
		{Head: "metric"},
		{"published change", true},
		{"simulated change", true},
		{Head: "95 % interval"},
		{Head: "sign"},
		{"published", true},
		{"simulated", true},
		{Head: "unit"},
	}}
	for i := range r.Rows {
		w := &r.Rows[i]
		if w.Published == nil {
			continue
		}
		sign := words("")
		if w.SignAgrees != nil {
			sign = words("differs").classed("v-worse")
			if *w.SignAgrees {
				sign = words("agrees").classed("v-better")
			}
		}
		t.Rows = append(t.Rows, []cell{
			words(w.Config), words(wording.Metric(w.Metric)), maybeNum(w.PublishedDeltaPct, percent),
			maybeNum(w.SimulatedDeltaPct, percent), words(interval(w.CI95Pct)), sign,
			maybeNum(w.Published, number), simulated(w), words(w.Unit),
		})
		if w.Note != "" {
			t.Foot = append(t.Foot, w.Config+", "+wording.Metric(w.Metric)+": "+w.Note)
		}
	}
	return t
}

// simulated is the mean with its deviation.
func simulated(w *experiment.ResultRow) cell {
	c := maybeNum(w.Simulated, number)
	if w.Simulated != nil && !w.Exact && w.N > 1 && !strings.HasPrefix(w.Metric, "sd(") {
		c.Text = spread(*w.Simulated, w.SD)
	}
	return c
}

// blockTable is everything that was simulated under one variation: a row for each
// configuration, a column for each metric.
func blockTable(r *experiment.Replica, b *experiment.BlockRow) *table {
	t := &table{Caption: b.Name, Columns: []column{{Head: "configuration"}}}
	switch {
	case b.Note != "" && b.Name != "":
		t.Caption += ": " + b.Note
	case t.Caption == "":
		t.Caption = "As published"
	}
	x := crosstab{}
	for i := range r.Rows {
		w := &r.Rows[i]
		if w.Block != b.Name {
			continue
		}
		c := simulated(w)
		if w.SimulatedDeltaPct != nil {
			c = c.over(percent(*w.SimulatedDeltaPct))
		}
		x.set(strings.TrimSuffix(w.Config, " ("+b.Name+")"), withUnit(wording.Metric(w.Metric), w.Unit), c)
		if w.Note != "" && w.Published == nil {
			t.Foot = append(t.Foot, w.Config+", "+wording.Metric(w.Metric)+": "+w.Note)
		}
	}
	x.fold(t)
	x.fill(t)
	return t
}

func countTable(r *experiment.Replica) *table {
	t := &table{
		Caption: "Means of the principal block, with the deviation over the seeds below",
		Columns: []column{{Head: "configuration"}},
	}
	x := crosstab{}
	for i := range r.Counts {
		c := &r.Counts[i]
		k := words("–")
		name, scale := strings.TrimPrefix(c.Metric, "scheduler."), 1.0
		if short, isTime := strings.CutSuffix(name, "_ns"); isTime {
			name, scale = short+", s", 1e9
		}
		if c.Summary != nil {
			mean, sd := c.Summary.Mean/scale, c.Summary.SD/scale
			if k = num(mean, number(mean)); sd > 0 {
				k = k.over("± " + number(sd))
			}
		}
		x.set(c.Config, name, k)
	}
	x.fold(t)
	x.fill(t)
	return t
}

package page

import (
	"fmt"
	"slices"

	"easim/eas"
	"easim/eas/report/chart"
)

// sample is several runs that differ in their seed only, under one name.
type sample struct {
	name string
	runs []*eas.Result
}

// parts are the four parts of a cluster's energy, in the order in which they are
// drawn, and how strong their colour is.
var parts = [...]struct {
	name  string
	alpha float64
	of    func(*eas.ClusterEnergy) *float64
}{
	{"core busy", 1, func(c *eas.ClusterEnergy) *float64 { return c.CoreBusy }},
	{"cluster busy", 0.72, func(c *eas.ClusterEnergy) *float64 { return c.ClusterBusy }},
	{"core idle", 0.46, func(c *eas.ClusterEnergy) *float64 { return c.CoreIdle }},
	{"cluster idle", 0.25, func(c *eas.ClusterEnergy) *float64 { return c.ClusterIdle }},
}

// kindInk is the colour of a kind of CPU.
func kindInk(kind string) chart.Ink {
	switch kind {
	case "little":
		return chart.Little
	case "mid":
		return chart.Mid
	}
	return chart.Big
}

// mean is the mean of a number over the runs; nil if one does not know it.
func (s *sample) mean(of func(*eas.Result) *float64) *float64 {
	sum := 0.0
	for _, r := range s.runs {
		v := of(r)
		if v == nil {
			return nil
		}
		sum += *v
	}
	if len(s.runs) == 0 {
		return nil
	}
	sum /= float64(len(s.runs))
	return &sum
}

func (s *sample) meanOf(of func(*eas.Result) float64) float64 {
	v := s.mean(func(r *eas.Result) *float64 { x := of(r); return &x })
	if v == nil {
		return 0
	}
	return *v
}

func totalEnergy(r *eas.Result) float64 { return r.Energy.Total }

// cluster returns the i-th cluster of a run, or an empty one.
func cluster(r *eas.Result, i int) *eas.ClusterEnergy {
	if i >= len(r.Energy.Clusters) {
		return &eas.ClusterEnergy{}
	}
	return &r.Energy.Clusters[i]
}

// energyFigure stacks the energy of each sample by cluster and part.
func energyFigure(id string, samples []sample) *figure {
	unit := samples[0].runs[0].Energy.Unit
	b := &chart.Bars{X: chart.Axis{Label: unit}}
	b.Name, b.Title = "energy", "Energy by cluster and part"
	b.Desc = "Stacked by cluster; stronger colours are busy parts, weaker ones idle parts."
	if len(samples[0].runs) > 1 {
		b.Desc = "Each bar is a mean over the seeds. " + b.Desc
	}
	for i := range samples {
		s := &samples[i]
		first := slices.IndexFunc(samples, func(o sample) bool { return sameQuestion(&o, s) })
		base, total := samples[first].meanOf(totalEnergy), s.meanOf(totalEnergy)
		row := chart.Bar{Label: s.name, Note: number(total)}
		switch own := s.runs[0].Energy.Unit; {
		case own != unit:
			row.Note += " " + own
		case first < i && base > 0:
			row.Note += " (" + percent(100*(total/base-1)) + ")"
		}
		for k := range s.runs[0].Energy.Clusters {
			row.Parts = append(row.Parts, clusterParts(s, k, total)...)
		}
		b.Rows = append(b.Rows, row)
	}
	b.Legend = energyKeys(samples)
	return &figure{ID: id, Chart: b, Numbers: energyTable(samples, unit)}
}

// sameQuestion reports whether two samples do the same on the same board.
func sameQuestion(a, b *sample) bool {
	x, y := &a.runs[0].Scenario, &b.runs[0].Scenario
	return x.Platform == y.Platform && x.Workload == y.Workload && a.runs[0].Energy.Unit == b.runs[0].Energy.Unit
}

// energyKeys name every part that is drawn, each once.
func energyKeys(samples []sample) []chart.Key {
	var out []chart.Key
	for i := range samples {
		for k := range samples[i].runs[0].Energy.Clusters {
			c := cluster(samples[i].runs[0], k)
			for _, p := range parts {
				key := chart.Key{Name: c.Name + " " + p.name, Paint: chart.Paint{Ink: kindInk(c.Kind), Alpha: p.alpha}}
				if p.of(c) != nil && !slices.Contains(out, key) {
					out = append(out, key)
				}
			}
		}
	}
	return out
}

// energyTable is one row a cluster of each sample.
func energyTable(samples []sample, unit string) *table {
	t := &table{Caption: "Energy, " + unit, Columns: []column{{Head: ""}, {Head: "cluster"}}}
	for _, p := range parts {
		t.Columns = append(t.Columns, column{p.name, true})
	}
	t.Columns = append(t.Columns, column{"total", true}, column{"share, %", true})
	for i := range samples {
		s := &samples[i]
		whole := s.meanOf(totalEnergy)
		for k := range s.runs[0].Energy.Clusters {
			row := []cell{words(s.name), words(cluster(s.runs[0], k).Name)}
			for _, p := range parts {
				row = append(row, maybeNum(s.mean(func(r *eas.Result) *float64 { return p.of(cluster(r, k)) }), number))
			}
			mean := s.meanOf(func(r *eas.Result) float64 { return cluster(r, k).Total })
			share := 0.0
			if whole > 0 {
				share = 100 * mean / whole
			}
			t.Rows = append(t.Rows, append(row, num(mean, number(mean)), num(share, oneDigit(share))))
		}
	}
	return t
}

// clusterParts are the pieces of a bar that belong to cluster k. What the table does
// not split is one piece.
func clusterParts(s *sample, k int, total float64) []chart.Part {
	var out []chart.Part
	c, unit := cluster(s.runs[0], k), s.runs[0].Energy.Unit
	piece := func(name string, v, alpha float64) {
		out = append(out, chart.Part{
			Value: v, Paint: chart.Paint{Ink: kindInk(c.Kind), Alpha: alpha}, Text: share(v, total),
			Tip: fmt.Sprintf("%s\n%s %s: %s %s, %s", s.name, c.Name, name, number(v), unit, share(v, total)),
		})
	}
	rest := s.meanOf(func(r *eas.Result) float64 { return cluster(r, k).Total })
	whole := rest
	for _, p := range parts {
		if v := s.mean(func(r *eas.Result) *float64 { return p.of(cluster(r, k)) }); v != nil {
			piece(p.name, *v, p.alpha)
			rest -= *v
		}
	}
	if rest > 1e-9*whole && len(out) < len(parts) {
		piece("not split by the table", rest, 0.72)
	}
	return out
}

package experiment

import (
	"math"
	"slices"

	"easim/eas/compare"
)

// tabulator makes the table out of the runs.
type tabulator struct {
	x        *Experiment
	cells    []cell
	readings []compare.Reading // of some run, for units and directions
	out      *Replica
}

func (t *tabulator) fill() error {
	for i := range t.cells {
		c := &t.cells[i]
		t.out.Configs = append(t.out.Configs, ConfigRow{c.label, c.series.Flags, c.config.Note})
		for _, m := range t.x.Metrics {
			t.out.Rows = append(t.out.Rows, t.row(c, m))
		}
		for _, f := range c.series.Failures() {
			t.out.Failures = append(t.out.Failures, NamedFailure{c.label, f})
		}
		for _, w := range c.series.Warnings() {
			if !slices.Contains(t.out.Warnings, w) {
				t.out.Warnings = append(t.out.Warnings, w)
			}
		}
	}
	t.signs()
	t.orders()
	t.counts()
	t.clip()
	t.ratios()
	return t.anchors()
}

// base is the cell that c's changes are relative to; nil if it is a base itself.
func (t *tabulator) base(c *cell) *cell {
	for i := range t.cells {
		if b := &t.cells[i]; c.config.Base != "" && b.block == c.block && b.config.Name == c.config.Base {
			return b
		}
	}
	return nil
}

func (t *tabulator) row(c *cell, metric string) ResultRow {
	path, spread := spreadOf(metric)
	m := compare.Reading{Path: path}
	if got, err := compare.Choose(t.readings, []string{path}); err == nil && len(got) == 1 {
		m = got[0]
	}
	r := ResultRow{Config: c.label, Block: c.block.Name, Metric: metric, Unit: m.Unit, Exact: c.series.Exact}
	s := compare.Summarize(c.series.Values(m.Path))
	r.N, r.SD = s.N, s.SD
	switch {
	case s.N == 0:
	case spread:
		r.Simulated = &s.SD
	default:
		r.Simulated = &s.Mean
	}
	if b := t.base(c); b != nil {
		r.Base = &b.label
		r.compare(b, c, &m, spread)
	}
	if c.block == &t.x.Blocks[0] {
		t.publish(&r, c, metric)
	}
	return r
}

// compare fills in the simulated change.
func (r *ResultRow) compare(b, c *cell, m *compare.Reading, spread bool) {
	if spread {
		d := compare.Spread(b.series.Values(m.Path), c.series.Values(m.Path))
		if d.Known {
			delta := 100 * (d.Mean - 1)
			r.SimulatedDeltaPct, r.P = &delta, &d.P
			r.CI95Pct = &[2]float64{100 * (d.Lo - 1), 100 * (d.Hi - 1)}
		}
		return
	}
	k := c.series.ChangeFrom(b.series, m)
	r.SimulatedDeltaPct, r.CI95Pct, r.P, r.Exact = k.DeltaPct, k.CI95Pct, k.P, k.Exact
}

// publish fills in what was published and whether the signs agree.
func (t *tabulator) publish(r *ResultRow, c *cell, metric string) {
	p := t.x.published(c.config.Name, metric)
	if p == nil {
		return
	}
	r.Published = &p.Value
	base := t.x.published(c.config.Base, metric)
	if base == nil || base.Value == 0 {
		return
	}
	delta := 100 * (p.Value - base.Value) / math.Abs(base.Value)
	r.PublishedDeltaPct = &delta
	r.Note = p.Noise
	if r.SimulatedDeltaPct != nil && p.Noise == "" {
		agrees := *r.SimulatedDeltaPct != 0 && (*r.SimulatedDeltaPct > 0) == (delta > 0)
		r.SignAgrees = &agrees
	}
}

package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"easim/eas"
)

// RepeatOptions says how much of an experiment is run.
type RepeatOptions struct {
	Runner        Runner
	Seeds         []uint64 // in place of the experiment's own
	PrincipalOnly bool     // only what stands beside published values
}

// cell is one configuration in one block.
type cell struct {
	block  *Block
	config *Config
	label  string
	series *series
	sample sample
}

// Repeat runs every configuration in every block on every seed and sets the
// outcome beside what was published. Errors are as in [Compare].
func (x *Experiment) Repeat(ctx context.Context, o RepeatOptions) (*Replica, error) {
	cells, variants := x.cells(o)
	asked := slices.Concat(x.Metrics, x.Counts)
	for i := range asked {
		asked[i], _ = spreadOf(asked[i])
	}
	all, err := runAll(ctx, o.Runner, variants, func(first *eas.Result) error {
		_, err := choose(Readings(first), asked)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range cells {
		cells[i].series, cells[i].sample = &all[i], newSample(all[i].outcomes)
	}
	t := &tabulator{x: x, cells: cells, out: x.blank(o)}
	if first := firstResult(all); first != nil {
		t.readings = Readings(first)
	}
	if err := t.fill(); err != nil {
		return nil, err
	}
	if x.OwnTime && ctx.Err() == nil {
		t.out.OwnTime = x.ownTime(ctx, variants, cells)
	}
	if ctx.Err() != nil {
		return t.out, fmt.Errorf("experiment: stopped early: %w", ctx.Err())
	}
	return t.out, nil
}

// Plan is the table without its runs: what is published, what would be run, what
// it rests on.
func (x *Experiment) Plan() *Replica {
	cells, variants := x.cells(RepeatOptions{})
	t := &tabulator{x: x, out: x.blank(RepeatOptions{})}
	for i := range cells {
		c := &cells[i]
		t.out.Configs = append(t.out.Configs, ConfigRow{c.label, variants[i].Flags, c.config.Note})
		if c.block != &x.Blocks[0] {
			continue
		}
		for _, m := range x.Metrics {
			r := ResultRow{Config: c.label, Block: c.block.Name, Metric: m}
			t.publish(&r, c, m)
			t.out.Rows = append(t.out.Rows, r)
		}
	}
	return t.out
}

func (x *Experiment) blank(o RepeatOptions) *Replica {
	r := &Replica{
		Format: ReplicaFormat, Name: x.Name, Title: x.Title, Source: x.Source, Doc: x.Doc, Findings: x.Findings,
		Seeds:  x.Seeds,
		Blocks: []BlockRow{},
		Rows:   []ResultRow{}, Orders: []Order{}, Counts: []CountRow{}, Derived: []DerivedRow{}, Configs: []ConfigRow{},
		Provenance: append([]Parameter{}, x.Parameters...), Failures: []NamedFailure{}, Warnings: []string{},
	}
	if len(o.Seeds) > 0 {
		r.Seeds = o.Seeds
	}
	for i := range x.Blocks {
		if i == 0 || !o.PrincipalOnly {
			r.Blocks = append(r.Blocks, BlockRow{x.Blocks[i].Name, x.Blocks[i].Note})
		}
	}
	return r
}

// cells lists what is run, block by block.
func (x *Experiment) cells(o RepeatOptions) ([]cell, []Variant) {
	seeds := x.blank(o).Seeds
	var cells []cell
	var variants []Variant
	for i := range x.Blocks {
		b := &x.Blocks[i]
		for j := range x.Configs {
			c := &x.Configs[j]
			if !c.in(b) || o.PrincipalOnly && (i > 0 || !x.principal(c)) {
				continue
			}
			k := cell{block: b, config: c, label: c.Name}
			if i > 0 {
				k.label += " (" + b.Name + ")"
			}
			p := x.part(b, c)
			cells = append(cells, k)
			variants = append(variants, Variant{Name: k.label, Flags: p.flags(), Scenario: p.scenario(), Seeds: seeds})
		}
	}
	return cells, variants
}

// principal reports whether something was published of c, or it is the base of
// such a configuration.
func (x *Experiment) principal(c *Config) bool {
	for i := range x.Published {
		p := x.config(x.Published[i].Config)
		if p == c || p != nil && p.Base == c.Name {
			return true
		}
	}
	return false
}

// tabulator makes the table out of the runs.
type tabulator struct {
	x        *Experiment
	cells    []cell
	readings []Reading // of some run, for units and directions
	out      *Replica
}

func (t *tabulator) fill() error {
	for i := range t.cells {
		c := &t.cells[i]
		t.out.Configs = append(t.out.Configs, ConfigRow{c.label, c.series.Flags, c.config.Note})
		for _, m := range t.x.Metrics {
			t.out.Rows = append(t.out.Rows, t.row(c, m))
		}
		for j := range c.series.outcomes {
			if err := c.series.outcomes[j].Err; err != nil && !errors.Is(err, ErrNotRun) {
				t.out.Failures = append(t.out.Failures, NamedFailure{c.label, Failure{c.series.Seeds[j], err.Error()}})
			}
		}
	}
	t.signs()
	t.orders()
	t.counts()
	t.clip()
	t.ratios()
	t.warn()
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
	m := Reading{Path: path}
	if got, err := choose(t.readings, []string{path}); err == nil && len(got) == 1 {
		m = got[0]
	}
	r := ResultRow{Config: c.label, Block: c.block.Name, Metric: metric, Unit: m.Unit, Exact: c.series.exact}
	s := Summarize(c.sample.values(m.Path))
	r.N, r.SD = s.N, s.SD
	if value := pick(spread, s.SD, s.Mean); s.N > 0 {
		r.Simulated = &value
	}
	b := t.base(c)
	if b != nil {
		name := b.label
		r.Base = &name
		r.compare(b, c, &m, spread)
	}
	if c.block == &t.x.Blocks[0] {
		t.publish(&r, c, metric)
	}
	return r
}

func pick(cond bool, yes, no float64) float64 {
	if cond {
		return yes
	}
	return no
}

// compare fills in the simulated change.
func (r *ResultRow) compare(b, c *cell, m *Reading, spread bool) {
	if spread {
		d := Spread(b.sample.values(m.Path), c.sample.values(m.Path))
		if d.Known {
			delta := 100 * (d.Mean - 1)
			r.SimulatedDeltaPct, r.P = &delta, &d.P
			r.CI95Pct = &[2]float64{100 * (d.Lo - 1), 100 * (d.Hi - 1)}
		}
		return
	}
	p := pairing{base: b.series, other: c.series, a: b.sample, b: c.sample, Thresholds: Thresholds{}.withDefaults()}
	k := p.change(m)
	r.SimulatedDeltaPct, r.CI95Pct, r.P, r.Exact, r.Note = k.DeltaPct, k.CI95Pct, k.P, k.Exact, ""
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

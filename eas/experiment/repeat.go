package experiment

import (
	"context"
	"fmt"
	"slices"

	"easim/eas"
	"easim/eas/compare"
)

// RepeatOptions says how much of an experiment is run.
type RepeatOptions struct {
	Runner        compare.Runner
	Seeds         []uint64 // in place of the experiment's own
	PrincipalOnly bool     // only what stands beside published values
}

// cell is one configuration in one block.
type cell struct {
	block  *Block
	config *Config
	label  string
	series *compare.Series // nil: not run
}

// mean is the mean of a metric over the seeds.
func (c *cell) mean(path string) float64 { return compare.Summarize(c.series.Values(path)).Mean }

// Repeat runs every configuration in every block on every seed and sets the
// outcome beside what was published. Errors are as in [compare.Variants].
func (x *Experiment) Repeat(ctx context.Context, o RepeatOptions) (*Replica, error) {
	cells, variants := x.cells(o)
	asked := slices.Concat(x.Metrics, x.Counts)
	for i := range asked {
		asked[i], _ = spreadOf(asked[i])
	}
	all, err := o.Runner.RunVariants(ctx, variants, func(first *eas.Result) error {
		_, err := compare.Choose(compare.Readings(first), asked)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range cells {
		cells[i].series = &all[i]
	}
	t := &tabulator{x: x, cells: cells, out: x.blank(o)}
	if first := compare.FirstResult(all); first != nil {
		t.readings = compare.Readings(first)
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
func (x *Experiment) cells(o RepeatOptions) ([]cell, []compare.Variant) {
	seeds := x.blank(o).Seeds
	var cells []cell
	var variants []compare.Variant
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
			variants = append(variants, compare.Variant{Name: k.label, Flags: p.flags(), Scenario: p.scenario(), Seeds: seeds})
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

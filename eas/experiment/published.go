package experiment

import (
	"slices"
	"strings"
)

// Experiment is a published table with everything that is needed to make it
// again. It comes from a file, see [Load].
type Experiment struct {
	Name   string
	Title  string
	Doc    string // what was published, how it is re-run, what to expect
	Source string // where the published table is from

	Findings string // why the simulated table is as it is, read from counts

	Common  Part // what all configurations share
	Seeds   []uint64
	Metrics []string // paths, or sd(PATH) for the spread over the seeds
	Counts  []string // metrics that explain the others

	// Blocks are variations under which the whole table is made again. The first
	// is the principal one: only it stands beside published values.
	Blocks  []Block
	Configs []Config

	Published  []PublishedValue
	ClipEnergy ClipEnergy
	Anchors    string // a configuration of geekbench to put between bounds; "": none
	OwnTime    bool   // measure the simulator's own time per event too
	Parameters []Parameter
}

// Block is one variation of the whole table.
type Block struct {
	Name string
	Note string
	Part Part // laid over the common one
}

// Config is one column of the published table, or one that is shown beside.
type Config struct {
	Name   string
	Base   string // the configuration that changes are relative to; "" for a base
	Note   string
	Part   Part     // laid over common and block
	Blocks []string // the blocks that have it; none: all
}

// PublishedValue is one published number.
type PublishedValue struct {
	Config string
	Metric string
	Value  float64
	Noise  string   // why its change is not significant as published; "": it counts
	Rows   []string // of published.csv
}

// ClipEnergy says what length of a fixed-length workload a published energy
// stands for: the published energy over the simulated power.
type ClipEnergy struct {
	Config string  // empty: not asked for
	Joules float64 // published, of the metric energy.total
}

// The kinds of [Parameter].
const (
	Sourced  = "sourced"  // a document or data sheet says so
	Measured = "measured" // on hardware, by someone
	Derived  = "derived"  // computed from sourced or measured numbers
	Inferred = "inferred" // concluded from the published table
	Fitted   = "fitted"   // chosen so that one published number comes out
	Assumed  = "assumed"  // a reasonable guess
)

// Parameter is one number or choice of the model that a table rests on.
type Parameter struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Kind   string `json:"kind"`
	Source string `json:"source"`           // where from, or how it was obtained
	Apply  string `json:"varied,omitempty"` // what sensitivity moves: "workload.KEY" or "set.KEY"
}

// movable reports whether sensitivity moves the parameter: nobody has measured it,
// and there is a key to move.
func (p *Parameter) movable() bool { return p.Apply != "" && (p.Kind == Assumed || p.Kind == Fitted) }

// spreadOf returns the path inside sd(PATH), the name of a metric's deviation over
// the seeds.
func spreadOf(metric string) (path string, ok bool) {
	inner, ok := strings.CutPrefix(metric, "sd(")
	if !ok {
		return metric, false
	}
	return strings.CutSuffix(inner, ")")
}

// config returns the configuration of a name.
func (x *Experiment) config(name string) *Config {
	for i := range x.Configs {
		if x.Configs[i].Name == name {
			return &x.Configs[i]
		}
	}
	return nil
}

// in reports whether the block has the configuration.
func (c *Config) in(b *Block) bool {
	return len(c.Blocks) == 0 || slices.Contains(c.Blocks, b.Name)
}

// published returns what was published of a metric of a configuration.
func (x *Experiment) published(config, metric string) *PublishedValue {
	for i := range x.Published {
		if p := &x.Published[i]; p.Config == config && p.Metric == metric {
			return p
		}
	}
	return nil
}

// part is what configuration c runs in block b.
func (x *Experiment) part(b *Block, c *Config) Part {
	return x.Common.over(b.Part).over(c.Part)
}

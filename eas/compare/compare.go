package compare

import (
	"context"
	"fmt"
	"strings"

	"easim/eas"
)

// Format is the version of the JSON form of a [Comparison].
const Format = 1

// Variant is one side of a comparison.
type Variant struct {
	Name     string
	Flags    string // what makes it, as a user writes it; for the report
	Scenario eas.Scenario
	Seeds    []uint64 // in place of the scenario's own
}

// Options says what a comparison looks at. The zero value is the usual.
type Options struct {
	Runner    Runner
	Metrics   []string // names as in [Reading]; none: energies, work, the workload's own metrics
	Workloads []string // each variant runs all of them; none: the workload of its scenario
	AllPairs  bool     // compare the others with each other too, not only with the first
	Limits    []Limit
	Thresholds
}

// Comparison is what [Variants] found. Its JSON form is a contract with scripts
// outside: keys may be added, none renamed.
type Comparison struct {
	Format      int             `json:"format"`
	Version     string          `json:"version,omitempty"` // of the program; set by the caller
	Workloads   []string        `json:"workloads,omitempty"`
	Variants    []VariantResult `json:"variants"` // with several workloads one a workload and variant
	Adjustment  Adjustment      `json:"adjustment"`
	Comparisons []Change        `json:"comparisons"`
	Conclusions []Conclusion    `json:"conclusions"`       // one a pair, in the order of comparisons
	GeoMean     *GeoMean        `json:"geomean,omitempty"` // of several workloads
	Limits      []LimitResult   `json:"limits"`
	Warnings    []string        `json:"warnings"`
}

// VariantResult is one variant with all its runs.
type VariantResult struct {
	Name     string             `json:"name"`
	Workload string             `json:"workload,omitempty"` // if there are several
	Flags    string             `json:"flags"`
	Seeds    []uint64           `json:"seeds"`
	Exact    bool               `json:"exact"` // chance has no part in it
	Runs     []*eas.Result      `json:"runs"`  // of the seeds, without the failed ones
	Summary  map[string]Summary `json:"summary"`
	Failures []Failure          `json:"failures"`
}

// Label is the variant's name, with its workload if there are several.
func (v *VariantResult) Label() string { return label(v.Name, v.Workload) }

func label(variant, workload string) string {
	if workload == "" {
		return variant
	}
	return variant + " on " + workload
}

// Failure is a run that failed.
type Failure struct {
	Seed  uint64 `json:"seed"`
	Error string `json:"error"`
}

// Variants runs every variant on its seeds and compares each with the first, the
// baseline, or every two with each other. Variants on the same seeds are paired;
// else the samples count as independent. Several workloads are compared one by one
// and then by their geometric mean.
//
// The error is an [*eas.InputError] if a variant cannot be run as it stands, or a
// metric is unknown: then nothing is returned. If ctx ends the comparison holds
// what was done, and the error wraps ctx.Err(). A failed run is no error but a
// [Failure].
func Variants(ctx context.Context, variants []Variant, o Options) (*Comparison, error) {
	if err := checkVariants(variants); err != nil {
		return nil, err
	}
	if err := checkWorkloads(o.Workloads); err != nil {
		return nil, err
	}
	all, err := o.Runner.runGroups(ctx, o.spread(variants), len(variants), o.checkNames)
	if err != nil {
		return nil, err
	}
	b := builder{Options: o}
	b.Thresholds = o.withDefaults()
	c, err := b.build(all, len(variants))
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("compare: stopped early: %w", ctx.Err())
	}
	return c, err
}

func checkVariants(variants []Variant) error {
	if len(variants) < 2 {
		return badInput("compare: %d variant; a comparison needs a baseline and at least one other", len(variants))
	}
	for i := range variants {
		if len(variants[i].Seeds) == 0 {
			return badInput("compare: variant %s has no seeds", variants[i].Name)
		}
		for j := range i {
			if variants[j].Name == variants[i].Name {
				return badInput("compare: two variants are called %s", variants[i].Name)
			}
		}
	}
	return nil
}

func checkWorkloads(names []string) error {
	for i, name := range names {
		if name == "" {
			return badInput("compare: a workload without a name")
		}
		for _, before := range names[:i] {
			if strings.EqualFold(before, name) {
				return badInput("compare: workload %s is given twice", name)
			}
		}
	}
	return nil
}

func badInput(format string, args ...any) error {
	return &eas.InputError{Err: fmt.Errorf(format, args...)}
}

// spread returns the variants on each workload, workload by workload.
func (o *Options) spread(variants []Variant) []Variant {
	if len(o.Workloads) == 0 {
		return variants
	}
	var out []Variant
	for _, name := range o.Workloads {
		for _, v := range variants {
			v.Scenario.Workload = name
			out = append(out, v)
		}
	}
	return out
}

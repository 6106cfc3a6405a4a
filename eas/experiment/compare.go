package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"easim/eas"
)

// CompareFormat is the version of the JSON form of a [Comparison].
const CompareFormat = 1

// Variant is one side of a comparison.
type Variant struct {
	Name     string
	Flags    string // what makes it, as a user writes it; for the report
	Scenario eas.Scenario
	Seeds    []uint64 // in place of the scenario's own
}

// CompareOptions says what a comparison looks at. The zero value is the usual.
type CompareOptions struct {
	Runner  Runner
	Metrics []string // names as in [Reading]; none: energies, work, the workload's own metrics
	Limits  []Limit
	Thresholds
}

// Comparison is what Compare found. Its JSON form is a contract with scripts
// outside: keys may be added, none renamed.
type Comparison struct {
	Format      int             `json:"format"`
	Version     string          `json:"version,omitempty"` // of the program; set by the caller
	Variants    []VariantResult `json:"variants"`
	Comparisons []Change        `json:"comparisons"`
	Conclusions []Conclusion    `json:"conclusions"`
	Limits      []LimitResult   `json:"limits"`
	Warnings    []string        `json:"warnings"`
}

// VariantResult is one variant with all its runs.
type VariantResult struct {
	Name     string             `json:"name"`
	Flags    string             `json:"flags"`
	Seeds    []uint64           `json:"seeds"`
	Exact    bool               `json:"exact"` // chance has no part in it
	Runs     []*eas.Result      `json:"runs"`  // of the seeds, without the failed ones
	Summary  map[string]Summary `json:"summary"`
	Failures []Failure          `json:"failures"`
}

// Failure is a run that failed.
type Failure struct {
	Seed  uint64 `json:"seed"`
	Error string `json:"error"`
}

// Compare runs every variant on its seeds and compares each with the first, the
// baseline. All variants on the same seeds are paired; else the samples count as
// independent.
//
// The error is an [*eas.InputError] if a variant cannot be run as it stands, or a
// metric is unknown: then nothing is returned. If ctx ends the comparison holds
// what was done, and the error wraps ctx.Err(). A failed run is no error but a
// [Failure].
func Compare(ctx context.Context, variants []Variant, o CompareOptions) (*Comparison, error) {
	if err := checkVariants(variants); err != nil {
		return nil, err
	}
	all, err := runAll(ctx, o.Runner, variants, func(first *eas.Result) error {
		_, err := o.choose(Readings(first))
		return err
	})
	if err != nil {
		return nil, err
	}
	c, err := compareSeries(all, o)
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("experiment: stopped early: %w", ctx.Err())
	}
	return c, err
}

func checkVariants(variants []Variant) error {
	if len(variants) < 2 {
		return badInput("experiment: %d variant; a comparison needs a baseline and at least one other", len(variants))
	}
	for i := range variants {
		if len(variants[i].Seeds) == 0 {
			return badInput("experiment: variant %s has no seeds", variants[i].Name)
		}
	}
	return nil
}

func badInput(format string, args ...any) error {
	return &eas.InputError{Err: fmt.Errorf(format, args...)}
}

// series is a variant with what became of its runs.
type series struct {
	*Variant
	exact    bool
	outcomes []Outcome // of the seeds
}

// runAll checks every variant, runs the first seed of the first and shows its
// result to check, then runs the rest. So a mistake is found before the work.
func runAll(ctx context.Context, r Runner, variants []Variant, check func(*eas.Result) error) ([]series, error) {
	all := make([]series, len(variants))
	var jobs []eas.Scenario
	for i := range variants {
		v := &variants[i]
		got, err := eas.Inspect(v.Scenario)
		if err != nil {
			return nil, fmt.Errorf("experiment: variant %s: %w", v.Name, err)
		}
		all[i] = series{Variant: v, exact: got.Exact}
		for _, seed := range v.Seeds {
			s := v.Scenario
			s.Seed = seed
			jobs = append(jobs, s)
		}
	}
	outcomes := r.Run(ctx, jobs[:1])
	if first := outcomes[0].Result; first != nil {
		if err := check(first); err != nil {
			return nil, &eas.InputError{Err: err}
		}
	}
	rest := r
	if r.OnDone != nil {
		rest.OnDone = func(i int, o *Outcome) { r.OnDone(i+1, o) }
	}
	outcomes = append(outcomes, rest.Run(ctx, jobs[1:])...)
	for i := range all {
		n := len(all[i].Seeds)
		all[i].outcomes, outcomes = outcomes[:n], outcomes[n:]
	}
	return all, nil
}

// choose picks the metrics that are shown: the asked ones or the usual, those of
// the limits, and what belongs beside an energy.
func (o *CompareOptions) choose(all []Reading) ([]Reading, error) {
	chosen := usual(all)
	if len(o.Metrics) > 0 {
		var err error
		if chosen, err = choose(all, o.Metrics); err != nil {
			return nil, err
		}
	}
	for _, l := range o.Limits {
		got, err := choose(all, []string{l.Metric})
		if err != nil {
			return nil, err
		}
		for _, r := range got {
			chosen = addMetric(chosen, r)
		}
	}
	return withPerformance(all, chosen), nil
}

// compareSeries compares what was run.
func compareSeries(all []series, o CompareOptions) (*Comparison, error) {
	c := &Comparison{
		Format: CompareFormat, Comparisons: []Change{}, Conclusions: []Conclusion{},
		Limits: []LimitResult{}, Warnings: []string{},
	}
	first := firstResult(all)
	if first == nil {
		c.addVariants(all, nil)
		return c, nil
	}
	readings := Readings(first)
	metrics, err := o.choose(readings)
	if err != nil {
		return nil, &eas.InputError{Err: err}
	}
	samples := c.addVariants(all, metrics)
	for i := 1; i < len(all); i++ {
		side := pairing{base: &all[0], other: &all[i], a: samples[0], b: samples[i], Thresholds: o.withDefaults()}
		rows := side.changes(metrics)
		c.Comparisons = append(c.Comparisons, rows...)
		c.Conclusions = append(c.Conclusions, side.conclude(rows))
		for _, l := range o.Limits {
			c.Limits = append(c.Limits, l.check(readings, rows)...)
		}
	}
	c.warn(all)
	return c, nil
}

func firstResult(all []series) *eas.Result {
	for i := range all {
		for j := range all[i].outcomes {
			if r := all[i].outcomes[j].Result; r != nil {
				return r
			}
		}
	}
	return nil
}

// addVariants fills in the variants and returns their samples.
func (c *Comparison) addVariants(all []series, metrics []Reading) []sample {
	samples := make([]sample, len(all))
	for i := range all {
		s := &all[i]
		v := VariantResult{
			Name: s.Name, Flags: s.Flags, Seeds: s.Seeds, Exact: s.exact,
			Runs: []*eas.Result{}, Summary: map[string]Summary{}, Failures: []Failure{},
		}
		for j := range s.outcomes {
			o := &s.outcomes[j]
			switch {
			case o.Result != nil:
				v.Runs = append(v.Runs, o.Result)
			case !errors.Is(o.Err, ErrNotRun):
				v.Failures = append(v.Failures, Failure{s.Seeds[j], o.Err.Error()})
			}
		}
		samples[i] = newSample(s.outcomes)
		for _, m := range metrics {
			v.Summary[m.Path] = Summarize(samples[i].values(m.Path))
		}
		c.Variants = append(c.Variants, v)
	}
	return samples
}

// warn gathers what the reader has to know: the warnings of the runs, each once,
// and lists of seeds that say little.
func (c *Comparison) warn(all []series) {
	add := func(text string) {
		if !slices.Contains(c.Warnings, text) {
			c.Warnings = append(c.Warnings, text)
		}
	}
	for i := range all {
		for j := range all[i].outcomes {
			if r := all[i].outcomes[j].Result; r != nil {
				for _, w := range r.Warnings {
					add(all[i].Name + ": " + w)
				}
			}
		}
		if len(all[i].Seeds) == 1 && !all[i].exact {
			add(all[i].Name + ": one seed gives no interval; --seeds 1..5 does")
		}
	}
}

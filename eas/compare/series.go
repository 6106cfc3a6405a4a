package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"easim/eas"
)

// Series is a variant with what became of its runs.
type Series struct {
	Variant
	Exact bool // chance has no part in it

	outcomes []Outcome            // of the seeds
	runs     []map[string]Reading // of the seeds, by path; nil: no result
}

// RunVariants runs every variant on its seeds, without comparing anything. All
// variants are looked at first, and the first seed of the first is run and its
// result shown to check; so a mistake is found before the work. Then a seed is run
// of every variant before the next, so that an early end leaves pairs. Errors are as
// in [Variants], but that the end of ctx is none: what was not run is not in the
// series.
func (r Runner) RunVariants(
	ctx context.Context, variants []Variant, check func(first *eas.Result) error,
) ([]Series, error) {
	return r.runGroups(ctx, variants, len(variants), func(firsts []*eas.Result) error { return check(firsts[0]) })
}

// runGroups is RunVariants for groups of variants, each of size: the first seed of
// the first variant of each group is run before the rest, and check sees those
// results if none is missing.
func (r Runner) runGroups(
	ctx context.Context, variants []Variant, size int, check func([]*eas.Result) error,
) ([]Series, error) {
	all := make([]Series, len(variants))
	var heads, rest []place
	for i := range variants {
		v := &variants[i]
		got, err := eas.Inspect(v.Scenario)
		if err != nil {
			return nil, fmt.Errorf("compare: variant %s: %w", v.Name, err)
		}
		all[i] = Series{Variant: *v, Exact: got.Exact, outcomes: make([]Outcome, len(v.Seeds))}
		for j := range v.Seeds {
			if i%size == 0 && j == 0 {
				heads = append(heads, place{i, j})
			} else {
				rest = append(rest, place{i, j})
			}
		}
	}
	slices.SortStableFunc(rest, func(a, b place) int { return cmp.Compare(a.seed, b.seed) })
	r.runPlaces(ctx, all, heads)
	var firsts []*eas.Result
	for _, p := range heads {
		if first := all[p.variant].outcomes[p.seed].Result; first != nil {
			firsts = append(firsts, first)
		}
	}
	if len(firsts) == len(heads) { // a metric may be one that only the missing workload has
		if err := check(firsts); err != nil {
			return nil, &eas.InputError{Err: err}
		}
	}
	if r.OnDone != nil {
		done := r.OnDone
		r.OnDone = func(i int, o *Outcome) { done(len(heads)+i, o) }
	}
	r.runPlaces(ctx, all, rest)
	for i := range all {
		all[i].runs = byPath(all[i].outcomes)
	}
	return all, nil
}

// place is a run by the indices of its variant and of its seed.
type place struct{ variant, seed int }

// runPlaces makes some of the runs.
func (r Runner) runPlaces(ctx context.Context, all []Series, places []place) {
	jobs := make([]eas.Scenario, len(places))
	for i, p := range places {
		jobs[i] = all[p.variant].Scenario
		jobs[i].Seed = all[p.variant].Seeds[p.seed]
	}
	for i, o := range r.Run(ctx, jobs) {
		all[places[i].variant].outcomes[places[i].seed] = o
	}
}

// byPath are the readings of each run.
func byPath(outcomes []Outcome) []map[string]Reading {
	out := make([]map[string]Reading, len(outcomes))
	for i := range outcomes {
		if r := outcomes[i].Result; r != nil {
			out[i] = map[string]Reading{}
			for _, reading := range Readings(r) {
				out[i][reading.Path] = reading
			}
		}
	}
	return out
}

// FirstResult returns some run of the series, which tells the names and units of
// the metrics of all; nil if none ended well.
func FirstResult(all []Series) *eas.Result {
	for i := range all {
		for j := range all[i].outcomes {
			if r := all[i].outcomes[j].Result; r != nil {
				return r
			}
		}
	}
	return nil
}

// Results are those of the runs that ended well, in the order of the seeds.
func (s *Series) Results() []*eas.Result {
	out := []*eas.Result{}
	for i := range s.outcomes {
		if r := s.outcomes[i].Result; r != nil {
			out = append(out, r)
		}
	}
	return out
}

// Failures are the runs that failed by themselves, in the order of the seeds.
func (s *Series) Failures() []Failure {
	out := []Failure{}
	for i := range s.outcomes {
		if err := s.outcomes[i].Err; err != nil && !errors.Is(err, ErrNotRun) {
			out = append(out, Failure{s.Seeds[i], err.Error()})
		}
	}
	return out
}

// Warnings are those of the runs, each once.
func (s *Series) Warnings() []string {
	var out []string
	for _, r := range s.Results() {
		for _, w := range r.Warnings {
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// Values are the known values of a metric, in the order of the seeds. Behind a
// path [PerSecond] divides them by the length of the window.
func (s *Series) Values(path string) []float64 {
	var out []float64
	for i := range s.runs {
		if v, ok := s.at(i, path); ok {
			out = append(out, v)
		}
	}
	return out
}

// at is the value of a metric in the run of seed i.
func (s *Series) at(i int, path string) (float64, bool) {
	base, rate := strings.CutSuffix(path, PerSecond)
	r, ok := s.runs[i][base]
	if !ok || !r.Known {
		return 0, false
	}
	if !rate {
		return r.Value, true
	}
	length := s.runs[i][WindowPath].Value
	if length <= 0 {
		return 0, false
	}
	return r.Value * 1e9 / length, true
}

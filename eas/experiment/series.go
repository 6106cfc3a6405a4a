package experiment

import (
	"context"
	"fmt"

	"easim/eas"
)

// series is a variant with what became of its runs.
type series struct {
	*Variant
	exact    bool
	outcomes []Outcome // of the seeds
}

// results are those of the runs that ended well, in the order of the seeds.
func (s *series) results() []*eas.Result {
	var out []*eas.Result
	for i := range s.outcomes {
		if r := s.outcomes[i].Result; r != nil {
			out = append(out, r)
		}
	}
	return out
}

// runAll checks every variant, runs the first seed of the first and shows its
// result to check, then runs the rest. So a mistake is found before the work.
func runAll(ctx context.Context, r Runner, variants []Variant, check func(*eas.Result) error) ([]series, error) {
	return runGroups(ctx, r, variants, len(variants), func(firsts []*eas.Result) error { return check(firsts[0]) })
}

// runGroups is runAll for groups of variants, each of size: the first seed of the
// first variant of each group is run before the rest, and check sees those results
// if there are any.
func runGroups(
	ctx context.Context, r Runner, variants []Variant, size int, check func([]*eas.Result) error,
) ([]series, error) {
	all := make([]series, len(variants))
	var heads, rest []place
	for i := range variants {
		v := &variants[i]
		got, err := eas.Inspect(v.Scenario)
		if err != nil {
			return nil, fmt.Errorf("experiment: variant %s: %w", v.Name, err)
		}
		all[i] = series{Variant: v, exact: got.Exact, outcomes: make([]Outcome, len(v.Seeds))}
		for j := range v.Seeds {
			if i%size == 0 && j == 0 {
				heads = append(heads, place{i, j})
			} else {
				rest = append(rest, place{i, j})
			}
		}
	}
	runPlaces(ctx, r, all, heads)
	var firsts []*eas.Result
	for _, p := range heads {
		if first := all[p.variant].outcomes[p.seed].Result; first != nil {
			firsts = append(firsts, first)
		}
	}
	if len(firsts) > 0 {
		if err := check(firsts); err != nil {
			return nil, &eas.InputError{Err: err}
		}
	}
	if r.OnDone != nil {
		done := r.OnDone
		r.OnDone = func(i int, o *Outcome) { done(len(heads)+i, o) }
	}
	runPlaces(ctx, r, all, rest)
	return all, nil
}

// place is a run by the indices of its variant and of its seed.
type place struct{ variant, seed int }

// runPlaces makes some of the runs.
func runPlaces(ctx context.Context, r Runner, all []series, places []place) {
	jobs := make([]eas.Scenario, len(places))
	for i, p := range places {
		jobs[i] = all[p.variant].Scenario
		jobs[i].Seed = all[p.variant].Seeds[p.seed]
	}
	for i, o := range r.Run(ctx, jobs) {
		all[places[i].variant].outcomes[places[i].seed] = o
	}
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

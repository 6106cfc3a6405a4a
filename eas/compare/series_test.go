package compare

import (
	"context"
	"errors"
	"slices"
	"testing"

	"easim/eas"
)

// A series holds what its runs say, in the order of the seeds, and a change from
// one to another is the one that a comparison shows.
func TestRunVariants(t *testing.T) {
	fast := small(0)
	fast.Governor = "performance"
	both := []Variant{variant("a", small(0), 3, 1), variant("b", fast, 3, 1)}
	var first uint64
	all, err := Runner{}.RunVariants(t.Context(), both, func(r *eas.Result) error {
		first = r.Scenario.Seed
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if first != 3 || FirstResult(all) != all[0].Results()[0] {
		t.Errorf("the first run has seed %d", first)
	}
	s := &all[1]
	results := s.Results()
	total, wakeups := s.Values("energy.total"), s.Values("scheduler.wakeups/s")
	for i, r := range results {
		perSecond := float64(r.Scheduler.Wakeups) * 1e9 / float64(r.Window.LengthNS)
		if r.Scenario.Seed != both[1].Seeds[i] || total[i] != r.Energy.Total || wakeups[i] != perSecond {
			t.Errorf("seed %d: %g, %g", r.Scenario.Seed, total[i], wakeups[i])
		}
	}
	if len(results) != 2 || len(s.Failures()) != 0 || len(s.Values("energy.nonsense")) != 0 || s.Exact {
		t.Errorf("%+v", s)
	}
	got := s.ChangeFrom(&all[0], &Reading{Path: "energy.total", Better: lower})
	want := change(t, compare(t, Options{}, both...), "b", "energy.total")
	if *got.Delta != *want.Delta || *got.CI95 != *want.CI95 || *got.P != *want.P || got.Verdict != Unclear {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A mistake that the first run shows is found before the work; a run that fails is
// no mistake.
func TestRunVariantsChecksFirst(t *testing.T) {
	n := 0
	r := Runner{OnDone: func(int, *Outcome) { n++ }}
	unknown := errors.New("unknown")
	_, err := r.RunVariants(t.Context(), []Variant{variant("a", small(0), 1, 2, 3)},
		func(*eas.Result) error { return unknown })
	var input *eas.InputError
	if !errors.As(err, &input) || !errors.Is(err, unknown) || n != 1 {
		t.Errorf("%v after %d runs", err, n)
	}
	bad := small(0)
	bad.Platform, bad.ReadFile = "board.toml", func(string) ([]byte, error) { return nil, errors.New("gone") }
	if _, err := r.RunVariants(t.Context(), []Variant{variant("a", bad, 1)}, nil); err == nil {
		t.Error("a variant that cannot be run was begun")
	}
}

// Warnings of the runs appear once; what was not run is no failure.
func TestSeriesFailuresAndWarnings(t *testing.T) {
	gone := errors.New("gone")
	s := Series{Variant: variant("a", small(0), 5, 6, 7, 8), outcomes: []Outcome{
		{Result: &eas.Result{Warnings: []string{"x", "y"}}},
		{Err: gone},
		{Err: errors.Join(ErrNotRun, context.Canceled)},
		{Result: &eas.Result{Warnings: []string{"y", "z"}}},
	}}
	if got := s.Warnings(); !slices.Equal(got, []string{"x", "y", "z"}) {
		t.Errorf("warnings %q", got)
	}
	if got := s.Failures(); !slices.Equal(got, []Failure{{6, "gone"}}) {
		t.Errorf("failures %+v", got)
	}
	if got := s.Results(); len(got) != 2 {
		t.Errorf("%d results", len(got))
	}
	if got := FirstResult([]Series{{outcomes: s.outcomes[1:3]}}); got != nil {
		t.Errorf("a result of nothing: %+v", got)
	}
}

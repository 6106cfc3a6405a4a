package compare

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"easim/eas"
)

// small is a run of a few milliseconds.
func small(seed uint64) eas.Scenario {
	return eas.Scenario{
		Workload: "periodic:tasks=6,util=0.3,jitter=10", Seed: seed,
		Duration: eas.SpanOf(100e6), Warmup: eas.SpanOf(20e6),
	}
}

// failed are the indices of the outcomes that are failures of their own, not of the
// context.
func failed(outcomes []Outcome) []int {
	var out []int
	for i := range outcomes {
		if outcomes[i].Err != nil && !errors.Is(outcomes[i].Err, ErrNotRun) {
			out = append(out, i)
		}
	}
	return out
}

func digests(t *testing.T, outcomes []Outcome) []string {
	t.Helper()
	var out []string
	for i := range outcomes {
		if outcomes[i].Err != nil {
			t.Fatalf("run %d: %v", i, outcomes[i].Err)
		}
		out = append(out, outcomes[i].Result.Digest+" "+strconv.FormatUint(outcomes[i].Result.Scenario.Seed, 10))
	}
	return out
}

func TestRunnerOrder(t *testing.T) {
	var scenarios []eas.Scenario
	for seed := range uint64(12) {
		scenarios = append(scenarios, small(seed+1))
	}
	want := digests(t, Runner{Workers: 1}.Run(t.Context(), scenarios))
	for _, workers := range []int{0, 2, 5, 40} {
		var seen []int
		r := Runner{Workers: workers, OnDone: func(i int, o *Outcome) {
			if o.Result == nil {
				t.Errorf("run %d done without a result", i)
			}
			seen = append(seen, i)
		}}
		if got := digests(t, r.Run(t.Context(), scenarios)); !slices.Equal(got, want) {
			t.Errorf("%d workers: %v, want %v", workers, got, want)
		}
		slices.Sort(seen)
		if len(seen) != len(scenarios) || len(slices.Compact(seen)) != len(scenarios) {
			t.Errorf("%d workers: OnDone saw %v", workers, seen)
		}
	}
	if got := (Runner{}).Run(t.Context(), nil); len(got) != 0 {
		t.Errorf("nothing to run: %v", got)
	}
}

func TestRunnerFailures(t *testing.T) {
	bad, broken := small(2), small(3)
	bad.Governor = "nonsense"
	broken.Platform = "board.toml"
	broken.ReadFile = func(string) ([]byte, error) { panic("out of order") }
	got := Runner{}.Run(t.Context(), []eas.Scenario{small(1), bad, broken, small(4)})
	if got[0].Result == nil || got[3].Result == nil {
		t.Errorf("a failure took other runs with it: %v, %v", got[0].Err, got[3].Err)
	}
	var input *eas.InputError
	if !errors.As(got[1].Err, &input) {
		t.Errorf("an unknown governor: %v", got[1].Err)
	}
	for _, want := range []string{"out of order", "goroutine"} {
		if err := got[2].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a panic: %v", err)
		}
	}
	if f := failed(got); !slices.Equal(f, []int{1, 2}) {
		t.Errorf("failed runs %v", f)
	}
}

func TestRunnerCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var scenarios []eas.Scenario
	for seed := range uint64(30) {
		scenarios = append(scenarios, small(seed+1))
	}
	scenarios[29].Duration = eas.SpanOf(1e15) // would take for ever
	var done atomic.Int64
	got := Runner{Workers: 2, OnDone: func(int, *Outcome) {
		if done.Add(1) == 3 {
			cancel()
		}
	}}.Run(ctx, scenarios)
	kept := 0
	for i := range got {
		switch {
		case got[i].Result != nil:
			kept++
		case !errors.Is(got[i].Err, ErrNotRun) || !errors.Is(got[i].Err, context.Canceled):
			t.Errorf("run %d: %v", i, got[i].Err)
		}
	}
	if kept < 3 || kept == len(got) || len(failed(got)) != 0 {
		t.Errorf("%d of %d kept, failed %v", kept, len(got), failed(got))
	}
	if int64(kept) != done.Load() {
		t.Errorf("%d results, %d reported", kept, done.Load())
	}
}

func TestFiles(t *testing.T) {
	reads := 0
	f := NewFiles(func(name string) ([]byte, error) {
		reads++
		if name == "gone" {
			return nil, errors.New("no such file")
		}
		return []byte(name), nil
	})
	for range 3 {
		if src, err := f.Read("a"); err != nil || string(src) != "a" {
			t.Errorf("Read: %q, %v", src, err)
		}
		if _, err := f.Read("gone"); err == nil {
			t.Error("a missing file was read")
		}
	}
	if reads != 2 {
		t.Errorf("%d reads of two files", reads)
	}
	if _, err := NewFiles(nil).Read("no/such/file"); err == nil {
		t.Error("os.ReadFile is not the default")
	}
}

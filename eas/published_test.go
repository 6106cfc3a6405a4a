package eas_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"easim/eas"
)

// runScenario runs s and fails the test on an error.
func runScenario(t *testing.T, s eas.Scenario) *eas.Result {
	t.Helper()
	r, err := eas.Run(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rate(name string) []eas.Layer {
	return []eas.Layer{{Params: []eas.Setting{{Key: "rate", Value: name}}}}
}

// TestMeasuredEnergyOfJunoR2 stands beside a measurement: N periodic tasks of 5 %
// (16 ms, calibrated on the big CPU) for 30 s on Juno r2, energy of both CPU
// clusters in J (P. Gondois, "sched/fair: Fix negative energy delta", 2021,
// baseline column). The measured kernel is of 2021, ours EASv5.2; the table's
// bogo-W are read as W. The rate decides: with the speed that EAS 1.x believed
// (593) the LITTLEs do far too much of the work.
func TestMeasuredEnergyOfJunoR2(t *testing.T) {
	t.Parallel()
	measured := []struct {
		tasks     int
		joule     float64
		tolerance float64 // for rate 383
	}{{10, 6.57, 0.40}, {20, 12.44, 0.40}, {30, 19.10, 0.25}, {40, 27.27, 0.25}, {50, 36.55, 0.25}}
	simulated := map[string][]float64{}
	for _, m := range measured {
		line := fmt.Sprintf("N=%d measured %6.2f J", m.tasks, m.joule)
		for _, name := range []string{"383", "454", "593"} {
			r := runScenario(t, eas.Scenario{
				Platform: "juno-r2", Workload: fmt.Sprintf("periodic:tasks=%d,task_util=0.05,period=16ms", m.tasks),
				Duration: eas.SpanOf(30e9), Layers: rate(name),
			})
			joule := r.Energy.Total / 1000
			simulated[name] = append(simulated[name], joule)
			line += fmt.Sprintf("; rate %s %6.2f bogo-J (%+.0f %%)", name, joule, 100*(joule/m.joule-1))
		}
		t.Log(line)
	}
	got := simulated["383"]
	for i, m := range measured {
		if i > 0 && got[i] <= got[i-1] {
			t.Errorf("N=%d: %.2f J is not more than %.2f J at N=%d", m.tasks, got[i], got[i-1], measured[i-1].tasks)
		}
		if off := got[i]/m.joule - 1; off > m.tolerance || off < -m.tolerance {
			t.Errorf("N=%d: %.2f J is %.0f %% off the measured %.2f J, more than %.0f %%", m.tasks, got[i], 100*off, m.joule, 100*m.tolerance)
		}
	}
	const growth = 36.55 / 6.57
	if g := got[4] / got[0]; g < 0.75*growth || g > 1.25*growth {
		t.Errorf("E(50)/E(10) = %.2f, more than 25 %% off the measured %.2f", g, growth)
	}
}

// TestTippingPointClears: a new task counts as fully busy, so the first fork
// crosses the tipping point; a small periodic task must not hold it there.
func TestTippingPointClears(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed <= 5; seed++ {
		r := runScenario(t, eas.Scenario{Platform: "juno-r2", Workload: "periodic:tasks=1,task_util=0.10", Seed: seed})
		if r.Scheduler.OverutilizedNS != 0 {
			t.Errorf("seed %d: over the tipping point for %d ns after 1 s of warm-up, want 0", seed, r.Scheduler.OverutilizedNS)
		}
	}
}

// TestHiKeyLadder runs the ladder of loads by which EASv5 was profiled on HiKey:
// 8 threads with a period of 2 ms.
func TestHiKeyLadder(t *testing.T) {
	t.Parallel()
	t.Run("generated", func(t *testing.T) {
		t.Parallel()
		ladder(t, func(pct int) string {
			return fmt.Sprintf("periodic:tasks=8,task_util=%.2f,period=2ms", float64(pct)/100)
		})
	})
	t.Run("rt-app", func(t *testing.T) {
		t.Parallel()
		dir := "../../shared/data/rtapp/upstream-history"
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			t.Skip("the rt-app files of the ladder are absent: they belong to another project and are not kept here")
		}
		ladder(t, func(pct int) string {
			return filepath.Join(dir, fmt.Sprintf("doc__examples__eas_v5_hikey__rt-app-%d.json", pct))
		})
	})
}

// ladder checks that energy strictly rises with load and that nothing is missed
// up to 50 %.
func ladder(t *testing.T, workload func(pct int) string) {
	t.Helper()
	last := 0.0
	for _, pct := range []int{6, 13, 19, 25, 31, 38, 44, 50} {
		r := runScenario(t, eas.Scenario{Platform: "hikey620", Workload: workload(pct), Duration: eas.SpanOf(20e9)})
		missed := int64(0)
		for _, task := range r.Tasks {
			missed += task.Missed
		}
		t.Logf("%2d %%: %8.1f %s, %d missed", pct, r.Energy.Total, r.Energy.Unit, missed)
		if r.Energy.Total <= last {
			t.Errorf("%d %%: energy %.1f is not more than %.1f of the step below", pct, r.Energy.Total, last)
		}
		if missed != 0 {
			t.Errorf("%d %%: %d activations missed, want none", pct, missed)
		}
		last = r.Energy.Total
	}
}

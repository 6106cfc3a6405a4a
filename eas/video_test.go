package eas_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"easim/eas"
)

// TestVideoTimersOnFastCPUs plays rt-app's video on 17 equal CPUs that take no
// time: every timer must be met. Real rt-app was measured so, with run times of
// nearly zero; tasks behind memory-less conditions may lose wake-ups, so they are
// held to 5 % only where they are driven by a timer's chain alone.
func TestVideoTimersOnFastCPUs(t *testing.T) {
	t.Parallel()
	file := videoFile(t)
	r := runScenario(t, eas.Scenario{
		Platform: "../testdata/platforms/fast-17.toml", Workload: file, Duration: eas.SpanOf(30e9),
	})
	if len(r.Tasks) != 17 {
		t.Fatalf("%d tasks ran, want 17", len(r.Tasks))
	}
	perSecond := map[string]float64{}
	for _, task := range r.Tasks {
		perSecond[task.Name] = float64(task.Activations) / 30
		if task.Activations == 0 {
			t.Errorf("task %s never completed a loop", task.Name)
		}
	}
	for name, want := range map[string]float64{
		"hwc_eventmon": 1e6 / 16667, "waker": 1e6 / 33333,
		"CodecLooper1": 30, "CodecLooper3": 30, "NPDecoder": 10, "NPDecoder-CL": 10, "gle.aac.decoder": 10,
	} {
		if got := perSecond[name]; got < want-0.05 || got > want+0.05 {
			t.Errorf("%s: %.3f activations/s, want %.3f", name, got, want)
		}
	}
}

// TestVideoOnJuno plays the same file on the board it was written on.
//
// Its dialogue of NuPlayerDriver1 and 2 leaves 2.5 ms between a signal and the
// next, and its conditions forget. surfaceflinger's 1.5 ms at the A53's 850 MHz
// take 1.5 x 850/450 = 2.8 ms at 450 MHz: where EASv5.2 packs all 17 tasks on one
// A53 at that OPP, NuPlayerDriver1, queued behind it, comes too late, the signal is
// lost, and the two and what hangs on them wait for ever. With the clock at the
// top, or without packing, none of it can happen.
func TestVideoOnJuno(t *testing.T) {
	t.Parallel()
	file := videoFile(t)
	const fewest = 10*30 - 2 // loops of NPDecoder and what it wakes; the last may be under way
	base := eas.Scenario{Platform: "juno-r2", Workload: file, Duration: eas.SpanOf(30e9)}
	for seed := uint64(1); seed <= 4; seed++ {
		for _, change := range []func(*eas.Scenario){
			func(s *eas.Scenario) { s.Profile = "smp-4.4" },
			func(s *eas.Scenario) { s.Governor = "performance" },
		} {
			s := base
			s.Seed = seed
			change(&s)
			r := runScenario(t, s)
			for _, task := range r.Tasks {
				if task.Activations < fewest {
					t.Errorf("%s %s, seed %d: %s completed %d loops, want 10 a second",
						s.Profile, s.Governor, seed, task.Name, task.Activations)
				}
			}
		}
	}
	base.Warmup = eas.SpanOf(0)
	r := runScenario(t, base)
	if len(r.Tasks) != 17 {
		t.Fatalf("%d tasks, want 17", len(r.Tasks))
	}
	var stalled []string
	for _, task := range r.Tasks {
		switch {
		case task.Activations == 0:
			t.Errorf("task %s never completed a loop", task.Name)
		case task.Activations < fewest:
			stalled = append(stalled, task.Name)
		}
	}
	const dialogue = "NuPlayerDriver1 NuPlayerDriver2 CodecLooper1 CodecLooper2 OMXCallbackDisp2 CodecLooper3"
	if got := strings.Join(stalled, " "); got != dialogue {
		t.Errorf("packed at 450 MHz these stall: %s; want the dialogue and what hangs on it: %s", got, dialogue)
	}
	warnings := strings.Join(r.Warnings, "\n")
	for _, name := range stalled {
		if !strings.Contains(warnings, name+" (on ") {
			t.Errorf("no warning names %s", name)
		}
	}
}

// videoFile is the rt-app example of 17 tasks that play a video; the test is
// skipped without it.
func videoFile(t *testing.T) string {
	t.Helper()
	for _, dir := range []string{"/usr/share/doc/rt-app/examples", "../../shared/data/rtapp/debian-1.0"} {
		for _, name := range []string{"video-long.json", "video-long.json.gz"} {
			if f := filepath.Join(dir, name); exists(f) {
				return f
			}
		}
	}
	if os.Getenv("EASIM_REQUIRE_TOOLS") == "1" {
		t.Fatal("video-long.json of Debian's package rt-app is absent")
	}
	t.Skip("video-long.json of Debian's package rt-app is absent")
	return ""
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

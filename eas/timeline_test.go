package eas_test

import (
	"context"
	"encoding/json"
	"testing"

	"easim/eas"
	"easim/eas/observe/timeline"
)

// TestAgain: a run read from its JSON form can be made again, event for event.
func TestAgain(t *testing.T) {
	t.Parallel()
	short := eas.SpanOf(300_000_000)
	for _, s := range []eas.Scenario{
		{Duration: short},
		{Workload: "geekbench-mt", Profile: "easv5.2-perf", Seed: 3},
		{Platform: "hikey960", Workload: "mp3", Duration: short, Governor: "schedutil", Idle: "ladder"},
		{
			Platform: "juno-r0", Workload: "hackbench", Profile: "smp-4.4", Seed: 7, CalibCPU: "500",
			Layers: []eas.Layer{{
				Features: []string{"LB_MIN,NO_GENTLE_FAIR_SLEEPERS"},
				Params:   []eas.Setting{{"busy_factor", "4"}, {"tick_phase_ns", "100"}},
			}},
		},
	} {
		first, err := eas.Run(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		var read eas.Result
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		second, tl, err := eas.RunTimeline(context.Background(), read.Again(), eas.Cut{LengthNS: 200_000_000})
		if err != nil {
			t.Errorf("%s: %v", first.Scenario.Workload, err)
			continue
		}
		again, err := json.Marshal(second)
		if err != nil {
			t.Fatal(err)
		}
		if string(again) != string(text) {
			t.Errorf("%s on %s: digest %s, made again with a timeline %s", first.Scenario.Workload, first.Scenario.Platform,
				first.Digest, second.Digest)
		}
		checkCover(t, tl)
	}
}

// TestTimelineAgreesWithMeter: over the whole window the spans add up to the
// residencies that the meter counted.
func TestTimelineAgreesWithMeter(t *testing.T) {
	t.Parallel()
	s := eas.Scenario{Workload: "mp3", Duration: eas.SpanOf(2_000_000_000)}
	r, tl, err := eas.RunTimeline(context.Background(), s, eas.Cut{LengthNS: 5_000_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if got := int64(tl.To - tl.From); got != r.Window.LengthNS || tl.Truncated {
		t.Errorf("timeline of %d ns (truncated: %t), want the whole window of %d ns", got, tl.Truncated, r.Window.LengthNS)
	}
	for i := range r.CPUs {
		c := &r.CPUs[i]
		if got := timeline.Total(tl.Runs[i]); got != c.BusyNS {
			t.Errorf("cpu%d busy %d ns, the meter says %d", i, got, c.BusyNS)
		}
		states := make([]int64, len(c.IdleStateNS))
		for _, s := range tl.Idle[i] {
			states[s.Value] += int64(s.To - s.From)
		}
		for k, want := range c.IdleStateNS {
			if states[k] != want.Value {
				t.Errorf("cpu%d in %s %d ns, the meter says %d", i, want.Name, states[k], want.Value)
			}
		}
		freqs := make([]int64, len(c.FreqNS))
		for _, s := range tl.OPPs[tl.DomainOf[i]] {
			freqs[s.Value] += int64(s.To - s.From)
		}
		for k, want := range c.FreqNS {
			if freqs[k] != want.Value {
				t.Errorf("cpu%d at %s kHz %d ns, the meter says %d", i, want.Name, freqs[k], want.Value)
			}
		}
	}
	if got := timeline.Total(tl.Over); got != r.Scheduler.OverutilizedNS {
		t.Errorf("above the tipping point %d ns, the statistics say %d", got, r.Scheduler.OverutilizedNS)
	}
}

func TestRunTimelineRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []eas.Cut{{}, {FromNS: -1, LengthNS: 1}, {LengthNS: -1}} {
		if _, _, err := eas.RunTimeline(context.Background(), eas.Scenario{}, c); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}

// checkCover: every CPU is busy or idle at every instant of the window.
func checkCover(t *testing.T, tl *timeline.Timeline) {
	t.Helper()
	for i := range tl.Runs {
		if got, want := timeline.Total(tl.Runs[i])+timeline.Total(tl.Idle[i]), int64(tl.To-tl.From); got != want {
			t.Errorf("cpu%d: busy and idle add up to %d ns of %d", i, got, want)
		}
	}
}

package check

import (
	"math"
	"strings"
	"testing"

	"easim/eas/workload"
	"easim/energy"
)

// TestSwing: the top of the load average of a periodic task, against the table of
// LISA's pelt.py (duty, period, maximum).
func TestSwing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dutyPct, periodMS int64
		want              float64
	}{
		{5, 16, 59.9},
		{10, 16, 118.9},
		{20, 16, 233.7},
		{50, 16, 555.7},
		{70, 16, 752.7},
		{80, 16, 846.2},
		{5, 200, 199.9},
		{10, 200, 361.3},
		{30, 200, 750.6},
		{50, 200, 916.0},
		{60, 200, 958.6},
		{75, 200, 996.4},
	} {
		p := phase{runNS: c.dutyPct * c.periodMS * ms / 100, period: c.periodMS * ms}
		if got := p.util(1024, true); math.Abs(float64(got)-c.want) > 0.55 {
			t.Errorf("%d %% of %d ms: %d, want %v", c.dutyPct, c.periodMS, got, c.want)
		}
		if got, want := p.util(1024, false), int64(math.Round(1024*float64(c.dutyPct)/100)); got != want {
			t.Errorf("%d %% without swing: %d, want %d", c.dutyPct, got, want)
		}
	}
	if got := (phase{runNS: 10, period: 10}).util(512, false); got != 512 {
		t.Errorf("a hog at capacity 512: %d, want 512", got)
	}
}

// decodeTask reads one task of a workload.
func decodeTask(t *testing.T, text string) *workload.TaskSpec {
	t.Helper()
	w, list := workload.Decode("w.toml", []byte("format = 1\nname = \"w\"\n[[task]]\nname = \"a\"\n"+text))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return &w.Tasks[0]
}

func TestDemands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, task string
		want       []demand // in ms
		err        string
	}{
		{"periodic", "period_us = 10_000\nutil = 0.5\n", []demand{{0, 100, 512}}, ""},
		{"with an end", "period_us = 10_000\nutil = 0.25\nduration_us = 40_000\n", []demand{{0, 40, 256}}, ""},
		{"delayed", "period_us = 10_000\nutil = 0.25\njobs = 2\ndelay_us = 5000\n", []demand{{5, 25, 256}}, ""},
		{"in bursts", "period_us = 10_000\nrun_us = 1000\nbursts = 2\ngap_us = 500\njobs = 3\n", []demand{{0, 30, 102}}, ""},
		{"hog", "loop = 1\nops = [{ run_us = 30_000 }]\n", []demand{{0, 30, 1024}}, ""},
		{
			"sleeper",
			"loop = 2\n[[task.phase]]\nops = [{ sleep_us = 10_000 }]\n" +
				"[[task.phase]]\nperiod_us = 10_000\nutil = 0.1\njobs = 2\n",
			[]demand{{10, 30, 102}, {40, 60, 102}},
			"",
		},
		{
			"ramp",
			"loop = 1\nperiod_us = 10_000\n" +
				"run_from_us = 1000\nrun_to_us = 2000\nrun_step_us = 1000\nstep_duration_us = 30_000\n",
			[]demand{{0, 30, 102}, {30, 60, 205}},
			"",
		},
		{"no time", "loop = -1\nops = [{ yield = true }, { sleep_us = 1 }]\n", nil, "task a, phase 1: it waits for others"},
		{"free", "loop = -1\nops = [{ run_us = 10 }, { sleep_us = 1 }]\n", nil, "it has no single period"},
	} {
		got, err := demandsOf(decodeTask(t, c.task), 1024, false, 100*ms)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.err)
			continue
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i, d := range c.want {
			if want := (demand{d.from * ms, d.to * ms, d.util}); got[i] != want {
				t.Errorf("%s: demand %d is %v, want %v", c.name, i, got[i], want)
			}
		}
	}
}

// TestEnergyByHand: a task of 10 % that spends its second half on a big. By table
// eas1x of Juno r0, with a = 102/235 on a LITTLE and 102/417 on a big:
//
//	LITTLE  33a + 6(1-a) + 26a + 56(1-a) + 24 (big cluster asleep)
//	big     168a + 15(1-a) + 24a + 65(1-a) + 17 (LITTLE cluster asleep)
func TestEnergyByHand(t *testing.T) {
	t.Parallel()
	r := story(t)
	task := decodeTask(t, "period_us = 10_000\nutil = 0.1\nduration_us = 50_000\n")
	w := &workload.Workload{Tasks: []workload.TaskSpec{*task}}
	// Of the story only a counts: on CPU 0 from the start at 10 ms to 30 ms, then on CPU 1; it asks
	// for something until 60 ms.
	r.work, r.from, r.result.Scenario.Calib.Capacity, r.result.Energy.Meter = w, 10*ms, 1024, "eas1x"
	for id := range r.spec {
		r.spec[id] = specOf(w, r.watch.names[id])
	}
	little, big := 102.0/235, 102.0/417
	low := 33*little + 6*(1-little) + 26*little + 56*(1-little) + 24
	high := 168*big + 15*(1-big) + 24*big + 65*(1-big) + 17
	c := Criterion{MarginPct: 20}
	m := c.energy(r)
	if want := 100 * ((20*low+30*high)/(50*low) - 1); len(m.samples) != 1 || math.Abs(m.samples[0].value-want) > 1e-9 {
		t.Errorf("%+v, want %v", m, want)
	}
	c.From, c.To = Instant{Event: Start, Plus: 25 * ms}, Instant{Event: Start, Plus: 70 * ms}
	m = c.energy(r)
	idle := 24.0 + 17 // both clusters asleep, from 60 ms to 80 ms
	if want := 100 * ((25*high+20*idle)/(25*low+20*idle) - 1); math.Abs(m.samples[0].value-want) > 1e-9 {
		t.Errorf("in a time: %+v, want %v", m, want)
	}
	c = Criterion{MarginPct: 20, Table: "em"}
	if m = c.energy(r); len(m.samples) != 1 || !strings.HasSuffix(m.samples[0].who, " mJ") {
		t.Errorf("by table em: %+v", m)
	}
}

func TestEnergyMakesNoSense(t *testing.T) {
	t.Parallel()
	r := story(t)
	r.result.Scenario.Calib.Capacity = 1024
	r.work.Tasks[0].Phases = decodeTask(t, "period_us = 10_000\nutil = 0.9\n").Phases
	r.work.Tasks[0].Loop = workload.Forever
	c := Criterion{MarginPct: 20, Tasks: []string{"a"}}
	if m := c.energy(r); !strings.Contains(m.skipped, "no placement") {
		t.Errorf("a task of 90 %%: %+v", m)
	}
	r.work.Tasks[0].Phases = decodeTask(t, "ops = [{ run_us = 1 }, { sleep_us = 1 }]\n").Phases
	if m := c.energy(r); !strings.Contains(m.unsure, "no single period") {
		t.Errorf("a task without a period: %+v", m)
	}
	only := *r.platform
	only.Tables = []energy.PowerTable{{Name: "m", Kind: energy.TableMeasured}}
	r.platform = &only
	if m := c.energy(r); !strings.Contains(m.skipped, "no table of kind eas1x or em") {
		t.Errorf("without a table: %+v", m)
	}
}

package workload

import (
	"errors"
	"strings"
	"testing"

	"easim/eas/des"
	"easim/energy"
)

const ms = int64(1e6)

func TestLauncherReleasesAllTogether(t *testing.T) {
	t.Parallel()
	w := decode(t, `
format = 1
name = "x"
[[task]]
name = "a"
instances = 2
loop = 1
ops = [{ mark = 1 }]
[[task]]
name = "b"
delay_us = 700
loop = 1
ops = [{ mark = 2 }]
`)
	var at des.Time = -1
	f := newFake(t, w, PlayerConfig{LauncherGapNS: 50_000, OnStart: func(now des.Time) { at = now }})
	f.run(des.Second)
	start, ok := f.p.Started()
	if !ok || start != 150*des.Microsecond || at != start {
		t.Fatalf("start %v %v, OnStart at %v; want 150us: three forks of 50us", start, ok, at)
	}
	want := []Mark{{1, 0}, {1, 0}, {2, 700_000}}
	if got := f.p.Marks(); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("marks %v, want %v", got, want)
	}
	if !f.p.Done() || f.tasks[0].Name != "main" || f.tasks[1].Name != "a-0" || f.tasks[2].Name != "a-1" || f.tasks[3].Name != "b" {
		t.Errorf("done %v, tasks %v", f.p.Done(), f.tasks)
	}
	if ts := f.p.Threads(); len(ts) != 3 || ts[0].Task != 1 || ts[0].Spec != 0 || ts[2].Spec != 1 || !ts[2].Ended {
		t.Errorf("threads %+v", ts)
	}
}

// Timers: unique and shared, kept and shifted grid, missed activations.
func TestTimers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		timer, ops   string
		activations  int64 // in 100 ms
		missed       int64
		secondMarkMS int64
	}{
		{"on time", "", `{ run_us = 1000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 9, 0, 11},
		{"timer first", "", `{ timer = "t", period_us = 10_000 }, { mark = 1 }, { run_us = 1000 }`, 9, 0, 20},
		// 15 ms of work each 10 ms: every job is late.
		{"shift", "", `{ run_us = 15_000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 6, 6, 30},
		{"keep", `late = "keep"`, `{ run_us = 15_000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 6, 6, 30},
		{"exactly full", "", `{ run_us = 10_000 }, { mark = 1 }, { timer = "t", period_us = 10_000 }`, 9, 0, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			timer := c.timer
			if timer == "" {
				timer = `late = "shift"`
			}
			w := decode(t, "format = 1\nname = \"x\"\n[[timer]]\nname = \"t\"\n"+timer+"\n[[task]]\nname = \"a\"\nops = ["+c.ops+"]\n")
			f := newFake(t, w, PlayerConfig{})
			f.slow = true
			f.run(des.Time(100*ms - 1))
			s := f.stat("a")
			if s.Activations != c.activations || s.Missed != c.missed {
				t.Errorf("%d activations, %d missed; want %d, %d", s.Activations, s.Missed, c.activations, c.missed)
			}
			if got := f.p.Marks()[1].AtNS; got != c.secondMarkMS*ms {
				t.Errorf("second mark at %v, want %d ms", des.Time(got), c.secondMarkMS)
			}
		})
	}
}

func TestLateTimerKeepsOrShiftsTheGrid(t *testing.T) {
	t.Parallel()
	for _, late := range []string{"keep", "shift"} {
		// The first job takes 35 ms of its 10 ms, the others none.
		w := decodeOdd(t, `
format = 1
name = "x"
[[task]]
name = "a"
loop = 1
  [[task.phase]]
  period_us = 10_000
  run_us = 35_000
  jobs = 1
  late = "`+late+`"
  [[task.phase]]
  loop = 6
  ops = [{ mark = 1 }, { timer = "t", period_us = 10_000 }]
[[timer]]
name = "t"
unique = true
`)
		// Both phases on one timer.
		for i := range w.Tasks[0].Phases[0].Ops {
			if o := &w.Tasks[0].Phases[0].Ops[i]; o.Kind == OpTimer {
				w.Resources[o.Ref].Unique = true
				w.Tasks[0].Phases[1].Ops[1].Ref = o.Ref
			}
		}
		f := newFake(t, w, PlayerConfig{})
		f.slow = true
		f.run(des.Second)
		var got []int64
		for _, m := range f.p.Marks() {
			got = append(got, m.AtNS/ms)
		}
		want := []int64{35, 35, 35, 40, 50, 60} // releases of 10, 20 and 30 at once, then the grid
		missed := int64(3)
		if late == "shift" {
			want, missed = []int64{35, 45, 55, 65, 75, 85}, 1
		}
		if len(got) != len(want) {
			t.Fatalf("%s: jobs began at %v, want %v", late, got, want)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s: jobs began at %v, want %v", late, got, want)
			}
		}
		if s := f.stat("a"); s.Missed != missed {
			t.Errorf("%s: %d missed, want %d", late, s.Missed, missed)
		}
	}
}

func TestSharedTimerAddsUp(t *testing.T) {
	t.Parallel()
	src := func(extra string) string {
		return `
format = 1
name = "x"
[[timer]]
name = "t"
` + extra + `
[[task]]
name = "a"
instances = 2
ops = [{ timer = "t", period_us = 10_000 }]
`
	}
	shared := newFake(t, decode(t, src("")), PlayerConfig{})
	shared.run(des.Second)
	unique := newFake(t, decode(t, src("unique = true")), PlayerConfig{})
	unique.run(des.Second)
	n := func(f *fake) int64 { return f.stat("a-0").Activations + f.stat("a-1").Activations }
	// Two users of one clock of 10 ms share its 100 beats a second.
	if n(shared) != 99 && n(shared) != 100 || n(unique) != 200 && n(unique) != 198 {
		t.Errorf("%d and %d activations, want 100 and 200", n(shared), n(unique))
	}
}

func TestDeadlines(t *testing.T) {
	t.Parallel()
	src := `
format = 1
name = "x"
[[task]]
name = "a"
period_us = 10_000
run_us = 6_000
deadline_us = 5_000
jobs = 4
[[task]]
name = "b"
period_us = 10_000
run_us = 6_000
deadline_us = 6_000
jobs = 4
[[task]]
name = "long"
period_us = 10_000
run_us = 12_000
deadline_us = 15_000
jobs = 4
`
	w, list := Decode("x.toml", []byte(src))
	if list.HasErrors() || len(list) != 1 {
		t.Fatalf("want one warning (12 ms do not fit into 10 ms), have:\n%s", list.Render(nil))
	}
	f := newFake(t, w, PlayerConfig{})
	f.slow = true
	f.run(des.Second)
	// long: jobs end at 12, 24, 36, 48 ms; due at 15, 25, 35, 45.
	for name, want := range map[string]int64{"a": 4, "b": 0, "long": 2} {
		if s := f.stat(name); s.Missed != want || s.Activations != 4 {
			t.Errorf("%s: %d of %d missed, want %d of 4", name, s.Missed, s.Activations, want)
		}
	}
}

func TestChainDeadline(t *testing.T) {
	t.Parallel()
	// The second stage is 2 ms, but its chain began 9 ms before.
	w := decode(t, `
format = 1
name = "x"
conditions = ["go"]
[[timer]]
name = "tick"
[[task]]
name = "first"
ops = [{ run_us = 9_000 }, { signal = "go" }, { timer = "tick", period_us = 20_000 }]
[[task]]
name = "own"
ops = [{ wait = "go" }, { run_us = 2_000 }, { due_us = 10_000 }]
[[task]]
name = "chain"
ops = [{ wait = "go" }, { run_us = 2_000 }, { due_us = 10_000, from = "chain" }]
`)
	w.Tasks[0].Phases[0].Ops[1].Kind = OpBroadcast
	f := newFake(t, w, PlayerConfig{})
	f.slow = true
	f.run(des.Time(100*ms - 1))
	own, chain := f.stat("own"), f.stat("chain")
	if own.Missed != 0 || own.Activations != 5 || chain.Missed != 5 {
		t.Errorf("own %d of %d missed, chain %d; want 0 of 5, 5", own.Missed, own.Activations, chain.Missed)
	}
}

func TestForkedThread(t *testing.T) {
	t.Parallel()
	w := decode(t, `
format = 1
name = "x"
semaphores = ["done"]
[[task]]
name = "parent"
loop = 3
ops = [{ sleep_us = 10_000 }, { fork = "child" }, { take = "done" }]
[[task]]
name = "child"
instances = 0
delay_us = 1000
loop = 1
  [[task.phase]]
  ops = [{ run_us = 100 }, { timer = "t", period_us = 5_000 }, { mark = 1 }, { post = "done" }]
[[timer]]
name = "t"
unique = true
`)
	f := newFake(t, w, PlayerConfig{})
	f.run(des.Second)
	// Each round: 10 ms sleep, 1 ms delay, 5 ms timer from the child's own start.
	for i, want := range []int64{16, 32, 48} {
		if got := f.p.Marks()[i].AtNS; got != want*ms {
			t.Errorf("child %d at %v, want %d ms", i, des.Time(got), want)
		}
	}
	ts := f.p.Threads()
	if len(ts) != 4 || ts[1].Name != "child-0" || ts[3].Name != "child-2" || !f.p.Done() {
		t.Errorf("threads %+v", ts)
	}
}

func TestPhaseAttributes(t *testing.T) {
	t.Parallel()
	w := decode(t, `
format = 1
name = "x"
[[task]]
name = "a"
nice = 3
loop = 1
  [[task.phase]]
  ops = [{ sleep_us = 1000 }]
  [[task.phase]]
  nice = -4
  cpus = "1-2"
  ops = [{ sleep_us = 1000 }]
  [[task.phase]]
  policy = "fifo"
  priority = 7
  ops = [{ sleep_us = 1000 }]
  [[task.phase]]
  ops = [{ sleep_us = 1000 }]
`)
	f := newFake(t, w, PlayerConfig{})
	check := func(at int64, policy, nice, prio int, cpus string) {
		t.Helper()
		f.run(des.Time(at * 1000))
		a := f.tasks[1]
		set := a.Affinity
		if int(a.Policy) != policy || a.Nice != nice || a.Priority != prio || set.String() != cpus {
			t.Errorf("%d us: policy %d nice %d priority %d cpus %q; want %d %d %d %q",
				at, a.Policy, a.Nice, a.Priority, set.String(), policy, nice, prio, cpus)
		}
	}
	check(500, 0, 3, 0, "")
	check(1500, 0, -4, 0, "1-2")
	check(2500, 3, 0, 7, "0-3")
	check(3500, 0, 3, 0, "0-3")
}

func TestActions(t *testing.T) {
	t.Parallel()
	w := decode(t, `
format = 1
name = "x"
[[task]]
name = "a"
instances = 2
ops = [{ sleep_us = 1000 }]
[[action]]
at_us = 3000
task = "a"
nice = 5
affinity = "2"
feat = "NO_ENERGY_AWARE,NEXT_BUDDY"
[[action]]
at_us = 1000
cpu = 3
freq_min_khz = 100
freq_max_khz = 200
[[action]]
at_us = 2000
cpu = 3
freq_max_khz = 0
`)
	f := newFake(t, w, PlayerConfig{LauncherGapNS: 1000})
	f.run(des.Time(2 * ms))
	want := []string{"freq 1 100ns 0s", "freq 1 100ns 200ns"}
	if strings.Join(f.log, ";") != strings.Join(want, ";") {
		t.Errorf("log %q, want %q", f.log, want)
	}
	f.run(des.Time(4 * ms))
	if len(f.log) != 3 || f.log[2] != "freq 1 100ns 0s" {
		t.Errorf("log %q", f.log)
	}
	for _, task := range f.tasks[1:] {
		if set := task.Affinity; task.Nice != 5 || set.String() != "2" {
			t.Errorf("%s: nice %d, cpus %s", task.Name, task.Nice, set)
		}
	}
	if got := strings.Join(f.feats.Names(), ","); !strings.Contains(got, "NEXT_BUDDY") || strings.Contains(got, "ENERGY_AWARE") {
		t.Errorf("features %s", got)
	}
}

func TestJitterStream(t *testing.T) {
	t.Parallel()
	src := `
format = 1
name = "x"
[[task]]
name = "a"
period_us = 1000
run_us = 100
jitter_pct = 20
[[task]]
name = "b"
period_us = 1000
run_us = 100
`
	demand := func(seed uint64) (a, b int64) {
		f := newFake(t, decode(t, src), PlayerConfig{Seed: seed})
		f.run(des.Second)
		return f.stat("a").DemandNS, f.stat("b").DemandNS
	}
	a1, b1 := demand(1)
	a2, b2 := demand(2)
	again, _ := demand(1)
	if a1 != again || a1 == a2 || b1 != b2 {
		t.Errorf("demand %d, again %d, other seed %d; without jitter %d, %d", a1, again, a2, b1, b2)
	}
	// 1001 draws of +-20 % of 100 us: mean within 4 standard errors of 365 ns.
	mean := float64(a1) / 1001
	if mean < 98_500 || mean > 101_500 {
		t.Errorf("mean run %v ns, want about 100000", mean)
	}
}

func TestNewPlayerRefuses(t *testing.T) {
	t.Parallel()
	base := func() *Workload {
		return &Workload{
			Tasks:     []TaskSpec{{Name: "a", Instances: 1, Loop: 1, Phases: []Phase{{Loop: 1, Ops: []Op{opRun(WorkInt, 1, 0)}}}}},
			Resources: []Resource{{Name: "m", Kind: ResMutex}},
		}
	}
	for name, c := range map[string]struct {
		change func(w *Workload)
		cfg    PlayerConfig
		want   string
	}{
		"deadline":   {func(w *Workload) { w.Tasks[0].Attr.Policy = Deadline }, PlayerConfig{NCPU: 1}, "SCHED_DEADLINE"},
		"cpus":       {func(w *Workload) { w.Tasks[0].Attr.CPUs = energy.CPUSetOf(3) }, PlayerConfig{NCPU: 2}, "may use CPUs 3"},
		"no threads": {func(w *Workload) { w.Tasks[0].Instances = 0 }, PlayerConfig{NCPU: 1}, "0 threads"},
		"ref":        {func(w *Workload) { w.Tasks[0].Phases[0].Ops[0] = opOn(OpLock, 1) }, PlayerConfig{NCPU: 1}, "resource 1"},
		"ref kind":   {func(w *Workload) { w.Tasks[0].Phases[0].Ops[0] = opOn(OpSend, 0) }, PlayerConfig{NCPU: 1}, "resource 0"},
		"loop":       {func(w *Workload) { w.Tasks[0].Phases[0].Loop = 0 }, PlayerConfig{NCPU: 1}, "loop 0"},
		"fork":       {func(w *Workload) { w.Tasks[0].Phases[0].Ops[0] = opN(OpFork, 1) }, PlayerConfig{NCPU: 1}, "fork of task 1"},
		"timer":      {func(w *Workload) { w.Resources[0].Kind = ResTimer; w.Tasks[0].Phases[0].Ops[0] = opOn(OpTimer, 0) }, PlayerConfig{NCPU: 1}, "period"},
		"action":     {func(w *Workload) { w.Actions = []Action{{Kind: ActNice, Task: "z"}} }, PlayerConfig{NCPU: 1}, `no task "z"`},
		"action cpu": {func(w *Workload) { w.Actions = []Action{{Kind: ActFreqMax, CPU: 9}} }, PlayerConfig{NCPU: 1}, "no CPU 9"},
		"config":     {func(*Workload) {}, PlayerConfig{}, "0 CPUs"},
		"overflow": {
			func(w *Workload) { w.Tasks[0].Phases[0].Ops[0].NS = MaxWorkNS },
			PlayerConfig{NCPU: 1, CalibRate: 4 * energy.RateScale},
			"too long at this calibration",
		},
	} {
		w := base()
		c.change(w)
		_, err := NewPlayer(w, c.cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	w := base()
	w.Tasks[0].Attr.Policy = Deadline
	if _, err := NewPlayer(w, PlayerConfig{NCPU: 1}); !errors.Is(err, ErrDeadlineClass) {
		t.Errorf("error %v is no ErrDeadlineClass", err)
	}
}

func TestDaemonsDoNotKeepTheRunAlive(t *testing.T) {
	t.Parallel()
	daemon := "[[task]]\nname = \"d\"\ndaemon = true\nperiod_us = 1000\nrun_us = 10\n"
	w := decode(t, "format = 1\nname = \"x\"\n"+daemon+"[[task]]\nname = \"a\"\nloop = 1\nops = [{ sleep_us = 5500 }]\n")
	f := newFake(t, w, PlayerConfig{})
	f.run(des.Second)
	if !f.p.Done() || f.now != des.Time(5500*1000) {
		t.Errorf("done %v at %v, want at 5.5ms", f.p.Done(), f.now)
	}
	only := newFake(t, decode(t, "format = 1\nname = \"x\"\n"+daemon), PlayerConfig{})
	only.run(des.Time(10 * ms))
	if only.p.Done() {
		t.Error("a workload of daemons is done")
	}
}

func TestZeroLoopsNeverRun(t *testing.T) {
	t.Parallel()
	w := decode(t, "format = 1\nname = \"x\"\n[[task]]\nname = \"a\"\nloop = 0\nops = [{ mark = 1 }]\n")
	f := newFake(t, w, PlayerConfig{})
	f.run(des.Second)
	if !f.p.Done() || len(f.p.Marks()) != 0 {
		t.Errorf("done %v, marks %v", f.p.Done(), f.p.Marks())
	}
}

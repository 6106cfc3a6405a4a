package workload

import (
	"strings"
	"testing"

	"easim/eas/des"
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
	for i, want := range []string{"main", "a-0", "a-1", "b"} {
		if f.tasks[i].Name != want || !f.p.Done() {
			t.Errorf("task %d is %q, want %q; done %v", i, f.tasks[i].Name, want, f.p.Done())
		}
	}
	if ts := f.p.Threads(); len(ts) != 3 || ts[0].Task != 1 || ts[0].Spec != 0 || ts[2].Spec != 1 || !ts[2].Ended {
		t.Errorf("threads %+v", ts)
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
	got := strings.Join(f.feats.Names(), ",")
	if !strings.Contains(got, "NEXT_BUDDY") || strings.Contains(got, "ENERGY_AWARE") {
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

package sched_test

import (
	"fmt"
	"testing"

	"easim/eas/des"
	"easim/eas/policy/balance"
	"easim/eas/policy/cpufreq"
	"easim/eas/policy/cpuidle"
	"easim/eas/policy/fair"
	"easim/eas/policy/place"
	"easim/eas/policy/rt"
	"easim/eas/sched"
	"easim/energy"
	"easim/platforms"

	"pgregory.net/rapid"
)

// The properties of the machine with its real policies, on Juno r2, under
// scenarios that nobody would write.

const horizon = 100 * des.Millisecond

// longestExit is the longest way out of an idle state of Juno r2: an interrupt of
// 50 us, 400 us of entry just begun, and 1200 us of exit.
const longestExit = 1650 * des.Microsecond

// build makes the machine of a plan.
func build(t *rapid.T, feed *player, trace sched.Tracer) *sched.Kernel {
	p, err := platforms.Load("juno-r2")
	if err != nil {
		t.Fatal(err)
	}
	cfg := sched.Config{
		Platform: p, Model: p.Table("eas1x"), Params: sched.DefaultParams(),
		Features: sched.DefaultFeatures().With(sched.EnergyAware, feed.plan.aware), Seed: feed.plan.seed,
		Fair: fair.NewCFS(), RT: rt.New(), Placer: place.NewEAS1x(), Balancer: balance.NewLoadBalance(), Feeder: feed, Tracer: trace,
	}
	cfg.Params.IPICostNS = feed.plan.ipi
	switch feed.plan.governor {
	case "sched":
		cfg.Governor = cpufreq.NewSchedFreq()
	case "schedutil":
		cfg.Governor = cpufreq.NewSchedutil()
	case "powersave":
		cfg.Governor = cpufreq.NewPowersave()
	}
	switch feed.plan.idle {
	case "menu":
		cfg.Idle = cpuidle.NewMenu()
	case "ladder":
		cfg.Idle = cpuidle.NewLadder()
	case "shallow":
		cfg.Idle = cpuidle.NewShallow()
	}
	k, err := sched.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// auditor watches a machine through its Tracer.
type auditor struct {
	feed    *player
	running [6]sched.TaskID
	since   [6]des.Time // of the last switch
	busy    [6]int64
	idle    [6]int64
	at      des.Time
	faults  []string
}

func newAuditor(feed *player) *auditor {
	a := &auditor{feed: feed}
	for i := range a.running {
		a.running[i] = sched.NoTask
	}
	feed.watched = true
	return a
}

func (a *auditor) fault(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf("%v: ", a.at)+fmt.Sprintf(format, args...))
}

func (a *auditor) clock(at des.Time) {
	if at < a.at {
		a.fault("the clock goes back to %v", at)
	}
	a.at = at
}

func (a *auditor) tracer() sched.Tracer {
	return sched.Tracer{
		SchedSwitch: func(at des.Time, cpu energy.CPUID, prev, next sched.TaskID, _ bool) {
			a.clock(at)
			if a.running[cpu] != prev {
				a.fault("CPU %d goes from task %d, but %d runs", cpu, prev, a.running[cpu])
			}
			if next != sched.NoTask {
				if t := a.feed.kernel.Task(next); !t.Affinity.Has(cpu) {
					a.fault("%s may not run on CPU %d", t.Name, cpu)
				}
				for other, id := range a.running {
					if id == next && other != int(cpu) {
						a.fault("task %d runs on CPUs %d and %d", next, other, cpu)
					}
				}
			}
			a.close(int(cpu), at)
			a.running[cpu] = next
		},
		SchedWakeup:  func(at des.Time, _ sched.TaskID, _ energy.CPUID, _ bool) { a.clock(at) },
		CPUFrequency: func(at des.Time, _, _ int) { a.clock(at) },
		CPUIdle: func(at des.Time, cpu energy.CPUID, requested, granted int) {
			a.clock(at)
			if granted > requested {
				a.fault("CPU %d is in state %d, deeper than the %d it asked for", cpu, granted, requested)
			}
			if requested >= 0 && a.running[cpu] != sched.NoTask {
				a.fault("CPU %d idles, but task %d runs", cpu, a.running[cpu])
			}
		},
		Work: func(at des.Time, t sched.TaskID, cpu energy.CPUID, work int64) {
			a.clock(at)
			if a.running[cpu] != t {
				a.fault("task %d works on CPU %d, which runs %d", t, cpu, a.running[cpu])
			}
			a.feed.done[t] += work
		},
	}
}

// close ends the present stretch of a CPU.
func (a *auditor) close(cpu int, at des.Time) {
	d := int64(at - a.since[cpu])
	if a.running[cpu] == sched.NoTask {
		a.idle[cpu] += d
	} else {
		a.busy[cpu] += d
	}
	a.since[cpu] = at
}

// waiting finds tasks that wait for an idle CPU longer than its exit takes. A CPU
// that switched meanwhile was not idle all the time.
type waiting struct {
	since    [6]des.Time
	switches [6]int64
}

func (w *waiting) check(k *sched.Kernel) string {
	for id := range w.since {
		c := k.CPU(energy.CPUID(id))
		if c.Curr != nil || c.RQ.NrRunning == 0 || c.Switches != w.switches[id] {
			w.since[id], w.switches[id] = des.Never, c.Switches
		} else if w.since[id] = min(w.since[id], k.Now()); k.Now()-w.since[id] > longestExit {
			return fmt.Sprintf("%v: %d tasks wait for idle CPU %d since %v", k.Now(), c.RQ.NrRunning, id, w.since[id])
		}
	}
	return ""
}

// TestPropertyLaws: the machine's laws hold after every event; a CPU is busy or
// idle at any time; tasks run where they may; work is done in full; nobody waits
// for an idle CPU longer than it takes to wake it; run times add up to busy
// times.
func TestPropertyLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		feed := newPlayer(drawPlan(t))
		a := newAuditor(feed)
		k := build(t, feed, a.tracer())
		wait := waiting{}
		for k.Now() < horizon && k.Step() {
			if err := k.CheckInvariants(); err != nil {
				t.Fatal(err)
			}
			a.clock(k.Now())
			if s := wait.check(k); s != "" {
				t.Fatal(s)
			}
			if len(a.faults) > 0 || feed.fault != "" {
				t.Fatal(a.faults, feed.fault)
			}
		}
		if k.Err() != nil {
			t.Fatal(k.Err())
		}
		checkTimes(t, k, a)
	})
}

// checkTimes compares three accounts of the CPUs' time: the switches seen, the
// mechanism's, and the classes' run times of the tasks.
func checkTimes(t *rapid.T, k *sched.Kernel, a *auditor) {
	t.Helper()
	var busy, ran int64
	for id := range a.busy {
		a.close(id, k.Now())
		c := k.CPU(energy.CPUID(id))
		own := c.BusyNS
		if c.Curr != nil {
			own += int64(k.Now() - c.BusySince)
			ran += int64(k.Now() - execStart(c.Curr)) // not charged yet
		}
		if a.busy[id] != own {
			t.Fatalf("CPU %d was busy for %d ns, by its own account %d", id, a.busy[id], own)
		}
		if a.busy[id]+a.idle[id] != int64(k.Now()) {
			t.Fatalf("CPU %d: busy %d + idle %d ns is not %v", id, a.busy[id], a.idle[id], k.Now())
		}
		busy += own
	}
	for id := range k.NrTasks() {
		t := k.Task(sched.TaskID(id))
		ran += t.SE.SumExec + t.RT.SumExec
	}
	if ran != busy {
		t.Fatalf("the tasks ran for %d ns, the CPUs were busy for %d", ran, busy)
	}
}

func execStart(t *sched.Task) des.Time {
	if t.Policy == sched.FIFO || t.Policy == sched.RR {
		return t.RT.ExecStart
	}
	return t.SE.ExecStart
}

// digests runs a plan to the given times, one after the other.
func digests(t *rapid.T, p plan, watch bool, until ...des.Time) string {
	t.Helper()
	feed := newPlayer(p)
	var trace sched.Tracer
	if watch {
		trace = newAuditor(feed).tracer()
	}
	k := build(t, feed, trace)
	for _, at := range until {
		if err := k.RunUntil(at); err != nil {
			t.Fatal(err)
		}
		if k.Now() > at {
			t.Fatalf("RunUntil(%v) went to %v", at, k.Now())
		}
		if next, ok := k.NextAt(); ok && next <= at {
			t.Fatalf("RunUntil(%v) left an event of %v", at, next)
		}
	}
	return fmt.Sprintf("%d events, digest %x, schedule %x", k.Events(), k.Digest(), k.ScheduleDigest())
}

// TestPropertyDigests: a run depends on its input alone: not on the stops it
// makes, nor on who watches it.
func TestPropertyDigests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t)
		stop := des.Time(rapid.Int64Range(0, int64(horizon)).Draw(t, "stop"))
		want := digests(t, p, false, horizon)
		for name, got := range map[string]string{
			"again":      digests(t, p, false, horizon),
			"watched":    digests(t, p, true, horizon),
			"in pieces":  digests(t, p, false, stop, stop, horizon),
			"step by ms": digests(t, p, false, pieces()...),
		} {
			if got != want {
				t.Fatalf("%s: %s, want %s", name, got, want)
			}
		}
	})
}

func pieces() []des.Time {
	var out []des.Time
	for at := des.Time(0); at <= horizon; at += des.Millisecond {
		out = append(out, at)
	}
	return out
}

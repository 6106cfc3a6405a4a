package sched

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// The waker of these tests is on CPU 3 of Juno r2 (A53), its work of 1 ms takes
// 2.666959 ms there. The woken tasks are on CPUs 1 and 2 (A72), another cluster.
// In state 1, cpu-sleep, entry takes 300 us and exit 1200 us.

// wakerMachine has tasks "a" and "b" blocked on the given CPUs, and a waker, whose
// steps begin when that work is done: at 4.166959 ms if CPU 3 wakes from state 1.
func wakerMachine(t *testing.T, edit func(*Config), a, b energy.CPUID, steps ...func(*Kernel, *Task) Op) *machine {
	t.Helper()
	gov := &answers{}
	m := newMachine(t, setup{
		edit: func(c *Config) {
			c.Governor = gov
			if edit != nil {
				edit(c)
			}
		},
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {do(OpBlock)}, "b": {do(OpBlock)},
			"waker": append([]func(*Kernel, *Task) Op{run(des.Millisecond)}, append(steps, run(10*des.Millisecond))...),
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", a))
			k.Spawn(pinned("b", b))
			k.Spawn(pinned("waker", 3))
		},
	})
	m.gov = gov
	return m
}

func inState(state int) func(*Config) {
	return func(c *Config) { c.Idle = &fixedIdle{state: state, stop: true} }
}

// wakes returns what the log has of wake-ups after the first three, which are of
// Spawn.
func (m *machine) wakes() []string { return m.lines("waking", "wake")[3:] }

// TestWakeSleepingCPU: a wake-up for a sleeping CPU of another last-level cache only
// puts the task on that CPU's list (ttwu_queue, TTWU_QUEUE). It is queued after the
// exit latency: until then nr_running is 0, though the CPU is not idle any more
// (idle_cpu), the load does not contain the task, and the governor is not told.
func TestWakeSleepingCPU(t *testing.T) {
	m := wakerMachine(t, inState(1), 1, 2, wakeTask(0), wakeTask(0))
	m.runTo(t, 4*des.Millisecond)
	c, told := m.CPU(1), len(m.gov.events)
	check(t, "an idle CPU", c.IdleCPU(), true)
	m.runTo(t, 5*des.Millisecond)
	checkLines(t, m.wakes(), []string{"4.166959ms waking a on 1"}) // the second time it is awake: nothing happens
	check(t, "state", m.Task(0).State, TaskWaking)
	check(t, "woken at", m.Task(0).LastWake, 4_166_959)
	check(t, "runnable tasks of CPU 1", c.RQ.NrRunning, 0)
	check(t, "a CPU that was woken is not idle", c.IdleCPU(), false)
	check(t, "told to the governor, but for a tick", count(reasons(m.gov.events[told:]), "wake"), 0)
	m.runTo(t, 6*des.Millisecond)
	checkLines(t, m.wakes()[1:], []string{"5.366959ms wake a on 1"})
	check(t, "told to the governor", count(reasons(m.gov.events[told:]), "wake"), 1)
}

func reasons(events []Reason) []string {
	var out []string
	for _, r := range events {
		if r == ReasonEnqueueWake {
			out = append(out, "wake")
		}
	}
	return out
}

// TestWakeListPaths: who is queued at once. A busy CPU takes the interrupt at once, a
// CPU of the same cluster needs none.
func TestWakeListPaths(t *testing.T) {
	for _, tt := range []struct {
		name string
		edit func(*Config)
		a    energy.CPUID
		want []string
	}{
		{"asleep in WFI", inState(0), 1, []string{"2.667959ms waking a on 1", "2.668959ms wake a on 1"}},
		{"asleep in WFI, the interrupt takes 50 us", func(c *Config) {
			inState(0)(c)
			c.Params.IPICostNS = 50_000 // for CPU 3 at the start, too
		}, 1, []string{"2.717959ms waking a on 1", "2.768959ms wake a on 1"}},
		{"same cluster", inState(1), 4, []string{"4.166959ms waking a on 4", "4.166959ms wake a on 4"}},
		{"without idle states", nil, 1, []string{"2.666959ms waking a on 1", "2.666959ms wake a on 1"}},
		{"NO_TTWU_QUEUE", func(c *Config) {
			inState(1)(c)
			c.Features = c.Features.With(TTWUQueue, false)
		}, 1, []string{"4.166959ms waking a on 1", "4.166959ms wake a on 1"}},
		{"awake, the interrupt takes 50 us", func(c *Config) { c.Params.IPICostNS = 50_000 }, 1, []string{
			"2.666959ms waking a on 1", "2.716959ms wake a on 1",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := wakerMachine(t, tt.edit, tt.a, 2, wakeTask(0))
			m.runTo(t, 6*des.Millisecond)
			checkLines(t, m.wakes(), tt.want)
		})
	}
}

// TestWakeListOrder: the list begins with the task that was woken last, and comes
// before timers that are due.
func TestWakeListOrder(t *testing.T) {
	m := wakerMachine(t, inState(1), 1, 1, wakeTask(0), wakeTask(1))
	m.runTo(t, 4*des.Millisecond)
	late := m.Spawn(pinned("late", 1))
	m.feed.steps["late"] = []func(*Kernel, *Task) Op{func(*Kernel, *Task) Op {
		return Op{Do: OpSleep, Until: 7 * des.Millisecond}
	}}
	m.runTo(t, 10*des.Millisecond)
	check(t, "the timer's task", late.State, TaskDead)
	checkLines(t, m.wakes(), []string{
		"4ms wake late on 1",
		"4.166959ms waking a on 1", "4.166959ms waking b on 1",
		"5.2ms wake b on 1", "5.2ms wake a on 1", // the exit began at 4 ms, for the new task
		"8.2ms waking late on 1", "8.2ms wake late on 1",
	})
}

// TestWakeListBeforeTimer: both wait for the exit.
func TestWakeListBeforeTimer(t *testing.T) {
	m := wakerMachine(t, inState(1), 1, 1, wakeTask(0))
	m.feed.steps["b"] = []func(*Kernel, *Task) Op{func(*Kernel, *Task) Op {
		return Op{Do: OpSleep, Until: 4 * des.Millisecond} // its interrupt starts the exit
	}}
	m.runTo(t, 6*des.Millisecond)
	checkLines(t, m.wakes(), []string{
		"4.166959ms waking a on 1", "5.2ms wake a on 1", "5.2ms waking b on 1", "5.2ms wake b on 1",
	})
}

// TestWakeInterruptOnItsWay: the CPU falls asleep before the interrupt reaches it.
func TestWakeInterruptOnItsWay(t *testing.T) {
	m := wakerMachine(t, func(c *Config) {
		inState(1)(c)
		c.Params.IPICostNS = 50_000
	}, 1, 1, wakeTask(0), wakeTask(0))
	// Its own wake-up at 0 took CPU 3 50 us more, so it wakes a at 4.216959 ms. b is
	// awake then, and for 10 us more.
	m.feed.steps["b"] = []func(*Kernel, *Task) Op{
		func(*Kernel, *Task) Op { return Op{Do: OpSleep, Until: 3 * des.Millisecond} },
		run(26_959 * des.Nanosecond),
	}
	m.runTo(t, 8*des.Millisecond)
	checkLines(t, with(m.lines("waking", "wake", "exit")[3:], " a "), []string{
		"4.216959ms waking a on 1",
		// b ends at 4.226959 ms; the interrupt comes at 4.266959, the entry of
		// cpu-sleep ends at 4.526959 ms, and its exit 1200 us later.
		"5.726959ms wake a on 1",
	})
}

// TestWakeInterruptOnce: an interrupt that is on its way serves what is woken
// meanwhile.
func TestWakeInterruptOnce(t *testing.T) {
	m := wakerMachine(t, func(c *Config) { c.Params.IPICostNS = 50_000 }, 1, 1,
		wakeTask(0), run(10*des.Microsecond), wakeTask(1))
	m.runTo(t, 3*des.Millisecond)
	// 10 us of work take 26.67 us there.
	checkLines(t, m.wakes(), []string{
		"2.666959ms waking a on 1", "2.693629ms waking b on 1", "2.716959ms wake b on 1", "2.716959ms wake a on 1",
	})
}

// TestWakeInterruptTooLate: a CPU that looked at its list because it woke for
// something else is not woken again.
func TestWakeInterruptTooLate(t *testing.T) {
	idle := &fixedIdle{stop: true}
	m := wakerMachine(t, func(c *Config) { c.Idle, c.Params.IPICostNS = idle, 900_000 }, 1, 1, wakeTask(0))
	// CPU 3 was woken at 0.901 ms and is done at 3.567959; b sleeps by then, and its
	// timer is sooner than the interrupt of 4.467959 ms.
	m.feed.steps["b"] = []func(*Kernel, *Task) Op{
		func(*Kernel, *Task) Op { return Op{Do: OpSleep, Until: 3_560 * des.Microsecond} },
		run(10 * des.Microsecond), // to 3.571 ms
		sleep(29 * des.Microsecond),
	}
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, with(m.wakes(), " a "), []string{"3.567959ms waking a on 1", "3.601ms wake a on 1"})
	checkLines(t, with(idle.seen, "1 0 ")[2:], []string{"1 0 30us false"})
}

// TestWakeListChanges: what is changed of a task that waits on a list counts when it
// is queued. The stopper moves it off a CPU that is not allowed any more.
func TestWakeListChanges(t *testing.T) {
	m := wakerMachine(t, inState(1), 1, 1, wakeTask(0), wakeTask(1),
		call(func(k *Kernel, _ *Task) {
			k.SetAffinity(k.Task(0), energy.CPUSetOf(2))
			k.SetNice(k.Task(0), 5)
			k.SetPolicy(k.Task(1), FIFO, 0, 10)
		}))
	m.runTo(t, 5*des.Millisecond)
	check(t, "state", m.Task(0).State, TaskWaking)
	check(t, "weight", m.Task(0).Weight, 924)
	check(t, "policy", m.Task(1).Policy, FIFO)
	m.runTo(t, 9*des.Millisecond)
	checkLines(t, m.lines("waking", "wake", "move", "exit")[6:], []string{
		"4.166959ms waking a on 1", "4.166959ms waking b on 1",
		"5.366959ms wake b on 1", "5.366959ms wake a on 1", "5.366959ms move a 1>2 why 5", "5.366959ms exit b",
		"6.566959ms exit a", // CPU 2 wakes for it
	})
	check(t, "queued as real-time task", m.rt.count("rt-enqueue 1"), 1)
}

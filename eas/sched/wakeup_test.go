package sched

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// TestSelectFallback: an answer outside the affinity falls back to the lowest
// allowed CPU, and a task with one CPU is not asked about.
func TestSelectFallback(t *testing.T) {
	m := newMachine(t, setup{})
	asked := 0
	m.fair.choose = func(*Task, energy.CPUID, WakeKind, Flags, energy.CPUID) energy.CPUID {
		asked++
		return 0
	}
	x := &Task{CPU: 5}
	m.applyAffinity(x, energy.CPUSetOf(2, 4))
	check(t, "outside", m.selectCPU(x, 5, KindWake, 0, 0), 2)
	m.applyAffinity(x, energy.CPUSetOf(0, 4))
	check(t, "inside", m.selectCPU(x, 5, KindWake, 0, 0), 0)
	check(t, "questions", asked, 2)
	m.applyAffinity(x, energy.CPUSetOf(4))
	check(t, "only one", m.selectCPU(x, 5, KindWake, 0, 0), 4)
	check(t, "questions", asked, 2)
	m.applyAffinity(x, energy.CPUSetOf(4, 99))
	check(t, "CPUs that the machine lacks do not count", x.NrAllowed, 1)
}

// TestWakeOnlyBlocked: Wake does nothing for a task that sleeps until a time, is
// runnable, or has ended.
func TestWakeOnlyBlocked(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"timed":   {sleep(5 * des.Millisecond), do(OpBlock)},
			"blocked": {do(OpBlock), run(des.Millisecond)},
			"waker": {
				run(des.Millisecond), wakeTask(0), wakeTask(1), wakeTask(1), wakeTask(2), run(des.Millisecond),
			},
		},
		start: func(k *Kernel) {
			for i, name := range []string{"timed", "blocked", "waker"} {
				k.Spawn(pinned(name, energy.CPUID(i)))
			}
		},
	})
	m.runTo(t, 20*des.Millisecond)
	checkLines(t, m.lines("wake")[3:], []string{"1ms wake blocked on 1", "5ms wake timed on 0"})
	check(t, "blocked again after its sleep", m.Task(0).State, TaskSleeping)
}

// TestWakers: the waker is the task whose step it is; of a timer, whatever runs
// on the CPU that armed it.
func TestWakers(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"x":    {sleep(3 * des.Millisecond), sleep(3 * des.Millisecond), do(OpBlock)},
			"hog":  {run(5 * des.Millisecond)},
			"call": {sleep(9 * des.Millisecond), wakeTask(0), run(des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("x", 1))
			k.Spawn(pinned("hog", 1))
			k.Spawn(pinned("call", 2))
		},
	})
	m.fair.preempt = true
	m.runTo(t, 20*des.Millisecond)
	// x at 3 ms over hog; x at 6 ms, when CPU 1 is idle since 5; call at 9; x by call.
	want := []TaskID{1, NoTask, NoTask, 2}
	if len(m.fair.woken) != len(want) {
		t.Fatalf("wakers %v, want %v", m.fair.woken, want)
	}
	for i := range want {
		check(t, "waker", m.fair.woken[i], want[i])
	}
}

// TestPreemptCheck: a real-time task takes the CPU from a fair one, not the
// other way round; within a class the class decides.
func TestPreemptCheck(t *testing.T) {
	m := newMachine(t, setup{})
	c := m.CPU(1)
	fair, rt := &Task{Policy: Batch}, &Task{Policy: RR}
	for _, tt := range []struct {
		name        string
		curr, woken *Task
		class, want bool
	}{
		{"fair over idle", nil, fair, false, true},
		{"real-time over fair", fair, rt, false, true},
		{"fair under real-time", rt, fair, true, false},
		{"fair, class says no", fair, &Task{}, false, false},
		{"fair, class says yes", fair, &Task{}, true, true},
	} {
		c.Curr, m.fair.preempt = tt.curr, tt.class
		m.preemptCheck(c, tt.woken, 0)
		check(t, tt.name, c.NeedResched, tt.want)
		m.clearResched(c)
	}
	check(t, "nobody waits", m.nrResched, 0)
	c.Curr = nil
}

// TestAvgIdle: avg += (idle - avg) / 8 at a wake-up on the CPU, at most twice the
// cost of a new-idle balance; a fork does not end the stretch.
func TestAvgIdle(t *testing.T) {
	m := newMachine(t, setup{})
	c := m.CPU(1)
	check(t, "at boot", c.RQ.AvgIdle, 1_000_000)
	m.AdvanceTo(10 * des.Millisecond)
	m.updateAvgIdle(c)
	check(t, "without a stamp", c.RQ.AvgIdle, 1_000_000)
	for _, tt := range []struct{ idle, before, want int64 }{
		{200_000, 1_000_000, 900_000},
		{9_000_000, 900_000, 1_000_000}, // 1912500, limited
		{0, 1, 0},                       // -1 >> 3 is -1
		{100, 99, 99},                   // 1 >> 3 is 0
	} {
		c.RQ.IdleStamp, c.RQ.AvgIdle = m.Now()-des.Time(tt.idle), tt.before
		m.updateAvgIdle(c)
		check(t, "average", c.RQ.AvgIdle, tt.want)
		check(t, "stamp", c.RQ.IdleStamp, 0)
	}
}

// TestOverload: the second task of a CPU makes the root domain overloaded
// (add_nr_running), however it comes.
func TestOverload(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {sleep(des.Millisecond), run(9 * des.Millisecond)},
			"b": {run(9 * des.Millisecond)},
		},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	m.runTo(t, 0)
	check(t, "one task", m.root.Overload, false)
	m.Spawn(pinned("b", 1))
	m.runTo(t, 500*des.Microsecond)
	check(t, "one awake", m.root.Overload, false)
	m.runTo(t, des.Millisecond)
	check(t, "two awake", m.root.Overload, true)

	m.Spawn(pinned("b", 2))
	m.Spawn(pinned("b", 3))
	m.root.Overload = false
	m.SetAffinity(m.Task(2), energy.CPUSetOf(3))
	m.settle(t)
	check(t, "one moved here", m.root.Overload, true)
}

package sched

import (
	"strings"
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// TestProgress: work is rate x time, rounded up to a nanosecond. On CPU 1 (A72)
// the rates are 512, 853.333 and 1024, in 1/1024: 524288, 873813 and 1048576; on
// CPU 0 (A53) the top is 383.958, 393173.
func TestProgress(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {run(10 * des.Millisecond)},
			"b": {run(10 * des.Millisecond)},
			"c": {func(*Kernel, *Task) Op { return Op{Do: OpRun, Kind: WorkStall, Work: 1<<20*1000 + 1} }},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("b", 0))
			k.Spawn(pinned("c", 2))
		},
	})
	m.runTo(t, 100*des.Millisecond)
	checkLines(t, m.lines("exit"), []string{
		"1.001us exit c", // a thousand ns and one unit: 1001 ns
		"10ms exit a",
		"26.669584ms exit b", // 1e7 x 1048576 / 393173 = 26669583.1
	})
	check(t, "busy time of CPU 0", m.CPU(0).BusyNS, 26_669_584)
	check(t, "switches of CPU 0", m.CPU(0).Switches, 2)
}

// TestPreemptedWorkIsKept: what was done before a preemption counts.
func TestPreemptedWorkIsKept(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"long":  {run(10 * des.Millisecond)},
			"short": {sleep(3 * des.Millisecond), run(2 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("short", 1))
			k.Spawn(pinned("long", 1))
		},
	})
	m.fair.preempt = true
	m.runTo(t, 100*des.Millisecond)
	checkLines(t, m.lines("switch", "exit"), []string{
		"0s switch 1 idle>short", "0s switch 1 short>long",
		"3ms switch 1 long+>short", "5ms exit short", "5ms switch 1 short>long", "12ms exit long", "12ms switch 1 long>idle",
	})
}

// TestRunUntil burns wall time: being preempted does not move its end, but the
// task must run to notice it.
func TestRunUntil(t *testing.T) {
	until := func(*Kernel, *Task) Op { return Op{Do: OpRunUntil, Until: 4 * des.Millisecond} }
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"clock": {until, until}, // the second one is over already
			"other": {sleep(3 * des.Millisecond), run(2 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("other", 1))
			k.Spawn(pinned("clock", 1))
		},
	})
	m.fair.preempt = true
	m.runTo(t, 100*des.Millisecond)
	checkLines(t, m.lines("exit"), []string{"5ms exit other", "5ms exit clock"})
}

// TestYield: the class decides who goes on.
func TestYield(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {run(des.Millisecond), do(OpYield), run(des.Millisecond)},
			"b": {run(5 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("b", 1))
		},
	})
	m.runTo(t, 100*des.Millisecond)
	checkLines(t, m.lines("switch", "exit"), []string{
		"0s switch 1 idle>a", "1ms switch 1 a+>b", "6ms exit b", "6ms switch 1 b>a", "7ms exit a", "7ms switch 1 a>idle",
	})
}

// TestOverheads: the cost of a switch is charged to the task switched in, before
// its work; that of a wake-up to the waking task's next operation.
func TestOverheads(t *testing.T) {
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Params.SwitchCostNS, c.Params.WakeupCostNS = 5_000, 2_000 },
		steps: map[string][]func(*Kernel, *Task) Op{
			"waker":   {run(des.Millisecond), wakeTask(1), run(des.Millisecond)},
			"sleeper": {do(OpBlock)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("waker", 1))
			k.Spawn(pinned("sleeper", 2))
		},
	})
	m.runTo(t, 100*des.Millisecond)
	checkLines(t, with(m.lines("switch", "wake", "exit"), "waker"), []string{
		"0s wake waker on 1", "0s switch 1 idle>waker", "2.007ms exit waker", "2.007ms switch 1 waker>idle",
	})
	checkLines(t, m.lines("wake")[2:], []string{"1.005ms wake sleeper on 2"})
}

// TestOverheadOfPreemption: a switch whose task is preempted before its cost has run
// is not forgotten, and stays that task's.
func TestOverheadOfPreemption(t *testing.T) {
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Params.SwitchCostNS = 5_000 },
		steps: map[string][]func(*Kernel, *Task) Op{
			"long":  {run(10 * des.Millisecond)},
			"short": {sleep(2 * des.Microsecond), run(des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("short", 1))
			k.Spawn(pinned("long", 1))
		},
	})
	m.fair.preempt = true
	m.runTo(t, 100*des.Millisecond)
	// long: 5 us of which 2 have run, short: 5 us and 1 ms, long: 5 us more for its
	// second switch, the 3 us that are left of the first, and its work.
	checkLines(t, m.lines("exit"), []string{"1.007ms exit short", "11.015ms exit long"})
}

// TestWakeupCost: what a task wakes before it sleeps is paid for by what runs next on
// its CPU. A timer that wakes a task elsewhere costs an idle CPU nothing.
func TestWakeupCost(t *testing.T) {
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Params.WakeupCostNS = 2_000 },
		steps: map[string][]func(*Kernel, *Task) Op{
			"waker": {
				run(des.Millisecond), wakeTask(1), wakeTask(1), sleep(des.Millisecond), run(des.Millisecond),
				sleep(des.Millisecond), run(des.Millisecond),
			},
			"woken": {do(OpBlock), do(OpBlock)},
			"other": {sleep(500 * des.Microsecond), run(des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("waker", 1))
			k.Spawn(pinned("woken", 2))
			k.Spawn(TaskAttr{Name: "other", Affinity: energy.CPUSetOf(1, 2)})
		},
	})
	m.fair.choose = func(_ *Task, _ energy.CPUID, kind WakeKind, _ Flags, _ energy.CPUID) energy.CPUID {
		if kind == KindFork {
			return 2
		}
		return 1
	}
	m.runTo(t, 2500*des.Microsecond)
	// other, woken by CPU 2's timer for CPU 1, pays for the wake-up by waker at 1 ms.
	checkLines(t, m.lines("exit"), []string{"2.002ms exit other"})
	m.runTo(t, 10*des.Millisecond)
	// The waker's own timers cost CPU 1 2 us each, at 2 ms beside other and at 4.004 ms
	// when it is idle.
	checkLines(t, m.lines("exit")[1:], []string{"5.006ms exit waker"})
	check(t, "CPU 2 owes", m.CPU(2).burst.overhead, 0)
}

// TestZeroTimeLoops: tasks that never let time pass stop the run, whether they
// loop, yield, or wake each other.
func TestZeroTimeLoops(t *testing.T) {
	for name, steps := range map[string]map[string][]func(*Kernel, *Task) Op{
		"continue": {"a": repeat(3000, do(OpContinue))},
		"no work":  {"a": repeat(3000, func(*Kernel, *Task) Op { return Op{Do: OpRun} })},
		"yield":    {"a": repeat(3000, do(OpYield))},
		"ping-pong": {
			"a": repeat(3000, wakeTask(1), do(OpBlock)),
			"b": repeat(3000, wakeTask(0), do(OpBlock)),
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t, setup{
				edit:  func(c *Config) { c.Params.ZeroTimeStepsLimit = 1000 },
				steps: steps,
				start: func(k *Kernel) {
					for _, n := range []string{"a", "b"} {
						if steps[n] != nil {
							k.Spawn(pinned(n, 1))
						}
					}
				},
			})
			err := m.RunUntil(des.Second)
			if err == nil || !strings.Contains(err.Error(), "zero_time_steps") {
				t.Errorf("the run ended at %v with error %v", m.Now(), err)
			}
			check(t, "time of the stop", m.Now(), 0)
			if m.Step() {
				t.Error("a failed machine takes another step")
			}
		})
	}
}

// TestManyStepsAreFine as long as time passes now and then.
func TestManyStepsAreFine(t *testing.T) {
	steps := append(repeat(900, do(OpContinue)), run(des.Microsecond))
	m := newMachine(t, setup{
		edit:  func(c *Config) { c.Params.ZeroTimeStepsLimit = 1000 },
		steps: map[string][]func(*Kernel, *Task) Op{"a": append(steps, steps...)},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	if err := m.RunUntil(des.Second); err != nil {
		t.Error(err)
	}
}

func repeat(n int, steps ...func(*Kernel, *Task) Op) []func(*Kernel, *Task) Op {
	var out []func(*Kernel, *Task) Op
	for range n {
		out = append(out, steps...)
	}
	return out
}

// TestFail stops the run with the Feeder's error, and at once.
func TestFail(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{"a": {
			run(des.Millisecond),
			func(k *Kernel, _ *Task) Op {
				k.Fail(errTest)
				k.Fail(nil)
				return Op{Do: OpContinue}
			},
			run(des.Millisecond),
		}},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	if err := m.RunUntil(des.Second); err != errTest {
		t.Errorf("error %v, want the first one given", err)
	}
	check(t, "steps", len(m.feed.runs), 2)
	check[error](t, "Err", m.Err(), errTest)
}

type testError string

func (e testError) Error() string { return string(e) }

const errTest = testError("test")

// TestFeederTimer is called on the boot CPU at the time last asked for.
func TestFeederTimer(t *testing.T) {
	var calls []des.Time
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{"a": {do(OpBlock)}},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 2))
			k.SetFeederTimer(2 * des.Millisecond)
			k.SetFeederTimer(3 * des.Millisecond)
		},
	})
	wakers := []energy.CPUID{}
	m.fair.choose = func(_ *Task, _ energy.CPUID, _ WakeKind, _ Flags, waker energy.CPUID) energy.CPUID {
		wakers = append(wakers, waker)
		return 2
	}
	m.feed.timer = func(k *Kernel) {
		calls = append(calls, k.Now())
		k.SetAffinity(k.Task(0), energy.CPURange(2, 3))
		k.Wake(k.Task(0), false)
	}
	m.runTo(t, 10*des.Millisecond)
	if len(calls) != 1 || calls[0] != 3*des.Millisecond {
		t.Errorf("called at %v, want once at 3 ms", calls)
	}
	if len(wakers) != 1 || wakers[0] != m.bootCPU {
		t.Errorf("wakers %v, want the boot CPU", wakers)
	}
}

package sched

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// TestSpawn puts a task on the boot CPU without asking the class, if it may run
// there.
func TestSpawn(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{"here": {run(des.Millisecond)}, "there": {run(des.Millisecond)}},
		start: func(k *Kernel) {
			k.Spawn(TaskAttr{Name: "here"})
			k.Spawn(TaskAttr{Name: "there", Affinity: energy.CPURange(2, 3), Nice: -3})
		},
	})
	var kinds []WakeKind
	m.fair.choose = func(_ *Task, _ energy.CPUID, kind WakeKind, _ Flags, _ energy.CPUID) energy.CPUID {
		kinds = append(kinds, kind)
		return 3
	}
	m.runTo(t, 0)
	checkLines(t, m.lines("wake", "move"), []string{"0s wake here on 0", "0s move there 0>3 why 1", "0s wake there on 3"})
	if len(kinds) != 1 || kinds[0] != KindFork {
		t.Errorf("asked %v, want once, for a fork", kinds)
	}
	check(t, "nice", m.Task(1).Nice, -3)
	check(t, "weight", m.Task(1).Weight, 1084)
	check(t, "tasks", m.NrTasks(), 2)
	check(t, "allowed without affinity", m.Task(0).NrAllowed, 6)
}

// TestFork: the child is placed by the class, starts where its parent is asked
// from, and takes its first step when it runs.
func TestFork(t *testing.T) {
	var child *Task
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"parent": {
				run(des.Millisecond),
				call(func(k *Kernel, t *Task) {
					child = k.Fork(t, TaskAttr{Name: "child"})
					if child.State != TaskRunnable || child.CPU != 4 {
						panic("the child is not queued on CPU 4")
					}
				}),
				run(des.Millisecond),
			},
			"child": {run(des.Millisecond)},
		},
		start: func(k *Kernel) { k.Spawn(pinned("parent", 2)) },
	})
	m.fair.choose = func(_ *Task, prev energy.CPUID, kind WakeKind, _ Flags, waker energy.CPUID) energy.CPUID {
		if prev != 2 || waker != 2 || kind != KindFork {
			t.Errorf("asked for kind %v, prev %d, waker %d", kind, prev, waker)
		}
		return 4
	}
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("wake", "move", "exit")[2:], []string{
		"1ms move child 2>4 why 1", "1ms wake child on 4", "2ms exit parent", "3.666959ms exit child",
	}) // 1e6 x 1048576 / 393173 = 2666958.8
	if m.feed.runs[2] != "parent" || m.feed.runs[3] != "child" {
		t.Errorf("steps %v: the parent's next operation comes before the child's first", m.feed.runs)
	}
}

// TestForkPreempts: a child on its parent's CPU that preempts runs before the
// parent's next operation.
func TestForkPreempts(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"parent": {
				run(des.Millisecond),
				call(func(k *Kernel, t *Task) { k.Fork(t, pinned("child", 1)) }),
				run(des.Millisecond),
			},
			"child": {run(des.Millisecond)},
		},
		start: func(k *Kernel) { k.Spawn(pinned("parent", 1)) },
	})
	m.fair.preempt = true
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("switch", "exit"), []string{
		"0s switch 1 idle>parent", "1ms switch 1 parent+>child", "2ms exit child", "2ms switch 1 child>parent",
		"3ms exit parent", "3ms switch 1 parent>idle",
	})
}

// TestExit: the class hears of it when the task is off the CPU, and nothing wakes
// the dead.
func TestExit(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {run(des.Millisecond)}, "b": {run(2 * des.Millisecond), wakeTask(0), run(des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("b", 2))
		},
	})
	m.runTo(t, 1500*des.Microsecond)
	check(t, "state", m.Task(0).State, TaskDead)
	check(t, "told", m.fair.count("dead 0"), 1)
	m.runTo(t, 10*des.Millisecond)
	check(t, "state", m.Task(0).State, TaskDead)
	checkLines(t, with(m.lines("wake"), "wake a"), []string{"0s wake a on 1"})
	m.SetNice(m.Task(0), 3)
	check(t, "nice of the dead", m.Task(0).Nice, 0)
}

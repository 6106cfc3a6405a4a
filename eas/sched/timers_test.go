package sched

import (
	"fmt"
	"slices"
	"testing"

	"easim/eas/des"
	"easim/energy"

	"pgregory.net/rapid"
)

// TestTimersOrder: sleeps that end together end in the order of the tasks,
// whatever CPUs they sleep on, and on one CPU one after the other.
func TestTimersOrder(t *testing.T) {
	until := func(k *Kernel, _ *Task) Op { return Op{Do: OpSleep, Until: 10 * des.Millisecond} }
	steps := map[string][]func(*Kernel, *Task) Op{}
	cpus := []energy.CPUID{2, 1, 2, 0, 1}
	m := newMachine(t, setup{
		steps: steps,
		start: func(k *Kernel) {
			for i, cpu := range cpus {
				name := fmt.Sprint("t", i)
				steps[name] = []func(*Kernel, *Task) Op{until}
				k.Spawn(pinned(name, cpu))
			}
		},
	})
	m.runTo(t, des.Millisecond)
	m.log = nil
	// Of five sleeps three stand in the queue, one a CPU, with the six ticks.
	check(t, "events in the machine's queue", m.q.Len(), 6+3)
	check(t, "next timer of CPU 2", des.Time(m.nextTimer(m.CPU(2))), 10*des.Millisecond-m.Now())
	check(t, "next timer of CPU 3", des.Time(m.nextTimer(m.CPU(3))), des.Never)
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("wake"), []string{
		"10ms wake t0 on 2", "10ms wake t1 on 1", "10ms wake t2 on 2", "10ms wake t3 on 0", "10ms wake t4 on 1",
	})
}

// TestTimersHead: a sleep that ends sooner takes the place of the CPU's earliest.
func TestTimersHead(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{
			"late":  {sleep(9 * des.Millisecond)},
			"soon":  {sleep(3 * des.Millisecond)},
			"later": {sleep(11 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			for _, name := range []string{"late", "soon", "later"} {
				k.Spawn(pinned(name, 1))
			}
		},
	})
	m.runTo(t, 20*des.Millisecond)
	checkLines(t, m.lines("wake")[3:], []string{"3ms wake soon on 1", "9ms wake late on 1", "11ms wake later on 1"})
	check(t, "no timer is left", m.cpus[1].timers.head, NoTask)
}

// TestSleepIntoThePast is no sleep: the task is asked for its next operation.
func TestSleepIntoThePast(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{"t": {run(des.Millisecond), sleep(0), sleep(-5), run(des.Millisecond)}},
		start: func(k *Kernel) { k.Spawn(pinned("t", 1)) },
	})
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("switch", "exit"), []string{"0s switch 1 idle>t", "2ms exit t", "2ms switch 1 t>idle"})
}

// TestTimersExact: whatever the sleeps, every task wakes at the time it asked
// for, and simultaneous wake-ups come in the order of the tasks.
func TestTimersExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(rt, "tasks")
		steps := map[string][]func(*Kernel, *Task) Op{}
		var want []wakeAt
		var spawn []TaskAttr
		for i := range n {
			name := fmt.Sprint("t", i)
			at := des.Time(0)
			for range rapid.IntRange(1, 5).Draw(rt, "sleeps") {
				at += des.Time(rapid.IntRange(1, 5).Draw(rt, "ms")) * des.Millisecond
				until := at
				steps[name] = append(steps[name], func(*Kernel, *Task) Op { return Op{Do: OpSleep, Until: until} })
				want = append(want, wakeAt{at, i})
			}
			spawn = append(spawn, pinned(name, energy.CPUID(rapid.IntRange(0, 5).Draw(rt, "cpu"))))
		}
		m := newMachine(t, setup{steps: steps, start: func(k *Kernel) {
			for _, a := range spawn {
				k.Spawn(a)
			}
		}})
		m.runTo(t, 30*des.Millisecond)
		slices.SortFunc(want, func(a, b wakeAt) int {
			if a.at != b.at {
				return int(a.at - b.at)
			}
			return a.task - b.task
		})
		var lines []string
		for _, w := range want {
			lines = append(lines, fmt.Sprintf("%v wake t%d", w.at, w.task))
		}
		got := m.lines("wake")[n:] // the first ones are of Spawn
		for i := range got {
			got[i] = got[i][:len(got[i])-len(" on 0")]
		}
		if !slices.Equal(got, lines) {
			rt.Fatalf("got %v\nwant %v", got, lines)
		}
	})
}

// wakeAt is an expected end of a sleep.
type wakeAt struct {
	at   des.Time
	task int
}

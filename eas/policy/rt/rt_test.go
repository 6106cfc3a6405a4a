package rt

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

const tickLen = 4 * des.Millisecond

func TestFIFORunsInOrder(t *testing.T) {
	m := newMachine(t, nil)
	low := m.start(m.task(0, sched.FIFO, 10, 0))
	a, b, high := m.task(0, sched.FIFO, 20, 0), m.task(0, sched.FIFO, 20, 0), m.task(0, sched.FIFO, 90, 0)
	m.start(a)
	m.wakeHere(b, 0)
	m.wantRuns(0, a) // not preempted by its equal
	m.start(high)
	for range 100 { // FIFO has no slice
		m.advance(tickLen)
		m.tick()
	}
	m.wantRuns(0, high)
	m.sleep(0)
	m.wantRuns(0, a) // preempted, so still first in its list
	m.r.Yield(m.k, m.cpu(0))
	m.k.Resched(m.cpu(0))
	m.settle()
	m.wantRuns(0, b)
	m.sleep(0)
	m.wantRuns(0, a)
	m.sleep(0)
	m.wantRuns(0, low)
	m.sleep(0)
	m.wantRuns(0, nil)
	if high.RT.SumExec != int64(400*des.Millisecond) {
		t.Errorf("ran %d ns, want 400 ms", high.RT.SumExec)
	}
}

// TestRRSlice: 100 ms are 25 ticks of 4 ms.
func TestRRSlice(t *testing.T) {
	m := newMachine(t, nil)
	a, b := m.start(m.task(0, sched.RR, 50, 0)), m.task(0, sched.RR, 50, 0)
	m.wakeHere(b, 0)
	for i := 1; i <= 100; i++ {
		m.advance(tickLen)
		m.tick()
		want := a
		if i/25%2 == 1 {
			want = b
		}
		m.wantRuns(0, want)
	}
	m.sleep(0)
	for range 30 { // alone it goes on
		m.advance(tickLen)
		m.tick()
		m.wantRuns(0, b)
	}
}

func TestSelectCPU(t *testing.T) {
	for _, tc := range []struct {
		name    string
		running map[energy.CPUID]int // FIFO tasks by CPU
		pinned  bool                 // the one on CPU 1 is
		prio    int                  // of the woken task, which last ran on CPU 1
		kind    sched.WakeKind
		waker   energy.CPUID
		want    energy.CPUID
	}{
		{name: "free", prio: 50, waker: 4, want: 1},
		{name: "beats what runs", running: map[energy.CPUID]int{1: 40}, prio: 50, waker: 4, want: 1},
		{name: "what runs is pinned", running: map[energy.CPUID]int{1: 40}, pinned: true, prio: 50, waker: 4, want: 0},
		{
			name: "prev as good as any", running: map[energy.CPUID]int{0: 9, 1: 9, 2: 9, 3: 9, 4: 9},
			pinned: true, prio: 50, waker: 2, want: 1,
		},
		{name: "equal, waker outside the cluster", running: map[energy.CPUID]int{1: 50}, prio: 50, waker: 4, want: 0},
		{name: "equal, waker in the cluster", running: map[energy.CPUID]int{1: 50}, prio: 50, waker: 2, want: 2},
		{name: "waker's CPU is busy", running: map[energy.CPUID]int{1: 50, 2: 9}, prio: 50, waker: 2, want: 0},
		{name: "cluster full", running: map[energy.CPUID]int{0: 9, 1: 50, 2: 9}, prio: 50, waker: 4, want: 4},
		{name: "cluster full, waker too", running: map[energy.CPUID]int{0: 9, 1: 50, 2: 9}, prio: 50, waker: 0, want: 3},
		{name: "least important", running: map[energy.CPUID]int{0: 9, 1: 50, 2: 8, 3: 9, 4: 9}, prio: 50, waker: 0, want: 2},
		{name: "all more important", running: map[energy.CPUID]int{0: 60, 1: 60, 2: 60, 3: 60, 4: 60}, prio: 50, want: 1},
		{
			name: "equals do not yield", running: map[energy.CPUID]int{0: 50, 1: 50, 2: 50, 3: 50, 4: 50},
			prio: 50, want: 1,
		},
		{name: "fork", running: map[energy.CPUID]int{1: 50}, prio: 50, kind: sched.KindFork, waker: 2, want: 2},
		{name: "exec stays", running: map[energy.CPUID]int{1: 50}, prio: 50, kind: sched.KindExec, waker: 2, want: 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newMachine(t, nil)
			for id := range energy.CPUID(5) {
				if p := tc.running[id]; p != 0 && id == 1 && tc.pinned {
					m.start(m.task(id, sched.FIFO, p, id))
				} else if p != 0 {
					m.start(m.task(id, sched.FIFO, p))
				}
			}
			woken := m.task(1, sched.FIFO, tc.prio)
			if got := m.r.SelectCPU(m.k, woken, 1, tc.kind, 0, tc.waker); got != tc.want {
				t.Errorf("CPU %d, want %d", got, tc.want)
			}
		})
	}
}

// TestPushAfterPreemption: the preempted task does not wait, but goes to a free
// CPU of its cluster.
func TestPushAfterPreemption(t *testing.T) {
	m := newMachine(t, nil)
	low := m.start(m.task(0, sched.FIFO, 10))
	high := m.start(m.task(0, sched.FIFO, 20))
	m.wantRuns(0, high)
	m.wantRuns(1, low)
}

// TestWokenPushesWaiting: a task that has to wait where it woke moves on.
func TestWokenPushesWaiting(t *testing.T) {
	m := newMachine(t, nil)
	first := m.start(m.task(0, sched.FIFO, 20))
	second := m.task(0, sched.FIFO, 20)
	m.wakeHere(second, 4)
	m.wantRuns(0, first)
	m.wantRuns(1, second)
}

// TestPinnedEqualGoesFirst: the running task could run elsewhere, the woken one
// cannot; so they change places.
func TestPinnedEqualGoesFirst(t *testing.T) {
	m := newMachine(t, nil)
	mobile := m.start(m.task(0, sched.FIFO, 20))
	pinned := m.task(0, sched.FIFO, 20, 0)
	m.wake(pinned, 0)
	m.wantRuns(0, pinned)
	m.wantRuns(1, mobile)
}

// TestPull: CPU 1 takes the most important waiting task it may run and that
// beats what it would run next.
func TestPull(t *testing.T) {
	m := newMachine(t, nil)
	leaving := m.start(m.task(1, sched.FIFO, 90, 1))
	left := m.task(1, sched.FIFO, 15, 1)
	m.wakeHere(left, 1)
	m.start(m.task(0, sched.FIFO, 80, 0))
	pinned := m.task(0, sched.FIFO, 30, 0)
	small, wanted := m.task(0, sched.FIFO, 10, 0, 1), m.task(0, sched.FIFO, 20, 0, 1)
	equal := m.task(0, sched.FIFO, 15, 0, 1)
	for _, task := range []*sched.Task{pinned, small, wanted, equal} {
		m.wakeHere(task, 0)
	}
	m.wantRuns(1, leaving)
	m.sleep(1)
	m.wantRuns(1, wanted)
	if wanted.CPU != 1 || small.CPU != 0 || pinned.CPU != 0 {
		t.Errorf("tasks on CPUs %d %d %d", wanted.CPU, small.CPU, pinned.CPU)
	}
	m.sleep(1)
	m.wantRuns(1, left) // its equal does not beat it, so nothing is pulled
	if equal.CPU != 0 {
		t.Error("an equal was pulled")
	}
	m.sleep(1)
	m.wantRuns(1, equal)
	m.sleep(1)
	m.wantRuns(1, small)
}

func TestPreemptsFairAtOnce(t *testing.T) {
	m := newMachine(t, nil)
	for id := range m.fair {
		m.fair[id] = &sched.Task{ID: 99}
		m.cpu(energy.CPUID(id)).Curr = m.fair[id]
	}
	task := m.start(m.task(2, sched.RR, 1))
	m.advance(tickLen)
	m.sleep(2)
	m.wantRuns(2, m.fair[2])
	if task.RT.SumExec != int64(tickLen) {
		t.Errorf("ran %d", task.RT.SumExec)
	}
}

// TestRTAverage: 100 ms at full speed, then halved at the end of each 500 ms.
func TestRTAverage(t *testing.T) {
	m := newMachine(t, nil)
	m.start(m.task(0, sched.FIFO, 1))
	m.advance(100 * des.Millisecond)
	m.sleep(0)
	c := m.cpu(0)
	if got, want := c.RQ.RT.Avg, uint64(100_000_000)<<10; got != want {
		t.Errorf("rt_avg %d, want %d", got, want)
	}
	m.advance(900*des.Millisecond + 1)
	m.start(m.task(0, sched.FIFO, 1))
	m.advance(1)
	m.sleep(0)
	if got, want := c.RQ.RT.Avg, uint64(100_000_001)<<10/4; got != want {
		t.Errorf("rt_avg %d after two halvings, want %d", got, want)
	}
}

// TestListAgainstSlices compares the lists with plain slices.
func TestListAgainstSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q sched.RTRunQueue
		var model [sched.NumRTPrio][]*sched.Task
		prio := rapid.OneOf(rapid.IntRange(1, 99), rapid.SampledFrom([]int{1, 63, 64, 65, 99}))
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				if err := sameLists(&q, &model); err != nil {
					t.Fatal(err)
				}
			},
			"tail": func(t *rapid.T) {
				task := &sched.Task{Priority: prio.Draw(t, "priority")}
				insert(&q, task, false)
				model[task.Priority] = append(model[task.Priority], task)
			},
			"head": func(t *rapid.T) {
				task := &sched.Task{Priority: prio.Draw(t, "priority")}
				insert(&q, task, true)
				model[task.Priority] = append([]*sched.Task{task}, model[task.Priority]...)
			},
			"remove": func(t *rapid.T) {
				p := prio.Draw(t, "priority")
				if n := len(model[p]); n > 0 {
					i := rapid.IntRange(0, n-1).Draw(t, "index")
					remove(&q, model[p][i])
					model[p] = append(append([]*sched.Task(nil), model[p][:i]...), model[p][i+1:]...)
				}
			},
		})
	})
}

func sameLists(q *sched.RTRunQueue, model *[sched.NumRTPrio][]*sched.Task) error {
	p := highest(q)
	for want := sched.NumRTPrio - 1; want > 0; want-- {
		if len(model[want]) == 0 {
			continue
		}
		if p != want {
			return fmt.Errorf("next priority %d, want %d", p, want)
		}
		task := q.Head[p]
		for i, w := range model[p] {
			if task != w {
				return fmt.Errorf("priority %d: wrong task at %d", p, i)
			}
			task = task.RT.Next
		}
		if task != nil || q.Tail[p] != model[p][len(model[p])-1] {
			return fmt.Errorf("priority %d: wrong tail", p)
		}
		p = next(q, p)
	}
	if p != 0 {
		return fmt.Errorf("priority %d left", p)
	}
	return nil
}

package fair

import (
	"testing"

	"easim/eas/sched"
	"easim/energy"
)

func TestPreemptionByPolicy(t *testing.T) {
	for _, tc := range []struct {
		name          string
		curr, woken   sched.Policy
		want          bool
		wantNext      bool // the woken task is the next buddy
		lead          int64
		alreadyAsked  bool
		noPreemptFeat bool
	}{
		{name: "normal far ahead", lead: 3_000_000, want: true, wantNext: true},
		{name: "normal at the granularity", lead: 1_000_000},
		{name: "normal past the granularity", lead: 1_000_001, want: true, wantNext: true},
		{name: "batch waits for the tick", woken: sched.Batch, lead: 3_000_000},
		{name: "idle waits for the tick", woken: sched.IdlePolicy, lead: 3_000_000},
		{name: "idle is preempted at once", curr: sched.IdlePolicy, lead: -1_000_000_000, want: true},
		{name: "idle is preempted by batch", curr: sched.IdlePolicy, woken: sched.Batch, lead: -1, want: true},
		{name: "idle against idle", curr: sched.IdlePolicy, woken: sched.IdlePolicy, lead: 3_000_000},
		{name: "reschedule on its way", lead: 3_000_000, alreadyAsked: true},
		{name: "feature off", lead: 3_000_000, noPreemptFeat: true},
		{name: "feature off, idle current", curr: sched.IdlePolicy, lead: 0, noPreemptFeat: true, want: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newMachine(t, []int{1024}, func(c *sched.Config) {
				c.Features = c.Features.With(sched.WakeupPreemption, !tc.noPreemptFeat)
			})
			curr, woken := m.fork(0, tc.curr, 0), m.fork(0, tc.woken, 0)
			c := m.cpu(0)
			if c.Curr != curr { // an idle task does not keep the CPU from the second fork
				m.schedule(c)
				c.Curr, c.RQ.CFS.Curr = curr, curr
			}
			woken.SE.Vruntime = curr.SE.Vruntime - tc.lead
			c.NeedResched = tc.alreadyAsked
			if got := m.f.Preempts(m.k, c, woken, 0); got != tc.want {
				t.Errorf("Preempts = %v, want %v", got, tc.want)
			}
			if got := c.RQ.CFS.Next == woken; got != tc.wantNext {
				t.Errorf("next buddy %v, want %v", got, tc.wantNext)
			}
			if m.f.Preempts(m.k, c, curr, 0) {
				t.Error("a task preempts itself")
			}
		})
	}
}

// TestTippingPoint: util 1024 of a new task is over the margin of any CPU, but
// only a task that was seen before tips the root domain at its enqueue.
func TestTippingPoint(t *testing.T) {
	m := newMachine(t, []int{593, 1024}, nil)
	over := func(want bool, when string) {
		t.Helper()
		if got := m.k.Root().Overutilized; got != want {
			t.Errorf("%s: overutilized %v, want %v", when, got, want)
		}
	}
	task := m.fork(0, sched.Normal, 0)
	over(false, "fork")
	if !m.cpu(0).RQ.MisfitTask {
		t.Error("a task of util 1024 fits a CPU of 593")
	}
	m.tick(0)
	over(true, "tick")
	m.k.SetOverutilized(false)
	m.sleep(0)
	if m.cpu(0).RQ.MisfitTask {
		t.Error("misfit on an idle CPU")
	}
	m.wake(task, 0)
	over(true, "wake")
	m.sleep(0)
	m.wake(task, 1)
	if m.cpu(1).RQ.MisfitTask {
		t.Error("misfit on the biggest CPU")
	}
}

// residue is what a task may leave behind in a queue's average of 1024: the two
// stand at different places in their periods, so they do not step together.
const residue = 20

// TestMigrationLeavesLoad: until the old queue is updated both count the task.
func TestMigrationLeavesLoad(t *testing.T) {
	m := newMachine(t, []int{1024, 1024}, nil)
	task := m.fork(0, sched.Normal, 0)
	m.advance(10_000_000)
	m.sleep(0)
	from, to := &m.cpu(0).RQ.CFS, &m.cpu(1).RQ.CFS
	m.wake(task, 1)
	if from.Avg.UtilAvg < 1000 || to.Avg.UtilAvg < 1000 {
		t.Errorf("util %d on the old queue, %d on the new, want both about 1024", from.Avg.UtilAvg, to.Avg.UtilAvg)
	}
	m.f.UpdateBlocked(m.k, m.cpu(0))
	if from.Avg.UtilAvg > residue || from.Avg.LoadAvg > residue {
		t.Errorf("old queue keeps util %d load %d", from.Avg.UtilAvg, from.Avg.LoadAvg)
	}
	m.sleep(1)
	m.f.Dead(m.k, task)
	m.f.UpdateBlocked(m.k, m.cpu(1))
	if to.Avg.UtilAvg > residue || to.Avg.LoadAvg > residue {
		t.Errorf("after its death util %d load %d", to.Avg.UtilAvg, to.Avg.LoadAvg)
	}
}

// TestNewTaskNeverQueuedLeavesNothing: it is moved before its first enqueue.
func TestNewTaskNeverQueuedLeavesNothing(t *testing.T) {
	m := newMachine(t, []int{1024, 1024}, nil)
	task := &sched.Task{CPU: 0}
	m.f.Reweight(m.k, task)
	m.f.Fork(m.k, m.cpu(0), task, nil)
	m.f.Migrate(m.k, task, 1)
	if r := m.cpu(0).RQ.CFS.Removed; r.Load != 0 || r.Util != 0 {
		t.Errorf("removed %+v", r)
	}
}

func TestSwitchingClassTakesTheLoadAlong(t *testing.T) {
	m := newMachine(t, []int{1024, 1024}, nil)
	task := m.fork(0, sched.Normal, 0)
	hog := m.fork(0, sched.Normal, 0)
	m.advance(10_000_000)
	c, q := m.cpu(0), &m.cpu(0).RQ.CFS
	m.sleep(0)
	m.f.SwitchedFrom(m.k, c, task, false)
	if got, want := q.Avg.LoadAvg, hog.SE.Avg.LoadAvg; got < want || got > want+2*residue {
		t.Errorf("queue load %d, want the hog's %d", got, want)
	}
	// A period of 12 ms on two CPUs gives 6 ms of credit, but it ran just now.
	if v := task.SE.Vruntime; v != 10_000_000 {
		t.Errorf("relative vruntime %d, want 10 ms", v)
	}
	before := task.SE.Avg.UtilAvg
	m.advance(32 << 20) // the half-life
	m.f.SwitchedTo(m.k, c, task, false)
	if got := task.SE.Avg.UtilAvg; got < before*48/100 || got > before/2 {
		t.Errorf("util %d after the half-life, was %d", got, before)
	}
	m.f.UpdateBlocked(m.k, c)
	load := q.Avg.LoadAvg
	m.wake(task, 0)
	if q.Avg.LoadAvg != load+task.SE.Avg.LoadAvg {
		t.Errorf("queue load %d, was %d, task %d", q.Avg.LoadAvg, load, task.SE.Avg.LoadAvg)
	}
}

// TestSwitchingClassWhileWaking: the vruntime of a task that was woken and waits for
// its CPU is relative already, and stays so.
func TestSwitchingClassWhileWaking(t *testing.T) {
	m := newMachine(t, []int{1024, 1024}, nil)
	task := m.fork(0, sched.Normal, 0)
	m.fork(0, sched.Normal, 0)
	m.advance(10_000_000)
	m.sleep(0)
	m.advance(10_000_000)
	m.f.Waking(m.k, task, nil)
	task.State = sched.TaskWaking
	relative := task.SE.Vruntime
	m.f.SwitchedFrom(m.k, m.cpu(0), task, false)
	if task.SE.Vruntime != relative {
		t.Errorf("vruntime %d after it left the class, want %d", task.SE.Vruntime, relative)
	}
	m.f.SwitchedTo(m.k, m.cpu(0), task, false)
	if task.SE.Vruntime != relative {
		t.Errorf("vruntime %d after it came back, want %d", task.SE.Vruntime, relative)
	}
}

func TestRecordWakee(t *testing.T) {
	m := newMachine(t, []int{1024}, nil)
	a, b, waker := &sched.Task{}, &sched.Task{}, &sched.Task{}
	waker.WakeeFlipDecayTS = m.k.Jiffies()
	for _, step := range []struct {
		wakee *sched.Task
		after int64 // ns
		want  int64
	}{
		{a, 0, 1},
		{a, 0, 1},
		{b, 0, 2},
		{a, 0, 3},
		{b, 1_000_000_000, 4}, // a second is not more than a second
		{b, 4_000_000, 2},
		{a, 0, 3},
		{a, 5_000_000_000, 1}, // halved once, however long ago
	} {
		m.advance(step.after)
		m.f.Waking(m.k, step.wakee, waker)
		if waker.WakeeFlips != step.want {
			t.Errorf("at %v: %d flips, want %d", m.k.Now(), waker.WakeeFlips, step.want)
		}
	}
	child := &sched.Task{}
	m.f.Fork(m.k, m.cpu(0), child, waker)
	if child.WakeeFlips != waker.WakeeFlips || child.LastWakee != waker.LastWakee {
		t.Error("a child does not inherit the pattern of its parent")
	}
}

// fixedPlacer always answers the same CPU.
type fixedPlacer energy.CPUID

func (p fixedPlacer) Select(_ sched.View, _ *sched.Task, _ energy.CPUID, _ sched.WakeKind, _ sched.Flags,
	_ energy.CPUID,
) energy.CPUID {
	return energy.CPUID(p)
}

func TestSelectCPUAsksThePlacer(t *testing.T) {
	m := newMachine(t, []int{1024, 1024}, func(c *sched.Config) { c.Placer = fixedPlacer(1) })
	if got := m.f.SelectCPU(m.k, &sched.Task{}, 0, sched.KindWake, 0, 0); got != 1 {
		t.Errorf("SelectCPU = %d", got)
	}
}

func TestYieldAloneDoesNothing(t *testing.T) {
	m := newMachine(t, []int{1024}, nil)
	m.fork(0, sched.Normal, 0)
	m.yield(0)
	if skip := m.cpu(0).RQ.CFS.Skip; skip != nil {
		t.Errorf("skip buddy %d", skip.ID)
	}
}

package sched

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// attrMachine has "hog" running on CPU 1 from 0 to 20 ms, "next" queued behind
// it, "sleeper" asleep on CPU 1 until 10 ms, and "other" running on CPU 2.
func attrMachine(t *testing.T) *machine {
	t.Helper()
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Params.TickPhaseNS = 3_999_999 },
		steps: map[string][]func(*Kernel, *Task) Op{
			"sleeper": {sleep(10 * des.Millisecond), run(des.Millisecond)},
			"hog":     {run(20 * des.Millisecond)},
			"next":    {run(20 * des.Millisecond)},
			"other":   {run(20 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			for _, name := range []string{"sleeper", "hog", "next"} {
				k.Spawn(pinned(name, 1))
			}
			k.Spawn(pinned("other", 2))
		},
	})
	m.runTo(t, 0)
	m.log = nil
	for i, want := range []TaskState{TaskSleeping, TaskRunnable, TaskRunnable, TaskRunnable} {
		check(t, m.Task(TaskID(i)).Name, m.Task(TaskID(i)).State, want)
	}
	check(t, "CPU 1 runs", m.CPU(1).Curr.Name, "hog")
	return m
}

const (
	sleeper TaskID = iota
	hog
	next
	other
)

// settle lets the CPUs that were asked to reschedule do so.
func (m *machine) settle(t *testing.T) {
	t.Helper()
	m.reschedule()
	if err := m.CheckInvariants(); err != nil {
		t.Fatal(err)
	}
}

func TestSetNice(t *testing.T) {
	for _, tt := range []struct {
		name    string
		task    TaskID
		nice    int
		resched bool
	}{
		{"queued, better", next, -5, true},
		{"queued, worse", next, 5, false},
		{"running, better", hog, -5, true},
		{"running, worse", hog, 5, true},
		{"running, same", hog, 0, false},
		{"sleeping", sleeper, -5, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := attrMachine(t)
			x := m.Task(tt.task)
			m.SetNice(x, tt.nice)
			check(t, "nice", x.Nice, tt.nice)
			check(t, "weight", x.Weight, uint64(1024-20*tt.nice)) // the stub class's own rule
			check(t, "reschedule", m.CPU(1).NeedResched, tt.resched)
			if err := m.CheckInvariants(); err != nil { // load weight of the queue
				t.Error(err)
			}
			m.settle(t)
		})
	}
}

// TestSetNiceRT: for a real-time task only the number changes: it keeps its
// place in its list.
func TestSetNiceRT(t *testing.T) {
	m := attrMachine(t)
	x := m.Task(next)
	m.SetPolicy(x, FIFO, 0, 10)
	m.settle(t)
	m.rt.calls = nil
	m.SetNice(x, 7)
	check(t, "nice", x.Nice, 7)
	check(t, "moves in the list", m.rt.count("rt-"), 0)
	check(t, "reschedule", m.CPU(1).NeedResched, false)
}

func TestSetAffinity(t *testing.T) {
	for _, tt := range []struct {
		name string
		task TaskID
		cpus energy.CPUSet
		cpu  energy.CPUID // where the task is afterwards
		log  []string
	}{
		{"running, still allowed", hog, energy.CPURange(1, 3), 1, nil},
		{"running, moves at once", hog, energy.CPUSetOf(4, 5), 4, []string{
			"0s move hog 1>4 why 5", "0s switch 1 hog+>next", "0s switch 4 idle>hog",
		}},
		{"queued, moves at once", next, energy.CPUSetOf(3), 3, []string{"0s move next 1>3 why 5", "0s switch 3 idle>next"}},
		{"queued, still allowed", next, energy.CPUSetOf(1, 3), 1, nil},
		{"sleeping, moves when it wakes", sleeper, energy.CPUSetOf(3), 1, nil},
		{"all", next, energy.CPUSet{}, 1, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := attrMachine(t)
			x := m.Task(tt.task)
			m.SetAffinity(x, tt.cpus)
			m.settle(t)
			check(t, "CPU", x.CPU, tt.cpu)
			want := tt.cpus.Len()
			if want == 0 {
				want = 6
			}
			check(t, "nr_cpus_allowed", x.NrAllowed, want)
			checkLines(t, m.lines("move", "switch"), tt.log)
		})
	}
	m := attrMachine(t)
	m.SetAffinity(m.Task(sleeper), energy.CPUSetOf(3))
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("move", "wake"), []string{"10ms move sleeper 1>3 why 0", "10ms wake sleeper on 3"})
}

// TestSetAffinityForeign: a mask without a CPU of the machine is refused, and the
// task stays where it is (set_cpus_allowed_ptr: EINVAL). A new task with one stops the
// run.
func TestSetAffinityForeign(t *testing.T) {
	m := attrMachine(t)
	m.SetAffinity(m.Task(hog), energy.CPUSetOf(77))
	check(t, "affinity", m.Task(hog).Affinity, energy.CPUSetOf(1))
	check(t, "nr_cpus_allowed", m.Task(hog).NrAllowed, 1)
	check(t, "reschedule", m.CPU(1).NeedResched, false)
	m.Spawn(pinned("nowhere", 77))
	if m.Err() == nil {
		t.Error("a task without a CPU of the machine is accepted")
	}
}

// TestSetAffinityOfOnlyTask: its CPU goes idle as any other does: nothing is
// misfit there, and the time counts for idle_stamp.
func TestSetAffinityOfOnlyTask(t *testing.T) {
	m := attrMachine(t)
	m.runTo(t, 5*des.Millisecond)
	m.CPU(2).RQ.MisfitTask = true
	m.SetAffinity(m.Task(other), energy.CPUSetOf(0))
	m.settle(t)
	if m.CPU(2).Curr != nil || m.CPU(0).Curr == nil {
		t.Fatal("the task did not move")
	}
	check(t, "misfit task on an idle CPU", m.CPU(2).RQ.MisfitTask, false)
	check(t, "idle_stamp", m.CPU(2).RQ.IdleStamp, m.Now())
}

// TestSetAffinityOfItself during a step that goes on to run.
func TestSetAffinityOfItself(t *testing.T) {
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{"a": {
			run(des.Millisecond),
			func(k *Kernel, t *Task) Op {
				k.SetAffinity(t, energy.CPUSetOf(2))
				return Op{Do: OpRun, Work: int64(des.Millisecond) * int64(energy.RateScale)}
			},
		}},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("switch", "move", "exit"), []string{
		"0s move a 0>1 why 1", "0s switch 1 idle>a", "1ms move a 1>2 why 5", "1ms switch 1 a+>idle", "1ms switch 2 idle>a",
		"2ms exit a", "2ms switch 2 a>idle",
	})
}

func TestSetPolicy(t *testing.T) {
	for _, tt := range []struct {
		name string
		task TaskID
		log  []string // until 1 ms
		cpu1 string   // who runs on CPU 1 then
	}{
		{"queued to real-time preempts", next, []string{"0s switch 1 hog+>next"}, "next"},
		{"running to real-time goes on", hog, nil, "hog"},
		{"sleeping", sleeper, nil, "hog"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := attrMachine(t)
			x := m.Task(tt.task)
			m.SetPolicy(x, FIFO, 0, 50)
			m.settle(t)
			check(t, "policy", x.Policy, FIFO)
			check(t, "priority", x.Priority, 50)
			checkLines(t, m.lines("switch"), tt.log)
			check(t, "running", m.CPU(1).Curr.Name, tt.cpu1)
			check(t, "pending", x.exec.policy.pending, false)
			m.runTo(t, 60*des.Millisecond)
			m.SetPolicy(x, Normal, 5, 0) // dead by now: nothing happens
			check(t, "policy of the dead", x.Policy, FIFO)
		})
	}
	m := attrMachine(t)
	m.SetPolicy(m.Task(hog), FIFO, 0, 50)
	m.settle(t)
	m.SetPolicy(m.Task(hog), Normal, 3, 0)
	m.settle(t)
	check(t, "back to fair", m.Task(hog).Policy, Normal)
	check(t, "with its new nice value", m.Task(hog).Nice, 3)
	check(t, "real-time tasks left", m.CPU(1).RQ.RT.NrRunning, 0)
	check(t, "the other one runs: back of the queue", m.CPU(1).Curr.Name, "next")
}

// TestSetPolicyBeforeSleep: a task that changes its own policy and then sleeps in
// the same step wakes with the new one.
func TestSetPolicyBeforeSleep(t *testing.T) {
	var woke Policy
	m := newMachine(t, setup{
		steps: map[string][]func(*Kernel, *Task) Op{"a": {
			func(k *Kernel, t *Task) Op {
				k.SetPolicy(t, FIFO, 0, 20)
				return Op{Do: OpSleep, Until: 5 * des.Millisecond}
			},
			call(func(_ *Kernel, t *Task) { woke = t.Policy }),
			run(des.Millisecond),
		}},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	m.runTo(t, des.Millisecond)
	check(t, "policy while asleep", m.Task(0).Policy, FIFO)
	m.runTo(t, 10*des.Millisecond)
	check(t, "policy when awake", woke, FIFO)
	check(t, "queued as real-time task", m.rt.count("rt-enqueue 0"), 1)
}

// TestSetNiceWhilePolicyWaits: a change of nice after a change of policy that waits
// for the task to leave the CPU is not undone by it.
func TestSetNiceWhilePolicyWaits(t *testing.T) {
	m := attrMachine(t)
	x := m.Task(hog)
	m.SetPolicy(x, Batch, 0, 0)
	m.SetNice(x, 7)
	m.settle(t)
	check(t, "nice", x.Nice, 7)
	check(t, "policy", x.Policy, Batch)
	check(t, "weight", x.Weight, 1024-20*7)

	m = attrMachine(t)
	x = m.Task(hog)
	m.SetPolicy(x, FIFO, 7, 10)
	m.SetNice(x, -3) // counts when it is a fair task again
	m.settle(t)
	check(t, "policy", x.Policy, FIFO)
	check(t, "nice", x.Nice, -3)
}

// TestSetPolicyTwice in one instant: the last one counts.
func TestSetPolicyTwice(t *testing.T) {
	m := attrMachine(t)
	x := m.Task(hog)
	m.SetPolicy(x, FIFO, 0, 50)
	m.SetPolicy(x, Normal, 0, 0)
	m.settle(t)
	check(t, "policy", x.Policy, Normal)
	m.SetPolicy(x, FIFO, 0, 50)
	m.SetPolicy(x, RR, 0, 60)
	m.settle(t)
	check(t, "policy", x.Policy, RR)
	check(t, "priority", x.Priority, 60)
}

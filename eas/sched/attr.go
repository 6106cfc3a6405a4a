package sched

import "easim/energy"

// policyChange is a change of policy that waits until the task is off the CPU.
type policyChange struct {
	pending  bool
	policy   Policy
	nice     int
	priority int
}

// SetNice changes a task's nice value, without effect while it is a real-time
// task (core.c:set_user_nice).
func (k *Kernel) SetNice(t *Task, nice int) {
	if t.State == TaskDead {
		return
	}
	if p := &t.exec.policy; p.pending {
		p.nice = nice
		return
	}
	if t.Nice == nice {
		return
	}
	if t.Policy.class() == classRT {
		t.Nice = nice // counts again when it is a fair task
		return
	}
	c, better := &k.cpus[t.CPU], nice < t.Nice
	if t.OnRQ {
		k.dequeue(c, t, 0)
	}
	t.Nice = nice
	k.classOf(t).Reweight(k, t)
	if t.OnRQ {
		k.enqueue(c, t, 0)
		if better || c.Curr == t {
			k.Resched(c)
		}
	}
}

// SetAffinity changes where a task may run; empty means everywhere. A task that
// is queued or runs on a CPU that is no longer allowed moves to the lowest
// allowed one; one that another CPU has still to queue does so afterwards. CPUs
// that are all foreign to the machine are refused: nothing changes
// (core.c:set_cpus_allowed_ptr).
func (k *Kernel) SetAffinity(t *Task, cpus energy.CPUSet) {
	if !k.applyAffinity(t, cpus) {
		return
	}
	if !t.OnRQ || t.Affinity.Has(t.CPU) {
		return
	}
	if c := &k.cpus[t.CPU]; c.Curr == t {
		k.Resched(c) // moved once it is off the CPU
		return
	}
	k.MoveTask(t, t.Affinity.First(), MigrateAffinity)
}

// applyAffinity stores the CPUs of the machine among cpus, or all of them if cpus
// is empty. It returns false if there is none among them.
func (k *Kernel) applyAffinity(t *Task, cpus energy.CPUSet) bool {
	if cpus.Empty() {
		cpus = k.all
	}
	if cpus = cpus.And(k.all); cpus.Empty() {
		return false
	}
	t.Affinity, t.NrAllowed = cpus, cpus.Len()
	return true
}

// SetPolicy changes a task's policy, nice value and real-time priority
// (core.c:__sched_setscheduler). The change of a running task takes effect when
// it is off the CPU, in the same instant. A real-time task that keeps its priority
// keeps its place.
func (k *Kernel) SetPolicy(t *Task, policy Policy, nice, priority int) {
	same := t.Policy == policy && t.Nice == nice && t.Priority == priority
	if t.State == TaskDead || same && !t.exec.policy.pending {
		return
	}
	if !t.exec.policy.pending && t.Policy.class() == classRT && policy.class() == classRT && t.Priority == priority {
		t.Policy, t.Nice = policy, nice
		return
	}
	t.exec.policy = policyChange{true, policy, nice, priority}
	c := &k.cpus[t.CPU]
	if c.Curr == t {
		k.Resched(c)
		return
	}
	entered := t.Policy.class() != policy.class()
	k.changePolicy(c, t)
	if t.OnRQ {
		k.preemptCheck(c, t, 0)
		if entered {
			k.woken(c, t, &k.cpus[k.thisCPU]) // switched_to_rt pushes as task_woken_rt does
		}
	}
}

// changePolicy makes the waiting change; t does not run. A real-time task whose
// priority falls goes to the head of its new list.
func (k *Kernel) changePolicy(c *CPU, t *Task) {
	p := t.exec.policy
	var f Flags
	if t.Policy.class() == classRT && t.Priority > p.priority {
		f = EnqueueHead
	}
	t.exec.policy = policyChange{}
	from := k.classOf(t)
	if t.OnRQ {
		k.dequeue(c, t, 0)
	}
	t.Policy, t.Nice, t.Priority = p.policy, p.nice, p.priority
	to := k.classOf(t)
	if s, ok := from.(Switcher); ok && from != to {
		s.SwitchedFrom(k, c, t, t.OnRQ)
	}
	to.Reweight(k, t)
	if s, ok := to.(Switcher); ok && from != to {
		s.SwitchedTo(k, c, t, t.OnRQ)
	}
	if t.OnRQ {
		k.enqueue(c, t, f)
	}
}

// Features returns the features in force.
func (k *Kernel) Features() Features { return k.features }

// SetFeatures switches features during a run.
func (k *Kernel) SetFeatures(f Features) {
	k.features = f
	k.rankTasks()
}

// rankTasks makes every CPU rank its tasks as the features in force want.
func (k *Kernel) rankTasks() {
	for id := range k.cpus {
		if l := &k.cpus[id].RQ.CFS.Tasks; l.by != k.rankKey() {
			l.rankBy(k.rankKey())
		}
	}
}

package rt

import (
	"easim/eas/sched"
	"easim/energy"
)

// pushable returns the most important task of c that waits, may use several
// CPUs, and among them to, unless that is noCPU. Source:
// pick_next_pushable_task, pick_highest_pushable_task.
//
// Differs from the kernel: of equal priorities the one that runs sooner comes
// first, not the one that became pushable sooner.
func pushable(c *sched.CPU, to energy.CPUID) *sched.Task {
	q := &c.RQ.RT
	for p := highest(q); p != 0; p = next(q, p) {
		for t := q.Head[p]; t != nil; t = t.RT.Next {
			if t != q.Curr && t.NrAllowed > 1 && (to == noCPU || t.Affinity.Has(to)) {
				return t
			}
		}
	}
	return nil
}

// running is the priority of what c runs, 0 unless that is a real-time task.
func running(c *sched.CPU) int {
	if isRT(c.Curr) {
		return c.Curr.Priority
	}
	return 0
}

// push moves the most important waiting task of c to a CPU that runs something
// less important, and reports whether it did. this is the CPU that runs the
// code. Source: push_rt_task.
func (r *RT) push(k *sched.Kernel, c *sched.CPU, this energy.CPUID) bool {
	if c.RQ.RT.NrRunning < 2 {
		return false
	}
	t := pushable(c, noCPU)
	if t == nil {
		return false
	}
	if t.Priority > running(c) {
		k.Resched(c)
		return false
	}
	to := findLowest(k, t, this)
	if to == noCPU || to == c.ID || highest(&k.CPU(to).RQ.RT) >= t.Priority {
		return false
	}
	k.MoveTask(t, to, sched.MigrateRT)
	return true
}

// PostSchedule pushes away what waits on c. The mechanism calls it after c has
// chosen a real-time task (push_rt_tasks as a balance callback).
func (r *RT) PostSchedule(k *sched.Kernel, c *sched.CPU) {
	for r.push(k, c, c.ID) {
		continue
	}
}

// Woken pushes tasks of c away if t, just woken on it by the CPU waker, has to
// wait for a real-time task that is pinned or at least as important
// (task_woken_rt). The mechanism calls it after the preemption test.
func (r *RT) Woken(k *sched.Kernel, c *sched.CPU, t *sched.Task, waker energy.CPUID) {
	curr := c.Curr
	if curr == t || c.NeedResched || t.NrAllowed < 2 || !isRT(curr) {
		return
	}
	if curr.NrAllowed > 1 && curr.Priority < t.Priority {
		return
	}
	for r.push(k, c, waker) {
		continue
	}
}

// PreSchedule pulls tasks to c if what is left there is less important than the
// real-time task that ran until now, priority being what it ran with: it sleeps, has
// moved, or became less important itself. The mechanism calls it before it picks and
// before a new-idle balance (pull_rt_task in pick_next_task_rt, and after
// switched_from_rt and prio_changed_rt).
//
// Differs from the kernel: c takes the tasks itself; with RT_PUSH_IPI 4.4 asks
// the overloaded CPUs in turn to push theirs.
func (r *RT) PreSchedule(k *sched.Kernel, c *sched.CPU, priority int) {
	if highest(&c.RQ.RT) >= priority {
		return
	}
	for id := range energy.CPUID(k.View().NrCPUs()) {
		from := k.CPU(id)
		if from == c || from.RQ.RT.NrRunning < 2 {
			continue
		}
		t := pushable(from, c.ID)
		// What beats the running task of its own CPU is about to run there.
		if t != nil && t.Priority > highest(&c.RQ.RT) && t.Priority <= running(from) {
			k.MoveTask(t, c.ID, sched.MigrateRT)
		}
	}
}

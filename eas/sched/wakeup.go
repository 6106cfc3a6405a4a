package sched

import "easim/energy"

// Wake wakes a task that blocked; it does nothing for a task in another state,
// nor for one that sleeps until a time. The waker is the task whose Feeder.Next is
// running, on its CPU; sync says that it is about to sleep (WF_SYNC). The woken task
// may be queued only when its CPU is awake: it is waking until then.
func (k *Kernel) Wake(t *Task, sync bool) {
	if t.exec.do != OpBlock {
		return
	}
	var f Flags
	if sync {
		f = WakeSync
	}
	k.wake(t, &k.cpus[k.thisCPU], f)
}

// WakeFrom is Wake by an interrupt on CPU id, which stays in the idle state that
// it is in. It is for tests and workloads that say where interrupts go.
func (k *Kernel) WakeFrom(id energy.CPUID, t *Task) {
	if t.exec.do == OpBlock {
		caller := k.thisCPU
		k.thisCPU = id
		k.wake(t, &k.cpus[id], 0)
		k.thisCPU = caller
	}
}

// wake is core.c:try_to_wake_up on the CPU waker.
func (k *Kernel) wake(t *Task, waker *CPU, f Flags) {
	if t.State != TaskSleeping {
		return
	}
	t.State, t.LastWake = TaskWaking, k.Now()
	k.classOf(t).Waking(k, t, waker.Waker())
	to := k.selectCPU(t, t.CPU, KindWake, f, waker.ID)
	if to != t.CPU {
		k.setTaskCPU(t, to, MigrateWakeup)
	}
	if k.trace.SchedWaking != nil {
		k.trace.SchedWaking(k.Now(), t.ID, to)
	}
	c := &k.cpus[to]
	if waker.Curr != nil || waker == c {
		waker.burst.overhead += k.params.WakeupCostNS
	}
	if waker.llc == c.llc || !k.handOver(t, c) {
		k.activateWoken(c, t, waker, f)
	}
}

// activateWoken is core.c:ttwu_do_activate, on the CPU by: it queues t, which woke,
// on c.
func (k *Kernel) activateWoken(c *CPU, t *Task, by *CPU, f Flags) {
	k.activate(c, t, EnqueueWakeup|EnqueueWaking)
	k.govern(c, reason(t, ReasonEnqueueWake))
	k.decide(decideWake, int64(c.ID), int64(t.ID), 0)
	if k.trace.SchedWakeup != nil {
		k.trace.SchedWakeup(k.Now(), t.ID, c.ID, false)
	}
	k.preemptCheck(c, t, f)
	k.updateAvgIdle(c)
	k.woken(c, t, by)
}

// woken lets the real-time class push a task that cannot run where it woke.
func (k *Kernel) woken(c *CPU, t *Task, waker *CPU) {
	if k.mover != nil && t.Policy.class() == classRT {
		k.mover.Woken(k, c, t, waker.ID)
	}
}

// selectCPU is core.c:select_task_rq: the class chooses among several allowed
// CPUs; an answer outside them falls back to the lowest allowed one.
func (k *Kernel) selectCPU(t *Task, prev energy.CPUID, kind WakeKind, f Flags, waker energy.CPUID) energy.CPUID {
	if t.NrAllowed == 1 {
		return t.Affinity.First()
	}
	to := k.classOf(t).SelectCPU(k, t, prev, kind, f, waker)
	if !t.Affinity.Has(to) {
		return t.Affinity.First()
	}
	return to
}

// setTaskCPU is core.c:set_task_cpu; t is not on a queue.
func (k *Kernel) setTaskCPU(t *Task, to energy.CPUID, why MigrateReason) {
	k.classOf(t).Migrate(k, t, to)
	k.decide(decideMigrate, int64(to), int64(t.ID), int64(t.CPU))
	if k.trace.SchedMigrate != nil {
		k.trace.SchedMigrate(k.Now(), t.ID, t.CPU, to, why)
	}
	t.CPU = to
}

// activate is core.c:activate_task.
func (k *Kernel) activate(c *CPU, t *Task, f Flags) {
	t.State = TaskRunnable
	k.addRunning(c)
	k.enqueue(c, t, f)
	t.OnRQ = true
}

// addRunning counts one more runnable task; the second one makes the root domain
// overloaded, until a balance pass at the top finds otherwise
// (sched.h:add_nr_running).
func (k *Kernel) addRunning(c *CPU) {
	if c.RQ.NrRunning++; c.RQ.NrRunning == 2 {
		k.root.Overload = true
	}
}

// deactivate takes the running task off its queue because it goes to sleep
// (core.c:deactivate_task with DEQUEUE_SLEEP).
func (k *Kernel) deactivate(c *CPU, t *Task) {
	t.State = TaskSleeping
	k.dequeue(c, t, DequeueSleep)
	t.OnRQ = false
	c.RQ.NrRunning--
	if c.RQ.NrRunning > 0 {
		k.govern(c, reason(t, ReasonDequeue))
	} else {
		k.govern(c, reason(t, ReasonLastLeft))
	}
}

// reason is why, or ReasonRT when t is a real-time task.
func reason(t *Task, why Reason) Reason {
	if t.Policy.class() == classRT {
		return ReasonRT
	}
	return why
}

// preemptCheck is core.c:check_preempt_curr.
func (k *Kernel) preemptCheck(c *CPU, t *Task, f Flags) {
	curr := c.Curr
	switch {
	case curr == nil:
		k.Resched(c)
	case curr.Policy.class() == t.Policy.class():
		if k.classOf(t).Preempts(k, c, t, f) {
			k.Resched(c)
		}
	case t.Policy.class() < curr.Policy.class():
		k.Resched(c)
	}
}

// updateAvgIdle ends an idle stretch of c's queue in the average that new-idle
// balancing looks at (core.c:ttwu_do_wakeup).
func (k *Kernel) updateAvgIdle(c *CPU) {
	rq := &c.RQ
	if rq.IdleStamp == 0 {
		return
	}
	delta := int64(k.Now() - rq.IdleStamp)
	rq.AvgIdle += (delta - rq.AvgIdle) >> 3
	rq.AvgIdle = min(rq.AvgIdle, 2*rq.MaxIdleLBCost)
	rq.IdleStamp = 0
}

// Resched asks c to choose its task anew (core.c:resched_curr). An idle CPU
// first leaves its idle state.
func (k *Kernel) Resched(c *CPU) {
	if c.NeedResched {
		return
	}
	c.NeedResched = true
	if c.Curr == nil && c.Idle.Index >= 0 {
		ipi := int64(0)
		if c.ID != k.thisCPU {
			ipi = k.params.IPICostNS
		}
		k.leaveIdle(c, ipi)
		return
	}
	k.queueResched(c)
}

// queueResched files c for the end of the event.
func (k *Kernel) queueResched(c *CPU) {
	if !k.resched.Has(c.ID) {
		k.resched.Add(c.ID)
		k.nrResched++
	}
}

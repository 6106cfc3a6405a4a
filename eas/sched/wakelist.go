package sched

import "easim/eas/des"

// This file is the feature TTWU_QUEUE: a CPU does not lock the run queue of one with
// another last-level cache, but leaves the woken task on a list of that CPU and
// interrupts it.

// handOver is core.c:ttwu_queue for a CPU c of another last-level cache. It returns
// false if the task can be queued at once: the feature is off, or c is awake and an
// interrupt takes no time.
func (k *Kernel) handOver(t *Task, c *CPU) bool {
	if !k.features.Has(TTWUQueue) {
		return false
	}
	asleep := c.Idle.Index >= 0
	if !asleep && k.params.IPICostNS == 0 {
		return false
	}
	c.pending.wakes = append(c.pending.wakes, t.ID)
	switch {
	case asleep:
		k.leaveIdle(c, k.params.IPICostNS)
	case len(c.pending.wakes) == 1:
		k.q.Set(evWakeIPI, int32(c.ID), k.Now()+des.Time(k.params.IPICostNS))
	}
	return true
}

// wakeIPI handles evWakeIPI: the interrupt reaches c (core.c:scheduler_ipi), which
// may have gone to sleep meanwhile.
func (k *Kernel) wakeIPI(c *CPU) {
	k.thisCPU = c.ID
	if c.Idle.Index >= 0 {
		k.leaveIdle(c, 0)
		return
	}
	k.wakePending(c)
}

// wakePending is core.c:sched_ttwu_pending: c queues the tasks on its list, which
// begins with the one that was woken last.
func (k *Kernel) wakePending(c *CPU) {
	if len(c.pending.wakes) == 0 {
		return
	}
	k.q.Clear(evWakeIPI, int32(c.ID))
	for n := len(c.pending.wakes); n > 0; n-- {
		t := k.tasks[c.pending.wakes[n-1]]
		c.pending.wakes = c.pending.wakes[:n-1]
		k.activateWoken(c, t, c, 0)
		if !t.Affinity.Has(t.CPU) { // changed meanwhile: the stopper moves it (migration_cpu_stop)
			k.MoveTask(t, t.Affinity.First(), MigrateAffinity)
		}
	}
}

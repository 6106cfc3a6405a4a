package sched

import "easim/energy"

// schedule is core.c:__schedule on c: take the previous task off, pick the
// next, and let it go on with what it was doing.
func (k *Kernel) schedule(c *CPU) {
	k.thisCPU = c.ID
	for k.err == nil {
		prev := c.Curr
		c.RQ.Clock = k.Now()
		next := k.pickNext(c, prev)
		c.stopper = false
		k.clearResched(c) // what a new-idle balance pulled needs no second look
		if next != prev {
			k.contextSwitch(c, prev, next)
		}
		if k.mover != nil && next != nil && next.Policy.class() == classRT {
			k.mover.PostSchedule(k, c)
		}
		switch {
		case next == nil:
			k.enterIdle(c)
			return
		case next.exec.fresh:
			if k.runOps(c) {
				return
			}
		default:
			if !c.burst.armed {
				k.armBurst(c)
			}
			return
		}
	}
}

// enqueue, dequeue and updateBlocked are core.c:enqueue_task, dequeue_task and
// fair.c:update_blocked_averages, which bring the queue's clock up to date first.
func (k *Kernel) enqueue(c *CPU, t *Task, f Flags) {
	c.RQ.Clock = k.Now()
	k.classOf(t).Enqueue(k, c, t, f)
}

func (k *Kernel) dequeue(c *CPU, t *Task, f Flags) {
	c.RQ.Clock = k.Now()
	k.classOf(t).Dequeue(k, c, t, f)
}

func (k *Kernel) updateBlocked(c *CPU) {
	c.RQ.Clock = k.Now()
	k.classes[classFair].UpdateBlocked(k, c)
}

func (k *Kernel) clearResched(c *CPU) {
	if c.NeedResched {
		c.NeedResched = false
		if k.resched.Has(c.ID) {
			k.resched.Remove(c.ID)
			k.nrResched--
		}
	}
}

// pickNext is core.c:pick_next_task. With an empty queue it first tries a
// new-idle balance, prev still being the CPU's current task, as
// pick_next_task_fair does.
func (k *Kernel) pickNext(c *CPU, prev *Task) *Task {
	if prev != nil {
		pull, priority := k.mover != nil && prev.Policy.class() == classRT, prev.Priority
		k.putPrev(c, prev)
		if pull {
			k.mover.PreSchedule(k, c, priority)
		}
	}
	if c.RQ.NrRunning == 0 {
		c.RQ.MisfitTask = false
		k.idleBalance(c)
	}
	if c.RQ.NrRunning == 0 {
		return nil
	}
	for _, cl := range k.classes {
		if cl == nil {
			continue
		}
		if t := cl.Pick(k, c); t != nil {
			return t
		}
	}
	return nil
}

// putPrev takes prev off the CPU (core.c:put_prev_task).
func (k *Kernel) putPrev(c *CPU, prev *Task) {
	k.classOf(prev).Put(k, c, prev)
	c.RQ.CFS.Tasks.Rerank(prev)
	k.settlePrev(c, prev)
}

// settlePrev does what had to wait until prev was off the CPU: a change of
// policy, and the move of a task whose CPU is no longer allowed.
func (k *Kernel) settlePrev(c *CPU, prev *Task) {
	if prev.exec.policy.pending && prev.State != TaskDead {
		k.changePolicy(c, prev)
	}
	if prev.OnRQ && !prev.Affinity.Has(c.ID) {
		k.stopBurst(c)
		c.Curr = nil // off the CPU before it can be queued elsewhere
		k.MoveTask(prev, prev.Affinity.First(), MigrateAffinity)
		c.Curr = prev
	}
}

// contextSwitch is core.c:context_switch; prev and next differ, nil is idle.
func (k *Kernel) contextSwitch(c *CPU, prev, next *Task) {
	now := k.Now()
	prevID, nextID := NoTask, NoTask
	if prev != nil {
		k.stopBurst(c)
		prevID = prev.ID
		prev.LastOffCPU = now
		if next == nil {
			c.BusyNS += int64(now - c.BusySince)
		}
	} else {
		c.BusySince = now
		k.busyStart(c)
	}
	if next != nil {
		nextID = next.ID
	}
	c.burst.switching = k.params.SwitchCostNS
	c.Curr = next
	c.Switches++
	k.decide(decideSwitch, int64(c.ID), int64(prevID), int64(nextID))
	if k.trace.SchedSwitch != nil {
		k.trace.SchedSwitch(now, c.ID, prevID, nextID, prev != nil && prev.OnRQ)
	}
	if prev != nil && prev.State == TaskDead {
		k.classOf(prev).Dead(k, prev)
	}
}

// MoveTask moves a queued task that is not running to another CPU
// (core.c:move_queued_task).
func (k *Kernel) MoveTask(t *Task, to energy.CPUID, why MigrateReason) {
	k.detach(&k.cpus[t.CPU], t, to, why)
	k.attach(&k.cpus[to], t)
}

// detach takes a queued task off c for another CPU (fair.c:detach_task).
func (k *Kernel) detach(c *CPU, t *Task, to energy.CPUID, why MigrateReason) {
	k.dequeue(c, t, 0)
	t.OnRQ = false
	c.RQ.NrRunning--
	k.govern(c, ReasonMigrate)
	k.setTaskCPU(t, to, why)
}

// attach queues a task that was detached (fair.c:attach_task).
func (k *Kernel) attach(c *CPU, t *Task) {
	k.addRunning(c)
	k.enqueue(c, t, EnqueueMigrate)
	t.OnRQ = true
	k.govern(c, ReasonMigrate)
	k.preemptCheck(c, t, 0)
}

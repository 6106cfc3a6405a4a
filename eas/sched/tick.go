package sched

import "easim/eas/des"

// tickState is a CPU's periodic tick.
type tickState struct {
	due     des.Time // next tick, when not stopped
	stopped bool     // nohz: no tick while idle
	woke    bool     // the tick ended the present idle state
}

// tickFired handles evTick.
func (k *Kernel) tickFired(c *CPU) {
	k.thisCPU = c.ID
	c.tick.due += des.Time(k.tickNS)
	k.q.Set(evTick, int32(c.ID), c.tick.due)
	if c.Idle.Index >= 0 {
		c.pending.tick = true
		if !c.Idle.Leaving {
			c.tick.woke = true
		}
		k.leaveIdle(c, 0)
		return
	}
	k.schedulerTick(c)
}

// schedulerTick is core.c:scheduler_tick and the SCHED_SOFTIRQ it raises.
func (k *Kernel) schedulerTick(c *CPU) {
	c.RQ.Clock = k.Now()
	if t := c.Curr; t != nil {
		if k.classOf(t).Tick(k, c, t) {
			k.Resched(c)
		}
		c.RQ.CFS.Tasks.Rerank(t)
	}
	k.updateCPULoad(c)
	k.govern(c, ReasonTick)
	c.RQ.IdleBalance = c.IdleCPU()
	k.triggerLoadBalance(c)
}

// stopTick stops the tick of an idle CPU (tick_nohz_stop_sched_tick).
func (k *Kernel) stopTick(c *CPU) {
	if c.tick.stopped {
		return
	}
	c.tick.stopped = true
	k.q.Clear(evTick, int32(c.ID))
	k.nohzEnter(c)
}

// startTick restarts the tick on the next boundary (tick_nohz_restart).
func (k *Kernel) startTick(c *CPU) {
	c.tick.stopped = false
	now := k.Now()
	c.tick.due = k.tickPhase
	if now >= k.tickPhase {
		c.tick.due += (now-k.tickPhase)/des.Time(k.tickNS)*des.Time(k.tickNS) + des.Time(k.tickNS)
	}
	k.q.Set(evTick, int32(c.ID), c.tick.due)
}

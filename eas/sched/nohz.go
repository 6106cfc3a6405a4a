package sched

// nohzKickNeeded is fair.c:nohz_kick_needed at c's tick: the bookkeeping of a
// busy tick, the tests of mask and time, then the Balancer's rules.
func (k *Kernel) nohzKickNeeded(c *CPU) bool {
	if c.RQ.IdleBalance {
		return false
	}
	k.setSDBusy(c)
	k.nohzExit(c)
	if k.root.NohzIdle.Empty() || k.Jiffies() < k.root.NohzNextBalance {
		return false
	}
	return k.balancer.KickNeeded(k.view, c)
}

// nohzKick is fair.c:nohz_balancer_kick: the lowest nohz-idle CPU is asked to
// balance for all. If it is busy already the kick is lost, though the time of
// the next one advances.
func (k *Kernel) nohzKick(c *CPU) {
	k.root.NohzNextBalance++
	id := k.root.NohzIdle.First()
	if id < 0 {
		return
	}
	ilb := &k.cpus[id]
	if !ilb.IdleCPU() || ilb.RQ.NohzKick {
		return
	}
	ilb.RQ.NohzKick = true
	if k.trace.NohzKick != nil {
		k.trace.NohzKick(k.Now(), c.ID, id)
	}
	k.q.Set(evNohzKick, int32(id), k.Now())
}

// kickArrived handles evNohzKick: the interrupt reaches the chosen CPU.
func (k *Kernel) kickArrived(c *CPU) {
	k.thisCPU = c.ID
	if c.Idle.Index >= 0 {
		c.pending.kick = true
		k.leaveIdle(c, k.params.IPICostNS)
		return
	}
	k.nohzKicked(c)
}

// nohzKicked runs on the chosen CPU (core.c:scheduler_ipi): if it is still idle
// it balances for everybody.
func (k *Kernel) nohzKicked(c *CPU) {
	if !c.IdleCPU() || c.NeedResched {
		c.RQ.NohzKick = false
		return
	}
	c.RQ.IdleBalance = true
	k.rebalance(c)
}

// nohzIdleBalance is fair.c:nohz_idle_balance.
func (k *Kernel) nohzIdleBalance(c *CPU, idle IdleType) {
	if !c.RQ.NohzKick {
		return
	}
	c.RQ.NohzKick = false
	if idle != CPUIdle {
		return
	}
	next, update := k.Jiffies()+60*k.params.HZ, false
	mask := k.root.NohzIdle
	for id := mask.First(); id >= 0; id = mask.Next(id + 1) {
		o := &k.cpus[id]
		if o == c || !o.IdleCPU() {
			continue
		}
		if c.NeedResched {
			break
		}
		if k.Jiffies() >= o.RQ.NextBalance {
			k.updateCPULoadIdle(o)
			k.rebalanceDomains(o, CPUIdle)
		}
		if o.RQ.NextBalance < next {
			next, update = o.RQ.NextBalance, true
		}
	}
	if update {
		k.root.NohzNextBalance = next
	}
}

// nohzEnter puts c into the mask of nohz-idle CPUs
// (fair.c:nohz_balance_enter_idle).
func (k *Kernel) nohzEnter(c *CPU) {
	if !c.RQ.NohzTickStopped {
		c.RQ.NohzTickStopped = true
		k.root.NohzIdle.Add(c.ID)
	}
}

// nohzExit takes c out of the mask; the kernel does so at the first busy tick
// only (nohz_balance_exit_idle).
func (k *Kernel) nohzExit(c *CPU) {
	if c.RQ.NohzTickStopped {
		c.RQ.NohzTickStopped = false
		k.root.NohzIdle.Remove(c.ID)
	}
}

// setSDIdle and setSDBusy keep the number of busy CPUs of c's group at the
// level above the last-level cache (set_cpu_sd_state_idle, _busy).
func (k *Kernel) setSDIdle(c *CPU) {
	if !c.RQ.NohzIdle && c.busySD != nil {
		c.RQ.NohzIdle = true
		c.busySD.Groups[0].NrBusy--
	}
}

func (k *Kernel) setSDBusy(c *CPU) {
	if c.RQ.NohzIdle && c.busySD != nil {
		c.RQ.NohzIdle = false
		c.busySD.Groups[0].NrBusy++
	}
}

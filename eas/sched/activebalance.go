package sched

import "easim/energy"

// startActive asks the stopper of src to push one task to dst
// (stop_one_cpu_nowait of active_load_balance_cpu_stop). It returns false if a
// push is under way already.
func (k *Kernel) startActive(src, dst *CPU) bool {
	if src.RQ.PushActive {
		return false
	}
	src.RQ.PushActive, src.RQ.PushCPU = true, dst.ID
	k.q.Set(evActive, int32(src.ID), k.Now())
	return true
}

// activeBalance is fair.c:active_load_balance_cpu_stop on c: the stopper takes
// the CPU from whatever runs, and one task, the one that ran included, moves to
// the CPU that asked.
func (k *Kernel) activeBalance(c *CPU) {
	k.thisCPU = c.ID
	dst := &k.cpus[c.RQ.PushCPU]
	c.RQ.PushActive = false
	if c.RQ.NrRunning == 0 {
		k.activeDone(c, dst, NoTask)
		return
	}
	if prev := c.Curr; prev != nil {
		k.putPrev(c, prev)
		k.contextSwitch(c, prev, nil)
	}
	c.stopper = c.Idle.Index < 0
	moved := NoTask
	if sd := domainOver(dst, c.ID); sd != nil {
		e := &k.env
		*e = LBEnv{Dst: dst, SD: sd, Idle: CPUIdle, CPUs: k.all, Src: c, NewDst: -1}
		if t := k.balancer.Push(k.view, e); t != nil {
			moved = t.ID
			k.detach(c, t, dst.ID, MigrateActive)
			k.attach(dst, t)
		}
	}
	k.activeDone(c, dst, moved)
	if c.Idle.Index < 0 {
		k.schedule(c)
	}
}

func (k *Kernel) activeDone(src, dst *CPU, t TaskID) {
	if k.trace.ActiveBalance != nil {
		k.trace.ActiveBalance(k.Now(), src.ID, dst.ID, t)
	}
}

// domainOver is the lowest domain of dst that spans src.
func domainOver(dst *CPU, src energy.CPUID) *SchedDomain {
	for i := range dst.SD {
		if sd := &dst.SD[i]; sd.Flags&SDLoadBalance != 0 && sd.Span.Has(src) {
			return sd
		}
	}
	return nil
}

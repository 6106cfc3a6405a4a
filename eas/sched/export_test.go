package sched

import (
	"easim/eas/des"
	"easim/energy"
)

// What the tests with real policies, in package sched_test, need from inside.

// AddSleeping makes a task that sleeps on cpu until a time. Its averages are 0,
// and in those of the CPU's queue.
func (k *Kernel) AddSleeping(attr TaskAttr, cpu energy.CPUID, until des.Time) *Task {
	t := k.newTask(attr, cpu)
	t.State = TaskSleeping
	t.exec.do = OpSleep
	t.SE.Vruntime = k.cpus[cpu].RQ.CFS.MinVruntime
	t.SE.Avg.LastUpdate = k.cpus[cpu].RQ.CFS.Avg.LastUpdate
	k.armSleep(&k.cpus[cpu], t, until)
	return t
}

// FixOPP sets a domain's clock for good.
func (k *Kernel) FixOPP(domain, opp int) {
	d := &k.domains[domain]
	d.OPP, d.Target = opp, opp
	k.setFreqScale(d, opp)
	for _, id := range d.CPUs {
		k.cpus[id].OPP = opp
	}
}

// BalancedNow makes every balance of the past one of this jiffy.
func (k *Kernel) BalancedNow() {
	now := k.Jiffies()
	k.root.NohzNextBalance = now
	for id := range k.cpus {
		c := &k.cpus[id]
		c.RQ.NextBalance, c.RQ.LastLoadUpdateTick = now, now
		for i := range c.SD {
			c.SD[i].LastBalance, c.SD[i].NextDecayMaxLBCost = now, now
			c.SD[i].Groups[0].NextUpdate = now
		}
	}
}

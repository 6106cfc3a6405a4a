package place

import (
	"math"

	"easim/eas/sched"
	"easim/energy"
)

// energyAwareWakeCPU places t below the tipping point
// (fair.c:energy_aware_wake_cpu of EASv5.2): the smallest cluster that takes it,
// a CPU there to pack it on, and the energy model has the last word. The model
// judges this one candidate; it is not used to search.
//
// An overutilized prev is left without asking the model.
func energyAwareWakeCPU(v sched.View, t *sched.Task, prev energy.CPUID) energy.CPUID {
	sd := energyDomain(v.CPU(prev))
	if sd == nil {
		return prev
	}
	target := candidate(v, t, sd, prev)
	if target == prev || v.CPUOverutilized(v.CPU(prev)) {
		return target
	}
	if v.Has(sched.LowestOPPPack) && v.CPU(target).Capacity > v.CPU(prev).Capacity {
		return target
	}
	if energyDiff(v, sd, move{src: prev, dst: target, delta: t.Util()}) >= 0 {
		return prev
	}
	return target
}

// candidate is the CPU that the model is to judge.
func candidate(v sched.View, t *sched.Task, sd *sched.SchedDomain, prev energy.CPUID) energy.CPUID {
	g := fittingGroup(v, t, sd)
	if v.Has(sched.LowestOPPPack) {
		return lowestOPPCPU(v, t, g, prev)
	}
	return packingCPU(v, t, g, prev)
}

// energyDomain is the highest of c's domains up to which all groups have energy
// costs, or nil (sd_ea).
func energyDomain(c *sched.CPU) *sched.SchedDomain {
	var highest *sched.SchedDomain
	for i := range c.SD {
		if c.SD[i].Groups[0].Energy == nil {
			break
		}
		highest = &c.SD[i]
	}
	return highest
}

// fittingGroup is the group of sd whose first CPU has the least capacity_of of
// those that t fits; prev's own group if it fits nowhere. Only the first CPU of
// a group is looked at, and not whether t may run there: real-time pressure on
// one CPU, or an affinity, can make this a bad choice, as in the kernel.
//
// A reading of CAPACITY_ORIG compares original capacities here.
func fittingGroup(v sched.View, t *sched.Task, sd *sched.SchedDomain) *sched.SchedGroup {
	orig := v.Has(sched.CapacityOrig) && v.Params().CapacityOrigWake == sched.WakeCapacityOrig
	best, smallest := sd.Groups[0], int64(math.MaxInt64)
	for _, g := range sd.Groups {
		first := v.CPU(g.First())
		capacity := first.Capacity
		if orig {
			capacity = first.CapacityOrig
		}
		if capacity < smallest && v.TaskFitsMax(t, first) {
			best, smallest = g, capacity
		}
	}
	return best
}

// packingCPU is the CPU of g to put t on, or prev. In ascending order: the first
// busy CPU that t fits at the current OPP ends the search; of the idle ones that
// fit it the last one stands. A CPU that t fits at a higher OPP only is taken
// while the choice is still prev, be it for want of a better one or because prev
// was chosen.
//
// The utilisation t left on prev when it fell asleep still counts there, so on
// prev it counts twice. That favours leaving it.
func packingCPU(v sched.View, t *sched.Task, g *sched.SchedGroup, prev energy.CPUID) energy.CPUID {
	target := prev
	for _, id := range g.List {
		if !t.Affinity.Has(id) {
			continue
		}
		c := v.CPU(id)
		util := c.Util() + t.Util()
		if util > c.CapacityOrig {
			continue
		}
		if util < c.CapacityCurr() {
			target = id
			if c.RQ.NrRunning > 0 {
				break
			}
		} else if target == prev {
			target = id
		}
	}
	return target
}

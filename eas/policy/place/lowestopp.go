package place

import (
	"easim/eas/sched"
	"easim/energy"
)

// lowestOPPCPU is the CPU of g that LOWEST_OPP_PACK puts t on, or prev: of the
// CPUs that have the capacity, the one that needs the lowest OPP for what it has
// and t, and of equals the fullest. So tasks spread before the clock has to rise,
// and pack where it need not.
//
// A CPU's own demand decides, though its neighbours may keep their common clock
// up anyway.
func lowestOPPCPU(v sched.View, t *sched.Task, g *sched.SchedGroup, prev energy.CPUID) energy.CPUID {
	target, lowest, fullest := prev, len(g.Energy.Cap), int64(-1)
	for _, id := range g.List {
		if !t.Affinity.Has(id) {
			continue
		}
		c := v.CPU(id)
		util := c.Util() + t.Util()
		if util > c.CapacityOrig {
			continue
		}
		opp := oppIndex(g.Energy.Cap, util)
		if opp < lowest || opp == lowest && c.Util() > fullest {
			target, lowest, fullest = id, opp, c.Util()
		}
	}
	return target
}

package place

import (
	"math"

	"easim/eas/sched"
	"easim/energy"
)

// move is a change of utilisation to estimate: delta goes from src to dst
// (struct energy_env). The zero value is no change.
type move struct {
	src, dst energy.CPUID
	delta    int64
}

// util is the utilisation of c after the move (fair.c:__cpu_util with
// calc_util_delta).
func (m move) util(c *sched.CPU) int64 {
	switch c.ID {
	case m.src:
		return c.UtilWith(-m.delta)
	case m.dst:
		return c.UtilWith(m.delta)
	}
	return c.Util()
}

// energyDiff is what a move would cost, in units of the decision table: the
// estimate after it minus the one before, over the groups of sd that it touches
// (fair.c:energy_diff). sd is the [energyDomain] of m.src. It is negative if the
// move saves energy, 0 if it goes nowhere.
//
// Before the move t's utilisation is where it fell asleep, as far as it has not
// decayed there since; what has decayed is missing from the "before" estimate.
func energyDiff(v sched.View, sd *sched.SchedDomain, m move) int64 {
	if m.src == m.dst {
		return 0
	}
	var diff int64
	for _, g := range sd.Groups {
		if !g.CPUs.Has(m.src) && !g.CPUs.Has(m.dst) {
			continue
		}
		before, _ := groupEnergy(v, g, move{})
		after, _ := groupEnergy(v, g, m)
		diff += after - before
	}
	return diff
}

// groupEnergy estimates the energy of a cluster after a move: that of each of
// its cores and that of its shared part (fair.c:sched_group_energy). For each of
// them, every term truncated by itself,
//
//	busy x P_busy[OPP] / 1024  +  (1024 - busy) x P_idle[state] / 1024
//
// OPP is the lowest one that the busiest CPU of the cluster fits, since they
// share a clock. busy is the CPU's utilisation over the capacity at that OPP;
// for the shared part, the sum over the CPUs, at most 1024, as if they never
// overlapped. state is the present idle state, the shallowest of the CPUs for
// the shared part, before and after the move alike.
//
// A group of one CPU without cores below it has its own costs only. opp is the
// OPP of the group's own costs.
func groupEnergy(v sched.View, g *sched.SchedGroup, m move) (sum int64, opp int) {
	var peak int64
	for _, id := range g.List {
		peak = max(peak, m.util(v.CPU(id)))
	}
	opp = oppIndex(g.Energy.Cap, peak)
	capacity := g.Energy.Cap[opp]

	var busy int64
	shallowest := math.MaxInt
	for i, id := range g.List {
		c := v.CPU(id)
		util, state := m.util(c), c.Idle.Index+1
		busy += energy.NormUtil(util, capacity)
		shallowest = min(shallowest, state)
		if i < len(g.Cores) {
			sum += coreEnergy(g.Cores[i].Energy, peak, util, state)
		}
	}
	return sum + levelEnergy(g.Energy, opp, busy, shallowest), opp
}

// coreEnergy is the part of one core, of utilisation util, when the busiest CPU
// of its clock has utilisation peak.
func coreEnergy(e *sched.GroupEnergy, peak, util int64, state int) int64 {
	opp := oppIndex(e.Cap, peak)
	return levelEnergy(e, opp, energy.NormUtil(util, e.Cap[opp]), state)
}

func levelEnergy(e *sched.GroupEnergy, opp int, busy int64, state int) int64 {
	var idle int64 // a state the table does not know costs nothing, as in energy.EAS1xGroup
	if state < len(e.Idle) {
		idle = e.Idle[state]
	}
	return energy.LevelEnergy(busy, e.Busy[opp], idle)
}

// oppIndex is the lowest OPP with at least that capacity
// (fair.c:find_new_capacity).
//
// Differs from the kernel: without one it is the top OPP. The kernel's index
// then points past its table. That needs a utilisation above the table's top,
// and [sched.CPU.UtilWith] limits it to CapacityOrig, which is that top, so
// only clusters of unequal tables can get here.
func oppIndex(capacity []int64, util int64) int {
	for i, c := range capacity {
		if c >= util {
			return i
		}
	}
	return len(capacity) - 1
}

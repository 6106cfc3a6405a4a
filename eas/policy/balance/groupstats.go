package balance

import (
	"easim/eas/sched"
	"easim/energy"
)

// groupType says what is wrong with a group, in the kernel's numbers (enum
// group_type). Higher is more urgent.
type groupType uint8

const (
	groupOther      groupType = iota
	groupMisfitTask           // a running task does not fit its CPU
	groupImbalanced           // a balance below failed because of affinities
	groupOverloaded           // more tasks than CPUs, and more utilisation than capacity
)

// groupStats are the statistics of one group in a pass (struct sg_lb_stats).
type groupStats struct {
	load         uint64 // of the CPUs, biased by locality (group_load)
	avgLoad      uint64 // load x 1024 / capacity (avg_load)
	weightedLoad uint64 // runnable load, not biased (sum_weighted_load)
	loadPerTask  uint64 // weightedLoad / nr; 0 without tasks (load_per_task)
	capacity     int64  // of the CPUs, as last refreshed (group_capacity)
	util         int64  // of the CPUs (group_util)
	nr           int    // runnable fair tasks (sum_nr_running)
	idleCPUs     int    // CPUs that run nothing (idle_cpus)
	weight       int64  // CPUs (group_weight)
	kind         groupType
	noCapacity   bool // more than it can serve (group_no_capacity)

	// misfit is the capacity of the first CPU whose running task does not fit it
	// and that is overutilized; 0 if there is none (group_misfit_task).
	misfit int64
}

// addGroup collects the statistics of g over the CPUs that take part
// (fair.c:update_sg_lb_stats). The load of a local CPU is the higher of the
// present and the decayed one, that of a remote CPU the lower, so that small
// differences move nothing.
func (s *domainStats) addGroup(g *sched.SchedGroup, local bool) groupStats {
	gs := groupStats{capacity: g.Capacity, weight: g.Weight}
	for _, id := range g.List {
		if s.e.CPUs.Has(id) {
			s.addCPU(&gs, s.v.CPU(id), local)
		}
	}
	gs.avgLoad = gs.load * uint64(energy.CapacityScale) / uint64(gs.capacity)
	if gs.nr > 0 {
		gs.loadPerTask = gs.weightedLoad / uint64(gs.nr)
	}
	gs.noCapacity = gs.overloaded(s.e.SD)
	gs.kind = gs.classify(g)
	return gs
}

func (s *domainStats) addCPU(gs *groupStats, c *sched.CPU, local bool) {
	if local {
		gs.load += s.v.TargetLoad(c, s.loadIdx)
	} else {
		gs.load += s.v.SourceLoad(c, s.loadIdx)
	}
	gs.weightedLoad += c.WeightedLoad()
	gs.util += c.Util()
	gs.nr += c.RQ.CFS.NrRunning
	if c.IdleCPU() {
		gs.idleCPUs++
	}
	if gs.misfit == 0 && c.RQ.MisfitTask && s.overCPU(c) {
		gs.misfit = c.Capacity
	}
}

// overCPU reports whether c holds the tipping point up. In EASv5.2 what is left
// of the utilisation of an idle CPU does; OVERUTIL_NOT_IDLE looks at busy CPUs
// only.
func (s *domainStats) overCPU(c *sched.CPU) bool {
	if s.v.Has(sched.OverutilNotIdle) && c.IdleCPU() {
		return false
	}
	return s.v.CPUOverutilized(c)
}

// classify returns the group's type (fair.c:group_classify).
func (gs *groupStats) classify(g *sched.SchedGroup) groupType {
	switch {
	case gs.noCapacity:
		return groupOverloaded
	case g.Imbalance:
		return groupImbalanced
	case gs.misfit != 0:
		return groupMisfitTask
	}
	return groupOther
}

// overloaded reports whether the group has more tasks than CPUs and more
// utilisation than its capacity, with the domain's tolerance against it
// (fair.c:group_is_overloaded). It is not the opposite of [groupStats.room].
func (gs *groupStats) overloaded(sd *sched.SchedDomain) bool {
	return int64(gs.nr) > gs.weight && gs.capacity*100 < gs.util*sd.ImbalancePct
}

// room reports whether the group could serve more: it has fewer tasks than CPUs
// or utilisation well below its capacity (fair.c:group_has_capacity).
func (gs *groupStats) room(sd *sched.SchedDomain) bool {
	return int64(gs.nr) < gs.weight || gs.capacity*100 > gs.util*sd.ImbalancePct
}

package balance

import (
	"easim/eas/sched"
	"easim/energy"
)

// demote changes the type of a remote group whose trouble the local group cannot
// cure, or that the domains below would make its own (the middle part of
// fair.c:update_sd_lb_stats).
func (s *domainStats) demote(g *sched.SchedGroup, gs *groupStats) {
	if s.preferSibling() && s.local.room(s.e.SD) && gs.nr > 1 {
		gs.noCapacity = true
		gs.kind = gs.classify(g)
	}
	local := s.e.SD.Groups[0]
	if gs.kind == groupMisfitTask && (!s.local.room(s.e.SD) || !smallerCPUs(s.v, g, local)) {
		gs.kind = groupOther
	}
}

// preferSibling reports whether tasks should spread over the groups because the
// domain below asks for it (SD_PREFER_SIBLING of the child). In the two-level
// tree of arm64 only DIE has the flag, so nobody's child has it.
func (s *domainStats) preferSibling() bool {
	sd := s.e.SD
	return sd.Level > 0 && s.e.Dst.SD[sd.Level-1].Flags&sched.SDPreferSibling != 0
}

// smallerCPUs reports whether the CPUs of a are smaller than those of b by more
// than the margin leaves of a whole CPU, 256 of 1024 (fair.c:
// group_smaller_cpu_capacity). The difference is absolute, and real-time work
// counts against a group's largest CPU.
func smallerCPUs(v sched.View, a, b *sched.SchedGroup) bool {
	return a.MaxCapacity+v.Params().CapacityMargin-int64(energy.CapacityScale) < b.MaxCapacity
}

// busier reports whether g is worse off than the busiest group so far
// (fair.c:update_sd_pick_busiest): by type, then by load for its capacity. A
// group with no more tasks than CPUs is left alone by smaller CPUs.
func (s *domainStats) busier(g *sched.SchedGroup, gs *groupStats) bool {
	switch {
	case gs.kind != s.busiest.kind:
		return gs.kind > s.busiest.kind
	case gs.kind == groupOther && !s.local.room(s.e.SD):
		return false
	case gs.avgLoad <= s.busiest.avgLoad:
		return false
	}
	return int64(gs.nr) > gs.weight || !smallerCPUs(s.v, s.e.SD.Groups[0], g)
}

// findBusiestGroup reports whether the busiest group found is worth taking load
// from (the end of fair.c:find_busiest_group).
func (s *domainStats) findBusiestGroup() bool {
	if s.busiestGroup == nil || s.busiest.nr == 0 {
		return false
	}
	if s.forced() {
		return true
	}
	if s.local.avgLoad >= s.busiest.avgLoad || s.local.avgLoad >= s.avgLoad {
		return false
	}
	if s.e.Idle != sched.CPUIdle {
		return 100*s.busiest.avgLoad > uint64(s.e.SD.ImbalancePct)*s.local.avgLoad
	}
	return s.busiest.kind == groupOverloaded || s.local.idleCPUs > s.busiest.idleCPUs+1 ||
		smallerCPUs(s.v, s.busiestGroup, s.e.SD.Groups[0])
}

// forced reports whether the busiest group must be relieved however the loads
// compare: affinities made balancing below it fail, a task is misfit there, or it
// has more than it can serve while the local group has room. The last rule is for
// a CPU that is going idle; FORCE_OVERLOADED extends it to one that is idle.
func (s *domainStats) forced() bool {
	switch s.busiest.kind {
	case groupImbalanced, groupMisfitTask:
		return true
	}
	idle := s.e.Idle == sched.CPUNewlyIdle || s.e.Idle == sched.CPUIdle &&
		s.v.Has(sched.ForceOverloaded) && s.v.Params().ForceOverloadedFixSmall != sched.FixSmallOnly
	return idle && s.local.room(s.e.SD) && s.busiest.noCapacity
}

// findBusiestQueue picks the CPU of the busiest group with the most load for its
// capacity and answers for the pass (fair.c:find_busiest_queue). A CPU with one
// task of more load than is to be moved is of no use, unless real-time work takes
// much of it or the task is misfit: then the task may be pushed.
func (s *domainStats) findBusiestQueue() {
	e := s.e
	e.SrcMisfit, e.SrcNR = s.busiest.kind == groupMisfitTask, s.busiest.nr
	load, capacity := uint64(0), int64(1)
	for _, id := range s.busiestGroup.List {
		c := s.v.CPU(id)
		l := c.WeightedLoad()
		if !e.CPUs.Has(id) || c.RQ.NrRunning == 1 && l > uint64(e.Imbalance) && !e.SrcMisfit && !capacityReduced(c, e.SD) {
			continue
		}
		if l*uint64(capacity) > load*uint64(c.Capacity) {
			load, capacity, e.Src = l, c.Capacity, c
		}
	}
}

package balance

import (
	"easim/eas/sched"
	"easim/energy"
)

// LoadBalance is the balancer of EASv5.2 on Linux 4.4; make one with
// [NewLoadBalance]. It keeps no state: a pass lives in its sched.LBEnv.
type LoadBalance struct{}

var _ sched.Balancer = (*LoadBalance)(nil)

// NewLoadBalance returns the balancer of EASv5.2. One instance may serve one
// Kernel.
func NewLoadBalance() *LoadBalance { return &LoadBalance{} }

// ShouldBalance reports whether e.Dst is the CPU that balances e.SD for its group
// (fair.c:should_we_balance): the group's first idle CPU that still takes part,
// or the group's first CPU if none is idle. A CPU about to go idle always
// balances for itself.
func (b *LoadBalance) ShouldBalance(v sched.View, e *sched.LBEnv) bool {
	return e.Idle == sched.CPUNewlyIdle || balanceCPU(v, e) == e.Dst.ID
}

func balanceCPU(v sched.View, e *sched.LBEnv) energy.CPUID {
	g := e.SD.Groups[0]
	for _, id := range g.List {
		if e.CPUs.Has(id) && v.CPU(id).IdleCPU() {
			return id
		}
	}
	return g.First()
}

// FindBusiest looks for the CPU of e.SD from which e.Dst should take load, and
// says what to write to the root domain (fair.c:find_busiest_group and
// find_busiest_queue). Below the tipping point an energy-aware kernel balances
// nothing, but the flags are written: a pass at the top replaces both, so it also
// clears them; one below can only raise Overutilized. The group capacities are
// those of the last refresh.
func (b *LoadBalance) FindBusiest(v sched.View, e *sched.LBEnv) {
	var s domainStats
	s.begin(v, e)
	s.scan()
	s.writeRoot()
	if v.Has(sched.EnergyAware) && !s.tipped() {
		return
	}
	s.collect()
	if !s.findBusiestGroup() {
		return
	}
	s.calculateImbalance()
	s.findBusiestQueue()
}

// domainStats are the statistics of one domain (struct sd_lb_stats with what
// struct lb_env says of the pass).
type domainStats struct {
	v       sched.View
	e       *sched.LBEnv
	loadIdx int

	local        groupStats // of the group that pulls
	busiestGroup *sched.SchedGroup
	busiest      groupStats // zero until a group was picked

	totalLoad     uint64
	totalCapacity int64
	avgLoad       uint64 // totalLoad x 1024 / totalCapacity

	overload     bool // some CPU has more than one runnable task
	overutilized bool // some CPU is over its margin
}

// begin sets zero statistics up. They are not returned by value because most passes
// end before they are filled, and a copy would be the dearest part of those.
func (s *domainStats) begin(v sched.View, e *sched.LBEnv) {
	s.v, s.e, s.loadIdx = v, e, loadIndex(e.SD, e.Idle)
}

// scan looks for what the flags of the root domain depend on. The kernel does it
// while it gathers the statistics, which it then throws away below the tipping
// point; most passes are there, so the statistics are left for the others.
func (s *domainStats) scan() {
	for _, g := range s.e.SD.Groups {
		for _, id := range g.List {
			if !s.e.CPUs.Has(id) {
				continue
			}
			c := s.v.CPU(id)
			s.overload = s.overload || c.RQ.NrRunning > 1
			s.overutilized = s.overutilized || s.overCPU(c)
		}
	}
}

// collect gathers the statistics of all groups and picks the busiest remote one
// (fair.c:update_sd_lb_stats). The local group comes first in the ring.
func (s *domainStats) collect() {
	for i, g := range s.e.SD.Groups {
		gs := s.addGroup(g, i == 0)
		if i == 0 {
			s.local = gs
		} else {
			s.demote(g, &gs)
			if s.busier(g, &gs) {
				s.busiestGroup, s.busiest = g, gs
			}
		}
		s.totalLoad += gs.load
		s.totalCapacity += gs.capacity
	}
	s.avgLoad = s.totalLoad * uint64(energy.CapacityScale) / uint64(s.totalCapacity)
}

// tipped is the tipping point as it stands once the pass has written it.
func (s *domainStats) tipped() bool {
	if s.e.SetOverutilized {
		return s.e.Overutilized
	}
	return s.v.Root().Overutilized
}

// writeRoot plans the writes to the root domain.
func (s *domainStats) writeRoot() {
	e := s.e
	if e.SD.Top() {
		e.SetOverload, e.Overload = true, s.overload
		e.SetOverutilized, e.Overutilized = true, s.overutilized
	} else if s.overutilized {
		e.SetOverutilized, e.Overutilized = true, true
	}
}

// loadIndex is the index of the decayed loads that a pass compares
// (fair.c:get_sd_load_idx).
func loadIndex(sd *sched.SchedDomain, idle sched.IdleType) int {
	switch idle {
	case sched.CPUNotIdle:
		return sd.BusyIdx
	case sched.CPUNewlyIdle:
		return sd.NewidleIdx
	default:
		return sd.IdleIdx
	}
}

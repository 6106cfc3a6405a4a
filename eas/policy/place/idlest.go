package place

import (
	"math"

	"easim/eas/sched"
	"easim/energy"
)

// descend is the slow path of a placement (the end of select_task_rq_fair): from
// domain level of this CPU downwards, the idlest group of the domain and the
// idlest CPU in it; then the same in the lower domains of that CPU. Where no
// group is better than the CPU's own the search goes on below the CPU it has.
// The last CPU found stands, or prev.
func descend(
	v sched.View, t *sched.Task, this *sched.CPU, level int, prev energy.CPUID, kind sched.WakeKind,
) energy.CPUID {
	target := prev
	for level >= 0 {
		sd := &this.SD[level]
		if g := findIdlestGroup(v, sd, t, this, kind); g != nil {
			target = findIdlestCPU(v, g, t, this)
			this = v.CPU(target)
		}
		level = highestBelow(this, sd.SpanWeight, balanceFlag(kind))
	}
	return target
}

// highestBelow is the level of c's highest domain that has flag and spans fewer
// CPUs than weight, or -1.
func highestBelow(c *sched.CPU, weight int64, flag sched.SDFlags) int {
	level := -1
	for i := range c.SD {
		if weight <= c.SD[i].SpanWeight {
			break
		}
		if c.SD[i].Flags&flag != 0 {
			level = i
		}
	}
	return level
}

// findIdlestGroup chooses the group of sd to search for t, or nil to stay on
// this CPU's side (fair.c:find_idlest_group of EASv5.2). In this order:
//
//  1. the group with the CPU of least capacity_of that t fits beside what runs
//     there;
//  2. the group with the CPU of most spare capacity, if that is more than the
//     margin leaves of a whole CPU (256);
//  3. the least loaded remote group for its capacity, unless this CPU's own
//     group is hardly more loaded.
//
// Rules 1 and 2 can return the local group; they look at every CPU of a group in
// which t may use at least one.
func findIdlestGroup(
	v sched.View, sd *sched.SchedDomain, t *sched.Task, this *sched.CPU, kind sched.WakeKind,
) *sched.SchedGroup {
	idx := sd.ForkexecIdx
	if kind == sched.KindWake {
		idx = sd.WakeIdx
	}
	best := groupSearch{
		fitCapacity: math.MaxInt64,
		spare:       uint64(v.Params().CapacityMargin - int64(energy.CapacityScale)),
		minLoad:     math.MaxUint64,
	}
	for _, g := range sd.Groups {
		if _, ok := firstAllowed(g, t); !ok {
			continue
		}
		local := g.CPUs.Has(this.ID)
		var load uint64
		for _, id := range g.List {
			c := v.CPU(id)
			if local {
				load += v.SourceLoad(c, idx)
			} else {
				load += v.TargetLoad(c, idx)
			}
			best.offer(v, g, c, t)
		}
		best.compareLoad(g, local, load*uint64(energy.CapacityScale)/uint64(g.Capacity))
	}
	return best.choose(uint64(halfImbalance(sd)))
}

// groupSearch is what findIdlestGroup has found so far.
type groupSearch struct {
	fit         *sched.SchedGroup
	fitCapacity int64

	roomy *sched.SchedGroup
	spare uint64

	idlest             *sched.SchedGroup // remote
	minLoad, localLoad uint64            // load x 1024 / group capacity
}

// offer looks at one CPU of g. The spare capacity is unsigned as in the kernel:
// a CPU whose utilisation exceeds what real-time work leaves of it has an
// enormous one, and wins.
func (s *groupSearch) offer(v sched.View, g *sched.SchedGroup, c *sched.CPU, t *sched.Task) {
	if c.Capacity < s.fitCapacity && v.TaskFitsSpare(t, c) {
		s.fit, s.fitCapacity = g, c.Capacity
	}
	if spare := uint64(c.Capacity - c.Util()); spare > s.spare {
		s.roomy, s.spare = g, spare
	}
}

func (s *groupSearch) compareLoad(g *sched.SchedGroup, local bool, load uint64) {
	if local {
		s.localLoad = load
	} else if load < s.minLoad {
		s.idlest, s.minLoad = g, load
	}
}

func (s *groupSearch) choose(tolerance uint64) *sched.SchedGroup {
	switch {
	case s.fit != nil:
		return s.fit
	case s.roomy != nil:
		return s.roomy
	case s.idlest == nil || 100*s.localLoad < tolerance*s.minLoad:
		return nil
	}
	return s.idlest
}

// findIdlestCPU chooses the CPU of g for t (fair.c:find_idlest_cpu of EASv5.2).
// Of the allowed CPUs that t fits beside what runs there: the one in the idle
// state of least exit latency; among equals, and CPUs that are idle without a
// state, the one that became idle last; before any of these was seen, the first
// of whatever kind. If t fits none: the one of least load, this CPU among
// equals. Without an allowed CPU it is this CPU.
func findIdlestCPU(v sched.View, g *sched.SchedGroup, t *sched.Task, this *sched.CPU) energy.CPUID {
	best := cpuSearch{cpu: -1, exit: math.MaxInt64}
	leastLoaded, minLoad := this.ID, uint64(math.MaxUint64)
	for _, id := range g.List {
		if !t.Affinity.Has(id) {
			continue
		}
		c := v.CPU(id)
		if v.TaskFitsSpare(t, c) {
			best.offer(v, c)
		} else if best.cpu < 0 {
			if load := c.WeightedLoad(); load < minLoad || load == minLoad && id == this.ID {
				leastLoaded, minLoad = id, load
			}
		}
	}
	if best.cpu >= 0 {
		return best.cpu
	}
	return leastLoaded
}

// cpuSearch is the fitting CPU that findIdlestCPU prefers so far; -1 is none.
type cpuSearch struct {
	cpu   energy.CPUID
	exit  int64 // its exit latency, µs; the largest if it has no idle state
	stamp int64 // when it became idle, ns
}

// offer looks at one fitting CPU. A CPU without an idle state that became idle
// later displaces one whose exit latency is known, and leaves that latency as
// the bar for the next; a stamp of 0 displaces nobody. Both as in the kernel.
func (s *cpuSearch) offer(v sched.View, c *sched.CPU) {
	exit, asleep := exitLatency(v, c)
	stamp := int64(c.RQ.IdleStamp)
	switch {
	case asleep && exit < s.exit:
		s.cpu, s.exit, s.stamp = c.ID, exit, stamp
	case c.IdleCPU() && (!asleep || exit == s.exit) && stamp > s.stamp:
		s.cpu, s.stamp = c.ID, stamp
	case s.cpu < 0:
		s.cpu = c.ID
	}
}

// exitLatency is the exit latency of the idle state of c, µs; ok is false while
// it is in none (idle_get_state).
func exitLatency(v sched.View, c *sched.CPU) (us int64, ok bool) {
	if c.Idle.Index < 0 {
		return 0, false
	}
	return v.IdleStates(c)[c.Idle.Index].LatencyUS(), true
}

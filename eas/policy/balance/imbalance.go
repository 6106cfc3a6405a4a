package balance

import (
	"math"

	"easim/eas/sched"
	"easim/energy"
)

const scale = uint64(energy.CapacityScale)

// calculateImbalance says how much load to move (fair.c:calculate_imbalance).
//
// For a misfit task it is the capacity of its CPU: a capacity, compared with
// loads later on. A nice-0 task that runs all the time has a load towards 1024,
// of which half is more than the 447 or 593 of a LITTLE, so detaching refuses the
// very task it is meant for; only a push moves it.
func (s *domainStats) calculateImbalance() {
	busiest, local := &s.busiest, &s.local
	if busiest.kind == groupImbalanced {
		busiest.loadPerTask = min(busiest.loadPerTask, s.avgLoad)
	}
	if busiest.avgLoad <= s.avgLoad || local.avgLoad >= s.avgLoad {
		switch {
		case busiest.kind == groupMisfitTask:
			s.e.Imbalance = busiest.misfit
		case busiest.kind == groupOverloaded && local.kind <= groupMisfitTask:
			s.e.Imbalance = int64(busiest.loadPerTask)
		default:
			s.e.Imbalance = 0
			s.fixSmallImbalance()
		}
		return
	}
	pull := min(busiest.avgLoad-s.avgLoad, s.loadAboveCapacity())
	away, room := pull*uint64(busiest.capacity), (s.avgLoad-local.avgLoad)*uint64(local.capacity)
	s.e.Imbalance = int64(min(away, room) / scale)
	if busiest.kind == groupMisfitTask {
		s.e.Imbalance = max(s.e.Imbalance, busiest.misfit)
	}
	if uint64(s.e.Imbalance) < busiest.loadPerTask {
		s.fixSmallImbalance()
	}
}

// loadAboveCapacity limits what is pulled between two overloaded groups, so that
// no CPU becomes idle over it.
func (s *domainStats) loadAboveCapacity() uint64 {
	if s.busiest.kind != groupOverloaded || s.local.kind != groupOverloaded {
		return math.MaxUint64
	}
	if above := int64(s.busiest.nr)*int64(energy.CapacityScale) - s.busiest.capacity; above > 0 {
		return uint64(above)
	}
	return math.MaxUint64
}

// fixSmallImbalance looks at an imbalance of less than a task
// (fair.c:fix_small_imbalance): a task is worth moving if the loads differ by
// about one, or if more capacity is used afterwards.
func (s *domainStats) fixSmallImbalance() {
	busiest, local := &s.busiest, &s.local
	enough := uint64(2)
	if local.nr == 0 {
		local.loadPerTask = loadPerTask(s.e.Dst)
	} else if busiest.loadPerTask > local.loadPerTask {
		enough = 1
	}
	task := busiest.loadPerTask * scale / uint64(busiest.capacity)
	switch {
	case s.spareCPU():
	case busiest.avgLoad+task >= local.avgLoad+task*enough:
	case s.usedAfter(task) > s.usedBefore():
	default:
		return
	}
	s.e.Imbalance = int64(busiest.loadPerTask)
}

// spareCPU is the rule that one reading of FORCE_OVERLOADED adds: the busiest
// group has a task for each CPU and the local group a CPU without a task.
func (s *domainStats) spareCPU() bool {
	return s.v.Has(sched.ForceOverloaded) && s.v.Params().ForceOverloadedFixSmall != sched.FixSmallOff &&
		int64(s.busiest.nr) >= s.busiest.weight && int64(s.local.nr) < s.local.weight
}

// usedBefore is the capacity that both groups use, in units of load.
func (s *domainStats) usedBefore() uint64 {
	busiest, local := &s.busiest, &s.local
	return (uint64(busiest.capacity)*min(busiest.loadPerTask, busiest.avgLoad) +
		uint64(local.capacity)*min(local.loadPerTask, local.avgLoad)) / scale
}

// usedAfter is what they use once a task of the busiest group was moved, which
// weighs task there for the group's capacity.
func (s *domainStats) usedAfter(task uint64) uint64 {
	busiest, local := &s.busiest, &s.local
	var sum uint64
	if busiest.avgLoad > task {
		sum = uint64(busiest.capacity) * min(busiest.loadPerTask, busiest.avgLoad-task)
	}
	arrives := min(busiest.avgLoad*uint64(busiest.capacity), busiest.loadPerTask*scale) / uint64(local.capacity)
	return (sum + uint64(local.capacity)*min(local.loadPerTask, local.avgLoad+arrives)) / scale
}

// loadPerTask is the average load of c's runnable fair tasks
// (fair.c:cpu_avg_load_per_task).
func loadPerTask(c *sched.CPU) uint64 {
	if n := c.RQ.CFS.NrRunning; n > 0 {
		return c.WeightedLoad() / uint64(n)
	}
	return 0
}

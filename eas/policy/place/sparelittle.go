package place

import (
	"easim/eas/sched"
	"easim/energy"
)

// forcedEnergy reports whether EAS_SPARE_LITTLE wants a wake-up of t placed for
// energy although the tipping point is passed, so that what is small enough for a
// small CPU does not stay on a big one for as long as anything anywhere is busy.
func forcedEnergy(v sched.View, t *sched.Task, prev, waker energy.CPUID) bool {
	if !v.Has(sched.EASSpareLittle) {
		return false
	}
	if v.Params().EASSpareLittleAs == sched.QuarterRule {
		return leavesBigger(v, t, v.CPU(prev), v.CPU(waker))
	}
	return spareLittle(v, t)
}

// spareLittle reports whether some CPU below the top capacity takes t beside what
// runs there. Whether t may run on it is not asked, as it is not when the
// energy-aware search chooses its cluster.
func spareLittle(v sched.View, t *sched.Task) bool {
	for id := range v.NrCPUs() {
		c := v.CPU(energy.CPUID(id))
		if c.CapacityOrig < v.Root().MaxCapacity && v.TaskFitsSpare(t, c) {
			return true
		}
	}
	return false
}

// leavesBigger is the rule of an earlier form of the patch: t takes less than a
// quarter of the smallest cluster of which that is true, and prev or the waker is
// bigger than that cluster's CPUs.
func leavesBigger(v sched.View, t *sched.Task, prev, waker *sched.CPU) bool {
	sd := energyDomain(prev)
	if sd == nil {
		return false
	}
	var smallest int64
	for _, g := range sd.Groups {
		capacity := v.CPU(g.First()).CapacityOrig
		if 4*t.Util() < capacity && (smallest == 0 || capacity < smallest) {
			smallest = capacity
		}
	}
	return smallest > 0 && max(prev.CapacityOrig, waker.CapacityOrig) > smallest
}

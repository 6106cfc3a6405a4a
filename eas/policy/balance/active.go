package balance

import "easim/eas/sched"

// NeedActive reports whether the stopper of e.Src should push its running task,
// after nothing could be pulled (fair.c:need_active_balance of EASv5.2):
//
//   - a CPU with nothing to run could give the only fair task of e.Src more
//     capacity than real-time work leaves it there;
//   - e.Dst is the bigger CPU, and the only fair task makes e.Src overutilized;
//     this holds for a busy e.Dst too, unless it is overutilized itself;
//   - balancing has failed often enough.
func (b *LoadBalance) NeedActive(v sched.View, e *sched.LBEnv) bool {
	src, dst, sd := e.Src, e.Dst, e.SD
	if src.RQ.CFS.NrRunning == 1 {
		if e.Idle != sched.CPUNotIdle && capacityReduced(src, sd) && src.Capacity*sd.ImbalancePct < dst.Capacity*100 {
			return true
		}
		if biggerCPU(v, src, dst) && v.CPUOverutilized(src) && takesMisfit(v, dst) {
			return true
		}
	}
	return sd.NrBalanceFailed > sd.CacheNiceTries+2
}

// biggerCPU reports whether dst is stronger than src. EASv5.2 compares what
// real-time work leaves of them; CAPACITY_ORIG compares the original capacities,
// or both.
func biggerCPU(v sched.View, src, dst *sched.CPU) bool {
	left := src.Capacity < dst.Capacity
	if !v.Has(sched.CapacityOrig) {
		return left
	}
	orig := src.CapacityOrig < dst.CapacityOrig
	return orig && (left || v.Params().CapacityOrigActive == sched.ActiveOrig)
}

// takesMisfit reports whether dst has room for a misfit task. With CAPACITY_ORIG
// an idle CPU has, even if what is left of its old utilisation says no.
func takesMisfit(v sched.View, dst *sched.CPU) bool {
	if v.Has(sched.CapacityOrig) && v.Params().ActiveOKIfDstIdle != 0 && dst.IdleCPU() {
		return true
	}
	return !v.CPUOverutilized(dst)
}

// Push returns the task that the stopper of e.Src moves to e.Dst
// (fair.c:detach_one_task): the first that may go, from the head of the list or
// from the biggest task. The task that ran counts, since the stopper runs now.
// The marks of pinned tasks are of no use here.
func (b *LoadBalance) Push(v sched.View, e *sched.LBEnv) *sched.Task {
	tasks := &e.Src.RQ.CFS.Tasks
	if biggestFirst(v, e) {
		for t := tasks.Biggest(); t != nil; t = tasks.NextSmaller(t) {
			if canMigrate(v, e, t) {
				return t
			}
		}
		return nil
	}
	for t := tasks.First(); t != nil; t = tasks.After(t) {
		if canMigrate(v, e, t) {
			return t
		}
	}
	return nil
}

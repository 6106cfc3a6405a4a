package balance

import (
	"easim/eas/sched"
	"easim/energy"
)

// smallLoad is the load below which LB_MIN leaves a task where it is (the
// constant in fair.c:detach_tasks).
const smallLoad = 16

// Next walks the tasks of the busiest CPU until enough load is on its way
// (fair.c:detach_tasks): from the head of its list, the task queued last, or from
// its biggest task where a feature asks for that. A task of more than twice the
// load that is left to move stays, so one that is too big for its CPU often does.
//
// Differs from the kernel: with sched_nr_migrate above 32 the kernel drops the
// lock after every 32 tasks looked at, which costs one of the looks that
// sched_nr_migrate allows. Here it does not.
func (b *LoadBalance) Next(v sched.View, e *sched.LBEnv) (*sched.Task, sched.Verdict) {
	if e.Imbalance <= 0 || e.Moved > 0 && onlyOne(v, e) {
		return nil, sched.LBStop
	}
	if e.Idle != sched.CPUNotIdle && e.Src.RQ.NrRunning <= 1 {
		return nil, sched.LBStop
	}
	ranked := biggestFirst(v, e)
	t := candidate(e, ranked)
	if t == nil {
		return nil, sched.LBStop
	}
	if e.Loop++; e.Loop > e.LoopMax {
		return nil, sched.LBStop
	}
	take := canMigrate(v, e, t) && worthMoving(v, e, t)
	if ranked {
		advance(v, e, t, take)
	}
	switch {
	case take:
		e.Imbalance -= int64(t.Load())
		return t, sched.LBTake
	case ranked:
		return t, sched.LBPass
	}
	return t, sched.LBSkip
}

// onlyOne reports whether the pass moves one task at most: a CPU of a fully
// preemptible kernel that goes idle must not keep interrupts off for long.
func onlyOne(v sched.View, e *sched.LBEnv) bool {
	return e.Idle == sched.CPUNewlyIdle && v.Params().Preempt == sched.PreemptFull
}

// candidate is the task to look at now.
func candidate(e *sched.LBEnv, ranked bool) *sched.Task {
	switch {
	case !ranked:
		return e.Src.RQ.CFS.Tasks.First()
	case e.Loop == 0:
		return e.Src.RQ.CFS.Tasks.Biggest()
	}
	return e.Cursor
}

// worthMoving reports whether t's load is a sensible part of the imbalance.
// LB_MIN keeps small tasks where they are until a balance has failed.
func worthMoving(v sched.View, e *sched.LBEnv, t *sched.Task) bool {
	load := t.Load()
	if v.Has(sched.LBMin) && load < smallLoad && e.SD.NrBalanceFailed == 0 {
		return false
	}
	return load/2 <= uint64(e.Imbalance)
}

// canMigrate reports whether t may and should go to e.Dst: it is allowed there,
// does not run, and is not cache-hot, unless balancing has failed too often. It
// keeps the marks of pinned tasks (fair.c:can_migrate_task).
func canMigrate(v sched.View, e *sched.LBEnv, t *sched.Task) bool {
	if !t.Affinity.Has(e.Dst.ID) {
		e.SomePinned = true
		if e.Idle != sched.CPUNewlyIdle && e.NewDst < 0 {
			e.NewDst = otherDst(e, t)
		}
		return false
	}
	e.AllPinned = false
	if e.Src.Curr == t {
		return false
	}
	return e.SD.NrBalanceFailed > e.SD.CacheNiceTries || !taskHot(v, e, t)
}

// otherDst is the lowest other CPU of the local group that takes part and that t
// may use, or -1.
func otherDst(e *sched.LBEnv, t *sched.Task) energy.CPUID {
	for _, id := range e.SD.Groups[0].List {
		if e.CPUs.Has(id) && t.Affinity.Has(id) {
			return id
		}
	}
	return -1
}

// taskHot reports whether t's cache is warm (fair.c:task_hot): it is a buddy and
// e.Dst has work already, or it ran a moment ago. The time is that of the clock of
// e.Src, which nobody brings up to date for this: a task that was put off the CPU
// by the last thing that happened there is hot until something else does.
func taskHot(v sched.View, e *sched.LBEnv, t *sched.Task) bool {
	if t.Policy == sched.IdlePolicy {
		return false
	}
	q := &e.Src.RQ.CFS
	if v.Has(sched.CacheHotBuddy) && e.Dst.RQ.NrRunning > 0 && (q.Next == t || q.Last == t) {
		return true
	}
	switch cost := v.Params().MigrationCostNS; cost {
	case -1:
		return true
	case 0:
		return false
	default:
		return int64(e.Src.RQ.Clock-t.SE.ExecStart) < cost
	}
}

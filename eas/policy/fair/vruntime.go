package fair

import (
	"easim/eas/des"
	"easim/eas/sched"
)

// charge adds the time since the last charge to the run time and vruntime of
// the queue's running task. Source: fair.c:update_curr.
func charge(now des.Time, q *sched.CFSRunQueue) {
	curr := q.Curr
	if curr == nil {
		return
	}
	delta := int64(now - curr.SE.ExecStart)
	if delta <= 0 {
		return
	}
	curr.SE.ExecStart = now
	curr.SE.SumExec += delta
	curr.SE.Vruntime += virtual(delta, curr)
	updateMin(q)
}

// updateMin moves MinVruntime up to the least vruntime of the running and the
// queued tasks; it never falls. Source: fair.c:update_min_vruntime.
func updateMin(q *sched.CFSRunQueue) {
	curr, left := q.Curr, q.Timeline.First()
	var v int64
	switch {
	case curr == nil && left == nil:
		return
	case curr == nil:
		v = left.SE.Vruntime
	case left == nil:
		v = curr.SE.Vruntime
	default:
		v = earlier(curr.SE.Vruntime, left.SE.Vruntime)
	}
	q.MinVruntime = later(q.MinVruntime, v)
}

// later and earlier compare by difference, so that they survive wrapping
// (fair.c:max_vruntime, min_vruntime).
func later(a, b int64) int64 {
	if b-a > 0 {
		return b
	}
	return a
}

func earlier(a, b int64) int64 {
	if b-a < 0 {
		return b
	}
	return a
}

// placeNew sets the vruntime of a new task: one slice behind the queue, so that
// forking gains no time. Source: fair.c:place_entity with initial set.
func placeNew(k *sched.Kernel, q *sched.CFSRunQueue, t *sched.Task) {
	v := q.MinVruntime
	if k.Has(sched.StartDebit) {
		v += virtual(slice(k.Params(), q, t), t)
	}
	t.SE.Vruntime = later(t.SE.Vruntime, v)
}

// placeWoken sets the vruntime of a task that slept: at most a period, or half
// of it, in front of the queue. Source: fair.c:place_entity.
func placeWoken(k *sched.Kernel, q *sched.CFSRunQueue, t *sched.Task) {
	credit := k.Params().SchedLatencyNS
	if k.Has(sched.GentleFairSleepers) {
		credit >>= 1
	}
	t.SE.Vruntime = later(t.SE.Vruntime, q.MinVruntime-credit)
}

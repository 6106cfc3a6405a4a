package fair

import "easim/eas/sched"

// Buddies are wishes about who runs next. They are granted while the wanted
// task is not too far behind the leftmost one: Next woke and preempts, Last was
// preempted by a wake-up and has a warm cache, Skip yielded.

// preempts compares curr with a task that wants its place: 1 if t is ahead by
// more than its wake-up granularity, 0 if by less, -1 if it is not ahead.
// Source: fair.c:wakeup_preempt_entity.
func preempts(p *sched.Params, curr, t *sched.Task) int {
	lead := curr.SE.Vruntime - t.SE.Vruntime
	switch {
	case lead <= 0:
		return -1
	case lead > virtual(p.WakeupGranularity, t): // fair.c:wakeup_gran
		return 1
	default:
		return 0
	}
}

// pickNext chooses among the queued tasks, of which there is at least one. The
// running task was put back before. Source: fair.c:pick_next_entity.
func pickNext(p *sched.Params, q *sched.CFSRunQueue) *sched.Task {
	left := q.Timeline.First()
	t := left
	if q.Skip == left {
		if second := q.Timeline.At(1); second != nil && preempts(p, second, left) < 1 {
			t = second
		}
	}
	if q.Last != nil && preempts(p, q.Last, left) < 1 {
		t = q.Last
	}
	if q.Next != nil && preempts(p, q.Next, left) < 1 {
		t = q.Next
	}
	clearBuddies(q, t)
	return t
}

// clearBuddies withdraws t's wishes. Source: fair.c:clear_buddies.
func clearBuddies(q *sched.CFSRunQueue, t *sched.Task) {
	if q.Last == t {
		q.Last = nil
	}
	if q.Next == t {
		q.Next = nil
	}
	if q.Skip == t {
		q.Skip = nil
	}
}

// Preempts reports whether t, just woken or forked, should run instead of the
// current task, and sets buddies (check_preempt_wakeup).
func (f *CFS) Preempts(k *sched.Kernel, c *sched.CPU, t *sched.Task, flags sched.Flags) bool {
	curr, q, p := c.Curr, &c.RQ.CFS, k.Params()
	if curr == t {
		return false
	}
	full := crowded(p, q.NrRunning)
	marked := full && flags&sched.WakeFork == 0 && k.Has(sched.NextBuddy)
	if marked {
		setNextBuddy(q, t)
	}
	if c.NeedResched {
		return false
	}
	if curr.Policy != sched.IdlePolicy || t.Policy == sched.IdlePolicy {
		if t.Policy != sched.Normal || !k.Has(sched.WakeupPreemption) {
			return false
		}
		charge(k.Now(), q)
		if preempts(p, curr, t) != 1 {
			return false
		}
		if !marked {
			setNextBuddy(q, t)
		}
	}
	if curr.SE.OnRQ && full && curr.Policy != sched.IdlePolicy && k.Has(sched.LastBuddy) {
		q.Last = curr
	}
	return true
}

// setNextBuddy asks that t run next; nobody prefers a SCHED_IDLE task. Source:
// fair.c:set_next_buddy.
func setNextBuddy(q *sched.CFSRunQueue, t *sched.Task) {
	if t.Policy != sched.IdlePolicy {
		q.Next = t
	}
}

// Yield lets the others of the queue go first, if there are any
// (yield_task_fair). The mechanism reschedules afterwards.
func (f *CFS) Yield(k *sched.Kernel, c *sched.CPU) {
	if c.RQ.NrRunning == 1 {
		return
	}
	q := &c.RQ.CFS
	clearBuddies(q, q.Curr)
	if q.Curr.Policy != sched.Batch {
		charge(k.Now(), q)
	}
	q.Skip = q.Curr
}

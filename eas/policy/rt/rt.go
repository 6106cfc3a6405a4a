package rt

import (
	"easim/eas/pelt"
	"easim/eas/sched"
	"easim/energy"
)

// RT is the real-time class of Linux 4.4. It implements sched.Class for the
// policies sched.FIFO and sched.RR. One RT serves one Kernel.
type RT struct {
	booted      bool // the queues have their budgets
	periodArmed bool // the period timer runs (rt_period_active)
}

var _ sched.Class = (*RT)(nil)

// New returns the class.
func New() *RT { return &RT{} }

// What a real-time task would weigh if it were fair: nice 0. Fair placement
// reads the load of a real-time waker.
const (
	weight    = 1024
	invWeight = 1 << 22
)

// Enqueue queues t behind the others of its priority, or before them with
// sched.EnqueueHead (enqueue_task_rt).
func (r *RT) Enqueue(k *sched.Kernel, c *sched.CPU, t *sched.Task, f sched.Flags) {
	q := &c.RQ.RT
	insert(q, t, f&sched.EnqueueHead != 0)
	q.NrRunning++
	if q.Throttled {
		c.RQ.NrRunning-- // what is throttled does not count
	}
	r.startBandwidth(k)
}

// Dequeue takes t off c's queue (dequeue_task_rt).
func (r *RT) Dequeue(k *sched.Kernel, c *sched.CPU, t *sched.Task, _ sched.Flags) {
	q := &c.RQ.RT
	r.Charge(k, c)
	remove(q, t)
	q.NrRunning--
	if q.Throttled {
		c.RQ.NrRunning++ // it was not counted, and the mechanism subtracts it
	}
}

// Waking does nothing: the class has no task_waking.
func (r *RT) Waking(_ *sched.Kernel, _, _ *sched.Task) {}

// Migrate does nothing: the class has no migrate_task_rq.
func (r *RT) Migrate(_ *sched.Kernel, _ *sched.Task, _ energy.CPUID) {}

// Dead does nothing: a real-time task is in no average.
func (r *RT) Dead(_ *sched.Kernel, _ *sched.Task) {}

// UpdateBlocked does nothing: 4.4 tracks no load of real-time queues.
func (r *RT) UpdateBlocked(_ *sched.Kernel, _ *sched.CPU) {}

// Fork gives a new task its slice and its averages, which nothing updates
// (sched_fork, init_entity_runnable_average).
func (r *RT) Fork(k *sched.Kernel, _ *sched.CPU, t, _ *sched.Task) {
	t.RT.TimeSlice = timeSlice(k.Params())
	t.SE.Avg = pelt.InitTask44(t.Weight)
}

// Reweight gives t the weight of nice 0 and, if it has none, a slice.
//
// Differs from the kernel: the nice value that a real-time task may keep for
// later does not show in its load.
func (r *RT) Reweight(k *sched.Kernel, t *sched.Task) {
	t.Weight, t.SE.InvWeight = weight, invWeight
	if t.RT.TimeSlice == 0 {
		t.RT.TimeSlice = timeSlice(k.Params())
	}
}

// timeSlice is the slice of a SCHED_RR task in ticks, at least 1 (RR_TIMESLICE).
func timeSlice(p *sched.Params) int64 { return (p.RRTimesliceMS*p.HZ + 999) / 1000 }

// Preempts reports whether t is more important than the running task
// (check_preempt_curr_rt). If it is as important but pinned, and the running
// task could run elsewhere, t goes first, so that the other one is pushed away.
func (r *RT) Preempts(k *sched.Kernel, c *sched.CPU, t *sched.Task, _ sched.Flags) bool {
	curr := c.Curr
	switch {
	case !curr.OnRQ: // it is leaving, and c is about to pick
		return false
	case t.Priority != curr.Priority:
		return t.Priority > curr.Priority
	case c.NeedResched || !hasLower(k, curr) || hasLower(k, t):
		return false
	}
	requeue(&c.RQ.RT, t, true)
	return true
}

// Pick returns the first task of the highest priority, or nil if there is none
// or the queue is throttled (pick_next_task_rt).
func (r *RT) Pick(k *sched.Kernel, c *sched.CPU) *sched.Task {
	q := &c.RQ.RT
	if q.NrRunning == 0 || q.Throttled {
		return nil
	}
	t := q.Head[highest(q)]
	t.RT.ExecStart = k.Now()
	q.Curr = t
	return t
}

// Put ends t's turn; it keeps its place in the list (put_prev_task_rt).
func (r *RT) Put(k *sched.Kernel, c *sched.CPU, _ *sched.Task) {
	r.charge(k, c)
	c.RQ.RT.Curr = nil
}

// Tick charges t, and reports whether the CPU is now throttled, or the slice of a
// SCHED_RR task is over and another one of its priority waits (task_tick_rt).
func (r *RT) Tick(k *sched.Kernel, c *sched.CPU, t *sched.Task) bool {
	throttled := r.charge(k, c)
	if t.Policy != sched.RR {
		return throttled
	}
	if t.RT.TimeSlice--; t.RT.TimeSlice > 0 {
		return throttled
	}
	t.RT.TimeSlice = timeSlice(k.Params())
	if t.RT.Prev == nil && t.RT.Next == nil {
		return throttled
	}
	requeue(&c.RQ.RT, t, false)
	return true
}

// Yield puts the running task behind the others of its priority
// (yield_task_rt).
func (r *RT) Yield(_ *sched.Kernel, c *sched.CPU) {
	requeue(&c.RQ.RT, c.RQ.RT.Curr, false)
}

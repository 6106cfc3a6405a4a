package fair

import (
	"easim/eas/pelt"
	"easim/eas/sched"
	"easim/energy"
)

// CFS is the fair class of Linux 4.4 with EASv5.2. It holds no state of its own:
// all of it is in sched.CFSRunQueue and sched.Entity. It implements sched.Class.
type CFS struct{}

var _ sched.Class = (*CFS)(nil)

// NewCFS returns the class.
func NewCFS() *CFS { return &CFS{} }

// Enqueue queues t on c (enqueue_task_fair, enqueue_entity). Unless t is new, it
// sets the tipping point if that makes c overutilised.
func (f *CFS) Enqueue(k *sched.Kernel, c *sched.CPU, t *sched.Task, flags sched.Flags) {
	q, now := &c.RQ.CFS, k.Now()
	// Only a wake-up that did not pass Waking left vruntime absolute.
	if flags&(sched.EnqueueWakeup|sched.EnqueueWaking) != sched.EnqueueWakeup {
		t.SE.Vruntime += q.MinVruntime
	}
	charge(now, q)
	enqueueLoad(now, c, t)
	q.LoadWeight += t.Weight
	q.NrRunning++
	q.Tasks.PushFront(t)
	if flags&sched.EnqueueWakeup != 0 {
		placeWoken(k, q, t)
	}
	if q.Curr != t {
		q.Timeline.Insert(t)
	}
	t.SE.OnRQ = true
	if flags&sched.EnqueueNew == 0 {
		checkTipping(k, c)
	}
}

// Dequeue takes t off c's queue (dequeue_task_fair, dequeue_entity). Without
// DequeueSleep, t's vruntime becomes relative to the queue.
func (f *CFS) Dequeue(k *sched.Kernel, c *sched.CPU, t *sched.Task, flags sched.Flags) {
	q, now := &c.RQ.CFS, k.Now()
	charge(now, q)
	dequeueLoad(now, c, t)
	clearBuddies(q, t)
	if q.Curr != t {
		q.Timeline.Remove(t)
	}
	t.SE.OnRQ = false
	q.LoadWeight -= t.Weight
	q.NrRunning--
	q.Tasks.Remove(t)
	if flags&sched.DequeueSleep == 0 {
		t.SE.Vruntime -= q.MinVruntime
	}
	updateMin(q)
}

// Waking makes the vruntime of t, which sleeps, relative to the queue it last
// ran on, and counts the wake-up for waker, which may be nil (task_waking_fair).
func (f *CFS) Waking(k *sched.Kernel, t, waker *sched.Task) {
	t.SE.Vruntime -= k.CPU(t.CPU).RQ.CFS.MinVruntime
	if waker != nil {
		recordWakee(k, waker, t)
	}
}

// Migrate leaves t's averages for its old queue to drop and forgets that its
// cache was warm (migrate_task_rq_fair).
func (f *CFS) Migrate(k *sched.Kernel, t *sched.Task, _ energy.CPUID) {
	removeLoad(k.CPU(t.CPU), t)
	t.SE.ExecStart = 0
}

// Dead leaves the averages of t, which has ended and is off the CPU, for its
// queue to drop (task_dead_fair).
func (f *CFS) Dead(k *sched.Kernel, t *sched.Task) { removeLoad(k.CPU(t.CPU), t) }

// Reweight sets t's load weight from its policy and nice level
// (set_load_weight). t is not on the queue.
func (f *CFS) Reweight(_ *sched.Kernel, t *sched.Task) {
	t.Weight, t.SE.InvWeight = weightOf(t.Policy, t.Nice)
}

// UpdateBlocked ages the averages of c's queue (update_blocked_averages).
func (f *CFS) UpdateBlocked(k *sched.Kernel, c *sched.CPU) { ageQueue(k.Now(), c) }

// Fork sets up t as a new task forked on c (init_entity_runnable_average,
// task_fork_fair): it counts as always running until it shows otherwise, starts
// a slice behind, and, being a copy, has the wake-up pattern of its parent.
func (f *CFS) Fork(k *sched.Kernel, c *sched.CPU, t, parent *sched.Task) {
	q := &c.RQ.CFS
	t.SE.Avg = pelt.InitTask44(t.Weight)
	if parent != nil {
		t.WakeeFlips = parent.WakeeFlips
		t.WakeeFlipDecayTS = parent.WakeeFlipDecayTS
		t.LastWakee = parent.LastWakee
	}
	charge(k.Now(), q)
	if q.Curr != nil {
		t.SE.Vruntime = q.Curr.SE.Vruntime
	}
	placeNew(k, q, t)
	t.SE.Vruntime -= q.MinVruntime
}

// Pick makes the next task current and returns it, or nil if none is queued
// (pick_next_task_fair, set_next_entity). The previous one must have been Put.
func (f *CFS) Pick(k *sched.Kernel, c *sched.CPU) *sched.Task {
	q, now := &c.RQ.CFS, k.Now()
	if q.NrRunning == 0 {
		return nil
	}
	t := pickNext(k.Params(), q)
	q.Timeline.Remove(t)
	ageTask(now, c, t)
	ageQueue(now, c)
	t.SE.ExecStart = now
	t.SE.PrevSumExec = t.SE.SumExec
	q.Curr = t
	c.RQ.MisfitTask = !k.View().TaskFitsMax(t, c)
	return t
}

// Put ends t's turn (put_prev_entity): it goes back into the timeline unless it
// was dequeued.
func (f *CFS) Put(k *sched.Kernel, c *sched.CPU, t *sched.Task) {
	q, now := &c.RQ.CFS, k.Now()
	if t.SE.OnRQ {
		charge(now, q)
		q.Timeline.Insert(t)
		ageTask(now, c, t)
		ageQueue(now, c)
	}
	q.Curr = nil
}

// Tick charges t, the running task, and reports whether its slice is over
// (task_tick_fair, entity_tick). It sets the tipping point and MisfitTask.
func (f *CFS) Tick(k *sched.Kernel, c *sched.CPU, t *sched.Task) bool {
	q, now := &c.RQ.CFS, k.Now()
	charge(now, q)
	ageTask(now, c, t)
	ageQueue(now, c)
	over := q.NrRunning > 1 && sliceOver(k.Params(), q, t)
	checkTipping(k, c)
	c.RQ.MisfitTask = !k.View().TaskFitsMax(t, c)
	return over
}

// sliceOver reports whether t had its slice, or is a slice ahead of the leftmost
// task although it ran for min_granularity at least (check_preempt_tick).
func sliceOver(p *sched.Params, q *sched.CFSRunQueue, t *sched.Task) bool {
	ideal := slice(p, q, t)
	ran := t.SE.SumExec - t.SE.PrevSumExec
	if ran > ideal {
		clearBuddies(q, t)
		return true
	}
	if ran < p.MinGranularityNS {
		return false
	}
	return t.SE.Vruntime-q.Timeline.First().SE.Vruntime > ideal
}

// checkTipping sets the tipping point if c is overutilised.
func checkTipping(k *sched.Kernel, c *sched.CPU) {
	if !k.Root().Overutilized && k.View().CPUOverutilized(c) {
		k.SetOverutilized(true)
	}
}

// Charge brings the run time of the running task up to now (update_curr).
func (f *CFS) Charge(k *sched.Kernel, c *sched.CPU) { charge(k.Now(), &c.RQ.CFS) }

// SelectCPU asks the Placer (select_task_rq_fair).
func (f *CFS) SelectCPU(k *sched.Kernel, t *sched.Task, prev energy.CPUID, kind sched.WakeKind,
	flags sched.Flags, waker energy.CPUID,
) energy.CPUID {
	return k.Placer().Select(k.View(), t, prev, kind, flags, waker)
}

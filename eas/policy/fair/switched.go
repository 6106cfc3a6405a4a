package fair

import "easim/eas/sched"

// A task's policy may change between fair and real-time. While it is not fair
// its averages belong to no queue.

// SwitchedFrom is called when t, off the queue, has ceased to be a fair task of
// c: the queue drops its averages at once (switched_from_fair). queued says that
// it was only taken off the queue for the change, not asleep. The vruntime of
// a waking task is relative already (vruntime_normalized).
func (f *CFS) SwitchedFrom(k *sched.Kernel, c *sched.CPU, t *sched.Task, queued bool) {
	q := &c.RQ.CFS
	if !queued && t.State != sched.TaskWaking && t.SE.SumExec != 0 {
		placeWoken(k, q, t) // so that the sleep gives no more credit than any other
		t.SE.Vruntime -= q.MinVruntime
	}
	if t.SE.Avg.LastUpdate != 0 {
		now := k.Now()
		ageTask(now, c, t)
		ageQueue(now, c)
		q.Avg.Detach(&t.SE.Avg)
	}
}

// SwitchedTo is called when t has become a fair task of c and is not yet queued
// again: its averages have aged meanwhile (switched_to_fair), and join the queue
// with it.
//
// Differs from the kernel: the averages of a sleeping task join the queue when
// it wakes, not at once, and those of a queued one join it once, where 4.4 can
// add them twice.
func (f *CFS) SwitchedTo(k *sched.Kernel, c *sched.CPU, t *sched.Task, queued bool) {
	if !queued && t.State != sched.TaskWaking {
		t.SE.Vruntime += c.RQ.CFS.MinVruntime
	}
	if t.SE.Avg.LastUpdate != 0 {
		ageTask(k.Now(), c, t)
		t.SE.Avg.LastUpdate = 0
	}
}

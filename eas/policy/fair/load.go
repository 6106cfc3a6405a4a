package fair

import (
	"easim/eas/des"
	"easim/eas/pelt"
	"easim/eas/sched"
)

// The queue's averages step with the weight and the running state that held
// until now, so each of these is called before the queue changes.

// ageTask brings t's own averages up to now; t counted as runnable since the
// last time if it is on the queue. Source: fair.c:update_load_avg, first half.
func ageTask(now des.Time, c *sched.CPU, t *sched.Task) {
	var weight uint64
	if t.SE.OnRQ {
		weight = t.Weight
	}
	t.SE.Avg.Update(int64(now), weight, c.RQ.CFS.Curr == t, uint64(c.FreqScale), uint64(c.CPUScale))
}

// ageQueue takes out what left the queue since the last update and brings its
// averages up to now. Source: fair.c:update_cfs_rq_load_avg.
func ageQueue(now des.Time, c *sched.CPU) {
	q := &c.RQ.CFS
	if q.Removed != (pelt.Removed44{}) {
		q.Avg.Remove(&q.Removed)
	}
	q.Avg.Update(int64(now), q.LoadWeight, q.Curr != nil, uint64(c.FreqScale), uint64(c.CPUScale))
}

// enqueueLoad ages task and queue and adds the task to the runnable load; a task
// that comes from elsewhere, or is new, brings its averages along. Source:
// fair.c:enqueue_entity_load_avg.
func enqueueLoad(now des.Time, c *sched.CPU, t *sched.Task) {
	foreign := t.SE.Avg.LastUpdate == 0
	if !foreign {
		ageTask(now, c, t)
	}
	ageQueue(now, c)
	c.RQ.CFS.Avg.Enqueue(&t.SE.Avg)
	if foreign {
		c.RQ.CFS.Avg.Attach(&t.SE.Avg)
	}
}

// dequeueLoad ages task and queue and takes the task out of the runnable load;
// the queue's average keeps it. Source: fair.c:dequeue_entity_load_avg.
func dequeueLoad(now des.Time, c *sched.CPU, t *sched.Task) {
	ageTask(now, c, t)
	ageQueue(now, c)
	c.RQ.CFS.Avg.Dequeue(&t.SE.Avg)
}

// removeLoad ages t, which is off the queue, to the queue's time and notes its
// averages for the queue to drop at its next update: the queue may be busy on
// its own CPU. A task that was never queued is in no queue's average. Source:
// fair.c:remove_entity_load_avg.
func removeLoad(c *sched.CPU, t *sched.Task) {
	q := &c.RQ.CFS
	if t.SE.Avg.LastUpdate == 0 {
		return
	}
	t.SE.Avg.Update(q.Avg.LastUpdate, 0, false, uint64(c.FreqScale), uint64(c.CPUScale))
	q.Removed.Add(&t.SE.Avg)
}

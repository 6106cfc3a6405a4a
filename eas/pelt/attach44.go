package pelt

// Attach adds a task's averages to the queue's and gives it the queue's time.
// Source: attach_entity_load_avg (4.4).
func (q *RQAvg44) Attach(task *Avg44) {
	task.LastUpdate = q.LastUpdate
	q.LoadAvg += task.LoadAvg
	q.LoadSum += task.LoadSum
	q.UtilAvg += task.UtilAvg
	q.UtilSum += task.UtilSum
}

// Detach takes a task's averages out of the queue's at once; both must be up to
// date. It serves a change of class or group, not a migration, for which see
// [RQAvg44.Remove]. Source: detach_entity_load_avg (4.4).
func (q *RQAvg44) Detach(task *Avg44) {
	q.LoadAvg = subSigned(q.LoadAvg, task.LoadAvg)
	q.LoadSum = subSigned(q.LoadSum, task.LoadSum)
	q.UtilAvg = subSigned(q.UtilAvg, task.UtilAvg)
	q.UtilSum = subSigned32(int64(q.UtilSum) - int64(task.UtilSum))
}

// Enqueue adds a task that joins the queue to the runnable load; both must be
// up to date. Source: enqueue_entity_load_avg.
func (q *RQAvg44) Enqueue(task *Avg44) {
	q.RunnableLoadAvg += task.LoadAvg
	q.RunnableLoadSum += task.LoadSum
}

// Dequeue takes a task that leaves the queue out of the runnable load; both
// must be up to date. Source: dequeue_entity_load_avg.
func (q *RQAvg44) Dequeue(task *Avg44) {
	q.RunnableLoadAvg = subSigned(q.RunnableLoadAvg, task.LoadAvg)
	q.RunnableLoadSum = subSigned(q.RunnableLoadSum, task.LoadSum)
}

// Removed44 collects the averages of tasks that went to another CPU, asleep or
// moved by the balancer. The queue takes them out at its next update, and until
// then both CPUs count them. The zero value is empty. Source:
// cfs_rq.removed_load_avg, removed_util_avg.
type Removed44 struct {
	Load, Util uint64
}

// Add collects the averages of a task, which must have been aged to the last
// update of the queue it left. Its LastUpdate becomes 0: it belongs to no queue
// until it is attached. Source: remove_entity_load_avg, migrate_task_rq_fair.
func (r *Removed44) Add(task *Avg44) {
	r.Load += task.LoadAvg
	r.Util += task.UtilAvg
	task.LastUpdate = 0
}

// Remove takes what r collected out of the queue and empties r. It reports
// whether load was taken out. Call it just before Update of the queue. The
// runnable load is not touched. Source: update_cfs_rq_load_avg (4.4).
func (q *RQAvg44) Remove(r *Removed44) (removed bool) {
	removed = r.Load != 0
	if removed {
		q.LoadAvg = subSigned(q.LoadAvg, r.Load)
		q.LoadSum = subSigned(q.LoadSum, r.Load*LoadAvgMax)
	}
	if r.Util != 0 {
		q.UtilAvg = subSigned(q.UtilAvg, r.Util)
		q.UtilSum = subSigned32(int64(q.UtilSum) - int64(r.Util*LoadAvgMax))
	}
	*r = Removed44{}
	return removed
}

// subSigned returns a - b as a signed number, or 0 if that is negative.
func subSigned(a, b uint64) uint64 { return uint64(max(int64(a-b), 0)) }

// subSigned32 returns d cut to a signed 32-bit number, or 0 if that is
// negative. So the 4.4 sum of a queue whose UtilAvg is above 44 tasks of 1024
// is dropped to 0 by any removal.
func subSigned32(d int64) uint32 { return uint32(max(int32(d), 0)) }

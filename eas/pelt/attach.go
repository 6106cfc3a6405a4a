package pelt

// InitTask returns the averages of a task that was just created, in the 6.12
// form: its load is its weight, all else 0. Source: init_entity_runnable_average.
func InitTask(weight uint64) Avg {
	return Avg{LoadAvg: weight}
}

// Guess gives a new task of the given weight its first UtilAvg, once its CPU is
// chosen: its share of the queue's use, but no more than half of what the CPU,
// of capacity cpuCap, has left. Successive forks on an idle CPU of 1024 get
// 512, 256, 128. Call it before Attach. Source: post_init_entity_util_avg.
func (a *Avg) Guess(rq *Avg, weight, cpuCap uint64) {
	room := (int64(cpuCap) - int64(rq.UtilAvg)) / 2
	if room > 0 {
		a.UtilAvg = uint64(room)
		if rq.UtilAvg != 0 {
			a.UtilAvg = min(rq.UtilAvg*weight/(rq.LoadAvg+1), uint64(room))
		}
	}
	a.RunnableAvg = a.UtilAvg
}

// Attach adds a task of the given weight to the queue. The task takes the
// queue's time and place in the segment, and its sums are made to fit its
// averages there. Source: attach_entity_load_avg.
func (rq *Avg) Attach(task *Avg, weight uint64) {
	d := rq.Divider()
	task.LastUpdate = rq.LastUpdate
	task.PeriodContrib = rq.PeriodContrib
	task.UtilSum = uint32(task.UtilAvg * d)
	task.RunnableSum = task.RunnableAvg * d
	task.LoadSum = task.LoadAvg * d
	if weight < task.LoadSum {
		task.LoadSum /= weight
	} else {
		task.LoadSum = 1
	}
	rq.LoadAvg += task.LoadAvg
	rq.LoadSum += weight * task.LoadSum
	rq.UtilAvg += task.UtilAvg
	rq.UtilSum += task.UtilSum
	rq.RunnableAvg += task.RunnableAvg
	rq.RunnableSum += task.RunnableSum
}

// Detach takes a task of the given weight out of the queue; both must be up to
// date. Nothing falls below 0, and no sum below what its average needs.
// Source: detach_entity_load_avg.
func (rq *Avg) Detach(task *Avg, weight uint64) {
	rq.LoadAvg = subPositive(rq.LoadAvg, task.LoadAvg)
	rq.LoadSum = subPositive(rq.LoadSum, weight*task.LoadSum)
	rq.UtilAvg = subPositive(rq.UtilAvg, task.UtilAvg)
	rq.UtilSum = subPositive(rq.UtilSum, task.UtilSum)
	rq.RunnableAvg = subPositive(rq.RunnableAvg, task.RunnableAvg)
	rq.RunnableSum = subPositive(rq.RunnableSum, task.RunnableSum)
	rq.holdSums()
}

// holdSums raises each sum to the least value that its average allows.
func (a *Avg) holdSums() {
	a.LoadSum = max32(a.LoadSum, a.LoadAvg*minDivider)
	a.UtilSum = uint32(max32(uint64(a.UtilSum), a.UtilAvg*minDivider))
	a.RunnableSum = max32(a.RunnableSum, a.RunnableAvg*minDivider)
}

// max32 is the kernel's comparison of 64-bit sums as 32-bit numbers, which cuts
// the sum of a queue with a load above 89 always runnable tasks of nice 0.
func max32(a, b uint64) uint64 { return uint64(max(uint32(a), uint32(b))) }

// Removed collects the averages of tasks that left the queue of a CPU for
// another CPU while they slept. The queue takes them out at its next update.
// The zero value is empty. Source: cfs_rq.removed, remove_entity_load_avg.
type Removed struct {
	Tasks                int
	Load, Util, Runnable uint64
}

// Add collects the averages of a task, which must have been aged to the last
// update of the queue it left. Its LastUpdate becomes 0: it belongs to no queue
// until it is attached. Source: remove_entity_load_avg, migrate_task_rq_fair.
func (r *Removed) Add(task *Avg) {
	r.Tasks++
	r.Load += task.LoadAvg
	r.Util += task.UtilAvg
	r.Runnable += task.RunnableAvg
	task.LastUpdate = 0
}

// Remove takes what r collected out of the queue and empties r. It reports
// whether there was anything; the averages have then changed. Call it just
// before Update of the queue. Source: update_cfs_rq_load_avg.
func (rq *Avg) Remove(r *Removed) (changed bool) {
	if r.Tasks == 0 {
		return false
	}
	d := rq.Divider()
	rq.LoadAvg = subPositive(rq.LoadAvg, r.Load)
	rq.LoadSum = subPositive(rq.LoadSum, r.Load*d)
	rq.UtilAvg = subPositive(rq.UtilAvg, r.Util)
	rq.UtilSum = subPositive(rq.UtilSum, uint32(r.Util*d))
	rq.RunnableAvg = subPositive(rq.RunnableAvg, r.Runnable)
	rq.RunnableSum = subPositive(rq.RunnableSum, r.Runnable*d)
	rq.holdSums()
	*r = Removed{}
	return true
}

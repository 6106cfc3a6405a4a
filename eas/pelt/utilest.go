package pelt

// UtilEst is a task's estimate of what it will use when it wakes (util_est of
// Linux 6.12): a slow average of UtilAvg at the times it went to sleep, with a
// flag for "UtilAvg has not been computed anew since". The zero value is an
// estimate of 0. A queue's estimate is a plain sum of Value over its tasks.
//
// Source: util_est_update, _task_util_est (kernel/sched/fair.c).
type UtilEst uint32

const (
	unchanged = UtilEst(1) << 31 // UTIL_AVG_UNCHANGED

	// margin is the change that is not worth an update, 1 % (UTIL_EST_MARGIN).
	margin = 1024 / 100
	// weightShift is the weight of the newest value, 1/4 (UTIL_EST_WEIGHT_SHIFT).
	weightShift = 2
)

// Value returns the estimate in capacity units, 0 to 1024.
func (e UtilEst) Value() uint64 { return uint64(e &^ unchanged) }

// Unchanged reports whether the estimate already holds the present UtilAvg.
func (e UtilEst) Unchanged() bool { return e&unchanged != 0 }

// Changed clears the flag. Call it when an update of the task's averages on its
// queue returned true; not when a sleeping task is aged. Source:
// cfs_se_util_change.
func (e *UtilEst) Changed() { *e &^= unchanged }

// Update learns from a task that leaves the queue of a CPU of capacity cpuCap,
// with the averages it has before the dequeue's own update. Only a task that
// goes to sleep is learnt from. The estimate follows a larger UtilAvg at once
// and a smaller one by a quarter of the distance, unless the distance is below
// 1 %, the value is more than the CPU could give, or the task waited and so
// did not get what it wanted.
func (e *UtilEst) Update(utilAvg, runnableAvg, cpuCap uint64, sleep bool) {
	if !sleep || e.Unchanged() {
		return
	}
	est := e.Value()
	switch {
	case est <= utilAvg:
		est = utilAvg
	case est-utilAvg < margin:
	case utilAvg > cpuCap:
		return
	case utilAvg+margin < runnableAvg:
	default:
		est = (est<<weightShift - (est - utilAvg)) >> weightShift
	}
	*e = UtilEst(est) | unchanged
}

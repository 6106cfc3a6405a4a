package balance

import "easim/eas/sched"

// BIGGEST_TASK and BIGGEST_TASK_UP walk the tasks of the busiest CPU by size and
// not by the order of the list. The order is that of sched.RankTree, which the
// mechanism keeps while one of the two is on.

// biggestFirst reports whether the pass takes the biggest task first:
// BIGGEST_TASK in every direction, BIGGEST_TASK_UP towards a CPU of more original
// capacity.
func biggestFirst(v sched.View, e *sched.LBEnv) bool {
	return v.Has(sched.BiggestTask) ||
		v.Has(sched.BiggestTaskUp) && e.Dst.CapacityOrig > e.Src.CapacityOrig
}

// advance moves the cursor past t. After a task was taken the walk begins again
// at the biggest one that is left, so those refused before are looked at once
// more; biggest_task_restart=0 goes on below t.
func advance(v sched.View, e *sched.LBEnv, t *sched.Task, taken bool) {
	tasks := &e.Src.RQ.CFS.Tasks
	e.Cursor = tasks.NextSmaller(t)
	if taken && v.Params().BiggestTaskRestart != 0 {
		if first := tasks.Biggest(); first != t {
			e.Cursor = first
		}
	}
}

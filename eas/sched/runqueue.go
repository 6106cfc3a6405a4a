package sched

import (
	"easim/eas/des"
	"easim/eas/pelt"
	"easim/energy"
)

// RunQueue is what one CPU has to run (struct rq).
type RunQueue struct {
	NrRunning int // runnable tasks of all classes, the running one included

	// Clock is when something last brought the queue's time up to date: a task
	// queued or dequeued, a tick, a choice of the next task, an ageing of the
	// averages (rq.clock_task). A balancer of 4.4 that looks at the tasks of another
	// CPU reads that CPU's clock as it finds it.
	Clock des.Time
	CFS   CFSRunQueue

	// MisfitTask: the running fair task does not fit this CPU (rq.misfit_task).
	MisfitTask bool

	// CPULoad are the decayed loads of indices 0 to 4 (rq.cpu_load[]).
	CPULoad            [5]uint64
	LastLoadUpdateTick int64 // jiffies

	AvgIdle         int64        // average idle length, ns (avg_idle)
	IdleStamp       des.Time     // when it last became idle; 0 if it is not idle (idle_stamp)
	MaxIdleLBCost   int64        // longest new-idle balance of late, ns (max_idle_balance_cost)
	NextBalance     int64        // jiffies (next_balance)
	IdleBalance     bool         // the last tick found it idle (idle_balance)
	PushActive      bool         // an active balance is in flight (active_balance)
	PushCPU         energy.CPUID // where it pushes to (push_cpu)
	NohzTickStopped bool         // in nohz.idle_cpus_mask (NOHZ_TICK_STOPPED)
	NohzIdle        bool         // not counted in SchedGroup.NrBusy (sd.nohz_idle)
	NohzKick        bool         // asked to balance for all idle CPUs (NOHZ_BALANCE_KICK)

	RT RTRunQueue // last: its lists are long and seldom used
}

// CFSRunQueue is the fair class's part (struct cfs_rq); one per CPU while task
// groups are not modelled.
type CFSRunQueue struct {
	Curr             *Task  // running fair task, or nil
	Next, Last, Skip *Task  // buddies
	NrRunning        int    // h_nr_running, the running one included
	LoadWeight       uint64 // sum of weights, the running one included
	MinVruntime      int64  // ns
	Timeline         Timeline
	Tasks            TaskList // every fair task, in balancing order (rq.cfs_tasks)

	Avg     pelt.RQAvg44   // load and utilisation, blocked tasks included
	Removed pelt.Removed44 // averages of tasks that left while off the queue, still in Avg (removed_load_avg)
}

// init sets an empty queue up (fair.c:init_cfs_rq). Its averages are of a moment
// before the first event, because a task whose LastUpdate is 0 is in no queue's
// averages.
func (q *CFSRunQueue) init() {
	q.MinVruntime = -1 << 20
	q.Avg.LastUpdate = -1
}

// NumRTPrio is the number of real-time priorities; 1..99 are used.
const NumRTPrio = 100

// RTRunQueue is the real-time class's part (struct rt_rq).
type RTRunQueue struct {
	Head      [NumRTPrio]*Task // by Priority: first of the list
	Tail      [NumRTPrio]*Task
	Bitmap    [2]uint64 // bit p: Head[p] is not nil
	NrRunning int
	Curr      *Task

	Time      int64 // ns used in this period (rt_time)
	Runtime   int64 // ns allowed in this period (rt_runtime)
	Throttled bool

	// Avg is running time x freq_scale of real-time work, halved each
	// sched_time_avg/2 (rq.rt_avg); AgeStamp is the time of the last halving.
	Avg      uint64
	AgeStamp des.Time
}

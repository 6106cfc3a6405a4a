package sched

import (
	"easim/eas/des"
	"easim/eas/pelt"
	"easim/energy"
)

// TaskID identifies a task; IDs are given in the order of creation from 0.
type TaskID int32

// NoTask is the TaskID of nobody (the idle task in tracepoints).
const NoTask TaskID = -1

// Policy is a task's scheduling policy (SCHED_*).
type Policy uint8

// The policies that a class exists for.
const (
	Normal Policy = iota
	Batch
	IdlePolicy
	FIFO
	RR
)

// TaskState says where a task stands.
type TaskState uint8

// The task states.
const (
	TaskNew      TaskState = iota // forked, not yet woken for the first time
	TaskRunnable                  // on a run queue, running or waiting
	TaskSleeping                  // off the queue until somebody wakes it
	TaskWaking                    // woken, but not yet queued by the CPU it goes to (TTWU_QUEUE)
	TaskDead
)

// TaskAttr is what a task is created with.
type TaskAttr struct {
	Name     string
	Policy   Policy
	Nice     int           // -20..19, fair policies
	Priority int           // 1..99, FIFO and RR; 99 runs first
	Affinity energy.CPUSet // empty: every CPU
}

// Task is one schedulable thread (task_struct). Its fields are written by
// package sched and by the task's Class only; everybody else reads.
type Task struct {
	ID       TaskID
	State    TaskState
	Policy   Policy
	OnRQ     bool         // queued or running on CPU's run queue (on_rq)
	CPU      energy.CPUID // task_cpu: where it runs, is queued, or last ran
	Weight   uint64       // load weight; nice 0 is 1024
	SE       Entity       // fair class
	RT       RTEntity     // real-time class
	Name     string
	Nice     int
	Priority int // real-time priority 1..99; 0 for fair tasks

	Affinity  energy.CPUSet
	NrAllowed int // CPUs in Affinity (nr_cpus_allowed)

	// Wake-up pattern, for wake_wide (fair.c:record_wakee).
	WakeeFlips       int64
	WakeeFlipDecayTS int64 // jiffies of the last halving
	LastWakee        *Task

	LastWake   des.Time // when it was last woken or forked
	LastOffCPU des.Time // when it last stopped running

	exec execState
}

// Class index order is the order of picking.
func (p Policy) class() int {
	if p == FIFO || p == RR {
		return classRT
	}
	return classFair
}

// Entity is a task's fair-class state (sched_entity).
type Entity struct {
	Vruntime    int64 // ns of virtual run time; relative to min_vruntime while migrating or asleep-waking
	ExecStart   des.Time
	SumExec     int64 // ns run so far (sum_exec_runtime)
	PrevSumExec int64 // SumExec when it was last put on the CPU
	Avg         pelt.Avg44
	InvWeight   uint32 // 2^32 / Weight (prio_to_wmult)
	OnRQ        bool   // on the fair queue or running from it (se.on_rq); kept by the Class

	links listLinks // in CFSRunQueue.Tasks (group_node)
	rank  rankLinks // there too, while tasks are ranked
}

// RTEntity is a task's real-time state (sched_rt_entity).
type RTEntity struct {
	Next, Prev *Task // list of equal priority on one CPU
	Queued     bool
	TimeSlice  int64 // ticks left of the RR slice
	ExecStart  des.Time
	SumExec    int64 // ns run so far
}

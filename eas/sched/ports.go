package sched

import (
	"easim/eas/des"
	"easim/energy"
)

// The ports: each asks a policy one question, and exactly one policy answers it
// in a run (one Class per scheduling class). All but Class see the machine
// through a View and only return answers; the mechanism acts on them.

// Enqueue and dequeue flags.
const (
	EnqueueWakeup  Flags = 1 << iota // the task woke (ENQUEUE_WAKEUP)
	EnqueueWaking                    // its vruntime is relative to the queue (ENQUEUE_WAKING)
	EnqueueNew                       // first enqueue after fork
	EnqueueMigrate                   // moved by a balancer
	EnqueueHead                      // a real-time task goes to the head of its list (ENQUEUE_HEAD)
	DequeueSleep                     // the task goes to sleep (DEQUEUE_SLEEP)
	WakeFork                         // preemption test after fork (WF_FORK)
	WakeSync                         // the waker is about to sleep (WF_SYNC)
)

// Flags says why a task is queued, dequeued or tested.
type Flags uint16

// Class is one scheduling class (struct sched_class). Classes are asked in the
// order RT, fair; the idle task runs when no class has a task. A Class writes
// its own part of the run queue and the entity; the mechanism keeps
// RunQueue.NrRunning, Task.OnRQ, Task.State, Task.CPU and CPU.Curr.
//
// The run queue's clock is Kernel.Now in all calls.
type Class interface {
	// Enqueue puts t on c's queue (enqueue_task). t.CPU is c.ID already; for
	// the running task it is called with c.Curr == t (attribute changes).
	Enqueue(k *Kernel, c *CPU, t *Task, f Flags)
	// Dequeue takes t off c's queue (dequeue_task).
	Dequeue(k *Kernel, c *CPU, t *Task, f Flags)
	// Waking prepares t, asleep, for placement (task_waking). waker is the
	// running task of the waking CPU, or its idle task.
	Waking(k *Kernel, t *Task, waker *Task)
	// Migrate tells that t, not running, is about to leave for another CPU
	// (migrate_task_rq); t.CPU is still the old one.
	Migrate(k *Kernel, t *Task, to energy.CPUID)
	// Fork sets t up as a child of parent on c (init_entity_runnable_average,
	// task_fork); parent is nil for the first task.
	Fork(k *Kernel, c *CPU, t, parent *Task)
	// Preempts reports whether t, just queued on c, should preempt c.Curr, a
	// task of the same class (check_preempt_curr).
	Preempts(k *Kernel, c *CPU, t *Task, f Flags) bool
	// Pick chooses the next task of the class and makes it current in the
	// class (pick_next_task with set_next); nil if it has none.
	Pick(k *Kernel, c *CPU) *Task
	// Put takes t off the CPU, still queued if t.OnRQ (put_prev_task).
	Put(k *Kernel, c *CPU, t *Task)
	// Tick charges the running task at a tick; true asks to reschedule
	// (task_tick).
	Tick(k *Kernel, c *CPU, t *Task) bool
	// Charge brings the run time of the running task up to date (update_curr).
	Charge(k *Kernel, c *CPU)
	// Yield gives up the CPU for now (yield_task).
	Yield(k *Kernel, c *CPU)
	// UpdateBlocked ages the averages of c's queue, c idle or not
	// (update_blocked_averages).
	UpdateBlocked(k *Kernel, c *CPU)
	// Reweight recomputes what follows from t.Nice, t.Priority and t.Policy; t
	// is off the queue (set_load_weight).
	Reweight(k *Kernel, t *Task)
	// Dead tells that t has ended and another task was picked (task_dead).
	Dead(k *Kernel, t *Task)
	// SelectCPU chooses where t goes (select_task_rq). The mechanism asks only
	// when t may use more than one CPU.
	SelectCPU(k *Kernel, t *Task, prev energy.CPUID, kind WakeKind, f Flags, waker energy.CPUID) energy.CPUID
}

// Mover is a Class whose tasks move between CPUs of themselves: the real-time
// class, which keeps the highest priorities of the machine running.
type Mover interface {
	// PreSchedule is called before c chooses a task, one of the class having run,
	// with that task's priority until now: it may pull one (pull_rt_task).
	PreSchedule(k *Kernel, c *CPU, priority int)
	// PostSchedule is called after c chose a task of the class: it may push a
	// waiting one (push_rt_tasks).
	PostSchedule(k *Kernel, c *CPU)
	// Woken is called after t was woken or forked and tested for preemption: it
	// may push t (task_woken).
	Woken(k *Kernel, c *CPU, t *Task, waker energy.CPUID)
}

// Switcher is a Class that must know when a task changes class.
type Switcher interface {
	// SwitchedFrom is called when t, off the queue, has left the class; queued
	// says that it is not asleep (switched_from).
	SwitchedFrom(k *Kernel, c *CPU, t *Task, queued bool)
	// SwitchedTo is called before t, off the queue, enters the class
	// (switched_to).
	SwitchedTo(k *Kernel, c *CPU, t *Task, queued bool)
}

// WakeKind is why a CPU is chosen (SD_BALANCE_WAKE, _FORK, _EXEC).
type WakeKind uint8

// The wake kinds.
const (
	KindWake WakeKind = iota
	KindFork
	KindExec
)

// Placer chooses the CPU of a fair task (select_task_rq_fair).
type Placer interface {
	// Select returns the CPU for t. waker is the CPU that does the waking
	// (smp_processor_id), whose running task is the waker. The answer may lie
	// outside t.Affinity, as the kernel's can: the mechanism then falls back to
	// the lowest allowed CPU (core.c:select_fallback_rq).
	Select(v View, t *Task, prev energy.CPUID, kind WakeKind, f Flags, waker energy.CPUID) energy.CPUID
}

// IdleType is the state of the CPU that balances (enum cpu_idle_type).
type IdleType uint8

// The idle types.
const (
	CPUIdle IdleType = iota
	CPUNotIdle
	CPUNewlyIdle
)

// Balancer decides what a balance pass does. The mechanism decides when a CPU
// balances which domain, and moves the tasks.
type Balancer interface {
	// ShouldBalance reports whether e.Dst is the CPU of its group that balances
	// e.SD now (should_we_balance).
	ShouldBalance(v View, e *LBEnv) bool
	// FindBusiest looks at the groups of e.SD, whose local capacities are up to
	// date, and sets what to write to the root domain and, if there is something
	// to move, Src, Imbalance, SrcMisfit and SrcNR (find_busiest_group,
	// find_busiest_queue).
	FindBusiest(v View, e *LBEnv)
	// Next says what to do with which task of e.Src; it is asked until it says
	// LBStop, and keeps Loop, Imbalance and the pinned marks (detach_tasks,
	// can_migrate_task).
	Next(v View, e *LBEnv) (*Task, Verdict)
	// NeedActive reports whether the running task of e.Src should be pushed,
	// after nothing could be pulled (need_active_balance).
	NeedActive(v View, e *LBEnv) bool
	// Push returns the task that the stopper of e.Src, on which nothing runs,
	// moves to e.Dst, or nil (detach_one_task).
	Push(v View, e *LBEnv) *Task
	// KickNeeded reports whether c, at its tick, should wake an idle CPU to
	// balance for all (nohz_kick_needed without the mask and time tests).
	KickNeeded(v View, c *CPU) bool
}

// Reason says why a governor is told.
type Reason uint8

// The reasons of a governor event.
const (
	ReasonEnqueueWake Reason = iota // a task woke and was queued
	ReasonEnqueueNew                // a new task was queued
	ReasonDequeue                   // a task went to sleep, others are left
	ReasonLastLeft                  // the last task went to sleep
	ReasonTick
	ReasonMigrate // a balancer moved a task here or away
	ReasonRT      // real-time work started or stopped
	ReasonLimits  // the allowed frequencies changed
)

// Governor chooses frequencies (cpufreq governor). One instance serves all
// frequency domains.
type Governor interface {
	// Start returns the first request of a domain.
	Start(v View, domain int) Request
	// Event tells that cpu's demand may have changed; the averages of its
	// run queue are up to date where the kernel's would be.
	Event(v View, cpu energy.CPUID, why Reason) Request
	// Timer is called at the time the last Request of the domain asked for.
	Timer(v View, domain int) Request
}

// Request is a governor's answer. The zero value asks for nothing.
type Request struct {
	// SetOPP: change to OPP, an index of the domain, now; the mechanism clamps
	// it to the allowed range, and adds the hardware's transition latency.
	SetOPP bool
	OPP    int
	// SetTimer: call Timer at At (replacing an earlier timer of the domain);
	// des.Never cancels.
	SetTimer bool
	At       des.Time
}

// IdleGovernor chooses idle states (cpuidle governor).
type IdleGovernor interface {
	// Select chooses a state of c, an index into View.IdleStates(c), given the
	// time to the next timer and to the next tick, ns (des.Never: none), and
	// whether the tick is stopped already. stopTick asks to stop the tick.
	Select(v View, c *CPU, nextTimer, nextTick int64, tickStopped bool) (state int, stopTick bool)
	// Reflect tells how long c stayed in the state, ns, measured from entry to
	// the moment it could run again, and whether the tick woke it.
	Reflect(v View, c *CPU, state int, residency int64, wokeByTick bool)
}

// Feeder says what tasks do. It is the workload's side of the machine and the
// only one that may create tasks.
type Feeder interface {
	// Start is called once at time 0, on the boot CPU, before any event.
	Start(k *Kernel)
	// Next returns what t, running on its CPU now, does next. It may wake and
	// fork tasks through k. One call is one operation.
	Next(k *Kernel, t *Task) Op
	// Timer is called at the time given to Kernel.SetFeederTimer.
	Timer(k *Kernel)
}

// OpKind is what a task does next.
type OpKind uint8

// The operations of a Feeder.
const (
	OpContinue OpKind = iota // a step that took no time: ask again
	OpRun                    // do Work of kind Kind
	OpRunUntil               // burn CPU until Until has passed and the task runs (wall time)
	OpSleep                  // sleep until Until; the past means no sleep
	OpBlock                  // sleep until somebody calls Kernel.Wake
	OpYield
	OpExit
)

// WorkKind selects one of a CPU's rates.
type WorkKind uint8

// The kinds of work. WorkStall proceeds at capacity 1024 on every CPU and OPP.
const (
	WorkInt WorkKind = iota
	WorkFP
	WorkMem
	WorkStall
	numWorkKinds = 4
)

// Op is one operation of a task.
type Op struct {
	Do    OpKind
	Kind  WorkKind
	Work  int64 // rate x ns (see energy.Rate)
	Until des.Time
}

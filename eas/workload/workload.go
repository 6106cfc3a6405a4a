package workload

import "easim/energy"

// Forever is the Loop value of a task or phase that never ends by itself.
const Forever = -1

// Workload is everything that runs in one simulation. It is data only and is
// never changed by a run.
type Workload struct {
	Name   string
	Title  string // one line for a person
	Source string // where the model comes from

	// DurationNS is the workload's own length in ns; 0 means it says nothing,
	// Forever that it runs until it is stopped.
	DurationNS int64

	// ForksFromStart: the delay and the timers of a forked thread count from the
	// workload's start, as rt-app's do, and not from its own.
	ForksFromStart bool

	Calib     Calibration
	Tasks     []TaskSpec
	Resources []Resource
	Actions   []Action
	Scorer    Scorer // nil: the workload has no metrics of its own
	Warnings  []string
}

// Calibration says what one microsecond of an OpRun means. The zero value is
// one microsecond at capacity 1024.
type Calibration struct {
	HasCPU   bool
	CPU      energy.CPUID    // top rate of this CPU, when HasCPU
	Capacity energy.Capacity // otherwise this capacity; 0 is 1024
}

// Policy is the scheduling policy of a task.
type Policy uint8

// The scheduling policies (SCHED_*).
const (
	Normal Policy = iota
	Batch
	Idle
	FIFO
	RR
	Deadline
)

// TaskSpec is one task, or several equal ones.
type TaskSpec struct {
	Name      string
	Instances int // threads started at once; 0 is a fork target only
	Attr      Attr
	DelayNS   int64 // time from the common start to the first operation; shifts the timers
	Loop      int64 // passes over all phases; Forever for ever, 0 never runs
	Phases    []Phase
	Daemon    bool // does not keep the run alive: a run ends when all other tasks have ended

	// DL holds the SCHED_DEADLINE parameters in ns: runtime, deadline, period.
	DL [3]int64
}

// Attr is what a task or a phase says about scheduling.
type Attr struct {
	Policy   Policy
	Nice     int           // -20..19 for Normal and Batch
	Priority int           // 1..99 for FIFO and RR
	CPUs     energy.CPUSet // empty: all CPUs

	// KeepPolicy, of a phase only, leaves Policy, Nice and Priority as they are
	// in force and sets the CPUs alone.
	KeepPolicy bool
}

// Phase is a loop over operations.
type Phase struct {
	Name string
	Loop int64 // passes; Forever for ever
	Ops  []Op
	Attr *Attr // in force while the phase runs, as a whole; nil: the task's own
}

// OpKind says what an operation does.
type OpKind uint8

// The operations. NS, Ref, Ref2, N and Work are the fields of [Op] they use.
const (
	OpRun       OpKind = iota // work of NS at the calibration rate; Work is its kind
	OpRuntime                 // burn CPU until NS of wall time have passed, preemption included
	OpSleep                   // sleep NS from now
	OpTimer                   // Ref: timer; NS: period; N: 1 if lateness is judged by an OpDue; see Resource
	OpLock                    // Ref: mutex
	OpUnlock                  // Ref: mutex
	OpWait                    // Ref: condition; Ref2: mutex held by the task, or NoRef (suspend)
	OpSignal                  // Ref: condition; wakes one; lost if nobody waits
	OpBroadcast               // Ref: condition; wakes all; lost if nobody waits
	OpSync                    // Ref: condition, Ref2: mutex: signal, then wait
	OpBarrier                 // Ref: barrier
	OpYield                   // sched_yield
	OpFork                    // N: index into Workload.Tasks; starts one more thread of it
	OpSemPost                 // Ref: semaphore
	OpSemWait                 // Ref: semaphore
	OpSend                    // Ref: pipe; puts one message, blocks while it is full
	OpRecv                    // Ref: pipe; takes one message, blocks while it is empty
	OpMark                    // N: mark number; records the time for the Scorer
	OpDue                     // NS: the job is missed if more time has passed; N: DueRelease or DueChain
)

// The values of Op.N of an OpDue: from when its time counts.
const (
	// DueRelease counts from the thread's own release: the time of its timer,
	// or the moment somebody woke it from a wait, barrier, semaphore or pipe.
	DueRelease = iota
	// DueChain counts from the timer that began the chain of wake-ups which led
	// here: a woken thread inherits the beginning from its waker.
	DueChain
)

// NoRef is the value of Op.Ref and Op.Ref2 when there is none.
const NoRef = -1

// WorkKind is the kind of work of an OpRun: which of a CPU type's rates applies.
type WorkKind uint8

// The kinds of work.
const (
	WorkInt   WorkKind = iota // integer work
	WorkFP                    // floating point
	WorkMem                   // memory-bound work at the CPU type's memory rate
	WorkStall                 // CPU time that no CPU and no OPP makes shorter (bandwidth-bound): NS of busy time
)

// Op is one operation.
type Op struct {
	Kind OpKind
	Work WorkKind
	NS   int64
	Ref  int // index into Workload.Resources, or NoRef
	Ref2 int
	N    int

	// JitterPct widens NS of an OpRun or OpSleep by a uniform factor within
	// +-JitterPct percent, drawn from the task's own stream; 0 draws nothing.
	JitterPct float64
}

// ResourceKind says what a resource is.
type ResourceKind uint8

// The kinds of resources.
const (
	ResMutex ResourceKind = iota
	ResCond
	ResTimer
	ResBarrier
	ResSem
	ResPipe
)

// Resource is something tasks share.
//
// A timer is per thread when Unique, otherwise one for all its users. It starts
// at the workload's start plus the delay of the (first) user; for a forked thread
// the start is its own. Each use moves the timer one period on and sleeps until
// then. A timer found in the past is missed: no sleep, and in relative mode (the
// default) its time becomes now, in absolute mode it stays on the grid.
//
// A condition has no memory: a signal that finds nobody waiting is lost. With
// Memory it is an event: each thread that was not waiting at a broadcast, or at a
// signal that woke nobody, passes its next wait at once, as a thread does that reads
// a message queue; several such signals count as one. A semaphore counts from 0.
// A mutex is not handed over: unlocking wakes the first waiter, which tries again.
type Resource struct {
	Name     string
	Kind     ResourceKind
	Unique   bool // timer: one per thread
	Absolute bool // timer: mode
	Memory   bool // condition: an event
	N        int  // barrier: number of users; pipe: capacity in messages

	// Batch says when the blocked senders of a pipe are woken. 0 and 1: each
	// message taken wakes one. n > 1: all of them, as soon as there is room for
	// n messages (fs/pipe.c:pipe_read of 4.4 wakes when it has emptied a page).
	Batch int
}

// ActionKind says what a timed action changes.
type ActionKind uint8

// The timed actions.
const (
	ActFreqMin  ActionKind = iota // CPU's frequency domain: lowest allowed kHz (Value)
	ActFreqMax                    // CPU's frequency domain: highest allowed kHz (Value)
	ActAffinity                   // Task, CPUs
	ActNice                       // Task, Value
	ActFeature                    // Name: scheduler features in kernel syntax, "A,NO_B"
)

// Action changes something at a time of the workload, as a user would from a
// shell.
type Action struct {
	AtNS  int64 // from the workload's start (t = 0)
	Kind  ActionKind
	Task  string // task name, all its instances
	CPU   energy.CPUID
	CPUs  energy.CPUSet
	Value int64
	Name  string
}

// Metric is one named result of a workload.
type Metric struct {
	Name   string
	Value  float64
	Valid  bool // false: the workload was cut short; the value is null
	Unit   string
	Better string // "higher" or "lower"
}

// Mark is the moment a thread passed an OpMark.
type Mark struct {
	N    int
	AtNS int64 // from the workload's start
}

// Scorer turns the marks of a finished run into metrics.
type Scorer interface {
	Score(marks []Mark) []Metric
}

// ThreadScorer is a [Scorer] that also reads what the threads did during the
// measured window, windowNS long.
type ThreadScorer interface {
	ScoreThreads(threads []ThreadStat, windowNS int64) []Metric
}

package sched

import (
	"easim/eas/des"
	"easim/energy"
)

// CPU is one logical CPU: what it is, what it does, and its run queue. Fields
// are written by package sched (and by a Class, inside RQ) only.
type CPU struct {
	ID     energy.CPUID
	Kind   energy.Kind
	Island int // index into Kernel.Islands: shares cluster and clock
	Domain int // frequency domain

	CapacityOrig int64   // what the scheduler believes at the top allowed OPP (capacity_orig_of)
	Capacity     int64   // what real-time work leaves of it (capacity_of), at least 1
	Caps         []int64 // decision capacity at each OPP of its domain

	// CPUScale is the capacity at the top allowed OPP, written when the limits
	// change (arch_scale_cpu_capacity). CapacityOrig follows at its next refresh.
	CPUScale int64
	OPP      int // index of the OPP that the clock runs at
	// FreqScale is the frequency over the highest allowed one, x 1024
	// (arch_scale_freq_capacity). It is that of the new OPP from the beginning of a
	// transition, and above 1024 while the clock is above a new limit.
	FreqScale int64

	Curr        *Task // running task; nil is the idle task
	NeedResched bool
	stopper     bool // the stopper thread runs, Curr being nil (migration/N)
	RQ          RunQueue

	// SD is the CPU's own view of the domains, bottom up: MC, DIE.
	SD []SchedDomain

	llc    energy.CPUID // first CPU that shares its last-level cache (sd_llc_id)
	busySD *SchedDomain // the domain above that cache, or nil (sd_busy)

	Idle IdleInfo

	BusyNS    int64    // time a task ran, up to BusySince
	BusySince des.Time // start of the present busy stretch, while Curr is set
	Switches  int64    // context switches, to and from idle included

	rates   [numWorkKinds][]int64 // rate by kind of work and OPP
	burst   burst
	timers  timerBase
	tick    tickState
	pending pendingIRQ

	idleTask Task // the wake-up pattern of the CPU's idle task; it is never queued
}

// pendingIRQ is what arrived while the CPU was in an idle state and waits for
// the end of its exit latency, and wake-ups whose interrupt is on its way.
type pendingIRQ struct {
	wakes  []TaskID // woken for this CPU, the latest last (rq.wake_list)
	timers []TaskID // in order of expiry
	tick   bool
	kick   bool // balance for all nohz-idle CPUs
}

// IdleInfo is the CPU's idle state.
type IdleInfo struct {
	// Index is the cpuidle state asked for: -1 while busy or in the idle loop
	// without a state, 0 is WFI (idle_get_state_idx).
	Index int
	// Granted is the state the hardware is in, at most as deep as Index: a
	// cluster state waits for the cluster's last CPU.
	Granted int
	Since   des.Time // when the state was entered
	Leaving bool     // the exit latency is running

	entered des.Time // when the entry to the granted state began
}

// Waker is the task that counts as the waker of what this CPU wakes: the running
// task, or the idle task, in whose name the interrupts of an idle CPU wake (current).
func (c *CPU) Waker() *Task {
	if c.Curr != nil {
		return c.Curr
	}
	return &c.idleTask
}

// IdleCPU reports whether the CPU runs nothing, and nothing waits or was woken
// for it (core.c:idle_cpu).
func (c *CPU) IdleCPU() bool {
	return c.Curr == nil && c.RQ.NrRunning == 0 && len(c.pending.wakes) == 0 && !c.stopper
}

// CapacityCurr is the capacity at the current frequency
// (fair.c:capacity_curr_of).
func (c *CPU) CapacityCurr() int64 { return c.CapacityOrig * c.FreqScale >> 10 }

// Util is the CPU's utilisation by fair tasks, blocked ones included, limited
// to CapacityOrig (fair.c:cpu_util).
func (c *CPU) Util() int64 { return c.UtilWith(0) }

// UtilWith is Util with delta added before the limits (fair.c:__cpu_util).
func (c *CPU) UtilWith(delta int64) int64 {
	u := int64(c.RQ.CFS.Avg.UtilAvg) + delta
	if u < 0 {
		return 0
	}
	return min(u, c.CapacityOrig)
}

// WeightedLoad is the load of the CPU's runnable fair tasks
// (fair.c:weighted_cpuload).
func (c *CPU) WeightedLoad() uint64 { return c.RQ.CFS.Avg.RunnableLoadAvg }

// Util is the task's utilisation as last updated (fair.c:task_util). 4.4 does
// not age it at wake-up: a waking task has the value it fell asleep with.
func (t *Task) Util() int64 { return int64(t.SE.Avg.UtilAvg) }

// Load is the task's load as last updated (fair.c:task_h_load without groups).
func (t *Task) Load() uint64 { return t.SE.Avg.LoadAvg }

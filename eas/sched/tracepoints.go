package sched

import (
	"easim/eas/des"
	"easim/energy"
)

// Tracer is a set of optional probes, one per kernel tracepoint. A probe gets
// copies, cannot reach the machine, and is called in the order of virtual time.
// A nil probe costs one comparison.
type Tracer struct {
	// SchedSwitch: cpu goes from prev to next (sched_switch). NoTask is the
	// idle task. Runnable says that prev is still runnable (preempted).
	SchedSwitch func(at des.Time, cpu energy.CPUID, prev, next TaskID, prevRunnable bool)
	// SchedWaking: t wakes and goes to cpu (sched_waking, which in the kernel comes
	// before cpu is chosen). Its SchedWakeup follows: at once, or when cpu is awake if
	// TTWU_QUEUE hands t over. A new task has none.
	SchedWaking func(at des.Time, t TaskID, cpu energy.CPUID)
	// SchedWakeup: t, woken, was queued on cpu (sched_wakeup, and sched_wakeup_new
	// when fresh).
	SchedWakeup func(at des.Time, t TaskID, cpu energy.CPUID, fresh bool)
	// SchedMigrate: t moves between CPUs (sched_migrate_task).
	SchedMigrate func(at des.Time, t TaskID, from, to energy.CPUID, why MigrateReason)
	// TaskNew: a task was created.
	TaskNew func(at des.Time, t TaskID, name string)
	// TaskExit: a task has ended.
	TaskExit func(at des.Time, t TaskID)
	// CPUFrequency: a frequency domain now runs at an OPP (cpu_frequency).
	CPUFrequency func(at des.Time, domain, opp int)
	// CPUIdle: the state of an idle CPU changed (cpu_idle). Requested is the
	// cpuidle index asked for, granted the one the hardware is in; both are -1
	// when the CPU is in none: running, entering or leaving.
	CPUIdle func(at des.Time, cpu energy.CPUID, requested, granted int)
	// Overutilized: the tipping point was crossed (sched_overutilized).
	Overutilized func(at des.Time, over bool)
	// NohzKick: cpu woke ilb to balance for all idle CPUs.
	NohzKick func(at des.Time, cpu, ilb energy.CPUID)
	// Balance: cpu made a balance pass at a domain level.
	Balance func(at des.Time, cpu energy.CPUID, level int, idle IdleType)
	// ActiveBalance: the stopper of src ran to push a task to dst; NoTask if there
	// was none that could go.
	ActiveBalance func(at des.Time, src, dst energy.CPUID, t TaskID)
	// Work: t did work (rate x ns) on cpu since the last call for it.
	Work func(at des.Time, t TaskID, cpu energy.CPUID, work int64)
}

// MigrateReason says who moved a task.
type MigrateReason uint8

// The reasons of a migration.
const (
	MigrateWakeup MigrateReason = iota // placement at wake-up
	MigrateFork                        // placement of a new task
	MigrateBalance
	MigrateActive
	MigrateRT       // pushed or pulled by the real-time class
	MigrateAffinity // its CPU is no longer allowed
)

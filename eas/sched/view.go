package sched

import (
	"easim/eas/des"
	"easim/energy"
)

// View is what a policy sees of the machine. It reads; nothing in it writes.
// The pointers it hands out are for reading too: arch_test.go refuses an
// assignment to a field of this package's types outside the classes.
type View struct{ k *Kernel }

// Now is the current virtual time.
func (v View) Now() des.Time { return v.k.Now() }

// Jiffies is the number of tick periods since the start.
func (v View) Jiffies() int64 { return v.k.Jiffies() }

// NrCPUs is the number of CPUs.
func (v View) NrCPUs() int { return len(v.k.cpus) }

// CPU returns CPU id.
func (v View) CPU(id energy.CPUID) *CPU { return &v.k.cpus[id] }

// Root returns the root domain.
func (v View) Root() *RootDomain { return &v.k.root }

// Params returns the parameters in force.
func (v View) Params() *Params { return &v.k.params }

// Has reports whether a feature is on.
func (v View) Has(f Feature) bool { return v.k.features.Has(f) }

// FreqDomains returns the number of frequency domains.
func (v View) FreqDomains() int { return len(v.k.domains) }

// FreqDomain returns the state of a frequency domain.
func (v View) FreqDomain(i int) *FreqDomain { return &v.k.domains[i] }

// IdleStates returns the idle states of c's cluster, shallow to deep.
func (v View) IdleStates(c *CPU) []energy.IdleState { return v.k.islands[c.Island].idleStates }

// FreqDomain is the state of one frequency domain.
type FreqDomain struct {
	CPUs      []energy.CPUID // ascending
	Freqs     []energy.KHz   // of the OPPs, ascending
	OPP       int            // current
	Target    int            // the OPP asked for last
	MinOPP    int            // lowest allowed (policy.min)
	MaxOPP    int            // highest allowed (policy.max)
	LatencyNS int64          // transition latency; 0 is none or unknown

	moving int // the OPP that the transition under way leads to
}

// FitsMargin reports whether util leaves the margin free on a capacity
// (capacity*1024 > util*capacity_margin).
func (v View) FitsMargin(util, capacity int64) bool {
	return capacity<<10 > util*v.k.params.CapacityMargin
}

// CPUOverutilized reports whether c is over its margin
// (fair.c:cpu_overutilized).
func (v View) CPUOverutilized(c *CPU) bool {
	return c.Capacity<<10 < c.Util()*v.k.params.CapacityMargin
}

// TaskFits reports whether t fits c beside a utilisation of util
// (fair.c:__task_fits).
func (v View) TaskFits(t *Task, c *CPU, util int64) bool {
	return v.FitsMargin(util+t.Util(), c.Capacity)
}

// TaskFitsMax reports whether t fits c, or c is as good as the biggest CPU
// (fair.c:task_fits_max).
func (v View) TaskFitsMax(t *Task, c *CPU) bool {
	maxCap := v.k.root.MaxCapacity
	if c.Capacity == maxCap || c.Capacity*v.k.params.CapacityMargin > maxCap<<10 {
		return true
	}
	return v.TaskFits(t, c, 0)
}

// TaskFitsSpare reports whether t fits into what c has left
// (fair.c:task_fits_spare).
func (v View) TaskFitsSpare(t *Task, c *CPU) bool { return v.TaskFits(t, c, c.Util()) }

// SourceLoad is the load of c when it is where tasks would come from, damped
// low by the decayed load of the index (fair.c:source_load). Index 0, or
// NO_LB_BIAS, is the load of the moment.
func (v View) SourceLoad(c *CPU, idx int) uint64 {
	load := c.WeightedLoad()
	if idx == 0 || !v.Has(LBBias) {
		return load
	}
	return min(c.RQ.CPULoad[idx-1], load)
}

// TargetLoad is the load of c when it is where tasks would go, damped high
// (fair.c:target_load).
func (v View) TargetLoad(c *CPU, idx int) uint64 {
	load := c.WeightedLoad()
	if idx == 0 || !v.Has(LBBias) {
		return load
	}
	return max(c.RQ.CPULoad[idx-1], load)
}

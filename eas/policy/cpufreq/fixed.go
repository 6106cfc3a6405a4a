package cpufreq

import (
	"easim/eas/sched"
	"easim/energy"
)

// Fixed is a governor that chooses an OPP once, and again when the allowed range
// changes.
type Fixed struct {
	choose func(v sched.View, d *sched.FreqDomain) int
}

var _ sched.Governor = (*Fixed)(nil)

// NewPerformance returns the governor of the highest allowed OPP
// (cpufreq_performance.c).
func NewPerformance() *Fixed {
	return &Fixed{func(_ sched.View, d *sched.FreqDomain) int { return d.MaxOPP }}
}

// NewPowersave returns the governor of the lowest allowed OPP
// (cpufreq_powersave.c).
func NewPowersave() *Fixed {
	return &Fixed{func(_ sched.View, d *sched.FreqDomain) int { return d.MinOPP }}
}

// NewUserspace returns the governor of the lowest OPP at or above the parameter
// scaling_setspeed, kHz (cpufreq_userspace.c). 0 is the lowest OPP.
//
// Differs from the kernel: scaling_setspeed belongs to a policy there; here one
// value serves all domains, each rounding it to its own table.
func NewUserspace() *Fixed {
	return &Fixed{func(v sched.View, d *sched.FreqDomain) int {
		return lowestAtLeast(d, energy.KHz(v.Params().UserspaceFreq))
	}}
}

// Start implements sched.Governor.
func (f *Fixed) Start(v sched.View, domain int) sched.Request {
	return sched.Request{SetOPP: true, OPP: f.choose(v, v.FreqDomain(domain))}
}

// Event implements sched.Governor.
func (f *Fixed) Event(v sched.View, cpu energy.CPUID, why sched.Reason) sched.Request {
	if why != sched.ReasonLimits {
		return sched.Request{}
	}
	return f.Start(v, v.CPU(cpu).Domain)
}

// Timer implements sched.Governor; it is never asked for.
func (f *Fixed) Timer(sched.View, int) sched.Request { return sched.Request{} }

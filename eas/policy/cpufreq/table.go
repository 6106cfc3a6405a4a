package cpufreq

import (
	"easim/eas/sched"
	"easim/energy"
)

// unset marks an OPP that has not been chosen yet.
const unset = -1

// lowestAtLeast is the lowest allowed OPP at or above f, or the highest allowed
// one (cpufreq_frequency_table_target with CPUFREQ_RELATION_L).
func lowestAtLeast(d *sched.FreqDomain, f energy.KHz) int {
	for i := d.MinOPP; i < d.MaxOPP; i++ {
		if d.Freqs[i] >= f {
			return i
		}
	}
	return d.MaxOPP
}

// clamp limits an OPP to the allowed range.
func clamp(d *sched.FreqDomain, opp int) int { return min(max(opp, d.MinOPP), d.MaxOPP) }

// rtRuns reports whether c's running task is a real-time task.
func rtRuns(c *sched.CPU) bool {
	return c.Curr != nil && (c.Curr.Policy == sched.FIFO || c.Curr.Policy == sched.RR)
}

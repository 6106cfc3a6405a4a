package place

import (
	"easim/eas/sched"
	"easim/energy"
)

// selectIdleSibling looks for an idle CPU in the cache of target
// (fair.c:select_idle_sibling of 4.4): target itself, then prev, then the first
// allowed CPU of the first group below the last-level cache, in ring order, that
// is idle as a whole and does not hold target. Without one it is target. It
// knows neither capacity nor idle states.
func selectIdleSibling(v sched.View, t *sched.Task, prev, target energy.CPUID) energy.CPUID {
	c := v.CPU(target)
	if c.IdleCPU() {
		return target
	}
	llc := c.HighestDomain(sched.SDSharePkgResources)
	if llc == nil {
		return target
	}
	if llc.Span.Has(prev) && v.CPU(prev).IdleCPU() {
		return prev
	}
	for level := llc.Level; level >= 0; level-- {
		for _, g := range c.SD[level].Groups {
			if g.CPUs.Has(target) || !allIdle(v, g) {
				continue
			}
			if first, ok := firstAllowed(g, t); ok {
				return first
			}
		}
	}
	return target
}

func allIdle(v sched.View, g *sched.SchedGroup) bool {
	for _, id := range g.List {
		if !v.CPU(id).IdleCPU() {
			return false
		}
	}
	return true
}

// firstAllowed is the lowest CPU of g that t may use; ok is false if there is
// none.
func firstAllowed(g *sched.SchedGroup, t *sched.Task) (first energy.CPUID, ok bool) {
	for _, id := range g.List {
		if t.Affinity.Has(id) {
			return id, true
		}
	}
	return 0, false
}

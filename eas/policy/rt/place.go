package rt

import (
	"easim/eas/sched"
	"easim/energy"
)

const noCPU energy.CPUID = -1

// lowest returns the CPUs, of those t may use, whose most important real-time
// task is least important, if it is less important than t; otherwise the empty
// set. Idle CPUs and CPUs with fair tasks are alike. Source: cpupri_find.
func lowest(k *sched.Kernel, t *sched.Task) energy.CPUSet {
	var set energy.CPUSet
	least := t.Priority
	for id := t.Affinity.First(); id >= 0 && int(id) < k.View().NrCPUs(); id = t.Affinity.Next(id + 1) {
		p := highest(&k.CPU(id).RQ.RT)
		if p < least {
			set, least = energy.CPUSet{}, p
		}
		if p == least && p < t.Priority {
			set.Add(id)
		}
	}
	return set
}

// hasLower reports whether t may use more than one CPU and some CPU runs
// something less important.
func hasLower(k *sched.Kernel, t *sched.Task) bool {
	if t.NrAllowed == 1 {
		return false
	}
	set := lowest(k, t)
	return !set.Empty()
}

// findLowest chooses among the lowest CPUs: t's own, else this CPU, which runs
// the code, if it is in the smallest domain around t's own that holds any, else
// the first one there. It returns noCPU if there is none. Source: find_lowest_rq.
func findLowest(k *sched.Kernel, t *sched.Task, this energy.CPUID) energy.CPUID {
	if t.NrAllowed == 1 {
		return noCPU
	}
	set := lowest(k, t)
	switch {
	case set.Empty():
		return noCPU
	case set.Has(t.CPU):
		return t.CPU
	}
	near := set.Has(this)
	c := k.CPU(t.CPU)
	for i := range c.SD {
		sd := &c.SD[i]
		if sd.Flags&sched.SDWakeAffine == 0 {
			continue
		}
		if near && sd.Span.Has(this) {
			return this
		}
		if in := set.And(sd.Span); !in.Empty() {
			return in.First()
		}
	}
	if near {
		return this
	}
	return set.First()
}

// SelectCPU keeps t on prev unless a real-time task runs there that is pinned or
// at least as important; then it looks for a CPU that runs something less
// important (select_task_rq_rt). waker is the CPU that does the waking.
func (r *RT) SelectCPU(k *sched.Kernel, t *sched.Task, prev energy.CPUID, kind sched.WakeKind, _ sched.Flags,
	waker energy.CPUID,
) energy.CPUID {
	if kind == sched.KindExec {
		return prev
	}
	curr := k.CPU(prev).Curr
	if !isRT(curr) || (curr.NrAllowed > 1 && curr.Priority < t.Priority) {
		return prev
	}
	if to := findLowest(k, t, waker); to != noCPU && highest(&k.CPU(to).RQ.RT) < t.Priority {
		return to
	}
	return prev
}

// isRT reports whether t is a real-time task; nil, the idle task, is not.
func isRT(t *sched.Task) bool { return t != nil && (t.Policy == sched.FIFO || t.Policy == sched.RR) }

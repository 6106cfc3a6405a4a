package place

import (
	"easim/eas/sched"
	"easim/energy"
)

// EAS1x is the placement of EASv5.2 on Linux 4.4 (fair.c:select_task_rq_fair);
// make one with [NewEAS1x].
type EAS1x struct{}

var _ sched.Placer = (*EAS1x)(nil)

// NewEAS1x returns the placement of EASv5.2. One instance may serve one Kernel.
func NewEAS1x() *EAS1x { return &EAS1x{} }

// Select returns the CPU for t, which last ran on prev; waker is the CPU that
// wakes or forks it. Above the tipping point, and for a fork when no group has
// room, the answer may be a CPU that t may not use: the caller falls back, as
// core.c:select_task_rq does.
//
// The domains of the waking CPU decide which search runs: a domain that also
// spans prev, met on the way up, makes the wake-up affine and ends in the
// energy-aware search or in select_idle_sibling; otherwise the highest domain
// that balances this kind of event is searched from the top down. With
// ENERGY_AWARE every wake-up is affine.
func (p *EAS1x) Select(
	v sched.View, t *sched.Task, prev energy.CPUID, kind sched.WakeKind, f sched.Flags, waker energy.CPUID,
) energy.CPUID {
	this := v.CPU(waker)
	affine := kind == sched.KindWake && wantAffine(v, t, this)
	shared, slow := walkDomains(this, prev, kind, affine)

	target := prev
	if shared != nil && waker != prev && wakeAffine(v, shared, t, v.CPU(prev), this, f&sched.WakeSync != 0) {
		target = waker
	}
	switch {
	case slow != nil:
		return descend(v, t, this, slow.Level, prev, kind)
	case v.Has(sched.EnergyAware) && (!v.Root().Overutilized || forcedEnergy(v, t, prev, waker)):
		return energyAwareWakeCPU(v, t, prev)
	case kind == sched.KindWake:
		return selectIdleSibling(v, t, prev, target)
	}
	return target
}

// wantAffine reports whether the wake-up should stay near waker and prev rather
// than search whole domains. With ENERGY_AWARE it always should, so neither the
// waker's affinity nor the pattern of wake-ups is asked then; WAKE_FALLBACK makes
// an exception.
func wantAffine(v sched.View, t *sched.Task, this *sched.CPU) bool {
	if v.Has(sched.EnergyAware) && !(v.Has(sched.WakeFallback) && crowdedBig(v, this)) {
		return true
	}
	return !wakeWide(t, this) && v.TaskFitsMax(t, this) && t.Affinity.Has(this.ID)
}

// crowdedBig reports whether this CPU is one of the biggest and no CPU of its
// cluster is idle: WAKE_FALLBACK wants the wake-ups from there to look for room
// elsewhere.
func crowdedBig(v sched.View, this *sched.CPU) bool {
	if this.CapacityOrig != v.Root().MaxCapacity || len(this.SD) == 0 {
		return false
	}
	for _, g := range this.SD[0].Groups {
		for _, id := range g.List {
			if v.CPU(id).IdleCPU() {
				return false
			}
		}
	}
	return true
}

// walkDomains goes up the domains of this CPU. It returns either the lowest
// domain that joins it with prev, if the event is affine, or the highest one
// that balances events of this kind; nil for what was not found.
func walkDomains(
	this *sched.CPU, prev energy.CPUID, kind sched.WakeKind, affine bool,
) (shared, slow *sched.SchedDomain) {
	flag := balanceFlag(kind)
	for i := range this.SD {
		sd := &this.SD[i]
		if sd.Flags&sched.SDLoadBalance == 0 {
			break
		}
		if affine && sd.Flags&sched.SDWakeAffine != 0 && sd.Span.Has(prev) {
			return sd, nil
		}
		if sd.Flags&flag != 0 {
			slow = sd
		} else if !affine {
			break
		}
	}
	return nil, slow
}

// balanceFlag is the domain flag that lets events of a kind search a domain.
func balanceFlag(kind sched.WakeKind) sched.SDFlags {
	switch kind {
	case sched.KindFork:
		return sched.SDBalanceFork
	case sched.KindExec:
		return sched.SDBalanceExec
	default:
		return sched.SDBalanceWake
	}
}

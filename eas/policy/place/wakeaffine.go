package place

import "easim/eas/sched"

// wakeWide reports whether waker and wakee each wake so many different partners
// that pulling the wakee to the waker would crowd one cache (fair.c:wake_wide):
//
//	the fewer flips >= CPUs of the cache
//	the more flips  >= CPUs of the cache x the fewer
//
// The idle task of a CPU is a waker too: it collects flips from the interrupts
// that wake tasks on the idle CPU.
func wakeWide(t *sched.Task, this *sched.CPU) bool {
	waker := this.Waker().WakeeFlips
	factor := int64(1)
	if llc := this.HighestDomain(sched.SDSharePkgResources); llc != nil {
		factor = llc.SpanWeight
	}
	few, many := min(waker, t.WakeeFlips), max(waker, t.WakeeFlips)
	return few >= factor && many >= few*factor
}

// wakeAffine reports whether the waking CPU may take t, because with t it would
// hardly be more loaded, for its capacity, than prev is without
// (fair.c:wake_affine):
//
//	100 x capacity(prev) x (load(this) + load(t))
//	    <= (100 + (imbalance_pct - 100) / 2) x capacity(this) x load(prev)
//
// both loads counting as 1 if this CPU has no load. In a sync wake-up the waker
// is about to sleep and its load is left out.
func wakeAffine(v sched.View, sd *sched.SchedDomain, t *sched.Task, prev, this *sched.CPU, sync bool) bool {
	load := int64(v.TargetLoad(this, sd.WakeIdx))
	if sync && this.Curr != nil {
		load -= int64(this.Curr.Load())
	}
	thisEff := 100 * prev.Capacity
	prevEff := halfImbalance(sd) * this.Capacity
	if load > 0 {
		thisEff *= load + int64(t.Load())
		prevEff *= int64(v.SourceLoad(prev, sd.WakeIdx))
	}
	return thisEff <= prevEff
}

// halfImbalance is the tolerance of the placement searches, in percent: half of
// what the balancer of the domain tolerates.
func halfImbalance(sd *sched.SchedDomain) int64 { return 100 + (sd.ImbalancePct-100)/2 }

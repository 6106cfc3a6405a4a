package balance

import "easim/eas/sched"

// KickNeeded reports whether c, busy at its tick, should wake a CPU that sleeps
// without ticks to balance for all such CPUs (fair.c:nohz_kick_needed of
// EASv5.2). One of these is enough:
//
//   - two tasks on c; with ENERGY_AWARE c must also be over its margin;
//   - with MISFIT_KICK and ENERGY_AWARE, a running task that does not fit c; in
//     one reading of that patch the reasons below do not count then;
//   - without ENERGY_AWARE, another busy CPU beside c in its cluster;
//   - a fair task on c while real-time work takes a good part of c.
//
// In EASv5.2 itself a single task that is too big for c is no reason. The tests of
// the mask of idle CPUs and of the time of the next balance are the mechanism's.
// The rule for asymmetric packing has no domain to work on here.
func (b *LoadBalance) KickNeeded(v sched.View, c *sched.CPU) bool {
	aware := v.Has(sched.EnergyAware)
	if c.RQ.NrRunning >= 2 && (!aware || v.CPUOverutilized(c)) {
		return true
	}
	if aware && v.Has(sched.MisfitKick) {
		if c.RQ.MisfitTask || v.Params().MisfitKickAs == sched.MisfitKickReplace {
			return c.RQ.MisfitTask
		}
	}
	if sd := busyDomain(c); sd != nil && !aware && sd.Groups[0].NrBusy > 1 {
		return true
	}
	return len(c.SD) > 0 && c.RQ.CFS.NrRunning >= 1 && capacityReduced(c, &c.SD[0])
}

// busyDomain is the domain above c's last-level cache, whose groups count their
// busy CPUs, or nil (sd_busy).
func busyDomain(c *sched.CPU) *sched.SchedDomain {
	llc := c.HighestDomain(sched.SDSharePkgResources)
	if llc == nil || llc.Top() {
		return nil
	}
	return &c.SD[llc.Level+1]
}

// capacityReduced reports whether real-time work takes more of c than the domain
// tolerates as imbalance (fair.c:check_cpu_capacity).
func capacityReduced(c *sched.CPU, sd *sched.SchedDomain) bool {
	return c.Capacity*sd.ImbalancePct < c.CapacityOrig*100
}

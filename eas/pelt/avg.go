package pelt

// Avg is the load tracking of one object in the form of Linux 6.12: a task, the
// fair, real-time or deadline queue of a CPU, its interrupt time or its
// hardware pressure. The zero value has seen nothing up to time 0.
//
// The three averages are, for an object that always counts, 1024 (UtilAvg),
// 1024 times the number of runnable tasks (RunnableAvg) and the weight
// (LoadAvg). They step only when a segment ends; the sums move with every unit.
//
// Source: struct sched_avg, ___update_load_sum, ___update_load_avg
// (kernel/sched/pelt.c).
type Avg struct {
	LastUpdate    int64  // ns of the clock the object is updated by
	LoadSum       uint64 // units times load
	RunnableSum   uint64 // units times runnable times 1024
	UtilSum       uint32 // units times 1024
	PeriodContrib uint32 // units of the segment that is under way, 0 to 1023
	LoadAvg       uint64
	RunnableAvg   uint64
	UtilAvg       uint64
}

// Update brings a to time now, in ns, with the inputs that held since the last
// update, and reports whether a segment ended, that is, whether the averages
// were computed anew. The inputs are, by kind of object:
//
//	object             load                  runnable               running              weight
//	task               1 if on a queue       1 if not delayed       it executes          its weight
//	sleeping task      0                     0                      false                its weight
//	fair queue         sum of the weights    runnable tasks         a fair task executes 1
//	RT, deadline queue 1 if running          1 if running           it runs              1
//	hardware pressure  capacity lost         capacity lost          capacity lost > 0    1
//
// Without load nothing counts as runnable or running. A now before the last
// update becomes the last update and changes nothing else; less than a unit
// (1024 ns) is kept for later.
//
// Source: __update_load_avg_se, __update_load_avg_blocked_se,
// __update_load_avg_cfs_rq, update_rt_rq_load_avg, update_hw_load_avg.
func (a *Avg) Update(now int64, load, runnable uint64, running bool, weight uint64) (crossed bool) {
	if uint64(now-a.LastUpdate) < unit {
		return false
	}
	if !a.accrue(now, load, runnable, running) {
		return false
	}
	a.average(weight)
	return true
}

// UpdateIRQ adds irq ns of interrupt time that ended at now, both in ns of the
// CPU's clock, to a, the interrupt signal of a CPU of capacity cpuCap (1 to
// 1024) at frequency scale freqScale (1 to 1024). It reports whether a segment
// ended. The time before the interrupt counts as free of it.
//
// Source: update_irq_load_avg.
func (a *Avg) UpdateIRQ(now, irq int64, cpuCap, freqScale uint64) (crossed bool) {
	irq = irq * int64(freqScale) >> scaleShift
	irq = irq * int64(cpuCap) >> scaleShift
	crossed = a.accrue(now-irq, 0, 0, false)
	if a.accrue(now, 1, 1, true) {
		crossed = true
	}
	if crossed {
		a.average(1)
	}
	return crossed
}

// Divider is what the sums are divided by to give the averages at this place
// in the segment: the sum that an object which always counted would have.
// Source: get_pelt_divider.
func (a *Avg) Divider() uint64 {
	return minDivider + uint64(a.PeriodContrib)
}

// accrue updates the sums and reports whether a segment ended.
func (a *Avg) accrue(now int64, load, runnable uint64, running bool) (crossed bool) {
	ns := now - a.LastUpdate
	if ns < 0 {
		a.LastUpdate = now
		return false
	}
	delta := uint64(ns) >> unitShift
	if delta == 0 {
		return false
	}
	a.LastUpdate += int64(delta << unitShift)

	contrib := uint32(delta)
	total := delta + uint64(a.PeriodContrib)
	periods := total / segment
	if periods > 0 {
		contrib = a.cross(periods, uint32(total%segment))
		total %= segment
	}
	a.PeriodContrib = uint32(total)

	if load != 0 {
		a.LoadSum += load * uint64(contrib)
		a.RunnableSum += runnable * uint64(contrib) << scaleShift
		if running {
			a.UtilSum += contrib << scaleShift
		}
	}
	return periods > 0
}

// cross decays the sums over the end of one or more segments and returns what
// a signal of 1 since the last update adds to them: the rest of the old
// segment and the full segments, decayed, and rest units of the new one.
//
// Source: accumulate_sum, __accumulate_pelt_segments.
func (a *Avg) cross(periods uint64, rest uint32) (contrib uint32) {
	f := decayFactor(periods)
	a.LoadSum = f.of(a.LoadSum)
	a.RunnableSum = f.of(a.RunnableSum)
	a.UtilSum = uint32(f.of(uint64(a.UtilSum)))
	old := uint32(f.of(uint64(segment - a.PeriodContrib)))
	full := minDivider - uint32(f.of(LoadAvgMax))
	return old + full + rest
}

// average computes the averages from the sums.
func (a *Avg) average(weight uint64) {
	d := a.Divider()
	a.LoadAvg = weight * a.LoadSum / d
	a.RunnableAvg = a.RunnableSum / d
	a.UtilAvg = uint64(a.UtilSum / uint32(d))
}

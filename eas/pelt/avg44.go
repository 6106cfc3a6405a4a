package pelt

// Avg44 is the load tracking of a task in the form of Linux 4.4: time runs at
// one speed and each contribution is scaled instead, by the frequency for both
// signals and by the CPU's capacity for UtilAvg alone. The zero value has seen
// nothing up to time 0; a new task starts as [InitTask44].
//
// UtilAvg converges to the capacity at the present frequency (0 to 1024) while
// the task runs, LoadAvg to its weight times the frequency scale while it is
// runnable. Both step only when a segment ends.
//
// Source: struct sched_avg, __update_load_avg (kernel/sched/fair.c, 4.4).
type Avg44 struct {
	LastUpdate    int64  // ns
	LoadSum       uint64 // units times weight
	UtilSum       uint32 // units times capacity
	PeriodContrib uint32 // units of the segment that is under way, 0 to 1023
	LoadAvg       uint64
	UtilAvg       uint64
}

// RQAvg44 is the load tracking of a fair queue in the form of Linux 4.4. Avg44
// includes the tasks that sleep since they last ran here; the runnable load is
// that of the queued tasks alone. Source: cfs_rq.avg, cfs_rq.runnable_load_avg.
type RQAvg44 struct {
	Avg44
	RunnableLoadSum uint64 // units times weight
	RunnableLoadAvg uint64
}

// InitTask44 returns the averages of a new task: it counts as always running
// until it shows otherwise. Source: init_entity_runnable_average.
func InitTask44(weight uint64) Avg44 {
	const util = 1 << scaleShift
	return Avg44{
		PeriodContrib: segment - 1,
		LoadAvg:       weight,
		LoadSum:       weight * LoadAvgMax,
		UtilAvg:       util,
		UtilSum:       util * LoadAvgMax,
	}
}

// Update brings the averages of a task to time now, in ns, and reports whether
// a segment ended, that is, whether they were computed anew. Since the last
// update the task had this weight (0 if it was not on a queue), ran or not, on
// a CPU of capacity cpuScale at frequency scale freqScale, both 1 to 1024.
//
// A now before the last update becomes the last update and changes nothing
// else. Time that is not a whole unit (1024 ns) is lost, except that an update
// by less than a unit does nothing.
func (a *Avg44) Update(now int64, weight uint64, running bool, freqScale, cpuScale uint64) (decayed bool) {
	if uint64(now-a.LastUpdate) < unit {
		return false
	}
	s, decayed := a.advance(now, weight != 0 || running, freqScale)
	a.accrue(s, decayed, weight, running, cpuScale)
	return decayed
}

// Update is [Avg44.Update] for a queue: weight is the sum of the weights of the
// queued tasks, running whether one of them executes.
func (q *RQAvg44) Update(now int64, weight uint64, running bool, freqScale, cpuScale uint64) (decayed bool) {
	if uint64(now-q.LastUpdate) < unit {
		return false
	}
	s, decayed := q.advance(now, weight != 0 || running, freqScale)
	q.accrue(s, decayed, weight, running, cpuScale)
	if decayed {
		q.RunnableLoadSum = s.add(q.RunnableLoadSum, weight)
		q.RunnableLoadAvg = q.RunnableLoadSum / LoadAvgMax
	} else {
		q.RunnableLoadSum += weight * s.after
	}
	return decayed
}

// step is one update as it applies to every sum of an object. If it ended a
// segment, then
//
//	sum = decay(sum + signal before) + signal after
//
// and otherwise only after is set. It has four fields, so that the compiler
// keeps it in registers.
type step struct {
	before uint64 // scaled units that end the old segment
	after  uint64 // scaled units since then, decayed
	decay  factor
}

// add returns sum, of an object with the given signal, after a step that ended
// a segment.
func (s step) add(sum, signal uint64) uint64 {
	return s.decay.of(sum+signal*s.before) + signal*s.after
}

// advance moves the time of a and returns the step, and whether it ended a
// segment. The contributions are left 0 if nothing counts.
func (a *Avg44) advance(now int64, counts bool, freqScale uint64) (s step, decayed bool) {
	ns := now - a.LastUpdate
	a.LastUpdate = now
	if ns < 0 {
		return s, false
	}
	delta := uint64(ns) >> unitShift
	total := delta + uint64(a.PeriodContrib)
	if total < segment {
		a.PeriodContrib = uint32(total)
		s.after = delta * freqScale >> scaleShift
		return s, false
	}
	full := total/segment - 1
	rest := total % segment
	s.decay = decayFactor(full + 1)
	if counts {
		s.before = (segment - uint64(a.PeriodContrib)) * freqScale >> scaleShift
		s.after = sum44(full)*freqScale>>scaleShift + rest*freqScale>>scaleShift
	}
	a.PeriodContrib = uint32(rest)
	return s, true
}

// accrue applies a step to the load and utilisation of a.
func (a *Avg44) accrue(s step, decayed bool, weight uint64, running bool, cpuScale uint64) {
	var util uint64
	if running {
		util = cpuScale
	}
	if !decayed {
		a.LoadSum += weight * s.after
		a.UtilSum += uint32(util * s.after)
		return
	}
	a.LoadSum = s.add(a.LoadSum, weight)
	// The 32-bit sum wraps, as the kernel's does, before it is decayed.
	a.UtilSum += uint32(util * s.before)
	a.UtilSum = uint32(s.decay.of(uint64(a.UtilSum))) + uint32(util*s.after)
	a.LoadAvg = a.LoadSum / LoadAvgMax
	a.UtilAvg = uint64(a.UtilSum / LoadAvgMax)
}

// converged is the number of segments from which a sum counts as LoadAvgMax
// (LOAD_AVG_MAX_N); the sum of one segment less is 46714.
const converged = 345

// sum44 returns the sum of n full segments that ended just now, in units.
// Source: __compute_runnable_contrib.
func sum44(n uint64) uint64 {
	if n <= halfLife {
		return uint64(ySum[n])
	}
	if n >= converged {
		return LoadAvgMax
	}
	var sum uint64
	for ; n > halfLife; n -= halfLife {
		sum = sum/2 + uint64(ySum[halfLife])
	}
	return decayFactor(n).of(sum) + uint64(ySum[n])
}

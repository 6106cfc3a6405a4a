package rtapp

import "easim/eas/workload"

// doubts warns of a task that will not do what its author meant: it uses a
// mutex in a way that pthreads leave undefined or that deadlocks, or it spins
// without ever taking time.
func (r *reader) doubts(t *taskDef, spec *workload.TaskSpec) {
	r.checkMutexes(t, spec)
	if spec.Loop == workload.Forever && !takesTime(spec) || takesNoTimeForEver(spec) {
		r.note(place{in: t.in, at: t.at}, "spin", `add a "run", "sleep" or "timer", or something to wait for`,
			"the task repeats for ever and takes no time")
	}
}

// checkMutexes follows the mutexes through one pass over the phases.
func (r *reader) checkMutexes(t *taskDef, spec *workload.TaskSpec) {
	held := map[int]bool{}
	warn := func(code, detail, format string, mutex int) {
		r.warnf(place{in: t.in, at: t.at}, code, detail, format, quote(r.res.list[mutex].Name))
	}
	for i := range spec.Phases {
		for _, o := range spec.Phases[i].Ops {
			switch {
			case o.Kind == workload.OpLock:
				if held[o.Ref] {
					warn("mutex", "the task then waits for itself for ever", "the mutex %s is locked while it is held", o.Ref)
				}
				held[o.Ref] = true
			case o.Kind == workload.OpUnlock:
				if !held[o.Ref] {
					warn("mutex", "pthreads leave this undefined", "the mutex %s is unlocked but not held", o.Ref)
				}
				delete(held, o.Ref)
			case o.Kind == workload.OpWait && o.Ref2 != workload.NoRef, o.Kind == workload.OpSync:
				if !held[o.Ref2] {
					warn("mutex", "lock it before; pthreads leave this undefined",
						"a wait uses the mutex %s, which is not held", o.Ref2)
				}
			}
		}
	}
}

// takesTime reports whether a pass over the phases can take time. Locks do not
// count: a task alone never waits for them.
func takesTime(spec *workload.TaskSpec) bool {
	for i := range spec.Phases {
		if phaseTakesTime(&spec.Phases[i]) {
			return true
		}
	}
	return false
}

// takesNoTimeForEver reports whether a phase that repeats for ever takes none.
func takesNoTimeForEver(spec *workload.TaskSpec) bool {
	for i := range spec.Phases {
		if ph := &spec.Phases[i]; ph.Loop == workload.Forever && !phaseTakesTime(ph) {
			return true
		}
	}
	return false
}

func phaseTakesTime(ph *workload.Phase) bool {
	for _, o := range ph.Ops {
		switch o.Kind {
		case workload.OpRun, workload.OpRuntime, workload.OpSleep, workload.OpTimer:
			if o.NS > 0 {
				return true
			}
		case workload.OpWait, workload.OpSync, workload.OpBarrier, workload.OpSemWait, workload.OpRecv:
			return true
		}
	}
	return false
}

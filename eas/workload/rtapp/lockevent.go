package rtapp

import "easim/eas/workload"

// named converts an event whose value is the name of a resource.
func (r *reader) named(ops []workload.Op, t *taskDef, e eventDef, p place, name string) []workload.Op {
	switch e.kind {
	case evLock:
		return append(ops, opRef(workload.OpLock, r.res.mutex(name)))
	case evUnlock:
		return append(ops, opRef(workload.OpUnlock, r.res.mutex(name)))
	case evSignal:
		return append(ops, opRef(workload.OpSignal, r.res.cond(name)))
	case evBroad:
		return append(ops, opRef(workload.OpBroadcast, r.res.cond(name)))
	case evResume:
		return r.guarded(ops, name, opRef(workload.OpBroadcast, r.res.cond(name)))
	case evBarrier:
		return append(ops, opRef(workload.OpBarrier, r.res.useBarrier(name, t, p)))
	case evSemPost:
		return append(ops, opRef(workload.OpSemPost, r.semaphore(name)))
	case evSemWait:
		return append(ops, opRef(workload.OpSemWait, r.semaphore(name)))
	}
	return ops
}

func (r *reader) semaphore(name string) int {
	return r.res.get(resourceKey{kind: workload.ResSem, name: name})
}

// suspend waits on the condition called name.
func (r *reader) suspend(ops []workload.Op, name string) []workload.Op {
	o := opRef(workload.OpWait, r.res.cond(name))
	if r.mutexes[name] {
		o.Ref2 = r.res.mutex(name)
	}
	return r.guarded(ops, name, o)
}

// guarded appends o, which suspends or resumes the condition called name.
// rt-app holds the mutex of the same name meanwhile; that matters only to a
// file that uses this mutex itself, so only there is it spelt out.
func (r *reader) guarded(ops []workload.Op, name string, o workload.Op) []workload.Op {
	if !r.mutexes[name] {
		return append(ops, o)
	}
	m := r.res.mutex(name)
	return append(ops, opRef(workload.OpLock, m), o, opRef(workload.OpUnlock, m))
}

// nameMutex remembers the mutex that an event names.
func (r *reader) nameMutex(e eventDef) {
	v := &e.m.value
	switch e.kind {
	case evLock, evUnlock:
		if v.kind == kindText {
			r.mutexes[v.text] = true
		}
	case evWait, evSync:
		if x := v.find("mutex"); x != nil && x.kind == kindText {
			r.mutexes[x.text] = true
		}
	}
}

// wait converts a wait or sync event.
func (r *reader) wait(ops []workload.Op, ph *phaseDef, e eventDef) []workload.Op {
	in, n, ok := r.eventObject(ph, e, waitKeys[:], `{"ref": "queue", "mutex": "mutex"}`)
	if !ok {
		return ops
	}
	o := opRef(workload.OpWait, r.res.cond(r.ref(in, n, e)))
	if e.kind == evSync {
		o.Kind = workload.OpSync
	}
	if n.kind == kindObject && n.find("mutex") == nil {
		r.warnf(place{in: in, at: e.m.at}, "ref", `add "mutex", the one that the task holds`, "no \"mutex\"")
	}
	o.Ref2 = r.res.mutex(r.textProp(in, n, "mutex", unnamed))
	return append(ops, o)
}

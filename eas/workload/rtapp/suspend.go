package rtapp

// SuspendMeaning says which condition a "suspend" event waits on.
type SuspendMeaning uint8

// The meanings of "suspend".
const (
	// SuspendAuto takes rt-app 1.0's meaning for a file in which some
	// "suspend" has another value than its task's name, else HEAD's: where the
	// names agree, so do the meanings.
	SuspendAuto SuspendMeaning = iota

	// SuspendV10 is rt-app 1.0's meaning: the value names the condition.
	SuspendV10

	// SuspendHead is rt-app HEAD's meaning: the value is ignored, the
	// condition has the task's own name.
	SuspendHead
)

// foresee collects what the conversion of an event has to know of the others:
// the mutexes and the running timers of the file, and whether a "suspend" has
// another value than its task's name.
func (r *reader) foresee() {
	var odd *taskDef
	var at place
	var value string
	for i := range r.tasks {
		t := &r.tasks[i]
		for j := range t.phases {
			ph := &t.phases[j]
			for _, e := range ph.events {
				r.nameMutex(e)
				if e.kind == evTimer {
					r.nameTimer(t, e)
				}
				if odd == nil && e.kind == evSuspend && othersName(t, &e.m.value) {
					odd, at, value = t, ph.place(e), e.m.value.text
				}
			}
		}
	}
	r.chooseSuspend(odd, at, value)
}

// othersName reports whether the value of a suspend is another name than t's.
func othersName(t *taskDef, v *node) bool {
	return v.kind == kindText && v.text != "" && v.text != t.name
}

// chooseSuspend settles the meaning for the whole file; odd is the first task
// that suspends under another name, which it does at the place at.
func (r *reader) chooseSuspend(odd *taskDef, at place, value string) {
	r.meaning = r.opt.Suspend
	if r.meaning != SuspendAuto {
		return
	}
	r.meaning = SuspendHead
	if odd != nil {
		r.meaning = SuspendV10
		r.note(at, "suspend", "rt-app HEAD would ignore the value and wait for a resume of "+quote(odd.name),
			"the file has rt-app 1.0's meaning of \"suspend\": the value %s names the condition", quote(value))
	}
}

// suspendName returns the condition that a suspend event of t waits on.
func (r *reader) suspendName(t *taskDef, ph *phaseDef, e eventDef) (string, bool) {
	v := &e.m.value
	switch {
	case v.kind == kindBroken:
		return "", false
	case v.kind == kindBare:
		return r.bareName(t), true
	case r.meaning == SuspendHead:
		return t.name, true
	case v.kind == kindText:
		return v.text, true
	case r.opt.Suspend == SuspendAuto:
		return t.name, true
	}
	return r.text(ph.place(e), v, quote(e.m.key))
}

// bareName is what workgen writes behind a bare "suspend": the task's name,
// before duplicate tasks are renamed.
func (r *reader) bareName(t *taskDef) string {
	if r.meaning == SuspendHead {
		return t.name
	}
	return t.key
}

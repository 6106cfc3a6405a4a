package workload

import "easim/energy/diag"

// review looks at a workload that is right in each part and finds what cannot
// work as a whole.
func (d *decoder) review(list *diag.List) {
	if err := d.w.Validate(); err != nil { // a hole in the checks above
		list.Errorf("", "", "%v", err)
		return
	}
	for i := range d.w.Tasks {
		d.reviewLoops(list, i)
	}
	d.reviewUsage(list)
}

// reviewLoops finds endless loops in which no time passes.
func (d *decoder) reviewLoops(list *diag.List, i int) {
	t, path := &d.w.Tasks[i], diag.Elem("task", i)
	all := false
	for j := range t.Phases {
		takes := takesTime(t.Phases[j].Ops)
		all = all || takes
		if t.Phases[j].Loop == Forever && !takes {
			list.Errorf(path, "add a run, a sleep or a timer", "task %q loops for ever without taking time", t.Name)
			return
		}
	}
	if t.Loop == Forever && !all {
		list.Errorf(path, "add a run, a sleep or a timer, or give it loop",
			"task %q loops for ever without taking time", t.Name)
	}
}

// takesTime reports whether a pass over ops can let time pass.
func takesTime(ops []Op) bool {
	for i := range ops {
		switch o := &ops[i]; o.Kind {
		case OpRun, OpRuntime, OpSleep:
			if o.NS > 0 {
				return true
			}
		case OpTimer, OpWait, OpSync, OpBarrier, OpSemWait, OpSend, OpRecv:
			return true
		default:
		}
	}
	return false
}

// usage is how the threads of a workload use one resource.
type usage struct {
	ops     uint32 // bit k: somebody does operation k on it
	threads int    // that are there from the start and use it
	forked  bool   // a forked task uses it, so threads is not the whole number
	task    int    // the last task counted
}

func (u *usage) does(kinds ...OpKind) bool {
	for _, k := range kinds {
		if u.ops&(1<<k) != 0 {
			return true
		}
	}
	return false
}

// reviewUsage finds resources that nobody uses or that block for ever.
func (d *decoder) reviewUsage(list *diag.List) {
	use := make([]usage, len(d.w.Resources))
	for i := range use {
		use[i].task = -1
	}
	for i := range d.w.Tasks {
		t := &d.w.Tasks[i]
		for j := range t.Phases {
			for k := range t.Phases[j].Ops {
				o := &t.Phases[j].Ops[k]
				note(use, o.Ref, o.Kind, i, t)
				note(use, o.Ref2, o.Kind, i, t)
			}
		}
	}
	for i := range use {
		if what := use[i].fault(&d.w.Resources[i]); what != "" {
			r := &d.w.Resources[i]
			list.Warnf(d.paths[i], "check the operations that should name it", "%s %q %s", r.Kind, r.Name, what)
		}
	}
}

func note(use []usage, ref int, kind OpKind, task int, t *TaskSpec) {
	if ref == NoRef || !refsOf[kind].has {
		return
	}
	u := &use[ref]
	u.ops |= 1 << kind
	if u.task != task {
		u.task = task
		u.threads += t.Instances
		u.forked = u.forked || t.Instances == 0
	}
}

// fault says what is odd about a resource, "" if nothing is.
func (u *usage) fault(r *Resource) string {
	if u.ops == 0 {
		return "is never used"
	}
	switch r.Kind {
	case ResCond:
		if !u.does(OpSignal, OpBroadcast, OpSync) {
			return "is waited for but never signalled"
		}
		if !u.does(OpWait, OpSync) {
			return "is signalled but never waited for"
		}
	case ResSem:
		if !u.does(OpSemPost) {
			return "is taken but never posted"
		}
	case ResPipe:
		if !u.does(OpSend) || !u.does(OpRecv) {
			return "has only one end"
		}
	case ResBarrier:
		if u.threads < r.N && !u.forked {
			return "has fewer threads than users and never opens"
		}
	case ResMutex, ResTimer:
	}
	return ""
}

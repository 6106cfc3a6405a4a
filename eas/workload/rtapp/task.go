package rtapp

import (
	"easim/eas/workload"
	"easim/energy/diag"
)

// maxThreads is the most threads that a file may start: the default of
// kernel.pid_max (PID_MAX_DEFAULT), beyond which a Linux system starts none.
const maxThreads = 32768

// taskDef is a task of the file, found but not yet converted.
type taskDef struct {
	name   string // after workgen
	key    string // as written
	in     *scope
	at     pos
	node   *node
	phased bool // it has "phases"
	old    bool // it is in the grammar of rt-app 0.x, and refused
	phases []phaseDef
	inst   int64
}

// phaseDef is a phase of a task; for a task without "phases" it is the task's
// own object.
type phaseDef struct {
	name   string
	in     *scope
	at     pos
	node   *node
	events []eventDef
}

// eventDef is one event and the member that holds it.
type eventDef struct {
	kind eventKind
	m    *member
}

// place returns where the event stands.
func (ph *phaseDef) place(e eventDef) place {
	return place{in: ph.in, key: e.m.key, at: e.m.at}
}

// survey finds the tasks, their phases and their events, and complains of all
// keys that mean nothing. It reports whether there is anything to convert. root
// is where the root object begins.
func (r *reader) survey(root pos, tasks *member) bool {
	if tasks == nil || tasks.value.kind == kindNull {
		r.errorf(place{at: root}, "tasks",
			`add it; a fragment with only "global" or "resources" has to be merged with its tasks first (rt-app's merge.py)`,
			`there is no "tasks" object`)
		return false
	}
	in := &scope{key: "tasks"}
	n := &tasks.value
	if !r.isObject(place{in: in}, n) {
		return false
	}
	if len(n.members) == 0 {
		r.warnf(place{in: in, at: n.at}, "empty", "rt-app starts, finds nothing to do and ends", "there are no tasks")
	}
	names := newRenamer()
	var old []*taskDef
	r.tasks = make([]taskDef, 0, len(n.members)) // old points into it
	for i := range n.members {
		m := &n.members[i]
		t := taskDef{key: m.key, name: names.name(m.key), at: m.at, node: &m.value, inst: 1}
		t.in = &scope{up: in, key: t.name}
		if t.name != t.key {
			r.warnf(place{in: t.in, at: t.at}, "duplicate", "as workgen renames it; give it a name of its own",
				"second task %s is called %s", quote(t.key), quote(t.name))
		}
		if !r.isObject(place{in: t.in}, t.node) {
			continue
		}
		r.tasks = append(r.tasks, t)
		if kept := &r.tasks[len(r.tasks)-1]; !r.surveyTask(kept) {
			kept.old = true
			old = append(old, kept)
		}
	}
	for i := range r.tasks {
		r.byName[r.tasks[i].name] = i
	}
	r.refuseOld(old)
	return true
}

// surveyTask finds the phases of t. It reports false for a task in the grammar
// of rt-app 0.x, of which it says nothing else.
func (r *reader) surveyTask(t *taskDef) bool {
	phases := t.node.find("phases")
	t.phased = phases != nil
	if isOld(t.node, phases) {
		return false
	}
	events := r.keys(keySet{
		in: t.in, of: "a task", props: taskKeys[:], events: !t.phased, beside: t.phased,
	}, t.node)
	if !t.phased {
		t.phases = []phaseDef{{in: t.in, at: t.at, node: t.node, events: events}}
		r.needEvents(&t.phases[0])
		return true
	}
	in := &scope{up: t.in, key: "phases"}
	if !r.isObject(place{in: in}, phases) {
		return true
	}
	if len(phases.members) == 0 {
		r.errorf(place{in: in, at: phases.at}, "empty", "add a phase, or remove the key", `"phases" has no phase`)
	}
	names := newRenamer()
	for i := range phases.members {
		m := &phases.members[i]
		ph := phaseDef{name: names.name(m.key), at: m.at, node: &m.value}
		ph.in = &scope{up: in, key: ph.name}
		if r.isObject(place{in: ph.in}, ph.node) {
			ph.events = r.keys(keySet{in: ph.in, of: "a phase", props: phaseKeys[:], events: true}, ph.node)
			r.needEvents(&ph)
			t.phases = append(t.phases, ph)
		}
	}
	return true
}

// needEvents refuses a phase without events, as HEAD does (1.0 ran it empty).
func (r *reader) needEvents(ph *phaseDef) {
	if len(ph.events) == 0 {
		r.errorf(place{in: ph.in, at: ph.at}, "empty",
			`add an event such as "run": 1000; rt-app HEAD exits here, 1.0 would run it empty`, "there is no event")
	}
}

// convert makes the workload's form of t.
func (r *reader) convert(t *taskDef) workload.TaskSpec {
	spec := workload.TaskSpec{
		Name:      t.name,
		Instances: int(r.intProp(t.in, t.node, "instance", 1, 0, maxThreads)),
		DelayNS:   1000 * r.intProp(t.in, t.node, "delay", 0, 0, maxInt),
	}
	t.inst = int64(spec.Instances)
	switch {
	case t.phased:
		spec.Loop = r.loop(t.in, t.node, workload.Forever)
	case t.node.find("loop") == nil:
		spec.Loop = workload.Forever
	default:
		spec.Loop = 1 // HEAD's rule: the one phase loops so often, the task passes once
	}
	scheds := r.attributes(t, &spec)
	for i := range t.phases {
		ph := &t.phases[i]
		spec.Phases = append(spec.Phases, workload.Phase{
			Name: ph.name,
			Loop: r.phaseLoop(ph),
			Ops:  r.operations(t, ph),
			Attr: scheds[i],
		})
	}
	r.doubts(t, &spec)
	return spec
}

// loop returns a task's loop count: each negative number is for ever, 0 never.
func (r *reader) loop(in *scope, n *node, def int64) int64 {
	v := r.intProp(in, n, "loop", def, -1<<31, maxInt)
	if v < 0 {
		return workload.Forever
	}
	return v
}

// phaseLoop returns how often a phase runs. rt-app counts the pass before it
// compares, so that 0 never comes up and means for ever, too.
func (r *reader) phaseLoop(ph *phaseDef) int64 {
	if v := r.loop(ph.in, ph.node, 1); v != 0 {
		return v
	}
	return workload.Forever
}

// countThreads bounds the threads of all tasks.
func (r *reader) countThreads(threads int, tasks *member) {
	if threads > maxThreads {
		r.errorf(place{key: "tasks", at: tasks.at}, "threads",
			"a Linux system starts no more (kernel.pid_max): lower the instances",
			"%d threads, more than %d", threads, maxThreads)
	}
	if threads == 0 && len(r.tasks) > 0 && r.counted[diag.Error] == 0 {
		r.note(place{key: "tasks", at: tasks.at}, "empty", "give a task an instance", "no thread starts by itself")
	}
}

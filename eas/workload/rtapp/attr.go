package rtapp

import (
	"easim/eas/workload"
	"easim/energy"
)

// attributes sets the attributes of spec and returns those of its phases.
//
// rt-app takes the two kinds of attribute differently when a phase begins: CPUs
// are the phase's, else the task's, else all; the policy is the phase's, else
// the one in force, which may come from a phase of the pass before.
func (r *reader) attributes(t *taskDef, spec *workload.TaskSpec) []*workload.Attr {
	base := r.resolve(schedData{}, r.readSched(t.in, t.node, r.global.policy))
	r.unmodelled(t.in, t.node, base.policy)
	group := r.taskgroup(t.in, t.node, "", base.policy)
	spec.Attr = base.attr()
	spec.Attr.CPUs, _ = r.cpus(t.in, t.node)
	if base.policy == int(workload.Deadline) {
		spec.DL = base.nanoseconds()
	}
	r.strayPeriod(t, base)
	out := make([]*workload.Attr, len(t.phases))
	if !t.phased {
		return out
	}
	now := base
	anySched, anyCPUs := false, false
	cpus := make([]energy.CPUSet, len(t.phases))
	for i := range t.phases {
		ph := &t.phases[i]
		said := r.readSched(ph.in, ph.node, policySame)
		if !said.silent() {
			now = r.resolve(now, said)
			anySched = true
			r.phaseDeadline(ph, now, spec)
		}
		r.unmodelled(ph.in, ph.node, now.policy)
		group = r.taskgroup(ph.in, ph.node, group, now.policy)
		a := now.attr()
		a.KeepPolicy = !anySched // the pass before may have left another one
		set, given := r.cpus(ph.in, ph.node)
		anyCPUs = anyCPUs || given
		if !given {
			set = spec.Attr.CPUs
		}
		cpus[i] = set
		out[i] = &a
	}
	if !anySched && !anyCPUs {
		return make([]*workload.Attr, len(t.phases))
	}
	for i, a := range out {
		a.CPUs = cpus[i]
		if !anySched || spec.Loop == 1 {
			a.KeepPolicy = false // nothing ever changes it
		}
	}
	return out
}

// phaseDeadline keeps the deadline parameters of the first phase that has some.
func (r *reader) phaseDeadline(ph *phaseDef, now schedData, spec *workload.TaskSpec) {
	if now.policy != int(workload.Deadline) {
		return
	}
	dl := now.nanoseconds()
	switch spec.DL {
	case [3]int64{}:
		spec.DL = dl
	case dl:
	default:
		r.note(place{in: ph.in, at: ph.at}, "deadline", "the first ones are kept for the whole task",
			"deadline parameters that change with the phase are not modelled")
	}
}

// strayPeriod warns of the older deadline parameters on a task that has no
// deadline: they do not make it periodic.
func (r *reader) strayPeriod(t *taskDef, base schedData) {
	if base.policy == int(workload.Deadline) {
		return
	}
	for _, key := range [...]string{"period", "deadline"} {
		if x := t.node.find(key); x != nil {
			r.warnf(place{in: t.in, key: key, at: x.at}, "ignored", `use a "timer" event to make a task periodic`,
				"%s has no effect on %s task", quote(key), article(policyNames[base.policy]))
		}
	}
}

// cpus reads the CPUs of n; given is false if it names none.
func (r *reader) cpus(in *scope, n *node) (set energy.CPUSet, given bool) {
	x := n.find("cpus")
	if x == nil || x.kind == kindBroken {
		return set, false
	}
	p := place{in: in, key: "cpus", at: x.at}
	if x.kind != kindArray {
		r.errorf(p, "type", `write an array, for example "cpus": [0, 1]`, "\"cpus\" wants an array, not %s", x.describe())
		return set, false
	}
	if len(x.members) == 0 {
		r.errorf(p, "empty", "remove it to allow all CPUs; rt-app stops at run time", "\"cpus\" allows no CPU")
		return set, false
	}
	for i := range x.members {
		e := &x.members[i].value
		p.elem = i + 1
		cpu, ok := r.integer(p, e, "a CPU number", 0, maxInt)
		if p.at = e.at; ok && r.cpuExists(p, cpu) {
			set.Add(energy.CPUID(cpu))
		}
	}
	return set, true
}

// cpuExists reports whether the platform has the CPU, and complains if not.
func (r *reader) cpuExists(p place, cpu int64) bool {
	have := int64(energy.MaxCPUs)
	if r.opt.CPUs > 0 {
		have = min(have, int64(r.opt.CPUs))
	}
	if cpu < have {
		return true
	}
	r.errorf(p, "cpu", "want "+itoa(0)+" to "+itoa(have-1), "there is no CPU %d", cpu)
	return false
}

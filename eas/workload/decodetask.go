package workload

import (
	"easim/energy"
	"easim/energy/diag"
)

// task reads one [[task]].
func (d *decoder) task(f *diag.Fields, t *TaskSpec) {
	t.Instances = int(d.count(f, "instances", 0, MaxThreads, 1))
	t.Daemon = f.Bool("daemon")
	t.DelayNS = d.us(f, "delay_us", maxTimeNS)
	t.Attr, _ = d.attr(f, Attr{})
	d.deadlineParams(f, t)
	t.Loop = Forever
	phases := f.Tables("phase")
	b := d.body(f)
	switch {
	case len(phases) == 0 && b.kind == bodyNone:
		f.Errorf("", "add period_us and run_us, or ops, or [[task.phase]]", "task %q does nothing", t.Name)
	case len(phases) > 0 && b.kind != bodyNone:
		f.Errorf("", "move it into a [[task.phase]] of its own", "task %q has phases and %s beside them", t.Name, b.kind)
	case len(phases) > 0 || b.kind != bodyPeriodic:
		t.Loop = d.loop(f, Forever)
	case f.Has("loop"):
		f.Errorf("loop", "use jobs", "a periodic task has no loop")
	}
	if len(phases) == 0 {
		t.Phases = b.phases
		if b.kind == bodyPeriodic {
			t.Loop, t.Phases[0].Loop = t.Phases[0].Loop, 1
		}
	}
	for _, ph := range phases {
		t.Phases = append(t.Phases, d.phase(ph, t)...)
	}
	f.Done()
}

// phase reads one [[task.phase]]; a ramp becomes several phases.
func (d *decoder) phase(f *diag.Fields, t *TaskSpec) []Phase {
	name := f.Text("name")
	attr, own := d.attr(f, t.Attr)
	b := d.body(f)
	switch b.kind {
	case bodyNone:
		f.Has("loop")
		f.Errorf("", "add period_us and run_us, or ops", "the phase does nothing")
	case bodyOps:
		b.phases[0].Loop = d.loop(f, 1)
		if b.phases[0].Loop == 0 {
			f.Errorf("loop", "leave the phase out", "a phase cannot run 0 times")
		}
	case bodyPeriodic, bodyRamp:
		if f.Has("loop") {
			f.Errorf("loop", "use jobs or duration_us", "%s has no loop", b.kind)
		}
	}
	for i := range b.phases {
		b.phases[i].Name = name
		if own {
			b.phases[i].Attr = &attr
		}
	}
	f.Done()
	return b.phases
}

// loop reads a number of passes: -1 is for ever.
func (d *decoder) loop(f *diag.Fields, def int64) int64 {
	if !f.Has("loop") {
		return def
	}
	return d.count(f, "loop", Forever, 1<<50, def)
}

// attr reads the scheduling attributes of a task or a phase on top of base; own
// tells whether there are any.
func (d *decoder) attr(f *diag.Fields, base Attr) (a Attr, own bool) {
	a = base
	own = f.Has("policy") || f.Has("nice") || f.Has("priority") || f.Has("cpus")
	if f.Has("policy") {
		a.Policy = Policy(d.choice(f, "policy", policyNames[:]))
	}
	if f.Has("nice") {
		a.Nice = int(d.count(f, "nice", -20, 19, 0))
		if a.Policy != Normal && a.Policy != Batch {
			f.Errorf("nice", "remove it", "policy %q has no nice value", a.Policy)
		}
	}
	if f.Has("priority") {
		a.Priority = int(d.count(f, "priority", 1, 99, 1))
		if !isRealTime(a.Policy) {
			f.Errorf("priority", "use nice, or policy \"fifo\" or \"rr\"", "policy %q has no real-time priority", a.Policy)
		}
	} else if isRealTime(a.Policy) && a.Priority == 0 {
		f.Errorf("policy", "add priority, 1 to 99", "policy %q needs a priority", a.Policy)
	}
	if f.Has("cpus") {
		a.CPUs = d.cpus(f, "cpus")
	}
	return a, own
}

// cpus reads a set of CPUs in the kernel's list form; it may not be empty.
func (d *decoder) cpus(f *diag.Fields, key string) energy.CPUSet {
	text := f.Text(key)
	set, err := energy.ParseCPUSet(text)
	switch {
	case err != nil:
		f.Errorf(key, "write a list such as \"0,3-5\"", "%q is no list of CPUs", text)
	case set.Empty():
		f.Errorf(key, "name at least one CPU, or remove the key to allow all", "the list of CPUs is empty")
	}
	return set
}

// deadlineParams reads the parameters of SCHED_DEADLINE.
func (d *decoder) deadlineParams(f *diag.Fields, t *TaskSpec) {
	keys := [...]string{"dl_runtime_us", "dl_deadline_us", "dl_period_us"}
	given := 0
	for i, key := range keys {
		if f.Has(key) {
			given++
		}
		t.DL[i] = d.us(f, key, maxTimeNS)
	}
	if t.Attr.Policy != Deadline {
		if given > 0 {
			f.Errorf("", "set policy = \"deadline\"", "task %q has dl_* keys without the policy", t.Name)
		}
		return
	}
	if !f.Has(keys[0]) {
		f.Errorf("policy", "add dl_runtime_us, and dl_deadline_us or dl_period_us", "policy \"deadline\" needs dl_runtime_us")
		return
	}
	// As sched_setattr(2): the period defaults to the deadline; here the
	// deadline also defaults to the period.
	if t.DL[1] == 0 {
		t.DL[1] = t.DL[2]
	}
	if t.DL[2] == 0 {
		t.DL[2] = t.DL[1]
	}
	if t.DL[0] < 1 || t.DL[0] > t.DL[1] || t.DL[1] > t.DL[2] {
		f.Errorf("dl_runtime_us", "want 0 < runtime <= deadline <= period",
			"runtime %d us, deadline %d us and period %d us do not fit together", t.DL[0]/1000, t.DL[1]/1000, t.DL[2]/1000)
	}
}

package workload

import (
	"easim/eas/sched"
	"easim/energy"
	"easim/energy/diag"
)

// action reads one [[action]], which may change several things at once.
func (d *decoder) action(f *diag.Fields) {
	f.Require("at_us")
	at := d.us(f, "at_us", maxTimeNS)
	before := len(d.w.Actions)
	add := func(a Action) {
		a.AtNS = at
		d.w.Actions = append(d.w.Actions, a)
	}
	if f.Has("freq_min_khz") || f.Has("freq_max_khz") {
		d.freqAction(f, add)
	} else if f.Has("cpu") {
		f.Errorf("cpu", "add freq_min_khz or freq_max_khz", "cpu says whose frequency changes, and none does")
	}
	if f.Has("affinity") || f.Has("nice") {
		d.taskAction(f, add)
	} else if f.Has("task") {
		f.Errorf("task", "add affinity or nice", "task says what changes, and nothing does")
	}
	if f.Has("feat") {
		text := f.Text("feat")
		if _, err := sched.DefaultFeatures().Parse(text); err != nil {
			f.Errorf("feat", "write names of `easim features`, NO_ before a name switches it off", "%v", err)
		}
		add(Action{Kind: ActFeature, Name: text})
	}
	if len(d.w.Actions) == before && !d.list.HasErrors() {
		f.Errorf("", "add freq_min_khz, freq_max_khz, affinity, nice or feat", "the action changes nothing")
	}
	f.Done()
}

// freqAction reads limits of a frequency domain; 0 lifts a limit.
func (d *decoder) freqAction(f *diag.Fields, add func(Action)) {
	f.Require("cpu")
	cpu := energy.CPUID(d.count(f, "cpu", 0, energy.MaxCPUs-1, 0))
	lo, hi := d.count(f, "freq_min_khz", 0, 1e9, 0), d.count(f, "freq_max_khz", 0, 1e9, 0)
	if hi > 0 && lo > hi {
		f.Errorf("freq_min_khz", "correct one of the two", "%d kHz is above freq_max_khz", lo)
	}
	if f.Has("freq_min_khz") {
		add(Action{Kind: ActFreqMin, CPU: cpu, Value: lo})
	}
	if f.Has("freq_max_khz") {
		add(Action{Kind: ActFreqMax, CPU: cpu, Value: hi})
	}
}

func (d *decoder) taskAction(f *diag.Fields, add func(Action)) {
	if !f.Require("task") {
		return
	}
	i := d.taskRef(f, "task")
	name := f.Text("task")
	if f.Has("affinity") {
		add(Action{Kind: ActAffinity, Task: name, CPUs: d.cpus(f, "affinity")})
	}
	if f.Has("nice") {
		if len(d.w.Tasks) > i && isRealTime(d.w.Tasks[i].Attr.Policy) {
			f.Errorf("nice", "remove it", "task %q is real-time and has no nice value", name)
		}
		add(Action{Kind: ActNice, Task: name, Value: d.count(f, "nice", -20, 19, 0)})
	}
}

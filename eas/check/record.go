package check

import (
	"cmp"
	"slices"
	"strings"

	"easim/eas"
	"easim/eas/sched"
	"easim/eas/workload"
	"easim/energy"
)

// record is one run with all that was seen.
type record struct {
	platform *energy.Platform
	work     *workload.Workload
	result   *eas.Result
	watch    *watch

	start    int64 // the workload's time 0
	from, to int64 // the measured window
	runs     [][]stretch
	spec     []int // by task: index into work.Tasks; -1: none of the workload's
}

// stretch is a time during which a task ran on a CPU without a break.
type stretch struct {
	from, to int64
	cpu      energy.CPUID
}

func newRecord(p *energy.Platform, w *workload.Workload, res *eas.Result, seen *watch) *record {
	r := &record{platform: p, work: w, result: res, watch: seen}
	r.from = res.Window.StartNS
	r.to = r.from + res.Window.LengthNS
	r.start = r.from - res.Scenario.WarmupNS
	r.runs = make([][]stretch, len(seen.names))
	for cpu, turns := range seen.turns {
		for i, t := range turns {
			end := r.to
			if i+1 < len(turns) {
				end = turns[i+1].at
			}
			if t.task != sched.NoTask && end > t.at {
				r.runs[t.task] = append(r.runs[t.task], stretch{t.at, end, energy.CPUID(cpu)})
			}
		}
	}
	for _, list := range r.runs {
		slices.SortFunc(list, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	}
	for _, name := range seen.names {
		r.spec = append(r.spec, specOf(w, name))
	}
	return r
}

// specOf finds the task of the workload that a thread plays: threads carry its
// name, followed by a number if there are several.
func specOf(w *workload.Workload, name string) int {
	find := func(n string) int {
		return slices.IndexFunc(w.Tasks, func(t workload.TaskSpec) bool { return t.Name == n })
	}
	if i := find(name); i >= 0 {
		return i
	}
	base := strings.TrimRight(name, "0123456789")
	if stem, ok := strings.CutSuffix(base, "-"); ok && base != name {
		return find(stem)
	}
	return -1
}

// tasks returns the threads of the named tasks, or of all that are no daemons.
func (r *record) tasks(names []string) []sched.TaskID {
	var out []sched.TaskID
	for id, spec := range r.spec {
		if spec < 0 {
			continue
		}
		t := &r.work.Tasks[spec]
		if len(names) == 0 && !t.Daemon || slices.Contains(names, t.Name) {
			out = append(out, sched.TaskID(id))
		}
	}
	return out
}

// window resolves the time a criterion looks at; ok is false, with the reason, if
// it does not exist.
func (c *Criterion) window(r *record) (from, to int64, why string) {
	from, to = r.from, r.to
	for _, e := range [...]struct {
		in Instant
		to *int64
	}{{c.From, &from}, {c.To, &to}} {
		if e.in.Event == NoEvent {
			continue
		}
		at, ok := r.at(e.in)
		if !ok {
			return 0, 0, "the run has no moment " + e.in.String()
		}
		*e.to = at
	}
	if from >= to {
		return 0, 0, "the time it looks at is empty"
	}
	return from, to, ""
}

// at resolves an instant.
func (r *record) at(in Instant) (at int64, ok bool) {
	switch in.Event {
	case Start:
		return r.start + in.Plus, true
	case WindowStart:
		return r.from + in.Plus, true
	case WindowEnd:
		return r.to + in.Plus, true
	case Exit, FirstRun:
	case NoEvent:
		return 0, false
	}
	var times []int64
	for _, id := range r.tasks(in.Tasks) {
		if in.Event == Exit && r.watch.exits[id] >= 0 {
			times = append(times, r.watch.exits[id])
		}
		i := slices.IndexFunc(r.runs[id], func(s stretch) bool { return s.from >= r.start })
		if in.Event == FirstRun && i >= 0 {
			times = append(times, r.runs[id][i].from)
		}
	}
	slices.Sort(times)
	i := in.Nth - 1
	if in.Nth < 0 {
		i = len(times) + in.Nth
	}
	if i < 0 || i >= len(times) {
		return 0, false
	}
	return times[i] + in.Plus, true
}

// overlap is how much of a stretch lies between from and to.
func (s stretch) overlap(from, to int64) int64 { return max(0, min(s.to, to)-max(s.from, from)) }

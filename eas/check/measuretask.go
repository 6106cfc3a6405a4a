package check

import (
	"math"
	"slices"

	"easim/eas/sched"
	"easim/energy"
)

// residency: the share of each task's busy time on the CPUs.
func (c *Criterion) residency(r *record) (m measurement) {
	from, to, why := c.window(r)
	if why != "" {
		return measurement{unsure: why}
	}
	on := c.On.On(r.platform)
	for _, id := range r.tasks(c.Tasks) {
		var all, there int64
		for _, s := range r.runs[id] {
			ns := s.overlap(from, to)
			if ns == 0 {
				continue
			}
			m.n++
			all += ns
			if on.Has(s.cpu) {
				there += ns
			}
		}
		if all == 0 {
			m.unsure = r.watch.names[id] + " did not run in that time"
			continue
		}
		m.samples = append(m.samples, sample{r.watch.names[id], percent(there, all)})
	}
	return m
}

func percent(part, whole int64) float64 { return 100 * float64(part) / float64(whole) }

// firstCPU: the share of the tasks that ran there first. The run counts from its
// first event: that is where a task was put when it was made.
func (c *Criterion) firstCPU(r *record) measurement {
	return c.shareOfTasks(r, func(s []stretch) energy.CPUID { return s[0].cpu })
}

// lastCPU: the share of the tasks that ran there last.
func (c *Criterion) lastCPU(r *record) measurement {
	return c.shareOfTasks(r, func(s []stretch) energy.CPUID { return s[len(s)-1].cpu })
}

func (c *Criterion) shareOfTasks(r *record, cpu func([]stretch) energy.CPUID) (m measurement) {
	on := c.On.On(r.platform)
	var there int64
	astray := ""
	for _, id := range r.tasks(c.Tasks) {
		if len(r.runs[id]) == 0 {
			m.unsure = r.watch.names[id] + " did not run"
			continue
		}
		m.n++
		if at := cpu(r.runs[id]); on.Has(at) {
			there++
		} else if astray == "" {
			astray = r.watch.names[id] + " on CPU " + number(int64(at))
		}
	}
	if m.n > 0 {
		m.samples = []sample{{astray, percent(there, m.n)}}
	}
	return m
}

// switches: how far from an instant each task went over from one class to the
// other; the nearest change counts.
func (c *Criterion) switches(r *record) (m measurement) {
	near, ok := r.at(c.Near)
	if !ok {
		return measurement{unsure: "the run has no moment " + c.Near.String()}
	}
	before, after := classCPUs(r.platform, c.FromClass), classCPUs(r.platform, c.ToClass)
	for _, id := range r.tasks(c.Tasks) {
		best := math.Inf(1)
		for i, s := range r.runs[id] {
			if i == 0 || !after.Has(s.cpu) || !before.Has(r.runs[id][i-1].cpu) {
				continue
			}
			d := s.from - near
			if c.Side == After && d < 0 || c.Side == Before && d > 0 {
				continue
			}
			best = min(best, math.Abs(float64(d))/1e6)
		}
		m.n++
		m.samples = append(m.samples, sample{r.watch.names[id], best})
	}
	return m
}

// slack: the share of each task's activations that were late, in the measured
// window.
func (c *Criterion) slack(r *record) (m measurement) {
	ids := r.tasks(c.Tasks)
	for i := range r.result.Tasks {
		t := &r.result.Tasks[i]
		if !slices.ContainsFunc(ids, func(id sched.TaskID) bool { return r.watch.names[id] == t.Name }) {
			continue
		}
		if t.Activations == 0 {
			m.unsure = t.Name + " completed no activation"
			continue
		}
		m.n += t.Activations
		m.samples = append(m.samples, sample{t.Name, percent(t.Missed, t.Activations)})
	}
	return m
}

// migrations: the moves of all the tasks together.
func (c *Criterion) migrations(r *record) (m measurement) {
	from, to, why := c.window(r)
	if why != "" {
		return measurement{unsure: why}
	}
	ids := r.tasks(c.Tasks)
	count := 0
	for _, mv := range r.watch.moves {
		counts := c.Reason == "" || reasonNames[mv.why] == c.Reason
		if counts && mv.at >= from && mv.at < to && slices.Contains(ids, mv.task) {
			count++
		}
	}
	return measurement{samples: []sample{{"", float64(count)}}, n: int64(len(ids))}
}

// busyTimes is how long each task ran in the time the criterion looks at.
func (c *Criterion) busyTimes(r *record) (names []string, ns []int64, why string) {
	from, to, why := c.window(r)
	if why != "" {
		return nil, nil, why
	}
	for _, id := range r.tasks(c.Tasks) {
		var sum int64
		for _, s := range r.runs[id] {
			sum += s.overlap(from, to)
		}
		names, ns = append(names, r.watch.names[id]), append(ns, sum)
	}
	return names, ns, ""
}

// spread: how much more the busiest task got than the least busy one.
func (c *Criterion) spread(r *record) measurement {
	names, ns, why := c.busyTimes(r)
	if why != "" || len(ns) == 0 {
		return measurement{unsure: why}
	}
	lo, hi := slices.Min(ns), slices.Max(ns)
	value := math.Inf(1)
	if lo > 0 {
		value = float64(hi) / float64(lo)
	}
	who := names[slices.Index(ns, hi)] + " over " + names[slices.Index(ns, lo)]
	return measurement{samples: []sample{{who, value}}, n: int64(len(ns))}
}

// fairness: Jain's index, (Σx)² / (n Σx²).
func (c *Criterion) fairness(r *record) measurement {
	_, ns, why := c.busyTimes(r)
	if why != "" {
		return measurement{unsure: why}
	}
	var sum, squares float64
	for _, v := range ns {
		x := float64(v) / 1e9
		sum += x
		squares += float64(x * x)
	}
	if squares == 0 {
		return measurement{unsure: "no task ran in that time"}
	}
	return measurement{samples: []sample{{"", sum * sum / (float64(len(ns)) * squares)}}, n: int64(len(ns))}
}

package check

import (
	"cmp"
	"slices"
	"strconv"

	"easim/eas/sched"
	"easim/energy"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

func cpuName(id energy.CPUID) string { return "CPU " + number(int64(id)) }

// busy: the share of the time that the CPUs ran tasks.
func (c *Criterion) busy(r *record) (m measurement) {
	from, to, why := c.window(r)
	if why != "" {
		return measurement{unsure: why}
	}
	on := c.On.On(r.platform)
	ns := make([]int64, len(r.platform.CPUs))
	for id := range r.runs {
		if len(c.Tasks) > 0 && !slices.Contains(r.tasks(c.Tasks), sched.TaskID(id)) {
			continue
		}
		for _, s := range r.runs[id] {
			if v := s.overlap(from, to); v > 0 {
				ns[s.cpu] += v
				m.n++
			}
		}
	}
	var sum int64
	for _, id := range on.List() {
		sum += ns[id]
		if c.Each {
			m.samples = append(m.samples, sample{cpuName(id), percent(ns[id], to-from)})
		}
	}
	if !c.Each {
		cpus := int64(on.Len())
		if c.OfCPUs > 0 {
			cpus = c.OfCPUs
		}
		m.samples = []sample{{"", percent(sum, cpus*(to-from))}}
	}
	m.n = max(m.n, 1) // a CPU that idles all the time is an answer too
	return m
}

// balance: the passes of each CPU at a level.
func (c *Criterion) balance(r *record) (m measurement) {
	from, to, why := c.window(r)
	if why != "" {
		return measurement{unsure: why}
	}
	count := make([]int64, len(r.platform.CPUs))
	for _, p := range r.watch.passes {
		if p.at >= from && p.at < to && p.level == r.level(p.cpu, c.Level) && (c.Idle == "" || idleNames[p.idle] == c.Idle) {
			count[p.cpu]++
		}
	}
	on := c.On.On(r.platform)
	for _, id := range on.List() {
		if r.level(id, c.Level) < 0 {
			return measurement{skipped: cpuName(id) + " has no domain " + c.Level}
		}
		m.n += count[id]
		m.samples = append(m.samples, sample{cpuName(id), float64(count[id])})
	}
	m.n = max(m.n, 1)
	return m
}

// level is the number of a domain level of cpu: MC is left out for a cluster of one
// CPU, DIE on a board of one cluster, as the machine does; -1 if there is none.
func (r *record) level(cpu energy.CPUID, name string) int {
	p := r.platform
	alone := p.Clusters[p.CPUs[cpu].Cluster].CPUs.Len() == 1
	switch {
	case name == "MC" && !alone:
		return 0
	case name == "DIE" && len(p.Clusters) > 1 && alone:
		return 0
	case name == "DIE" && len(p.Clusters) > 1:
		return 1
	}
	return -1
}

// idleBeside: the longest time at a stretch for which a CPU of one class idled
// while a task ran on another class.
func (c *Criterion) idleBeside(r *record) (m measurement) {
	from, to, why := c.window(r)
	if why != "" {
		return measurement{unsure: why}
	}
	on := c.On.On(r.platform)
	var run []stretch
	for _, id := range r.tasks(c.Tasks) {
		for _, s := range r.runs[id] {
			if on.Has(s.cpu) && s.overlap(from, to) > 0 {
				run = append(run, stretch{from: max(s.from, from), to: min(s.to, to)})
			}
		}
	}
	m.n = int64(len(run))
	if m.n == 0 {
		m.unsure = "no task ran there in that time"
	}
	run = union(run)
	idleCPUs := classCPUs(r.platform, c.IdleClass)
	for _, id := range idleCPUs.List() {
		longest := int64(0)
		for _, idle := range r.idle(id) {
			for _, s := range run {
				longest = max(longest, s.overlap(idle.from, idle.to))
			}
		}
		m.samples = append(m.samples, sample{cpuName(id), float64(longest) / 1e6})
	}
	return m
}

// union joins stretches that overlap or touch.
func union(list []stretch) []stretch {
	slices.SortFunc(list, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	var out []stretch
	for _, s := range list {
		if n := len(out); n > 0 && s.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// idle returns the times during which cpu ran nothing.
func (r *record) idle(cpu energy.CPUID) []stretch {
	var out []stretch
	since, idle := int64(0), true
	for _, t := range r.watch.turns[cpu] {
		switch now := t.task == sched.NoTask; {
		case idle && !now:
			out = append(out, stretch{since, t.at, cpu})
		case !idle && now:
			since = t.at
		}
		idle = t.task == sched.NoTask
	}
	if idle && since < r.to {
		out = append(out, stretch{since, r.to, cpu})
	}
	return out
}

package report

import (
	"fmt"
	"sort"

	"easim/eas"
	"easim/eas/report/wording"
	"easim/energy"
)

// residency shows, cluster by cluster, where the CPUs' time went, in percent.
func (s *summary) residency() {
	s.section("Residency, % of the time")
	for i := range s.r.Energy.Clusters {
		s.cluster(&s.r.Energy.Clusters[i])
	}
}

func (s *summary) cluster(c *eas.ClusterEnergy) {
	cpus := s.cpusOf(c)
	if len(cpus) == 0 {
		return
	}
	t := &Table{Indent: 2, Columns: []Column{{c.Name, Left}, {"busy", Right}}}
	for _, f := range c.BusyFreqNS {
		t.Columns = append(t.Columns, Column{wording.MHz(f.Name), Right})
	}
	t.Columns[2].Head += " MHz"
	for _, st := range c.IdleStateNS {
		t.Columns = append(t.Columns, Column{st.Name, Right})
	}
	t.Columns = append(t.Columns, Column{"switches/s", Right})
	wall := s.r.Window.LengthNS
	for _, cpu := range cpus {
		row := append([]string{fmt.Sprintf("cpu%d", cpu.ID)}, shares(cpu.BusyNS, cpu.BusyFreqNS, cpu.IdleStateNS, wall)...)
		t.Add(append(row, perSecond(cpu.Switches, wall))...)
	}
	busy := int64(0)
	for _, f := range c.BusyFreqNS {
		busy += f.Value
	}
	t.Add(append([]string{"any CPU"}, shares(busy, c.BusyFreqNS, c.IdleStateNS, wall)...)...)
	s.table(t)
}

func shares(busy int64, freqs, states eas.NamedInts, wall int64) []string {
	out := []string{percent(busy, wall)}
	for _, list := range [...]eas.NamedInts{freqs, states} {
		for _, e := range list {
			out = append(out, percent(e.Value, wall))
		}
	}
	return out
}

// cpusOf are the CPUs of a row of the energy table.
func (s *summary) cpusOf(c *eas.ClusterEnergy) []*eas.CPUResult {
	set, err := energy.ParseCPUSet(c.CPUs)
	if err != nil {
		return nil // a result from elsewhere: it is shown without CPUs
	}
	var out []*eas.CPUResult
	for i := range s.r.CPUs {
		if cpu := &s.r.CPUs[i]; set.Has(energy.CPUID(cpu.ID)) {
			out = append(out, cpu)
		}
	}
	return out
}

// mostTasks is how many tasks the text form shows.
const mostTasks = 20

// tasks shows what the tasks did and got: the busiest ones, in file order.
func (s *summary) tasks() {
	shown := s.shownTasks()
	s.section("Tasks")
	e := &s.r.Energy
	mid := e.Mid != 0
	t := &Table{Indent: 2, Columns: []Column{{"", Left}, {"busy %", Right}, {"LITTLE %", Right}}}
	if mid {
		t.Columns = append(t.Columns, Column{"mid %", Right})
	}
	for _, head := range [...]string{
		"big %", "work", "core " + e.Unit, "wakes/s", "migr.", "jobs", "missed", "p50 µs", "p99 µs", "max µs",
	} {
		t.Columns = append(t.Columns, Column{head, Right})
	}
	wall := s.r.Window.LengthNS
	for _, task := range shown {
		row := []string{task.Name, percent(task.BusyNS, wall), percent(task.LittleNS, wall)}
		if mid {
			row = append(row, percent(task.MidNS, wall))
		}
		l := &task.Latency
		t.Add(append(row, percent(task.BigNS, wall), fixed(task.WorkCapacityS, 3), maybe(task.Energy, wording.Decimals(e.Total)),
			perSecond(task.Wakeups, wall), count(task.Migrations), count(task.Activations), count(task.Missed),
			latency(l.P50), latency(l.P99), latency(l.Max))...)
	}
	s.table(t)
	if rest := len(s.r.Tasks) - len(shown); rest > 0 {
		s.printf("  and %d less busy ones (--all-tasks lists them)\n", rest)
	}
}

func latency(v *float64) string {
	if v == nil {
		return unknown
	}
	return fixed(*v, min(wording.Decimals(*v), 1))
}

func (s *summary) shownTasks() []*eas.TaskResult {
	all := make([]*eas.TaskResult, len(s.r.Tasks))
	order := make([]int, len(s.r.Tasks))
	for i := range s.r.Tasks {
		all[i], order[i] = &s.r.Tasks[i], i
	}
	if s.o.AllTasks || len(all) <= mostTasks {
		return all
	}
	sort.SliceStable(order, func(a, b int) bool { return all[order[a]].BusyNS > all[order[b]].BusyNS })
	order = order[:mostTasks]
	sort.Ints(order)
	out := make([]*eas.TaskResult, len(order))
	for i, n := range order {
		out[i] = all[n]
	}
	return out
}

package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"easim/eas/check/optimal"
	"easim/energy"
)

// change is a moment at which a task asks for something else, or is somewhere
// else.
type change struct {
	at   int64
	task int // index of the tasks looked at
	cpu  energy.CPUID
	util int64
	kind changeKind
}

type changeKind uint8

const (
	newUtil changeKind = iota
	newCPU
)

// energy: by how much the energy of the placement exceeds the least that would
// have done. Both are estimates by the same table, with perfect frequencies and
// idle states, from what the tasks are expected to need and the CPU that each ran
// on last.
func (c *Criterion) energy(r *record) (m measurement) {
	from, to, why := c.window(r)
	if why != "" {
		return measurement{unsure: why}
	}
	model, err := c.model(r.platform, r.result.Energy.Meter)
	if err != nil {
		return measurement{skipped: err.Error()}
	}
	if c.From.Event == NoEvent {
		from = max(from, r.start)
	}
	changes, tasks, last, err := c.changes(r, to)
	if err != nil {
		return measurement{unsure: err.Error()}
	}
	if c.To.Event == NoEvent {
		to = min(to, last)
	}
	p := placement{model: model, tasks: tasks, cpu: make([]energy.CPUID, len(tasks)), best: map[string]float64{}}
	for i := range p.cpu {
		p.cpu[i] = -1
	}
	m = p.integrate(changes, from, to)
	m.n = int64(len(changes))
	if len(m.samples) > 0 {
		unit := r.platform.Table(c.tableName(r)).EnergyUnit()
		m.samples[0].who = fmt.Sprintf("%.1f against %.1f %s", p.actual, p.optimum, unit)
		if e := &r.result.Energy; c.whole() && strings.EqualFold(c.tableName(r), e.Meter) {
			m.samples[0].who += fmt.Sprintf("; metered %.1f", e.Total)
		}
	}
	return m
}

// whole reports whether the criterion looks at the whole measured window.
func (c *Criterion) whole() bool { return c.From.Event == NoEvent && c.To.Event == NoEvent }

// model is the energy oracle over the table that counts: the criterion's, else
// the meter's if it can, else the platform's first that can.
func (c *Criterion) model(p *energy.Platform, meter string) (*optimal.Model, error) {
	t, err := c.table(p, meter)
	if err != nil {
		return nil, err
	}
	return optimal.New(p, t, c.MarginPct)
}

func (c *Criterion) tableName(r *record) string {
	t, err := c.table(r.platform, r.result.Energy.Meter)
	if err != nil {
		return ""
	}
	return t.Name
}

func (c *Criterion) table(p *energy.Platform, meter string) (*energy.PowerTable, error) {
	if c.Table != "" {
		return p.FindTable(c.Table)
	}
	can := func(t *energy.PowerTable) bool {
		return t != nil && (t.Kind == energy.TableEAS1x || t.Kind == energy.TableEM)
	}
	for _, t := range [...]*energy.PowerTable{
		p.Table(meter), p.TableOfKind(energy.TableEAS1x), p.TableOfKind(energy.TableEM),
	} {
		if can(t) {
			return t, nil
		}
	}
	return nil, fmt.Errorf("platform %s has no table of kind eas1x or em", p.Name)
}

// changes lists all changes up to a time, in order, and the tasks with the CPUs
// they may use. last is when the last task stops to ask for anything.
func (c *Criterion) changes(r *record, to int64) (out []change, tasks []optimal.Task, last int64, err error) {
	for _, id := range r.tasks(c.Tasks) {
		spec := &r.work.Tasks[r.spec[id]]
		n := len(tasks)
		tasks = append(tasks, optimal.Task{CPUs: spec.Attr.CPUs})
		demands, err := demandsOf(spec, r.result.Scenario.Calib.Capacity, c.Swing, to-r.start)
		if err != nil {
			return nil, nil, 0, err
		}
		for _, d := range demands {
			out = append(out, change{at: r.start + d.from, task: n, util: d.util}, change{at: r.start + d.to, task: n})
			last = max(last, r.start+d.to)
		}
		at := energy.CPUID(-1)
		for _, s := range r.runs[id] {
			if s.cpu != at {
				at = s.cpu
				out = append(out, change{at: s.from, task: n, cpu: at, kind: newCPU})
			}
		}
	}
	// The end of a phase comes before the beginning of the next: both are stable
	// in this order within a task.
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	return out, tasks, last, nil
}

// placement adds up the energy of what was and of what would have been best.
type placement struct {
	model *optimal.Model
	tasks []optimal.Task
	cpu   []energy.CPUID // where each task is; -1: nowhere yet
	best  map[string]float64

	actual, optimum float64 // millijoules, or what the table's unit makes of it
}

func (p *placement) integrate(changes []change, from, to int64) (m measurement) {
	at := from
	for i := 0; i <= len(changes); i++ {
		next := to
		if i < len(changes) {
			next = min(max(changes[i].at, from), to)
		}
		if next > at {
			best, ok := p.optimalPower()
			if !ok {
				return measurement{skipped: "no placement leaves so much of every CPU free"}
			}
			seconds := float64(next-at) / 1e9
			p.actual += float64(p.power() * seconds)
			p.optimum += float64(best * seconds)
			at = next
		}
		if i < len(changes) {
			p.apply(&changes[i])
		}
	}
	if p.optimum == 0 {
		return measurement{unsure: "the optimal placement costs nothing"}
	}
	m.samples = []sample{{"", 100 * (p.actual/p.optimum - 1)}}
	return m
}

func (p *placement) apply(c *change) {
	if c.kind == newCPU {
		p.cpu[c.task] = c.cpu
	} else {
		p.tasks[c.task].Util = c.util
	}
}

func (p *placement) power() float64 {
	load := make([]int64, p.model.CPUs())
	for i, cpu := range p.cpu {
		if cpu >= 0 {
			load[cpu] += p.tasks[i].Util
		}
	}
	return p.model.Power(load)
}

// optimalPower is the power of the best placement of what the tasks ask for now.
func (p *placement) optimalPower() (power float64, ok bool) {
	key := make([]byte, 0, 4*len(p.tasks))
	for _, t := range p.tasks {
		key = append(key, byte(t.Util), byte(t.Util>>8))
	}
	if power, ok = p.best[string(key)]; ok {
		return power, power >= 0
	}
	best, ok := p.model.Best(p.tasks)
	if !ok {
		best.Power = -1
	}
	p.best[string(key)] = best.Power
	return best.Power, ok
}

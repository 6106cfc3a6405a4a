package meter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// board has two clusters of two CPUs; oneClock puts both into one frequency
// domain, as on HiKey 620.
func board(oneClock bool) *energy.Platform {
	p := &energy.Platform{
		Clusters: []energy.Cluster{
			{Kind: energy.Little, CPUs: energy.CPUSetOf(0, 3), IdleStates: make([]energy.IdleState, 3)},
			{Kind: energy.Big, CPUs: energy.CPUSetOf(1, 2), IdleStates: make([]energy.IdleState, 2)},
		},
		FreqDomains: []energy.FreqDomain{
			{CPUs: energy.CPUSetOf(0, 3), OPPs: make([]energy.OPP, 3)},
			{CPUs: energy.CPUSetOf(1, 2), OPPs: make([]energy.OPP, 2)},
		},
		CPUs: []energy.CPU{{}, {Cluster: 1, Domain: 1}, {Cluster: 1, Domain: 1}, {}},
	}
	if oneClock {
		p.FreqDomains = p.FreqDomains[:1]
		p.FreqDomains[0].CPUs = energy.CPURange(0, 3)
		p.CPUs[1].Domain, p.CPUs[2].Domain = 0, 0
	}
	return p
}

// plain is the oracle: it keeps the state of everything and, at each event, adds
// the time since the last one everywhere.
type plain struct {
	p       *energy.Platform
	now     des.Time
	running []sched.TaskID
	granted []int
	asked   []int
	opp     []int
	r       *Residency
}

func newPlain(p *energy.Platform, tasks int) *plain {
	o := &plain{p: p, r: &Residency{}}
	for range p.CPUs {
		o.running = append(o.running, sched.NoTask)
		o.granted = append(o.granted, 0)
		o.asked = append(o.asked, 0)
	}
	for _, fd := range p.FreqDomains {
		o.opp = append(o.opp, len(fd.OPPs)-1)
	}
	o.clear(tasks)
	return o
}

func (o *plain) clear(tasks int) {
	o.r = &Residency{}
	islands := o.p.Islands()
	for _, fd := range o.p.FreqDomains {
		o.r.OPPNS = append(o.r.OPPNS, make([]int64, len(fd.OPPs)))
	}
	nopp := func(cpu energy.CPUID) int { return len(o.p.FreqDomains[o.p.CPUs[cpu].Domain].OPPs) }
	nidle := func(cpu energy.CPUID) int { return len(o.p.Clusters[o.p.CPUs[cpu].Cluster].IdleStates) + 1 }
	for id := range o.p.CPUs {
		c := CPU{
			BusyNS: make([]int64, nopp(energy.CPUID(id))), GrantedNS: make([]int64, nidle(energy.CPUID(id))),
			RequestedNS: make([]int64, nidle(energy.CPUID(id))),
		}
		for i := range islands {
			if islands[i].Has(energy.CPUID(id)) {
				c.Island = i
			}
		}
		o.r.CPUs = append(o.r.CPUs, c)
	}
	for _, set := range islands {
		first := o.p.CPUs[set.First()]
		isl := Island{Residency: *o.p.NewResidency(set), Cluster: first.Cluster, Domain: first.Domain}
		o.r.Islands = append(o.r.Islands, isl)
	}
	for range tasks {
		var t Task
		for _, set := range islands {
			t.BusyNS = append(t.BusyNS, make([]int64, nopp(set.First())))
		}
		o.r.Tasks = append(o.r.Tasks, t)
	}
}

func (o *plain) advance(at des.Time) {
	dt := int64(at - o.now)
	o.now = at
	o.r.WallNS += dt
	for d, opp := range o.opp {
		o.r.OPPNS[d][opp] += dt
	}
	for id := range o.r.CPUs {
		c := &o.r.CPUs[id]
		opp := o.opp[o.p.CPUs[id].Domain]
		if t := o.running[id]; t != sched.NoTask {
			c.BusyNS[opp] += dt
			o.r.Tasks[t].BusyNS[c.Island][opp] += dt
		} else {
			c.GrantedNS[o.granted[id]] += dt
			c.RequestedNS[o.asked[id]] += dt
		}
	}
	for i := range o.r.Islands {
		isl := &o.r.Islands[i]
		busy, shallow := 0, 99
		for n, id := range isl.CPUs.List() {
			if o.running[id] != sched.NoTask {
				busy++
				isl.CPU[n].BusyNS[o.opp[isl.Domain]] += dt
			} else {
				shallow = min(shallow, o.granted[id])
				isl.CPU[n].IdleNS[o.granted[id]] += dt
			}
		}
		if busy > 0 {
			isl.BusyNS[o.opp[isl.Domain]][busy-1] += dt
		} else {
			isl.IdleNS[shallow] += dt
		}
	}
}

// play draws events and gives them to the meter and, if there is one, the
// oracle; it returns the time of the last one. It keeps the machine's laws: a task
// runs on one CPU, an idle state is left before a task runs.
func play(t *rapid.T, p *energy.Platform, probes sched.Tracer, o *plain, tasks, events int, at des.Time) des.Time {
	free := make([]bool, tasks)
	for i := range free {
		free[i] = true
	}
	for _, id := range o.running {
		if id != sched.NoTask {
			free[id] = false
		}
	}
	for range events {
		at += des.Time(rapid.Int64Range(0, 5000).Draw(t, "dt"))
		o.advance(at)
		cpu := energy.CPUID(rapid.IntRange(0, len(p.CPUs)-1).Draw(t, "cpu"))
		switch rapid.IntRange(0, 3).Draw(t, "event") {
		case 0:
			d := p.CPUs[cpu].Domain
			opp := rapid.IntRange(0, len(p.FreqDomains[d].OPPs)-1).Draw(t, "opp")
			o.opp[d] = opp
			probes.CPUFrequency(at, d, opp)
		case 1:
			if o.running[cpu] == sched.NoTask {
				n := len(p.Clusters[p.CPUs[cpu].Cluster].IdleStates)
				asked := rapid.IntRange(-1, n-1).Draw(t, "asked")
				granted := rapid.IntRange(-1, asked).Draw(t, "granted")
				o.asked[cpu], o.granted[cpu] = asked+1, granted+1
				probes.CPUIdle(at, cpu, asked, granted)
			}
		case 2:
			next := sched.TaskID(rapid.IntRange(-1, tasks-1).Draw(t, "next"))
			prev := o.running[cpu]
			if next != sched.NoTask && !free[next] || next == prev {
				continue
			}
			if prev == sched.NoTask {
				o.asked[cpu], o.granted[cpu] = 0, 0
				probes.CPUIdle(at, cpu, -1, -1)
			} else {
				free[prev] = true
			}
			if next != sched.NoTask {
				free[next] = false
			}
			o.running[cpu] = next
			o.r.CPUs[cpu].Switches++
			probes.SchedSwitch(at, cpu, prev, next, false)
		case 3:
			id := sched.TaskID(rapid.IntRange(0, tasks-1).Draw(t, "worker"))
			w := rapid.Int64Range(0, 1<<40).Draw(t, "work")
			o.r.Tasks[id].Work += w
			probes.Work(at, id, cpu, w)
		}
	}
	return at
}

func start(p *energy.Platform, tasks int) (*Meter, sched.Tracer, *plain) {
	m := New(p)
	probes := m.Tracer()
	for i := range tasks {
		probes.TaskNew(0, sched.TaskID(i), "t")
	}
	return m, probes, newPlain(p, tasks)
}

func TestMeterOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := board(rapid.Bool().Draw(t, "oneClock"))
		const tasks = 5
		m, probes, o := start(p, tasks)
		at := play(t, p, probes, o, tasks, 40, 0) // the warm-up
		o.clear(tasks)
		m.Reset(at)
		at = play(t, p, probes, o, tasks, 60, at)
		m.Finish(at)
		want := o.r
		got := m.Residency()
		if d := cmp.Diff(want, got, cmp.AllowUnexported(energy.CPUSet{})); d != "" {
			t.Fatalf("residency (-oracle +meter):\n%s", d)
		}
		checkLaws(t, got)
		o.r = &Residency{}
		o.clear(tasks)
		play(t, p, probes, o, tasks, 20, at) // after the window nothing counts
		if d := cmp.Diff(got, m.Residency(), cmp.AllowUnexported(energy.CPUSet{})); d != "" {
			t.Fatalf("a closed meter goes on counting:\n%s", d)
		}
	})
}

// checkLaws: busy + idle = wall for each CPU, island and clock; the tasks' time is
// the CPUs' busy time.
func checkLaws(t *rapid.T, r *Residency) {
	busy, tasks := int64(0), int64(0)
	for i := range r.CPUs {
		c := &r.CPUs[i]
		busy += c.Busy()
		if c.Busy()+c.Idle() != r.WallNS || c.Busy()+sum(c.RequestedNS) != r.WallNS {
			t.Fatalf("cpu%d: busy %d + idle %d (asked %d) is not %d", i, c.Busy(), c.Idle(), sum(c.RequestedNS), r.WallNS)
		}
	}
	for i := range r.Islands {
		if err := r.Islands[i].Check(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range r.Tasks {
		for isl := range r.Islands {
			tasks += r.Tasks[i].BusyOn(isl)
		}
	}
	if busy != tasks {
		t.Fatalf("CPUs were busy for %d ns, tasks ran for %d", busy, tasks)
	}
	checkTaskCost(t, r)
	for d := range r.OPPNS {
		if sum(r.OPPNS[d]) != r.WallNS {
			t.Fatalf("clock %d: %d ns, want %d", d, sum(r.OPPNS[d]), r.WallNS)
		}
	}
}

// checkTaskCost: whatever the powers, the tasks' shares make the cores' busy cost.
func checkTaskCost(t *rapid.T, r *Residency) {
	table := &energy.PowerTable{Kind: energy.TableEAS1x}
	var want, got energy.Tally
	for i := range r.Islands {
		isl := &r.Islands[i]
		d := energy.TableDomain{CPUs: isl.CPUs}
		for range isl.BusyNS {
			d.CoreBusy = append(d.CoreBusy, energy.Power(rapid.Int64Range(0, int64(energy.MaxPower)).Draw(t, "power")))
		}
		d.Capacity, d.ClusterBusy = make([]energy.Capacity, len(d.CoreBusy)), make([]energy.Power, len(d.CoreBusy))
		table.Domains = append(table.Domains, d)
		sums, err := table.Cost(&isl.Residency)
		if err != nil {
			t.Fatal(err)
		}
		want.AddTally(sums.CoreBusy)
	}
	for i := range r.Tasks {
		cost, known, err := r.TaskCost(table, &r.Tasks[i])
		if err != nil || !known {
			t.Fatalf("task %d: known %v, error %v", i, known, err)
		}
		got.AddTally(cost)
	}
	if got != want {
		t.Fatalf("tasks cost %v, cores %v", got, want)
	}
}

// all hands each event to every one of ts.
func all(ts ...sched.Tracer) sched.Tracer {
	return sched.Tracer{
		SchedSwitch: func(at des.Time, cpu energy.CPUID, prev, next sched.TaskID, runnable bool) {
			for _, t := range ts {
				t.SchedSwitch(at, cpu, prev, next, runnable)
			}
		},
		TaskNew: func(at des.Time, id sched.TaskID, name string) {
			for _, t := range ts {
				t.TaskNew(at, id, name)
			}
		},
		CPUFrequency: func(at des.Time, domain, opp int) {
			for _, t := range ts {
				t.CPUFrequency(at, domain, opp)
			}
		},
		CPUIdle: func(at des.Time, cpu energy.CPUID, requested, granted int) {
			for _, t := range ts {
				t.CPUIdle(at, cpu, requested, granted)
			}
		},
		Work: func(at des.Time, id sched.TaskID, cpu energy.CPUID, work int64) {
			for _, t := range ts {
				t.Work(at, id, cpu, work)
			}
		},
	}
}

// TestWindowsAdd: two windows in a row hold what one window over both holds.
func TestWindowsAdd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := board(false)
		const tasks = 4
		whole, first, o := New(p), New(p), newPlain(p, tasks)
		second := New(p)
		probes := all(whole.Tracer(), first.Tracer(), second.Tracer())
		for i := range tasks {
			probes.TaskNew(0, sched.TaskID(i), "t")
		}
		mid := play(t, p, probes, o, tasks, 30, 0) + des.Time(rapid.Int64Range(0, 900).Draw(t, "gap"))
		first.Finish(mid)
		second.Reset(mid)
		end := play(t, p, probes, o, tasks, 30, mid)
		second.Finish(end)
		whole.Finish(end)
		a, b, w := first.Residency(), second.Residency(), whole.Residency()
		for i := range w.CPUs {
			for opp, ns := range w.CPUs[i].BusyNS {
				if got := a.CPUs[i].BusyNS[opp] + b.CPUs[i].BusyNS[opp]; got != ns {
					t.Fatalf("cpu%d OPP %d: %d ns in two windows, %d in one", i, opp, got, ns)
				}
			}
		}
		for i := range w.Tasks {
			if got := a.Tasks[i].Work + b.Tasks[i].Work; got != w.Tasks[i].Work {
				t.Fatalf("task %d: work %d in two windows, %d in one", i, got, w.Tasks[i].Work)
			}
		}
		for i := range w.Islands {
			for idx, ns := range w.Islands[i].IdleNS {
				if got := a.Islands[i].IdleNS[idx] + b.Islands[i].IdleNS[idx]; got != ns {
					t.Fatalf("island %d idle %d: %d ns in two windows, %d in one", i, idx, got, ns)
				}
			}
		}
	})
}

func TestNoAllocation(t *testing.T) {
	_, probes, _ := start(board(false), 3)
	at := des.Time(0)
	n := testing.AllocsPerRun(100, func() {
		at += 10
		probes.CPUIdle(at, 1, -1, -1)
		probes.SchedSwitch(at, 1, sched.NoTask, 2, false)
		probes.CPUFrequency(at+2, 1, int(at/10)%2)
		probes.Work(at+4, 2, 1, 100)
		probes.SchedSwitch(at+5, 1, 2, sched.NoTask, false)
		probes.CPUIdle(at+6, 1, 1, 0)
	})
	if n != 0 {
		t.Errorf("%v allocations a round, want 0", n)
	}
}

func BenchmarkSwitch(b *testing.B) {
	b.ReportAllocs()
	m := New(board(false))
	probes := m.Tracer()
	probes.TaskNew(0, 0, "t")
	for i := range b.N {
		at := des.Time(i) * 100
		probes.SchedSwitch(at, 0, sched.NoTask, 0, false)
		probes.SchedSwitch(at+50, 0, 0, sched.NoTask, false)
	}
}

package fair

import (
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// machine drives the class without the event loop: the test says what happens
// and when, and the machine does what core.c would do around the class.
type machine struct {
	k         *sched.Kernel
	f         *CFS
	tasks     []*sched.Task
	scheduled []bool // by CPU: the last operation asked for a reschedule and got it
}

// newMachine returns a machine of CPUs of the given capacities, each with a
// clock of its own, at the time and with the queues of the recorded sequences.
func newMachine(tb testing.TB, caps []int, set func(*sched.Config)) *machine {
	tb.Helper()
	cfg := sched.Config{Params: sched.DefaultParams(), Features: sched.DefaultFeatures(), Fair: NewCFS()}
	cfg.Platform, cfg.Model = testPlatform(caps)
	if set != nil {
		set(&cfg)
	}
	k, err := sched.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	m := &machine{k: k, f: cfg.Fair.(*CFS), scheduled: make([]bool, len(caps))}
	m.advance(int64(des.Second))
	for i := range caps {
		q := &k.CPU(energy.CPUID(i)).RQ.CFS
		q.Avg.LastUpdate = int64(k.Now())
	}
	return m
}

// testPlatform has one CPU a cluster and one OPP a CPU.
func testPlatform(caps []int) (*energy.Platform, *energy.PowerTable) {
	p := &energy.Platform{Name: "test"}
	table := energy.PowerTable{Name: "test", Kind: energy.TableEAS1x}
	for i, c := range caps {
		cpus := energy.CPUSetOf(energy.CPUID(i))
		rate := []energy.Rate{energy.Rate(c) * energy.RateScale}
		p.CPUs = append(p.CPUs, energy.CPU{Type: i, Cluster: i, Domain: i})
		p.Types = append(p.Types, energy.CPUType{Rates: []energy.RateSet{{Int: rate}}})
		p.Clusters = append(p.Clusters, energy.Cluster{CPUs: cpus})
		p.FreqDomains = append(p.FreqDomains, energy.FreqDomain{CPUs: cpus, OPPs: []energy.OPP{{Freq: 1_000_000}}})
		table.Domains = append(table.Domains, energy.TableDomain{
			CPUs: cpus, Capacity: []energy.Capacity{energy.Capacity(c)},
			CoreBusy: []energy.Power{0}, ClusterBusy: []energy.Power{0},
		})
	}
	return p, &table
}

func (m *machine) cpu(id int) *sched.CPU { return m.k.CPU(energy.CPUID(id)) }

func (m *machine) advance(ns int64) { m.k.AdvanceTo(m.k.Now() + des.Time(ns)) }

// fork makes a task as a child of what runs on CPU id, and wakes it there.
func (m *machine) fork(id int, p sched.Policy, nice int) *sched.Task {
	c := m.cpu(id)
	t := &sched.Task{ID: sched.TaskID(len(m.tasks)), Policy: p, Nice: nice, CPU: c.ID}
	m.tasks = append(m.tasks, t)
	m.f.Reweight(m.k, t)
	m.f.Fork(m.k, c, t, c.Curr)
	m.activate(c, t, sched.EnqueueNew, sched.WakeFork)
	return t
}

func (m *machine) activate(c *sched.CPU, t *sched.Task, f, wf sched.Flags) {
	c.RQ.NrRunning++
	m.f.Enqueue(m.k, c, t, f)
	t.OnRQ, t.State = true, sched.TaskRunnable
	if c.Curr == nil || m.f.Preempts(m.k, c, t, wf) {
		c.NeedResched = true
	}
	m.settle(c)
}

func (m *machine) deactivate(c *sched.CPU, t *sched.Task, f sched.Flags) {
	m.f.Dequeue(m.k, c, t, f)
	c.RQ.NrRunning--
	t.OnRQ = false
}

func (m *machine) tick(id int) {
	c := m.cpu(id)
	if c.Curr != nil && m.f.Tick(m.k, c, c.Curr) {
		c.NeedResched = true
	}
	m.settle(c)
}

func (m *machine) sleep(id int) {
	c := m.cpu(id)
	if c.Curr == nil {
		return
	}
	c.Curr.State = sched.TaskSleeping
	m.deactivate(c, c.Curr, sched.DequeueSleep)
	m.schedule(c)
}

func (m *machine) wake(t *sched.Task, id int) {
	if t.State != sched.TaskSleeping {
		return
	}
	c := m.cpu(id)
	m.f.Waking(m.k, t, nil)
	m.setCPU(t, c)
	m.activate(c, t, sched.EnqueueWakeup|sched.EnqueueWaking, 0)
}

func (m *machine) setCPU(t *sched.Task, c *sched.CPU) {
	if t.CPU != c.ID {
		m.f.Migrate(m.k, t, c.ID)
		t.CPU = c.ID
	}
}

// migrate moves a task that is queued and does not run, as a balancer would.
func (m *machine) migrate(t *sched.Task, id int) {
	from, to := m.k.CPU(t.CPU), m.cpu(id)
	if from == to || !t.OnRQ || from.Curr == t {
		return
	}
	m.deactivate(from, t, 0)
	m.setCPU(t, to)
	m.activate(to, t, sched.EnqueueMigrate, 0)
}

func (m *machine) yield(id int) {
	c := m.cpu(id)
	if c.Curr == nil {
		return
	}
	m.f.Yield(m.k, c)
	c.NeedResched = true
	m.settle(c)
}

// settle reschedules c if it was asked to.
func (m *machine) settle(c *sched.CPU) {
	if c.NeedResched {
		m.schedule(c)
		m.scheduled[c.ID] = true
	}
}

func (m *machine) schedule(c *sched.CPU) {
	c.NeedResched = false
	if c.Curr != nil {
		m.f.Put(m.k, c, c.Curr)
	}
	c.Curr = m.f.Pick(m.k, c)
	if c.Curr == nil {
		c.RQ.MisfitTask = false
	}
}

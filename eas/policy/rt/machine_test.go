package rt

import (
	"fmt"
	"testing"

	"easim/eas/des"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

// machine drives the class without the event loop, as core.c would around it.
// Fair tasks are only what runs when no real-time task may: they are on no queue.
type machine struct {
	tb    testing.TB
	k     *sched.Kernel
	r     *RT
	tasks []*sched.Task
	fair  []*sched.Task // by CPU, or nil: the CPU is idle without real-time work
}

// newMachine has two clusters: CPUs 0 to 2, and 3 and 4.
func newMachine(tb testing.TB, set func(*sched.Config)) *machine {
	tb.Helper()
	cfg := sched.Config{Params: sched.DefaultParams(), Features: sched.DefaultFeatures(), Fair: fair.NewCFS(), RT: New()}
	cfg.Platform, cfg.Model = testPlatform()
	if set != nil {
		set(&cfg)
	}
	k, err := sched.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	m := &machine{tb: tb, k: k, r: cfg.RT.(*RT), fair: make([]*sched.Task, len(cfg.Platform.CPUs))}
	// The period timer stays out of the event queue, where AdvanceTo would meet
	// it: runUntil calls Period itself.
	m.r.boot(k)
	m.r.periodArmed = true
	return m
}

func testPlatform() (*energy.Platform, *energy.PowerTable) {
	p := &energy.Platform{
		Name:  "test",
		Types: []energy.CPUType{{Rates: []energy.RateSet{{Int: []energy.Rate{energy.RateScale}}}}},
	}
	table := energy.PowerTable{Name: "test", Kind: energy.TableEAS1x}
	for i, cpus := range []energy.CPUSet{energy.CPURange(0, 2), energy.CPURange(3, 4)} {
		for range cpus.Len() {
			p.CPUs = append(p.CPUs, energy.CPU{Cluster: i, Domain: i})
		}
		p.Clusters = append(p.Clusters, energy.Cluster{CPUs: cpus})
		p.FreqDomains = append(p.FreqDomains, energy.FreqDomain{CPUs: cpus, OPPs: []energy.OPP{{Freq: 1_000_000}}})
		table.Domains = append(table.Domains, energy.TableDomain{
			CPUs: cpus, Capacity: []energy.Capacity{1024}, CoreBusy: []energy.Power{0}, ClusterBusy: []energy.Power{0},
		})
	}
	return p, &table
}

func (m *machine) cpu(id energy.CPUID) *sched.CPU { return m.k.CPU(id) }

func (m *machine) advance(d des.Time) { m.k.AdvanceTo(m.k.Now() + d) }

// task makes a sleeping task that last ran on cpu. No allowed CPU means all.
func (m *machine) task(cpu energy.CPUID, policy sched.Policy, prio int, allowed ...energy.CPUID) *sched.Task {
	set := energy.CPUSetOf(allowed...)
	if set.Empty() {
		set = energy.CPURange(0, energy.CPUID(m.k.View().NrCPUs()-1))
	}
	t := &sched.Task{
		ID: sched.TaskID(len(m.tasks)), Policy: policy, Priority: prio, CPU: cpu,
		Affinity: set, NrAllowed: set.Len(), State: sched.TaskSleeping,
	}
	m.tasks = append(m.tasks, t)
	m.r.Reweight(m.k, t)
	m.r.Fork(m.k, m.cpu(cpu), t, nil)
	return t
}

// wake wakes t by the CPU waker, placing it by SelectCPU.
func (m *machine) wake(t *sched.Task, waker energy.CPUID) {
	if t.NrAllowed > 1 {
		t.CPU = m.r.SelectCPU(m.k, t, t.CPU, sched.KindWake, 0, waker)
	}
	m.wakeHere(t, waker)
}

// wakeHere wakes t where it last ran.
func (m *machine) wakeHere(t *sched.Task, waker energy.CPUID) {
	c := m.cpu(t.CPU)
	c.RQ.NrRunning++
	m.r.Enqueue(m.k, c, t, sched.EnqueueWakeup)
	t.OnRQ, t.State = true, sched.TaskRunnable
	if !isRT(c.Curr) || m.r.Preempts(m.k, c, t, 0) {
		m.k.Resched(c)
	}
	m.r.Woken(m.k, c, t, waker)
	m.settle()
}

// start wakes t on its CPU, which must let it run.
func (m *machine) start(t *sched.Task) *sched.Task {
	m.tb.Helper()
	m.wakeHere(t, t.CPU)
	m.wantRuns(t.CPU, t)
	return t
}

func (m *machine) sleep(id energy.CPUID) {
	c := m.cpu(id)
	t := c.Curr
	m.r.Dequeue(m.k, c, t, sched.DequeueSleep)
	c.RQ.NrRunning--
	t.OnRQ, t.State = false, sched.TaskSleeping
	m.k.Resched(c)
	m.settle()
}

// tick lets every CPU that runs a real-time task have a tick, and the period
// timer run if it is due.
func (m *machine) tick() {
	for id := range m.fair {
		if c := m.cpu(energy.CPUID(id)); isRT(c.Curr) && m.r.Tick(m.k, c, c.Curr) {
			m.k.Resched(c)
		}
	}
	m.settle()
}

// settle lets every CPU that was asked to choose anew do so.
func (m *machine) settle() {
	for again := true; again; {
		again = false
		for id := range m.fair {
			if c := m.cpu(energy.CPUID(id)); c.NeedResched {
				m.schedule(c)
				again = true
			}
		}
	}
	if err := m.check(); err != nil {
		m.tb.Fatal(err)
	}
}

func (m *machine) schedule(c *sched.CPU) {
	c.NeedResched = false
	if isRT(c.Curr) {
		prev := c.Curr
		m.r.Put(m.k, c, prev)
		m.r.PreSchedule(m.k, c, prev.Priority)
	}
	c.Curr = m.r.Pick(m.k, c)
	if c.Curr == nil {
		c.Curr = m.fair[c.ID]
		return
	}
	m.r.PostSchedule(m.k, c)
}

// check verifies the laws of the queues.
func (m *machine) check() error {
	queued := make([]int, len(m.fair))
	for _, t := range m.tasks {
		if t.RT.Queued != t.OnRQ {
			return fmt.Errorf("task %d: queued %v, on_rq %v", t.ID, t.RT.Queued, t.OnRQ)
		}
		if t.OnRQ {
			queued[t.CPU]++
			if !t.Affinity.Has(t.CPU) {
				return fmt.Errorf("task %d on CPU %d", t.ID, t.CPU)
			}
		}
	}
	for id, n := range queued {
		c := m.cpu(energy.CPUID(id))
		counted := n
		if c.RQ.RT.Throttled {
			counted = 0
		}
		if c.RQ.RT.NrRunning != n || c.RQ.NrRunning != counted {
			return fmt.Errorf("CPU %d counts %d and %d tasks, has %d", id, c.RQ.RT.NrRunning, c.RQ.NrRunning, n)
		}
		if want := highest(&c.RQ.RT); counted > 0 && (!isRT(c.Curr) || c.Curr.Priority != want) {
			return fmt.Errorf("CPU %d runs %v with a task of priority %d queued", id, c.Curr, want)
		}
	}
	return nil
}

func (m *machine) wantRuns(id energy.CPUID, t *sched.Task) {
	m.tb.Helper()
	if got := m.cpu(id).Curr; got != t {
		m.tb.Errorf("CPU %d runs %s, want %s", id, name(got), name(t))
	}
}

func name(t *sched.Task) string {
	if t == nil {
		return "nothing"
	}
	return fmt.Sprintf("task %d", t.ID)
}

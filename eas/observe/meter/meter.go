package meter

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// Meter integrates the residencies of one run. Make it with [New], hand
// [Meter.Tracer] to the machine before it starts, bracket the measured time with
// [Meter.Reset] and [Meter.Finish], and read [Meter.Residency].
type Meter struct {
	from, to des.Time // the window; to is valid once closed
	closed   bool

	cpus    []cpuState
	islands []islandState
	domains []domainState

	slots int     // (island, OPP) pairs: columns of tasks
	tasks []int64 // busy ns, slots columns a task
	work  []int64 // rate x ns by task
}

// cpuState is what one CPU does since when, and its sums.
type cpuState struct {
	since     des.Time
	task      sched.TaskID // running task; NoTask while idle
	opp       int
	slot      int // column of OPP 0 in a task's row
	island    int
	granted   int // idle index the hardware is in; 0 is active idle
	requested int
	switches  int64

	busyNS      []int64 // by OPP
	grantedNS   []int64 // by idle index
	requestedNS []int64
}

// islandState is the shared part of a set of CPUs.
type islandState struct {
	since   des.Time
	cpus    energy.CPUSet
	cluster int
	domain  int
	size    int
	opp     int
	busy    int   // CPUs that run a task
	idle    []int // idle CPUs by granted idle index
	shallow int   // smallest index with an idle CPU

	busyNS []int64 // [opp*size + busy-1]
	idleNS []int64 // by shallowest idle index, while busy is 0
}

// domainState is one frequency domain.
type domainState struct {
	since   des.Time
	opp     int
	cpus    []energy.CPUID
	islands []int
	oppNS   []int64
}

// New returns a meter for a machine on p. Like the machine it starts with every
// CPU in active idle at the top OPP, at time 0.
func New(p *energy.Platform) *Meter {
	m := &Meter{cpus: make([]cpuState, len(p.CPUs)), domains: make([]domainState, len(p.FreqDomains))}
	for i := range m.domains {
		fd := &p.FreqDomains[i]
		m.domains[i] = domainState{cpus: fd.CPUs.List(), opp: len(fd.OPPs) - 1, oppNS: make([]int64, len(fd.OPPs))}
	}
	for i, cpus := range p.Islands() {
		first := p.CPUs[cpus.First()]
		m.addIsland(i, cpus, first, len(p.Clusters[first.Cluster].IdleStates)+1)
	}
	return m
}

func (m *Meter) addIsland(index int, cpus energy.CPUSet, at energy.CPU, nidle int) {
	d := &m.domains[at.Domain]
	nopp := len(d.oppNS)
	isl := islandState{
		cpus: cpus, cluster: at.Cluster, domain: at.Domain, size: cpus.Len(), opp: d.opp,
		idle: make([]int, nidle), idleNS: make([]int64, nidle),
	}
	isl.idle[0] = isl.size
	isl.busyNS = make([]int64, nopp*isl.size)
	for c := cpus.Next(0); c >= 0; c = cpus.Next(c + 1) {
		m.cpus[c] = cpuState{
			task: sched.NoTask, opp: d.opp, slot: m.slots, island: index,
			busyNS: make([]int64, nopp), grantedNS: make([]int64, nidle), requestedNS: make([]int64, nidle),
		}
	}
	m.slots += nopp
	d.islands = append(d.islands, index)
	m.islands = append(m.islands, isl)
}

// Tracer returns the probes that feed the meter.
func (m *Meter) Tracer() sched.Tracer {
	return sched.Tracer{
		SchedSwitch:  m.schedSwitch,
		TaskNew:      m.taskNew,
		CPUFrequency: m.cpuFrequency,
		CPUIdle:      m.cpuIdle,
		Work:         m.addWork,
	}
}

// Reset starts the window at time at: the sums become 0, the state stays. A
// meter that is never reset counts from time 0.
func (m *Meter) Reset(at des.Time) {
	m.sync(at)
	m.from, m.closed = at, false
	for i := range m.cpus {
		c := &m.cpus[i]
		c.switches = 0
		clear(c.busyNS)
		clear(c.grantedNS)
		clear(c.requestedNS)
	}
	for i := range m.islands {
		clear(m.islands[i].busyNS)
		clear(m.islands[i].idleNS)
	}
	for i := range m.domains {
		clear(m.domains[i].oppNS)
	}
	clear(m.tasks)
	clear(m.work)
}

// Finish ends the window at time at. What the probes report later is not
// counted; a second Finish does nothing.
func (m *Meter) Finish(at des.Time) {
	if m.closed {
		return
	}
	m.sync(at)
	m.to, m.closed = at, true
}

// sync brings every sum up to time at.
func (m *Meter) sync(at des.Time) {
	for i := range m.cpus {
		m.flushCPU(&m.cpus[i], at)
	}
	for i := range m.islands {
		m.flushIsland(&m.islands[i], at)
	}
	for i := range m.domains {
		m.flushDomain(&m.domains[i], at)
	}
}

func (m *Meter) flushCPU(c *cpuState, at des.Time) {
	dt := int64(at - c.since)
	c.since = at
	if m.closed {
		return
	}
	if c.task == sched.NoTask {
		c.grantedNS[c.granted] += dt
		c.requestedNS[c.requested] += dt
		return
	}
	c.busyNS[c.opp] += dt
	m.tasks[int(c.task)*m.slots+c.slot+c.opp] += dt
}

func (m *Meter) flushIsland(isl *islandState, at des.Time) {
	dt := int64(at - isl.since)
	isl.since = at
	switch {
	case m.closed:
	case isl.busy > 0:
		isl.busyNS[isl.opp*isl.size+isl.busy-1] += dt
	default:
		isl.idleNS[isl.shallow] += dt
	}
}

func (m *Meter) flushDomain(d *domainState, at des.Time) {
	if !m.closed {
		d.oppNS[d.opp] += int64(at - d.since)
	}
	d.since = at
}

func (m *Meter) taskNew(_ des.Time, t sched.TaskID, _ string) {
	for len(m.work) <= int(t) {
		m.work = append(m.work, 0)
		for range m.slots {
			m.tasks = append(m.tasks, 0)
		}
	}
}

func (m *Meter) schedSwitch(at des.Time, cpu energy.CPUID, _, next sched.TaskID, _ bool) {
	c := &m.cpus[cpu]
	m.flushCPU(c, at)
	if !m.closed {
		c.switches++
	}
	wasIdle, isIdle := c.task == sched.NoTask, next == sched.NoTask
	c.task = next
	if wasIdle == isIdle {
		return
	}
	isl := &m.islands[c.island]
	m.flushIsland(isl, at)
	if isIdle {
		isl.busy--
		isl.idle[c.granted]++
	} else {
		isl.busy++
		isl.idle[c.granted]--
	}
	isl.findShallow()
}

func (m *Meter) cpuIdle(at des.Time, cpu energy.CPUID, requested, granted int) {
	c := &m.cpus[cpu]
	m.flushCPU(c, at)
	c.requested = requested + 1
	if c.task != sched.NoTask {
		c.granted = granted + 1
		return
	}
	isl := &m.islands[c.island]
	m.flushIsland(isl, at)
	isl.idle[c.granted]--
	c.granted = granted + 1
	isl.idle[c.granted]++
	isl.findShallow()
}

// findShallow brings shallow up to date; it means nothing while no CPU is idle.
func (isl *islandState) findShallow() {
	for i, n := range isl.idle {
		if n > 0 {
			isl.shallow = i
			return
		}
	}
}

func (m *Meter) cpuFrequency(at des.Time, domain, opp int) {
	d := &m.domains[domain]
	m.flushDomain(d, at)
	d.opp = opp
	for _, id := range d.cpus {
		m.flushCPU(&m.cpus[id], at)
		m.cpus[id].opp = opp
	}
	for _, i := range d.islands {
		m.flushIsland(&m.islands[i], at)
		m.islands[i].opp = opp
	}
}

func (m *Meter) addWork(_ des.Time, t sched.TaskID, _ energy.CPUID, work int64) {
	if !m.closed {
		m.work[t] += work
	}
}

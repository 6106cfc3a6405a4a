package timeline

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// DefaultLimit is how many spans a [Recorder] keeps unless told otherwise.
const DefaultLimit = 200_000

// Recorder makes a [Timeline]. Make it with [New], hand [Recorder.Tracer] to the
// machine before it starts, say with [Recorder.Open] which window is wanted, and
// end it with [Recorder.Finish].
type Recorder struct {
	tl    Timeline
	limit int
	kept  int

	cpus    []cpuState
	domains []domainState
	tasks   []taskState
	over    bool
	overAt  des.Time
	closed  bool
}

type cpuState struct {
	since   des.Time
	task    sched.TaskID
	granted int // idle index, 0 is active idle
}

type domainState struct {
	since des.Time
	opp   int
}

// taskState is a task that waits for a CPU; cpu is none if it does not.
type taskState struct {
	since des.Time
	cpu   energy.CPUID
}

const none energy.CPUID = -1

// New returns a recorder for a machine on p. Like the machine it starts with every
// CPU in active idle at the top OPP, at time 0. limit is the most spans that are
// kept; 0 is [DefaultLimit].
func New(p *energy.Platform, limit int) *Recorder {
	if limit <= 0 {
		limit = DefaultLimit
	}
	r := &Recorder{limit: limit, cpus: make([]cpuState, len(p.CPUs)), domains: make([]domainState, len(p.FreqDomains))}
	for i := range r.cpus {
		r.cpus[i].task = sched.NoTask
	}
	for i := range r.domains {
		r.domains[i].opp = len(p.FreqDomains[i].OPPs) - 1
	}
	domainOf := make([]int, len(p.CPUs))
	for i := range p.CPUs {
		domainOf[i] = p.CPUs[i].Domain
	}
	r.tl = Timeline{
		From: des.Never, To: des.Never, DomainOf: domainOf,
		Runs: make([][]Span, len(p.CPUs)), Idle: make([][]Span, len(p.CPUs)), OPPs: make([][]Span, len(p.FreqDomains)),
	}
	return r
}

// Open says that the window is from to before to; it must not lie in the past. The
// last call counts. Without one nothing is kept.
func (r *Recorder) Open(from, to des.Time) { r.tl.From, r.tl.To = from, to }

// Finish ends the recording at time at, or at the end of the window if that comes
// first. A second Finish does nothing.
func (r *Recorder) Finish(at des.Time) {
	if r.closed {
		return
	}
	r.flush(at)
	r.closed = true
	r.tl.To = min(r.tl.To, at)
	r.tl.From = min(r.tl.From, r.tl.To)
}

// Timeline returns what was recorded; call it after [Recorder.Finish].
func (r *Recorder) Timeline() *Timeline { return &r.tl }

// Tracer returns the probes that feed the recorder.
func (r *Recorder) Tracer() sched.Tracer {
	return sched.Tracer{
		SchedSwitch:  r.schedSwitch,
		SchedWaking:  r.schedWaking,
		SchedWakeup:  r.schedWakeup,
		SchedMigrate: r.schedMigrate,
		TaskNew:      r.taskNew,
		CPUFrequency: r.cpuFrequency,
		CPUIdle:      r.cpuIdle,
		Overutilized: r.overutilized,
	}
}

// flush ends every span at time at.
func (r *Recorder) flush(at des.Time) {
	for i := range r.cpus {
		r.endCPU(energy.CPUID(i), at)
	}
	for i := range r.domains {
		r.endOPP(i, at)
	}
	for i := range r.tasks {
		r.endWait(sched.TaskID(i), at)
	}
	r.endOver(at)
}

// keep appends the part of a span that lies in the window. A span that goes on in
// the state of the one before it makes that one longer.
func (r *Recorder) keep(list *[]Span, from, to des.Time, value int32) {
	from, to = max(from, r.tl.From), min(to, r.tl.To)
	if from >= to || r.closed {
		return
	}
	if n := len(*list); n > 0 && (*list)[n-1].To == from && (*list)[n-1].Value == value {
		(*list)[n-1].To = to
		return
	}
	if r.kept == r.limit && !r.tl.Truncated { // spans that are open now may still be added
		r.tl.To, r.tl.Truncated = from, true
		r.cut()
		return
	}
	r.kept++
	*list = append(*list, Span{from, to, value})
}

// cut shortens what was kept to the window: its end moved back.
func (r *Recorder) cut() {
	for _, lists := range [...][][]Span{r.tl.Runs, r.tl.Idle, r.tl.OPPs} {
		for i := range lists {
			lists[i] = cutList(lists[i], r.tl.To)
		}
	}
	for i := range r.tl.Tasks {
		r.tl.Tasks[i].Waits = cutList(r.tl.Tasks[i].Waits, r.tl.To)
	}
	r.tl.Over = cutList(r.tl.Over, r.tl.To)
}

func cutList(spans []Span, end des.Time) []Span {
	for len(spans) > 0 && spans[len(spans)-1].From >= end {
		spans = spans[:len(spans)-1]
	}
	if n := len(spans); n > 0 {
		spans[n-1].To = min(spans[n-1].To, end)
	}
	return spans
}

func (r *Recorder) endCPU(cpu energy.CPUID, at des.Time) {
	c := &r.cpus[cpu]
	if c.task == sched.NoTask {
		r.keep(&r.tl.Idle[cpu], c.since, at, int32(c.granted))
	} else {
		r.keep(&r.tl.Runs[cpu], c.since, at, int32(c.task))
	}
	c.since = at
}

func (r *Recorder) endOPP(domain int, at des.Time) {
	d := &r.domains[domain]
	r.keep(&r.tl.OPPs[domain], d.since, at, int32(d.opp))
	d.since = at
}

func (r *Recorder) endWait(t sched.TaskID, at des.Time) {
	if s := &r.tasks[t]; s.cpu != none {
		r.keep(&r.tl.Tasks[t].Waits, s.since, at, int32(s.cpu))
		s.since = at
	}
}

func (r *Recorder) endOver(at des.Time) {
	if r.over {
		r.keep(&r.tl.Over, r.overAt, at, 1)
	}
	r.overAt = at
}

func (r *Recorder) taskNew(_ des.Time, t sched.TaskID, name string) {
	for len(r.tasks) <= int(t) {
		r.tasks = append(r.tasks, taskState{cpu: none})
		r.tl.Tasks = append(r.tl.Tasks, Task{})
	}
	r.tl.Tasks[t].Name = name
}

func (r *Recorder) schedSwitch(at des.Time, cpu energy.CPUID, prev, next sched.TaskID, prevRunnable bool) {
	r.endCPU(cpu, at)
	r.cpus[cpu].task = next
	if prev != sched.NoTask && prevRunnable {
		r.tasks[prev] = taskState{at, cpu}
	}
	if next != sched.NoTask {
		r.endWait(next, at)
		r.tasks[next].cpu = none
	}
}

// schedWaking begins the wait: it counts from the wake, though the task may be
// queued later.
func (r *Recorder) schedWaking(at des.Time, t sched.TaskID, cpu energy.CPUID) {
	r.endWait(t, at)
	r.tasks[t] = taskState{at, cpu}
}

func (r *Recorder) schedWakeup(at des.Time, t sched.TaskID, cpu energy.CPUID, _ bool) {
	r.endWait(t, at)
	r.tasks[t] = taskState{at, cpu}
}

func (r *Recorder) schedMigrate(at des.Time, t sched.TaskID, _, to energy.CPUID, _ sched.MigrateReason) {
	if r.tasks[t].cpu != none {
		r.endWait(t, at)
		r.tasks[t].cpu = to
	}
}

func (r *Recorder) cpuFrequency(at des.Time, domain, opp int) {
	r.endOPP(domain, at)
	r.domains[domain].opp = opp
}

func (r *Recorder) cpuIdle(at des.Time, cpu energy.CPUID, _, granted int) {
	r.endCPU(cpu, at)
	r.cpus[cpu].granted = granted + 1
}

func (r *Recorder) overutilized(at des.Time, over bool) {
	r.endOver(at)
	r.over = over
}

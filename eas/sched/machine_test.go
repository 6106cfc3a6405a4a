package sched

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"easim/eas/des"
	"easim/energy"
	"easim/platforms"
)

// The white-box tests drive the mechanism with policies of their own, because
// package sched may not see the real ones: classes that queue first come, first
// served, and governors that answer what the test says.

// queueClass is a scheduling class without arithmetic. The fair one keeps the
// fields that CheckInvariants reads; a task put back goes to the end.
type queueClass struct {
	seq     int64          // vruntime of the next task queued
	queues  map[*CPU][]int // real-time: task IDs, first runs next
	preempt bool           // answer of Preempts
	slice   int            // ticks until Tick asks to reschedule; 0 is never
	ticks   int
	choose  func(t *Task, prev energy.CPUID, kind WakeKind, f Flags, waker energy.CPUID) energy.CPUID
	woken   []TaskID // wakers seen by Waking
	calls   []string // "tick", "blocked 3", "reweight 0": only what tests look at
}

var _ Class = (*queueClass)(nil)

func (s *queueClass) note(format string, args ...any) {
	s.calls = append(s.calls, fmt.Sprintf(format, args...))
}

func (s *queueClass) Enqueue(_ *Kernel, c *CPU, t *Task, _ Flags) {
	if t.Policy.class() == classRT {
		s.note("rt-enqueue %d", t.ID)
		c.RQ.RT.NrRunning++
		s.queues[c] = append(s.queues[c], int(t.ID))
		return
	}
	q := &c.RQ.CFS
	s.seq++
	t.SE.Vruntime, t.SE.OnRQ = s.seq, true
	q.LoadWeight += t.Weight
	q.NrRunning++
	if q.Curr != t {
		q.Timeline.Insert(t)
	}
}

func (s *queueClass) Dequeue(_ *Kernel, c *CPU, t *Task, _ Flags) {
	if t.Policy.class() == classRT {
		s.note("rt-dequeue %d", t.ID)
		c.RQ.RT.NrRunning--
		s.queues[c] = slices.DeleteFunc(s.queues[c], func(id int) bool { return id == int(t.ID) })
		return
	}
	q := &c.RQ.CFS
	if q.Curr != t {
		q.Timeline.Remove(t)
	}
	t.SE.OnRQ = false
	q.LoadWeight -= t.Weight
	q.NrRunning--
}

func (s *queueClass) Waking(_ *Kernel, _ *Task, waker *Task) {
	id := NoTask
	if waker != nil {
		id = waker.ID
	}
	s.woken = append(s.woken, id)
}

func (s *queueClass) Migrate(*Kernel, *Task, energy.CPUID)      {}
func (s *queueClass) Fork(*Kernel, *CPU, *Task, *Task)          {}
func (s *queueClass) Charge(*Kernel, *CPU)                      {}
func (s *queueClass) Yield(*Kernel, *CPU)                       {}
func (s *queueClass) UpdateBlocked(_ *Kernel, c *CPU)           { s.note("blocked %d", c.ID) }
func (s *queueClass) Dead(_ *Kernel, t *Task)                   { s.note("dead %d", t.ID) }
func (s *queueClass) Preempts(*Kernel, *CPU, *Task, Flags) bool { return s.preempt }
func (s *queueClass) Reweight(_ *Kernel, t *Task)               { t.Weight = uint64(1024 - 20*t.Nice) }
func (s *queueClass) count(call string) int                     { return count(s.calls, call) }
func count(list []string, want string) (n int) {
	for _, s := range list {
		if strings.HasPrefix(s, want) {
			n++
		}
	}
	return n
}

func (s *queueClass) Pick(k *Kernel, c *CPU) *Task {
	if s.queues != nil {
		if len(s.queues[c]) == 0 {
			return nil
		}
		c.RQ.RT.Curr = k.tasks[s.queues[c][0]]
		return c.RQ.RT.Curr
	}
	q := &c.RQ.CFS
	t := q.Timeline.First()
	if t != nil {
		q.Timeline.Remove(t)
		q.Curr = t
	}
	return t
}

func (s *queueClass) Put(_ *Kernel, c *CPU, t *Task) {
	if s.queues != nil {
		c.RQ.RT.Curr = nil
		return
	}
	if t.SE.OnRQ {
		s.seq++
		t.SE.Vruntime = s.seq
		c.RQ.CFS.Timeline.Insert(t)
	}
	c.RQ.CFS.Curr = nil
}

func (s *queueClass) Tick(*Kernel, *CPU, *Task) bool {
	s.note("tick")
	s.ticks++
	return s.slice > 0 && s.ticks%s.slice == 0
}

func (s *queueClass) SelectCPU(
	_ *Kernel, t *Task, prev energy.CPUID, kind WakeKind, f Flags, waker energy.CPUID,
) energy.CPUID {
	if s.choose == nil {
		return prev
	}
	return s.choose(t, prev, kind, f, waker)
}

// fixedIdle always asks for the same state.
type fixedIdle struct {
	state int
	stop  bool
	seen  []string // Reflect: "cpu state residency byTick"
	asked []string // Select: "cpu nextTimer nextTick stopped"
}

func (g *fixedIdle) Select(_ View, c *CPU, nextTimer, nextTick int64, stopped bool) (int, bool) {
	g.asked = append(g.asked, fmt.Sprint(c.ID, " ", des.Time(nextTimer), " ", des.Time(nextTick), " ", stopped))
	return g.state, g.stop
}

func (g *fixedIdle) Reflect(_ View, c *CPU, state int, residency int64, byTick bool) {
	g.seen = append(g.seen, fmt.Sprint(c.ID, " ", state, " ", des.Time(residency), " ", byTick))
}

// answers is a governor that says what the test says, and counts the reasons.
type answers struct {
	start  Request
	event  func(v View, cpu energy.CPUID, why Reason) Request
	timer  func(v View, domain int) Request
	timers []des.Time
	events []Reason
}

func (g *answers) Start(View, int) Request { return g.start }

func (g *answers) Event(v View, cpu energy.CPUID, why Reason) Request {
	g.events = append(g.events, why)
	if g.event == nil {
		return Request{}
	}
	return g.event(v, cpu, why)
}

func (g *answers) Timer(v View, domain int) Request {
	g.timers = append(g.timers, v.Now())
	if g.timer == nil {
		return Request{}
	}
	return g.timer(v, domain)
}

// script is a Feeder: each task has a list of steps, one a call, and exits
// after the last.
type script struct {
	start func(k *Kernel)
	steps map[string][]func(k *Kernel, t *Task) Op
	at    map[TaskID]int
	timer func(k *Kernel)
	runs  []string // name of the task at each call of Next
}

func (s *script) Start(k *Kernel) { s.start(k) }
func (s *script) Timer(k *Kernel) { s.timer(k) }

func (s *script) Next(k *Kernel, t *Task) Op {
	i := s.at[t.ID]
	s.at[t.ID]++
	s.runs = append(s.runs, t.Name)
	if steps := s.steps[t.Name]; i < len(steps) {
		return steps[i](k, t)
	}
	return Op{Do: OpExit}
}

// The steps that most scripts need. Work is given as a time at capacity 1024.

func run(d des.Time) func(*Kernel, *Task) Op {
	return func(*Kernel, *Task) Op { return Op{Do: OpRun, Work: int64(d) * int64(energy.RateScale)} }
}

func sleep(d des.Time) func(*Kernel, *Task) Op {
	return func(k *Kernel, _ *Task) Op { return Op{Do: OpSleep, Until: k.Now() + d} }
}

func do(op OpKind) func(*Kernel, *Task) Op {
	return func(*Kernel, *Task) Op { return Op{Do: op} }
}

func wakeTask(id TaskID) func(*Kernel, *Task) Op {
	return func(k *Kernel, _ *Task) Op {
		k.Wake(k.Task(id), false)
		return Op{Do: OpContinue}
	}
}

func call(f func(k *Kernel, t *Task)) func(*Kernel, *Task) Op {
	return func(k *Kernel, t *Task) Op {
		f(k, t)
		return Op{Do: OpContinue}
	}
}

// machine is a Kernel with its policies and a log of what happened.
type machine struct {
	*Kernel
	fair, rt *queueClass
	idle     *fixedIdle
	gov      *answers
	feed     *script
	log      []string // "4ms switch 0 a>b", in order
}

// setup is what a test changes of the default machine.
type setup struct {
	platform *energy.Platform // nil: Juno r2
	edit     func(*Config)
	start    func(k *Kernel)
	steps    map[string][]func(*Kernel, *Task) Op
}

func testPlatform(tb testing.TB, name string) *energy.Platform {
	tb.Helper()
	p, err := platforms.Load(name)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// newMachine builds a machine with a tick at 0, 4 ms, 8 ms..., no idle states,
// no balancer and no governor unless edit says otherwise. All clocks are at the
// top, so work proceeds on CPUs 1 and 2 of Juno r2 (A72) at capacity 1024, and
// on the others (A53) at 383.958, an exact rate of 393173/1024.
func newMachine(tb testing.TB, s setup) *machine {
	tb.Helper()
	m := &machine{
		fair: &queueClass{}, rt: &queueClass{queues: map[*CPU][]int{}}, idle: &fixedIdle{}, gov: &answers{},
		feed: &script{start: s.start, steps: s.steps, at: map[TaskID]int{}},
	}
	if s.start == nil {
		m.feed.start = func(*Kernel) {}
	}
	p := s.platform
	if p == nil {
		p = testPlatform(tb, "juno-r2")
	}
	cfg := Config{
		Platform: p, Model: &p.Tables[0], Params: DefaultParams(), Features: DefaultFeatures(),
		Fair: m.fair, RT: m.rt, Feeder: m.feed, Tracer: m.tracer(),
	}
	cfg.Params.TickPhaseNS = 0
	if s.edit != nil {
		s.edit(&cfg)
	}
	k, err := New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	m.Kernel = k
	return m
}

func (m *machine) note(at des.Time, format string, args ...any) {
	m.log = append(m.log, fmt.Sprintf("%v ", at)+fmt.Sprintf(format, args...))
}

func (m *machine) name(id TaskID) string {
	if id == NoTask {
		return "idle"
	}
	return m.Task(id).Name
}

func (m *machine) tracer() Tracer {
	return Tracer{
		SchedSwitch: func(at des.Time, cpu energy.CPUID, prev, next TaskID, runnable bool) {
			mark := ""
			if runnable {
				mark = "+" // still runnable: preempted
			}
			m.note(at, "switch %d %s%s>%s", cpu, m.name(prev), mark, m.name(next))
		},
		SchedWakeup: func(at des.Time, t TaskID, cpu energy.CPUID, fresh bool) {
			m.note(at, "wake %s on %d", m.name(t), cpu)
		},
		SchedWaking: func(at des.Time, t TaskID, cpu energy.CPUID) { m.note(at, "waking %s on %d", m.name(t), cpu) },
		SchedMigrate: func(at des.Time, t TaskID, from, to energy.CPUID, why MigrateReason) {
			m.note(at, "move %s %d>%d why %d", m.name(t), from, to, why)
		},
		CPUFrequency: func(at des.Time, domain, opp int) { m.note(at, "freq %d opp %d", domain, opp) },
		CPUIdle: func(at des.Time, cpu energy.CPUID, requested, granted int) {
			m.note(at, "idle %d %d/%d", cpu, requested, granted)
		},
		Overutilized: func(at des.Time, over bool) { m.note(at, "over %v", over) },
		NohzKick:     func(at des.Time, cpu, ilb energy.CPUID) { m.note(at, "kick %d>%d", cpu, ilb) },
		Balance: func(at des.Time, cpu energy.CPUID, level int, idle IdleType) {
			m.note(at, "balance %d level %d idle %d", cpu, level, idle)
		},
		TaskExit: func(at des.Time, t TaskID) { m.note(at, "exit %s", m.name(t)) },
	}
}

// runTo steps to t with the invariants checked after every event.
func (m *machine) runTo(tb testing.TB, t des.Time) {
	tb.Helper()
	for {
		at, ok := m.NextAt()
		if !ok || at > t {
			return
		}
		before := m.Now()
		if !m.Step() {
			tb.Fatalf("at %v: %v", m.Now(), m.Err())
		}
		if err := m.CheckInvariants(); err != nil {
			tb.Fatal(err)
		}
		if m.Now() < before {
			tb.Fatalf("the clock went from %v to %v", before, m.Now())
		}
	}
}

// lines returns the log lines of the given kinds ("switch", "freq", ...).
func (m *machine) lines(kinds ...string) []string {
	var out []string
	for _, l := range m.log {
		if slices.Contains(kinds, strings.Fields(l)[1]) {
			out = append(out, l)
		}
	}
	return out
}

// with returns the lines that contain text.
func with(lines []string, text string) []string {
	var out []string
	for _, l := range lines {
		if strings.Contains(l, text) {
			out = append(out, l)
		}
	}
	return out
}

func checkLines(tb testing.TB, got, want []string) {
	tb.Helper()
	if !slices.Equal(got, want) {
		tb.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func check[T comparable](tb testing.TB, what string, got, want T) {
	tb.Helper()
	if got != want {
		tb.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// pinned is the attribute of a fair task that may use one CPU only.
func pinned(name string, cpu energy.CPUID) TaskAttr {
	return TaskAttr{Name: name, Affinity: energy.CPUSetOf(cpu)}
}

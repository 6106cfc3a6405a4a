package workload

import (
	"slices"
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// fake is a machine of infinitely many, infinitely fast CPUs: an OpRun takes no
// time (or its time at capacity 1024, with slow), and every runnable thread takes
// one step in turn.
type fake struct {
	tb      testing.TB
	now     des.Time
	p       *Player
	tasks   []*sched.Task
	ready   []*sched.Task
	sleeps  []sleep // not sorted
	timerAt des.Time
	slow    bool
	steps   int
	log     []string
	feats   sched.Features
	err     error
	due     []*sched.Task   // reused
	order   func(n int) int // picks the next of n runnable threads; nil: the first
}

type sleep struct {
	at   des.Time
	task *sched.Task
}

func newFake(tb testing.TB, w *Workload, cfg PlayerConfig) *fake {
	tb.Helper()
	if cfg.NCPU == 0 {
		cfg.NCPU = 4
	}
	p, err := NewPlayer(w, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	f := &fake{tb: tb, p: p, timerAt: des.Never, feats: sched.DefaultFeatures()}
	p.begin(f)
	return f
}

func (f *fake) Now() des.Time                      { return f.now }
func (f *fake) CPU(id energy.CPUID) *sched.CPU     { return &sched.CPU{ID: id, Domain: int(id) / 2} }
func (f *fake) Features() sched.Features           { return f.feats }
func (f *fake) SetFeatures(s sched.Features)       { f.feats = s }
func (f *fake) SetFeederTimer(at des.Time)         { f.timerAt = at }
func (f *fake) Fail(err error)                     { f.err = err }
func (f *fake) Spawn(a sched.TaskAttr) *sched.Task { return f.Fork(nil, a) }

func (f *fake) Fork(_ *sched.Task, a sched.TaskAttr) *sched.Task {
	t := &sched.Task{
		ID: sched.TaskID(len(f.tasks)), Name: a.Name, Policy: a.Policy, Nice: a.Nice, Priority: a.Priority,
		Affinity: a.Affinity, State: sched.TaskRunnable,
	}
	f.tasks = append(f.tasks, t)
	f.ready = append(f.ready, t)
	return t
}

func (f *fake) Wake(t *sched.Task, _ bool) {
	if t.State == sched.TaskSleeping && !f.isAsleep(t) {
		t.State = sched.TaskRunnable
		f.ready = append(f.ready, t)
	}
}

func (f *fake) isAsleep(t *sched.Task) bool {
	return slices.ContainsFunc(f.sleeps, func(s sleep) bool { return s.task == t })
}

func (f *fake) SetNice(t *sched.Task, nice int) { t.Nice = nice }

func (f *fake) SetAffinity(t *sched.Task, cpus energy.CPUSet) { t.Affinity = cpus }

func (f *fake) SetPolicy(t *sched.Task, p sched.Policy, nice, priority int) {
	t.Policy, t.Nice, t.Priority = p, nice, priority
}

func (f *fake) SetFreqLimits(domain int, lo, hi energy.KHz) {
	f.log = append(f.log, "freq "+string(rune('0'+domain))+" "+des.Time(lo).String()+" "+des.Time(hi).String())
}

// step lets one thread take one step; false if none can at this time.
func (f *fake) step() bool {
	if len(f.ready) == 0 {
		return false
	}
	i := 0
	if f.order != nil {
		i = f.order(len(f.ready))
	}
	t := f.ready[i]
	f.ready = slices.Delete(f.ready, i, i+1)
	if f.steps++; f.steps > 50_000_000 {
		f.tb.Fatal("too many steps")
	}
	op := f.p.next(f, t)
	switch op.Do {
	case sched.OpBlock:
		t.State = sched.TaskSleeping
	case sched.OpExit:
		t.State = sched.TaskDead
	case sched.OpSleep, sched.OpRunUntil:
		f.sleepUntil(t, op.Until)
	case sched.OpRun:
		if f.slow {
			f.sleepUntil(t, f.now+des.Time(op.Work/int64(energy.RateScale)))
		} else {
			f.ready = append(f.ready, t)
		}
	default:
		f.ready = append(f.ready, t)
	}
	return true
}

func (f *fake) sleepUntil(t *sched.Task, at des.Time) {
	if at <= f.now {
		f.ready = append(f.ready, t)
		return
	}
	t.State = sched.TaskSleeping
	f.sleeps = append(f.sleeps, sleep{at, t})
}

// run plays until time end, or until everything has ended.
func (f *fake) run(end des.Time) {
	for f.err == nil && !f.p.Done() {
		if !f.step() && !f.advance(end) {
			f.now = end
			return
		}
	}
}

// advance goes to the next sleep's or action's end; false if that is after end.
func (f *fake) advance(end des.Time) bool {
	next := f.timerAt
	for _, s := range f.sleeps {
		next = min(next, s.at)
	}
	if next > end {
		return false
	}
	f.now = next
	if f.timerAt == next {
		f.timerAt = des.Never
		f.p.act(f)
	}
	f.wakeSleepers()
	return true
}

func (f *fake) wakeSleepers() {
	due := f.due[:0]
	f.sleeps = slices.DeleteFunc(f.sleeps, func(s sleep) bool {
		if s.at > f.now {
			return false
		}
		due = append(due, s.task)
		return true
	})
	slices.SortFunc(due, func(a, b *sched.Task) int { return int(a.ID - b.ID) })
	f.due = due
	for _, t := range due {
		t.State = sched.TaskRunnable
		f.ready = append(f.ready, t)
	}
}

// stat returns the statistics of the thread of that name.
func (f *fake) stat(name string) ThreadStat {
	f.tb.Helper()
	for _, s := range f.p.Threads() {
		if s.Name == name {
			return s
		}
	}
	f.tb.Fatalf("no thread %q", name)
	return ThreadStat{}
}

// decodeOdd reads a workload that may have warnings.
func decodeOdd(tb testing.TB, src string) *Workload {
	tb.Helper()
	w, list := Decode("test.toml", []byte(src))
	if w == nil {
		tb.Fatalf("Decode:\n%s", list.Render([]byte(src)))
	}
	return w
}

// decode reads a workload that has no faults.
func decode(tb testing.TB, src string) *Workload {
	tb.Helper()
	w, list := Decode("test.toml", []byte(src))
	if w == nil || len(list) > 0 {
		tb.Fatalf("Decode:\n%s", list.Render([]byte(src)))
	}
	return w
}

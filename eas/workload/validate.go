package workload

import (
	"errors"
	"fmt"
)

// ErrDeadlineClass is wrapped by the error of [NewPlayer] for a workload with
// SCHED_DEADLINE tasks, which have no scheduling class here yet.
var ErrDeadlineClass = errors.New("SCHED_DEADLINE is not simulated")

// MaxWorkNS is the largest NS of an [OpRun]: with jitter and the fastest
// calibration its work still fits an int64.
const MaxWorkNS = int64(3600) * 1e9

// MaxThreads is the largest number of threads that a workload may start with, and
// that may live at a time.
const MaxThreads = 100_000

// maxTimeNS bounds every other time: a million seconds.
const maxTimeNS = int64(1e15)

// opRefs says which kinds of resources Ref and Ref2 of an operation name.
type opRefs struct {
	ref, ref2    ResourceKind
	has, has2    bool
	ref2Optional bool
}

var refsOf = [...]opRefs{
	OpTimer:     {ref: ResTimer, has: true},
	OpLock:      {ref: ResMutex, has: true},
	OpUnlock:    {ref: ResMutex, has: true},
	OpWait:      {ref: ResCond, has: true, ref2: ResMutex, has2: true, ref2Optional: true},
	OpSignal:    {ref: ResCond, has: true},
	OpBroadcast: {ref: ResCond, has: true},
	OpSync:      {ref: ResCond, has: true, ref2: ResMutex, has2: true},
	OpBarrier:   {ref: ResBarrier, has: true},
	OpSemPost:   {ref: ResSem, has: true},
	OpSemWait:   {ref: ResSem, has: true},
	OpSend:      {ref: ResPipe, has: true},
	OpRecv:      {ref: ResPipe, has: true},
	OpDue:       {},
}

// Validate checks the laws that a [Player] relies on and returns the first
// breach. The readers of files find more, each with its line.
func (w *Workload) Validate() error {
	threads := 0
	for i := range w.Resources {
		r := &w.Resources[i]
		if (r.Kind == ResBarrier || r.Kind == ResPipe) && r.N < 1 {
			return fmt.Errorf("workload: resource %q: N is %d, want at least 1", r.Name, r.N)
		}
		if r.Batch < 0 || r.Batch > max(r.N, 1) {
			return fmt.Errorf("workload: pipe %q: batch %d is not between 0 and its capacity %d", r.Name, r.Batch, r.N)
		}
	}
	for i := range w.Tasks {
		if err := w.validateTask(&w.Tasks[i]); err != nil {
			return fmt.Errorf("workload: task %q: %w", w.Tasks[i].Name, err)
		}
		threads += w.Tasks[i].Instances
	}
	if threads < 1 || threads > MaxThreads {
		return fmt.Errorf("workload: %d threads at the start, want 1 to %d", threads, MaxThreads)
	}
	return nil
}

func (w *Workload) validateTask(t *TaskSpec) error {
	if t.Instances < 0 || t.Instances > MaxThreads {
		return fmt.Errorf("%d instances, want 0 to %d", t.Instances, MaxThreads)
	}
	if t.Loop < Forever {
		return fmt.Errorf("loop %d, want a count or Forever", t.Loop)
	}
	if t.DelayNS < 0 || t.DelayNS > maxTimeNS {
		return fmt.Errorf("delay of %d ns, want 0 to %d", t.DelayNS, maxTimeNS)
	}
	if len(t.Phases) == 0 {
		return errors.New("no phases")
	}
	if err := t.Attr.validate(); err != nil {
		return err
	}
	for i := range t.Phases {
		ph := &t.Phases[i]
		if ph.Loop != Forever && ph.Loop < 1 {
			return fmt.Errorf("phase %d %q: loop %d, want at least 1 or Forever", i, ph.Name, ph.Loop)
		}
		if ph.Attr != nil {
			if err := ph.Attr.validate(); err != nil {
				return fmt.Errorf("phase %d %q: %w", i, ph.Name, err)
			}
		}
		for j := range ph.Ops {
			if err := w.validateOp(&ph.Ops[j]); err != nil {
				return fmt.Errorf("phase %d %q: operation %d: %w", i, ph.Name, j, err)
			}
		}
	}
	return nil
}

func (a *Attr) validate() error {
	switch {
	case a.Policy > Deadline:
		return fmt.Errorf("unknown policy %d", a.Policy)
	case a.Nice < -20 || a.Nice > 19:
		return fmt.Errorf("nice %d, want -20 to 19", a.Nice)
	case (a.Policy == FIFO || a.Policy == RR) && (a.Priority < 1 || a.Priority > 99):
		return fmt.Errorf("real-time priority %d, want 1 to 99", a.Priority)
	}
	return nil
}

func (w *Workload) validateOp(o *Op) error {
	if o.Kind > OpDue {
		return fmt.Errorf("unknown kind %d", o.Kind)
	}
	limit := maxTimeNS
	if o.Kind == OpRun {
		limit = MaxWorkNS
	}
	switch {
	case o.NS < 0 || o.NS > limit:
		return fmt.Errorf("%d ns, want 0 to %d", o.NS, limit)
	case o.Work > WorkStall:
		return fmt.Errorf("unknown kind of work %d", o.Work)
	case !(o.JitterPct >= 0 && o.JitterPct <= 100):
		return fmt.Errorf("jitter of %v %%, want 0 to 100", o.JitterPct)
	case o.Kind == OpFork && (o.N < 0 || o.N >= len(w.Tasks)):
		return fmt.Errorf("fork of task %d of %d", o.N, len(w.Tasks))
	}
	need := refsOf[o.Kind]
	if need.has && !w.isResource(o.Ref, need.ref) {
		return fmt.Errorf("resource %d is missing or of another kind", o.Ref)
	}
	if o.Kind == OpSync && w.Resources[o.Ref].Memory {
		return errors.New("sync on an event: the thread would hear itself")
	}
	if need.has2 && !(need.ref2Optional && o.Ref2 == NoRef) && !w.isResource(o.Ref2, need.ref2) {
		return fmt.Errorf("resource %d is missing or of another kind", o.Ref2)
	}
	return nil
}

func (w *Workload) isResource(i int, kind ResourceKind) bool {
	return i >= 0 && i < len(w.Resources) && w.Resources[i].Kind == kind
}

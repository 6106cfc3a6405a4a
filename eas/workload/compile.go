package workload

import (
	"fmt"
	"math"

	"easim/eas/sched"
	"easim/energy"
)

// step is an Op made ready to play.
type step struct {
	kind   OpKind
	work   sched.WorkKind
	sloppy bool  // OpTimer: lateness is judged elsewhere
	slot   int32 // a unique timer or an event: index into thread.own; else -1
	ref    int32
	ref2   int32
	n      int32
	ns     int64
	rate   int64 // OpRun: work of one ns
	span   int64 // largest change of ns by jitter
}

// spec is a TaskSpec made ready to play.
type spec struct {
	*TaskSpec
	base   Attr // the task's own attributes, as actions left them
	phases [][]step
	own    []int32 // resources of which each thread has a part of its own: unique timers, events
	jitter bool    // some step draws random numbers
	forked int     // threads made so far
}

var workKinds = [...]sched.WorkKind{
	WorkInt:   sched.WorkInt,
	WorkFP:    sched.WorkFP,
	WorkMem:   sched.WorkMem,
	WorkStall: sched.WorkStall,
}

func compile(w *Workload, t *TaskSpec, calib energy.Rate) (spec, error) {
	s := spec{TaskSpec: t, base: t.Attr, phases: make([][]step, len(t.Phases))}
	for i := range t.Phases {
		s.phases[i] = make([]step, 0, len(t.Phases[i].Ops))
		for j := range t.Phases[i].Ops {
			st, err := compileOp(&t.Phases[i].Ops[j], calib)
			if err != nil {
				return spec{}, fmt.Errorf("workload: task %q: phase %d: %w", t.Name, i, err)
			}
			if st.kind == OpTimer && w.Resources[st.ref].Unique || st.kind == OpWait && w.Resources[st.ref].Memory {
				st.slot = s.slotOf(st.ref)
			}
			s.jitter = s.jitter || st.span > 0
			s.phases[i] = append(s.phases[i], st)
		}
	}
	return s, nil
}

// slotOf returns the place of a resource in s.own.
func (s *spec) slotOf(ref int32) int32 {
	for i, r := range s.own {
		if r == ref {
			return int32(i)
		}
	}
	s.own = append(s.own, ref)
	return int32(len(s.own) - 1)
}

func compileOp(o *Op, calib energy.Rate) (step, error) {
	st := step{
		kind: o.Kind, work: workKinds[o.Work], sloppy: o.Kind == OpTimer && o.N == 1,
		slot: -1, ref: int32(o.Ref), ref2: int32(o.Ref2), n: int32(o.N), ns: o.NS,
	}
	if o.Kind == OpRun || o.Kind == OpSleep {
		st.span = int64(float64(o.NS) * o.JitterPct / 100)
	}
	if o.Kind == OpRun {
		st.rate = int64(calib)
		if o.Work == WorkStall {
			st.rate = int64(energy.RateScale)
		}
		if o.NS+st.span > math.MaxInt64/st.rate {
			return step{}, fmt.Errorf("a run of %d us is too long at this calibration, want at most %d us",
				o.NS/1000, math.MaxInt64/st.rate/2000)
		}
	}
	return st, nil
}

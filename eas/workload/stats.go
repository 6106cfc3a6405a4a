package workload

import (
	"slices"

	"easim/eas/sched"
)

// ThreadStat is what one thread has done so far.
type ThreadStat struct {
	Task sched.TaskID
	Name string // the task's name, followed by -<number> if it has several threads
	Spec int    // index into Workload.Tasks

	Activations int64 // completed passes over a phase: jobs
	Missed      int64 // jobs that were late: a timer found in the past, or an OpDue
	DemandNS    int64 // CPU time asked for at the calibration rate, all OpRun but WorkStall
	StallNS     int64 // CPU time asked for by OpRun of WorkStall
	Ended       bool
	Waits       string // what it is blocked on, a resource; "" if it is not
}

// Threads returns the statistics of all threads made so far, without the
// launcher, in the order in which they were made.
func (p *Player) Threads() []ThreadStat { return p.AppendThreads(nil) }

// AppendThreads appends what [Player.Threads] returns to dst.
func (p *Player) AppendThreads(dst []ThreadStat) []ThreadStat {
	dst = slices.Grow(dst, len(p.order))
	for _, th := range p.order {
		dst = append(dst, ThreadStat{
			Task: th.task.ID, Name: th.name, Spec: int(th.index),
			Activations: th.activations, Missed: th.missed,
			DemandNS: th.demandNS, StallNS: th.stallNS, Ended: th.state == ended, Waits: p.waitsFor(th),
		})
	}
	return dst
}

// waitsFor names the resource that th is blocked on, or "".
func (p *Player) waitsFor(th *thread) string {
	if th.state != waiting || th.task.State != sched.TaskSleeping || th.pc >= len(th.steps()) {
		return ""
	}
	if ref := th.steps()[th.pc].ref; ref != NoRef {
		return p.w.Resources[ref].Name
	}
	return ""
}

// SinceWarmup turns the statistics at the end of a run into those of the
// measured window: it subtracts before, the statistics at the window's start.
// Threads that came later stand as they are.
func SinceWarmup(end, before []ThreadStat) []ThreadStat {
	out := slices.Clone(end)
	for i := range min(len(out), len(before)) {
		b := &before[i]
		out[i].Activations -= b.Activations
		out[i].Missed -= b.Missed
		out[i].DemandNS -= b.DemandNS
		out[i].StallNS -= b.StallNS
	}
	return out
}

// Marks returns the marks passed so far, in the order of time.
func (p *Player) Marks() []Mark { return p.marks }

// Metrics returns the workload's own metrics: those of its [Scorer] from the
// marks, then, if that is a [ThreadScorer] too, those of the measured window.
// threads are the statistics of the window (see [SinceWarmup]).
func (p *Player) Metrics(threads []ThreadStat, windowNS int64) []Metric {
	if p.w.Scorer == nil {
		return nil
	}
	out := p.w.Scorer.Score(p.marks)
	if ts, ok := p.w.Scorer.(ThreadScorer); ok {
		out = append(out, ts.ScoreThreads(threads, windowNS)...)
	}
	return out
}

package workload

import (
	"math"

	"easim/energy/diag"
)

// bodyKind says in which of three ways a task or a phase says what it does.
type bodyKind uint8

const (
	bodyNone bodyKind = iota
	bodyOps
	bodyPeriodic
	bodyRamp
)

var bodyNames = [...]string{bodyNone: "nothing", bodyOps: "ops", bodyPeriodic: "a periodic body", bodyRamp: "a ramp"}

// String returns the kind as it stands in messages.
func (k bodyKind) String() string { return nameOf(bodyNames[:], int(k)) }

// Limits of what one table may unfold to.
const (
	maxBursts = 100  // pieces of a job
	maxSteps  = 1000 // phases of a ramp
)

// body is what a task or a phase does.
type body struct {
	kind   bodyKind
	phases []Phase
}

// job is one activation of a periodic body.
type job struct {
	periodNS   int64
	runNS      int64
	deadlineNS int64 // 0: the next release
	pieces     int64 // the run is cut into that many
	gapNS      int64 // sleep between two pieces
	jitter     float64
	work       WorkKind
	timer      int // resource
}

// body reads ops, or a periodic body, or a ramp.
func (d *decoder) body(f *diag.Fields) body {
	ops := f.Has("ops")
	ramp := f.Has("run_from_us") || f.Has("run_to_us") || f.Has("run_step_us") || f.Has("step_duration_us")
	periodic := f.Has("period_us") || f.Has("run_us") || f.Has("util")
	j := d.job(f, ramp || periodic)
	switch {
	case ops && (ramp || periodic):
		f.Errorf("ops", "keep one of the two", "ops and the keys of a periodic body exclude each other")
	case ops:
		return body{bodyOps, []Phase{{Loop: 1, Ops: d.ops(f)}}}
	case ramp:
		return body{bodyRamp, d.ramp(f, j)}
	case periodic:
		return body{bodyPeriodic, []Phase{{Loop: d.jobs(f, j), Ops: j.ops()}}}
	default:
		return body{}
	}
	return body{kind: bodyOps, phases: []Phase{{Loop: 1}}}
}

// job reads what periodic bodies and ramps have in common, but the run time of
// a ramp.
func (d *decoder) job(f *diag.Fields, wanted bool) job {
	j := job{
		runNS:  d.us(f, "run_us", MaxWorkNS),
		gapNS:  d.us(f, "gap_us", maxTimeNS),
		jitter: d.number(f, "jitter_pct", 0, 100),
		work:   WorkKind(d.choice(f, "kind", workNames[:])),
		pieces: d.count(f, "bursts", 1, maxBursts, 1),
	}
	util := d.number(f, "util", 0, 1)
	keeps := d.late(f)
	if !wanted {
		for _, key := range [...]string{"deadline_us", "gap_us", "jitter_pct", "kind", "bursts", "late"} {
			if f.Has(key) {
				f.Errorf(key, "add period_us and run_us, or remove it", "%s belongs to a periodic body", key)
			}
		}
		return j
	}
	j.timer = d.periodTimer(keeps)
	j.periodNS = d.positive(f, "period_us", maxTimeNS)
	if f.Has("deadline_us") {
		j.deadlineNS = d.positive(f, "deadline_us", maxTimeNS)
	}
	if f.Has("util") {
		if f.Has("run_us") {
			f.Errorf("util", "keep one of the two", "util and run_us exclude each other")
		}
		j.runNS = int64(math.Round(util * float64(j.periodNS)))
	}
	if j.pieces > 1 && j.gapNS == 0 || j.pieces == 1 && f.Has("gap_us") {
		f.Errorf("bursts", "give bursts of at least 2 and gap_us, the pause between them, or neither",
			"bursts and gap_us belong together")
	}
	return j
}

// periodTimer returns the resource of the timers of periodic bodies.
func (d *decoder) periodTimer(keeps bool) int {
	i, name := 1, "late jobs shift"
	if keeps {
		i, name = 0, "release"
	}
	if d.timers[i] == NoRef {
		d.timers[i] = d.addResource("", Resource{Name: name, Kind: ResTimer, Unique: true, Absolute: keeps})
	}
	return d.timers[i]
}

// jobs reads how many jobs a periodic body has.
func (d *decoder) jobs(f *diag.Fields, j job) int64 {
	if !f.Has("run_us") && !f.Has("util") {
		f.Require("run_us")
	}
	if j.runNS+(j.pieces-1)*j.gapNS > j.periodNS && j.periodNS > 1 {
		d.list.Warnf(f.Path("period_us"), "jobs will be late on every CPU",
			"a job of %d us does not fit into its period of %d us", (j.runNS+(j.pieces-1)*j.gapNS)/1000, j.periodNS/1000)
	}
	if f.Has("jobs") && f.Has("duration_us") {
		f.Errorf("duration_us", "keep one of the two", "jobs and duration_us exclude each other")
	}
	if f.Has("jobs") {
		return d.count(f, "jobs", 1, 1<<50, 1)
	}
	if !f.Has("duration_us") {
		return Forever
	}
	return d.span(f, "duration_us", j.periodNS)
}

// span reads a time and returns how many whole periods it has, at least one.
func (d *decoder) span(f *diag.Fields, key string, periodNS int64) int64 {
	ns := d.us(f, key, maxTimeNS)
	if ns < periodNS {
		f.Errorf(key, "make it longer", "%d us are shorter than one period", ns/1000)
		return 1
	}
	return ns / periodNS
}

// ramp reads a periodic body whose run time goes in steps from one value to
// another, the end included.
func (d *decoder) ramp(f *diag.Fields, j job) []Phase {
	for _, key := range [...]string{"run_us", "util", "jobs", "duration_us"} {
		if f.Has(key) {
			f.Errorf(key, "remove it", "a ramp has no %s", key)
		}
	}
	if !f.Require("run_from_us", "run_to_us", "run_step_us", "step_duration_us") {
		return []Phase{{Loop: 1}}
	}
	from, to := d.us(f, "run_from_us", MaxWorkNS), d.us(f, "run_to_us", MaxWorkNS)
	step := d.us(f, "run_step_us", MaxWorkNS)
	jobs := d.span(f, "step_duration_us", j.periodNS)
	distance := max(from-to, to-from)
	if step == 0 || distance/step >= maxSteps {
		f.Errorf("run_step_us", "make it larger", "the step makes more than %d phases", maxSteps)
		return []Phase{{Loop: 1}}
	}
	if to < from {
		step = -step
	}
	var out []Phase
	for run := from; ; run += step {
		if step > 0 && run > to || step < 0 && run < to {
			run = to
		}
		j.runNS = run
		out = append(out, Phase{Loop: jobs, Ops: j.ops()})
		if run == to {
			return out
		}
	}
}

// ops are the operations of one job.
func (j job) ops() []Op {
	piece := j.runNS / j.pieces
	ops := make([]Op, 0, 2*j.pieces+1)
	for i := range j.pieces {
		ns := piece
		if i == 0 {
			ns = j.runNS - piece*(j.pieces-1)
		} else {
			ops = append(ops, Op{Kind: OpSleep, NS: j.gapNS, Ref: NoRef, Ref2: NoRef})
		}
		ops = append(ops, Op{Kind: OpRun, Work: j.work, NS: ns, Ref: NoRef, Ref2: NoRef, JitterPct: j.jitter})
	}
	timer := Op{Kind: OpTimer, NS: j.periodNS, Ref: j.timer, Ref2: NoRef}
	if j.deadlineNS > 0 {
		ops = append(ops, Op{Kind: OpDue, NS: j.deadlineNS, Ref: NoRef, Ref2: NoRef, N: DueRelease})
		timer.N = 1
	}
	return append(ops, timer)
}

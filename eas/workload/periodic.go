package workload

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"easim/eas/des"
	"easim/energy"
)

const (
	shareShift = 30              // a share of 1 << shareShift is a whole CPU of capacity 1024
	shareOne   = 1 << shareShift // as a share
	maxDraws   = 1000            // of a set of shares until all of them fit
)

func periodicParams() []ParamInfo {
	return []ParamInfo{
		{"tasks", "12", "number of tasks"},
		{"util", "0.40", "demand of all tasks together, as a part of the platform's total top rate (not with task_util)"},
		{"task_util", "", "demand of each task, as a part of a CPU of capacity 1024"},
		{"shares", "random", "with util: random (uniform over all ways to divide it, none above the fastest CPU) or equal"},
		{"period", "", "period of every task; 16ms with task_util"},
		{"min_period", "4ms", "shortest period, without period; periods are log-uniform, whole us"},
		{"max_period", "100ms", "longest period"},
		{"phase", "0s", "first release of task i: i times this, within its period; or random"},
		{"jitter", "0", "width of the work's uniform variation, +- %"},
		{"jobs", "0", "jobs of each task; 0 is without end"},
		{"late", "keep", "a late job keeps the grid of releases (keep) or moves it (shift)"},
	}
}

// buildPeriodic makes independent periodic tasks. Periods and shares come from
// the stream "workload/periodic" of the seed, so the set stays the same when
// another parameter changes.
//
// Shares are drawn uniformly over all divisions of the demand, as UUniFast does
// (Bini and Buttazzo, Measuring the performance of schedulability tests, 2005),
// here by sorting cuts of an integer range: exact, the same on every machine.
// A draw with a share that no CPU could serve is thrown away (UUniFast-Discard).
func buildPeriodic(p *params, env Env) *Workload {
	n := p.count("tasks", 1, MaxThreads)
	rng := des.Stream(env.Seed, "workload/periodic")
	periods := p.periods(rng, n)
	shares := p.shares(rng, n, env)
	random, phase := p.phase()
	jitter := p.number("jitter", 0, 100)
	keeps := p.word("late", "keep", "shift") == 0
	loop := int64(p.count("jobs", 0, math.MaxInt32))
	if loop == 0 {
		loop = Forever
	}
	w := &Workload{
		Name: "periodic", Title: strconv.Itoa(n) + " independent periodic tasks", Source: "generated",
		Resources: []Resource{{Name: "release", Kind: ResTimer, Unique: true, Absolute: keeps}},
	}
	if len(p.errs) > 0 {
		return nil
	}
	for i := range n {
		t := TaskSpec{Name: "periodic-" + strconv.Itoa(i), Instances: 1, Loop: loop}
		if random {
			t.DelayNS = rng.Int64N(periods[i])
		} else {
			t.DelayNS = int64(i) * phase % periods[i]
		}
		j := job{
			periodNS: periods[i], pieces: 1, jitter: jitter,
			runNS: int64(math.Round(float64(shares[i]) / shareOne * float64(periods[i]))),
		}
		t.Phases = []Phase{{Loop: 1, Ops: j.ops()}}
		w.Tasks = append(w.Tasks, t)
	}
	return w
}

// periods draws the periods, ns.
func (p *params) periods(rng *rand.Rand, n int) []int64 {
	out := make([]int64, n)
	if p.has("period") || p.has("task_util") && !p.has("min_period") && !p.has("max_period") {
		if p.has("min_period") || p.has("max_period") {
			p.fail("period excludes min_period and max_period")
		}
		period := int64(16 * time.Millisecond)
		if p.has("period") {
			period = p.ns("period", 10*time.Microsecond, time.Hour)
		}
		for i := range out {
			out[i] = period
		}
		return out
	}
	lo := p.ns("min_period", 10*time.Microsecond, time.Hour)
	hi := p.ns("max_period", 10*time.Microsecond, time.Hour)
	if lo > hi {
		p.fail("min_period is above max_period")
	}
	for i := range out {
		// Whole us hide that exp and log may differ in the last bit between
		// machines.
		us := float64(lo) / 1000 * math.Exp(rng.Float64()*math.Log(float64(hi)/float64(lo)))
		out[i] = min(max(int64(math.Round(us))*1000, lo), hi)
	}
	return out
}

// shares returns each task's part of a CPU of capacity 1024.
func (p *params) shares(rng *rand.Rand, n int, env Env) []int64 {
	out := make([]int64, n)
	if p.has("task_util") {
		if p.has("util") || p.has("shares") {
			p.fail("task_util excludes util and shares")
		}
		u := p.number("task_util", 0, 1)
		for i := range out {
			out[i] = int64(math.Round(u * shareOne))
		}
		return out
	}
	util := p.number("util", 0, 1)
	equal := p.word("shares", "random", "equal") == 1
	total := int64(math.Round(util * float64(env.TotalRate) / float64(energy.RateScale) * shareOne))
	fastest := env.MaxRate
	if fastest == 0 {
		fastest = energy.RateScale
	}
	limit := int64(fastest) * (shareOne / int64(energy.RateScale))
	switch {
	case len(p.errs) > 0: // what follows from a wrong value is no fault of its own
		return out
	case total > int64(n)*limit:
		p.fail("util=%v: more than tasks=%d can demand, each at most the fastest CPU; take more tasks", util, n)
		return out
	}
	if equal {
		for i := range out {
			out[i] = total*int64(i+1)/int64(n) - total*int64(i)/int64(n)
		}
		return out
	}
	for range maxDraws {
		if divide(rng, out, total) <= limit {
			return out
		}
	}
	p.fail("util=%v: found no division among %d tasks in which each fits the fastest CPU; take more or shares=equal",
		util, n)
	return out
}

// divide cuts total into len(out) parts at random, all divisions equally likely,
// and returns the largest part.
func divide(rng *rand.Rand, out []int64, total int64) int64 {
	n := len(out)
	for i := range n - 1 {
		out[i] = rng.Int64N(total + 1)
	}
	out[n-1] = total
	slices.Sort(out)
	largest := int64(0)
	for i := n - 1; i > 0; i-- {
		out[i] -= out[i-1]
		largest = max(largest, out[i])
	}
	return max(largest, out[0])
}

// phase reads how first releases are spread.
func (p *params) phase() (random bool, step int64) {
	if p.text("phase") == "random" {
		return true, 0
	}
	if p.text("phase") == "0" {
		return false, 0
	}
	return false, p.ns("phase", 0, time.Hour)
}

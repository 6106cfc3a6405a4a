package check

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"easim/eas"
)

// Options say how scenarios are run. The zero value runs them as they stand, on
// every core.
type Options struct {
	Over    eas.Scenario // laid over what each scenario says; its ReadFile reads their files
	Seeds   []uint64     // instead of their own
	Workers int          // runs at a time; 0 is one a core
}

// Run runs every scenario on each of its seeds and judges it. The outcomes come in
// the order of the scenarios, whatever the number of workers.
//
// The error is an [eas.InputError] if a scenario cannot be run as it stands; then
// none was run. It wraps ctx.Err() if ctx ended first; then the report, which comes
// with it, holds the scenarios that were run on all of their seeds.
func Run(ctx context.Context, scenarios []*Scenario, o Options) (*Report, error) {
	jobs := make([]*job, len(scenarios))
	var units []unit
	for i, s := range scenarios {
		var err error
		if jobs[i], err = prepare(s, o); err != nil {
			return nil, err
		}
		if jobs[i].reason != "" {
			continue
		}
		for n := range jobs[i].seeds {
			units = append(units, unit{job: jobs[i], seed: jobs[i].seeds[n]})
		}
	}
	err := runAll(ctx, units, o.Workers)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	rep := &Report{Format: Format, Scenarios: []Outcome{}}
	for _, j := range jobs {
		if j.whole(units) {
			rep.Scenarios = append(rep.Scenarios, j.outcome(units))
		}
	}
	rep.count()
	if err != nil {
		rep.Warnings = append(rep.Warnings,
			fmt.Sprintf("interrupted: only %d of %d scenarios were run", len(rep.Scenarios), len(jobs)))
	}
	return rep, err
}

// unit is one run.
type unit struct {
	job      *job
	seed     uint64
	verdicts []SeedOutcome // by criterion
	done     bool          // it was run to its end and judged
	err      error
}

func runAll(ctx context.Context, units []unit, workers int) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(units)) {
		group.Go(func() {
			for i := range next {
				units[i].do(ctx)
			}
		})
	}
	for i := range units {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("check: stopped: %w", err)
	}
	for i := range units {
		if err := units[i].err; err != nil {
			return fmt.Errorf("check: scenario %s, seed %d: %w", units[i].job.s.Name, units[i].seed, err)
		}
	}
	return nil
}

// do runs one seed of a scenario and judges its criteria.
func (u *unit) do(ctx context.Context) {
	s := u.job.run
	s.Seed = u.seed
	seen := newWatch(len(u.job.platform.CPUs))
	res, err := eas.Run(ctx, s, seen.tracer())
	if err != nil {
		u.err = err
		return
	}
	w, err := u.job.workload(u.seed)
	if err != nil {
		u.err = err
		return
	}
	r := newRecord(u.job.platform, w, res, seen)
	for i := range u.job.s.Criteria {
		c := &u.job.s.Criteria[i]
		u.verdicts = append(u.verdicts, c.judge(u.seed, c.info.measure(c, r)))
	}
	u.done = true
}

// whole reports whether each run of a job came to its end.
func (j *job) whole(units []unit) bool {
	return !slices.ContainsFunc(units, func(u unit) bool { return u.job == j && !u.done })
}

// outcome puts together what the runs of a job found.
func (j *job) outcome(units []unit) Outcome {
	s := j.s
	out := Outcome{
		Suite: s.Suite, Name: s.Name, Title: s.Title, Source: s.Source, Notes: s.Notes,
		Platform: j.platform.Name, Profile: j.run.Profile, Seeds: j.seeds,
		Status: Skipped, Reason: j.reason, Criteria: []CriterionOutcome{},
	}
	if j.reason != "" {
		return out
	}
	for n := range s.Criteria {
		var runs []SeedOutcome
		for i := range units {
			if units[i].job == j {
				runs = append(runs, units[i].verdicts[n])
			}
		}
		out.Criteria = append(out.Criteria, s.Criteria[n].combine(runs))
	}
	out.settle()
	return out
}

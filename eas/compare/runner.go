package compare

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"easim/eas"
)

// Runner runs lists of scenarios, each run in a goroutine of its own. The zero
// value uses every core.
type Runner struct {
	// Workers is how many runs are under way at a time; 0 is one a core.
	Workers int

	// OnDone, if not nil, is called after each run that took place, failed ones
	// included, one call at a time, in the order in which they end. i is the index
	// of the scenario.
	OnDone func(i int, o *Outcome)
}

// Outcome is what became of one scenario: exactly one of the fields is not nil.
type Outcome struct {
	Result *eas.Result
	Err    error // why there is no result; wraps [ErrNotRun] if it was never begun
}

// ErrNotRun is wrapped by the outcome of a scenario that was not run, or not to
// its end, since the context ended first.
var ErrNotRun = errors.New("not run")

// Run runs every scenario and returns the outcomes in the same order, whatever
// the number of workers. A run that fails, or panics, is an outcome like any
// other; the rest goes on. If ctx ends, what is done is kept and the rest is
// marked with [ErrNotRun].
func (r Runner) Run(ctx context.Context, scenarios []eas.Scenario) []Outcome {
	out := make([]Outcome, len(scenarios))
	next := make(chan int)
	done := make(chan int)
	var workers sync.WaitGroup
	for range min(r.workers(), len(scenarios)) {
		workers.Go(func() {
			for i := range next {
				out[i] = runOne(ctx, scenarios[i])
				done <- i
			}
		})
	}
	go func() {
		defer close(next)
		for i := range scenarios {
			if ctx.Err() != nil {
				return
			}
			next <- i
		}
	}()
	go func() {
		workers.Wait()
		close(done)
	}()
	for i := range done {
		if r.OnDone != nil && !errors.Is(out[i].Err, ErrNotRun) {
			r.OnDone(i, &out[i])
		}
	}
	for i := range out {
		if out[i].Result == nil && out[i].Err == nil {
			out[i].Err = fmt.Errorf("compare: %w: %w", ErrNotRun, ctx.Err())
		}
	}
	return out
}

func (r Runner) workers() int {
	if r.Workers > 0 {
		return r.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// runOne is one run. A panic of the simulator is a bug in it, but must not take
// the other runs with it.
func runOne(ctx context.Context, s eas.Scenario) (o Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = Outcome{Err: fmt.Errorf("compare: the simulator broke down: %v\n%s", p, debug.Stack())}
		}
	}()
	res, err := eas.Run(ctx, s)
	switch {
	case err == nil:
		return Outcome{Result: res}
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		err = fmt.Errorf("compare: %w: %w", ErrNotRun, err)
	}
	return Outcome{Err: err}
}

package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/sweep/column"
)

// Options say how a sweep is run. The zero value but for Dir is the usual.
type Options struct {
	Dir    string // folder of the results; made if it is not there
	Resume bool   // go on with what is there
	// Workers is how many runs are under way at a time; 0 is one a core.
	Workers int
	// Shard of Shards, counted from 1, is the part of the runs that is done here; 0
	// is all. Every shard needs a folder of its own, see [Merge].
	Shard, Shards int

	// OnStart, if not nil, is called once before the first run; OnDone after each
	// run, one call at a time.
	OnStart func(Progress)
	OnDone  func(Progress)
}

// Progress says how far a sweep is.
type Progress struct {
	Total   int // runs of the sweep, or of the shard
	Kept    int // that were there before
	Done    int // that ended since, failed ones included
	Failed  int // of those
	Workers int
	Notes   []string // what was repaired; at the start only
}

// Outcome is what became of a sweep.
type Outcome struct {
	Progress
	Missing  int           // runs of the whole matrix that are in no line yet, failed ones included
	Failures []Failure     // that are on record, in the order of the runs
	Busy     time.Duration // time in runs, summed over the workers
	Wall     time.Duration // from the first run to the last
	Warnings []string
}

// Run does the runs of a plan that are missing in o.Dir. Nothing is run if a single
// point of the plan, or of the shard, cannot be run as it stands: then the error is
// an [*eas.InputError]. So it is if the folder holds another sweep.
//
// A run that fails is no error but a [Failure]; the rest goes on. If ctx ends, or
// the disk is full, what is done is kept and the outcome is returned beside the
// error. What stands in the folder at the end does not depend on the number of
// workers, nor on how often the sweep was interrupted.
func Run(ctx context.Context, p *Plan, o Options) (*Outcome, error) {
	if o.Shards == 0 {
		o.Shard, o.Shards = 1, 1
	}
	if o.Shards < 1 || o.Shard < 1 || o.Shard > o.Shards {
		n := max(o.Shards, 1)
		return nil, badInput("sweep: shard %d of %d; want 1/%d to %d/%d", o.Shard, o.Shards, n, n, n)
	}
	r := &runner{plan: p, o: o, lines: newLineEncoder()}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	s, notes, err := openStore(o.Dir, p, o.Resume)
	if err != nil {
		return nil, err
	}
	r.store = s
	r.listRuns(notes)
	if o.OnStart != nil {
		o.OnStart(r.progress)
	}
	err = r.work(ctx)
	return r.finish(err)
}

// runner runs a plan.
type runner struct {
	plan  *Plan
	o     Options
	store *store
	lines *lineEncoder
	runs  []int // to be done
	next  atomic.Int64
	busy  atomic.Int64

	mu       sync.Mutex
	progress Progress
	wall     time.Duration
}

// mine reports whether run n belongs to the shard. Neighbours go to different
// shards, so that all have about as much to do.
func (r *runner) mine(n int) bool { return n%r.o.Shards == r.o.Shard-1 }

// prepare reads all files once, and checks every point.
func (r *runner) prepare() error {
	m := &r.plan.Matrix
	m.normalize()
	read := compare.NewFiles(m.read()).Read
	m.Base.ReadFile, m.Base.Cache = read, eas.NewCache()
	if err := m.readInputs(read); err != nil {
		return err
	}
	for i := range r.plan.Points() {
		if !r.anyMine(i) {
			continue
		}
		s, err := r.plan.Point(i).Scenario(r.plan.Seeds[0])
		if err == nil {
			err = eas.Check(s)
		}
		if err != nil {
			return pointError(r.plan.Point(i), err)
		}
	}
	return nil
}

// anyMine reports whether a run of a point belongs to the shard.
func (r *runner) anyMine(point int) bool {
	for i := range r.plan.Seeds {
		if r.mine(point*len(r.plan.Seeds) + i) {
			return true
		}
	}
	return false
}

// pointError says at which point something is wrong, and keeps the text of a file
// that has faults.
func pointError(p Point, err error) error {
	var input *eas.InputError
	if errors.As(err, &input) && input.Text != nil {
		return err
	}
	return badInput("sweep: nothing was run: point %s: %s", p, plain(err))
}

// read returns a reader of files whose relative names begin in the folder of the
// matrix.
func (m *Matrix) read() func(name string) ([]byte, error) {
	folder, given := m.Folder, m.Base.ReadFile
	return func(name string) ([]byte, error) {
		if folder != "" && !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		if given == nil {
			return os.ReadFile(name)
		}
		return given(name)
	}
}

// listRuns finds out what is missing.
func (r *runner) listRuns(notes []string) {
	r.progress = Progress{Workers: r.o.Workers, Notes: notes}
	if r.progress.Workers <= 0 {
		r.progress.Workers = runtime.GOMAXPROCS(0)
	}
	for n := range r.plan.Runs() {
		if !r.mine(n) {
			continue
		}
		r.progress.Total++
		if r.store.lines[n].length > 0 {
			r.progress.Kept++
		} else {
			r.runs = append(r.runs, n)
		}
	}
}

// work does the missing runs. The error wraps that of ctx if it ended first.
func (r *runner) work(ctx context.Context) error {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	start := time.Now()
	var workers sync.WaitGroup
	for range min(r.progress.Workers, len(r.runs)) {
		workers.Go(func() {
			for inner.Err() == nil {
				i := int(r.next.Add(1)) - 1
				if i >= len(r.runs) {
					return
				}
				if err := r.one(inner, r.runs[i]); err != nil {
					stop(err)
				}
			}
		})
	}
	workers.Wait()
	r.wall = time.Since(start)
	switch {
	case inner.Err() != nil && ctx.Err() == nil:
		return context.Cause(inner)
	case ctx.Err() != nil && r.progress.Kept+r.progress.Done < r.progress.Total:
		return fmt.Errorf("sweep: stopped early: %w", ctx.Err())
	}
	return nil
}

// one does run n and writes it down. The error is that of writing.
func (r *runner) one(ctx context.Context, n int) error {
	begin := time.Now()
	point, seed := r.plan.Run(n)
	s, err := point.Scenario(seed)
	var result *eas.Result
	if err == nil {
		o := compare.Runner{Workers: 1}.Run(ctx, []eas.Scenario{s})[0]
		result, err = o.Result, o.Err
	}
	r.busy.Add(int64(time.Since(begin)))
	switch {
	case errors.Is(err, compare.ErrNotRun):
		return nil
	case err != nil:
		r.store.addFailure(n, plain(err))
	default:
		line, err := r.plan.resultLine(r.lines, n, result)
		if err == nil {
			err = r.store.add(n, line)
		}
		if err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress.Done++
	if err != nil {
		r.progress.Failed++
	}
	if r.o.OnDone != nil {
		r.o.OnDone(r.progress)
	}
	return nil
}

// finish closes the folder and says what became of the sweep.
func (r *runner) finish(err error) (*Outcome, error) {
	closing := r.store.close(err == nil)
	if err == nil || errors.Is(err, context.Canceled) { // else both say the same
		err = errors.Join(err, closing)
	}
	p := r.progress
	p.Notes = nil
	out := &Outcome{Progress: p, Busy: time.Duration(r.busy.Load()), Wall: r.wall, Missing: r.plan.Runs() - r.store.found}
	for n := range r.plan.Runs() {
		if text, ok := r.store.failed[n]; ok {
			out.Failures = append(out.Failures, r.plan.failure(n, text))
		}
	}
	if err == nil && r.store.found > 0 {
		t, ierr := column.Open(r.store.path(ResultsFile))
		if ierr == nil {
			ierr = t.Close()
		}
		if ierr != nil {
			out.Warnings = append(out.Warnings, fmt.Sprintf("the index of the results was not made: %s", ierr))
		}
	}
	return out, err
}

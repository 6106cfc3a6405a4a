package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"easim/eas/report"
	"easim/eas/sweep"
)

func (e *env) sweep(c *cli.Context) error {
	if c.NArg() > 1 {
		return badUsage("unexpected argument %q; easim sweep takes one FILE.toml, or flags only", c.Args().Get(1))
	}
	form, err := format(c)
	if err != nil {
		return err
	}
	o := sweep.Options{Dir: c.String("output"), Resume: c.Bool("resume")}
	if o.Dir == "" {
		return badUsage("say where the results go: -o DIR")
	}
	if o.Workers, err = jobs(c); err != nil {
		return err
	}
	if o.Shard, o.Shards, err = shard(c); err != nil {
		return err
	}
	m, err := e.matrix(c, o.Dir)
	if err != nil {
		return err
	}
	p, err := m.Plan()
	if err != nil {
		return err
	}
	e.samplingNotes(p)
	show := e.sweepProgress(p)
	o.OnStart, o.OnDone = show.start, show.done
	out, err := sweep.Run(c.Context, p, o)
	show.end()
	if out == nil {
		return err
	}
	return e.sweepEnd(form, o, out, err)
}

// samplingNotes says what a condition or a sample left out.
func (e *env) samplingNotes(p *sweep.Plan) {
	if p.Latin > 0 && p.Dropped > 0 {
		e.sayf("note: the conditions left out %d of the %d points of the Latin hypercube", p.Dropped, p.Latin)
	}
	if p.Twins > 0 {
		e.sayf("note: %d of the %d points of the Latin hypercube fell on others and count once", p.Twins, p.Latin)
	}
}

// sweepEnd says what became of a sweep and shows the results if they are whole.
func (e *env) sweepEnd(form string, o sweep.Options, out *sweep.Outcome, err error) error {
	e.warn(out.Warnings)
	ran := out.Done - out.Failed
	if ran > 0 {
		e.sayf("%d runs in %s, %.1f runs/s, cores busy %.0f %%", ran, out.Wall.Round(time.Millisecond),
			float64(out.Done)/out.Wall.Seconds(), 100*out.Busy.Seconds()/out.Wall.Seconds()/float64(out.Workers))
	}
	kept := out.Kept + ran
	switch {
	case errors.Is(err, context.Canceled):
		e.sayf("%d of %d runs are kept; easim sweep --resume -o %s does the rest", kept, out.Total, o.Dir)
		return err
	case err != nil:
		return err
	case o.Shards > 1:
		e.sayf("part %d/%d: %d of %d runs are in %s; easim merge DIR... -o DIR puts the parts together",
			o.Shard, o.Shards, kept, out.Total, o.Dir)
	case kept > 0:
		if err := e.showSweep(form, o.Dir, sweep.SummaryOptions{}, report.SweepOptions{}); err != nil {
			return err
		}
	}
	return failedSweep(out.Failures, out.Total, o.Dir)
}

// failedSweep is the error of a sweep whose runs did not all succeed.
func failedSweep(list []sweep.Failure, total int, dir string) error {
	if len(list) == 0 {
		return nil
	}
	const most = 20
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d runs failed:", len(list), total)
	for i, f := range list {
		if i == most {
			fmt.Fprintf(&b, "\n  and %d more; all stand in %s/%s", len(list)-most, dir, sweep.FailuresFile)
			break
		}
		first, _, _ := strings.Cut(f.Error, "\n")
		fmt.Fprintf(&b, "\n  run %d, %s, seed %d: %s", f.Run, f.Point, f.Seed, first)
	}
	return errors.New(b.String())
}

package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"easim/eas/sweep"
)

// lineEvery is how often a line says how far a sweep is where there is no terminal.
const lineEvery = 10 * time.Second

// sweepProgress shows how far a sweep is: a bar on a terminal, else a line now and
// then.
type sweepProgress struct {
	e       *env
	plan    *sweep.Plan
	bars    *mpb.Progress // nil: no terminal
	bar     *mpb.Bar
	begin   time.Time
	said    time.Time
	failed  atomic.Int64
	current atomic.Int64
}

func (e *env) sweepProgress(p *sweep.Plan) *sweepProgress {
	s := &sweepProgress{e: e, plan: p}
	if f, isFile := e.stderr.(*os.File); isFile {
		info, err := f.Stat()
		if err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb" {
			s.bars = mpb.New(mpb.WithOutput(f), mpb.WithWidth(40), mpb.WithRefreshRate(120*time.Millisecond))
		}
	}
	return s
}

func (s *sweepProgress) start(p sweep.Progress) {
	for _, n := range p.Notes {
		s.e.sayf("note: %s", n)
	}
	what := fmt.Sprintf("%d points with seeds %s: %d runs", s.plan.Points(), seedText(s.plan.Seeds), s.plan.Runs())
	if p.Total < s.plan.Runs() {
		what += fmt.Sprintf(", %d of them here", p.Total)
	}
	if p.Kept > 0 {
		what += fmt.Sprintf(", %d done before", p.Kept)
	}
	s.e.sayf("%s; %d at a time", what, p.Workers)
	s.begin, s.said = time.Now(), time.Now()
	if s.bars == nil || p.Kept == p.Total {
		s.bars = nil
		return
	}
	s.current.Store(int64(p.Kept))
	s.bar = s.bars.AddBar(int64(p.Total-p.Kept),
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string {
			return fmt.Sprintf("%d of %d runs ", s.current.Load(), p.Total)
		})),
		mpb.AppendDecorators(
			decor.AverageSpeed(0, " %.1f runs/s"),
			decor.Any(func(decor.Statistics) string { return ", " }),
			decor.AverageETA(decor.ET_STYLE_GO),
			decor.Any(func(decor.Statistics) string { return fmt.Sprintf(" to go, %d failed", s.failed.Load()) }),
		))
}

func (s *sweepProgress) done(p sweep.Progress) {
	s.failed.Store(int64(p.Failed))
	s.current.Store(int64(p.Kept + p.Done))
	if s.bar != nil {
		s.bar.Increment()
		return
	}
	if now := time.Now(); now.Sub(s.said) >= lineEvery {
		s.said = now
		rate := float64(p.Done) / now.Sub(s.begin).Seconds()
		left := time.Duration(float64(p.Total-p.Kept-p.Done) / rate * float64(time.Second)).Round(time.Second)
		s.e.sayf("%d of %d runs, %.1f runs/s, %s to go, %d failed", p.Kept+p.Done, p.Total, rate, left, p.Failed)
	}
}

// end leaves the bar as it is and waits until it is drawn.
func (s *sweepProgress) end() {
	if s.bar != nil {
		s.bar.Abort(false)
		s.bars.Wait()
	}
}

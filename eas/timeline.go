package eas

import (
	"context"

	"easim/eas/des"
	"easim/eas/observe/timeline"
	"easim/eas/sched"
	"easim/energy"
)

// Cut is a part of the measured window: FromNS after its beginning, LengthNS long.
type Cut struct{ FromNS, LengthNS int64 }

// RunTimeline is [Run] with a timeline of one cut of the measured window. The
// timeline changes nothing: the digests are those of Run. It is shorter than asked
// for, or empty, if the measured window ends before the cut does.
func RunTimeline(
	ctx context.Context,
	s Scenario,
	c Cut,
	watchers ...sched.Tracer,
) (*Result, *timeline.Timeline, error) {
	if c.FromNS < 0 || c.LengthNS <= 0 {
		return nil, nil, badInput("eas: timeline from %d ns, %d ns long: want a start from 0 and a length above 0",
			c.FromNS, c.LengthNS)
	}
	cut := &cutting{Cut: c}
	r, err := simulate(ctx, s, cut, watchers)
	if err != nil {
		return nil, nil, err
	}
	return r, cut.recorder.Timeline(), nil
}

// cutting is a cut being recorded.
type cutting struct {
	Cut
	recorder *timeline.Recorder
}

func (c *cutting) attach(p *energy.Platform) sched.Tracer {
	c.recorder = timeline.New(p, 0)
	return c.recorder.Tracer()
}

// open is called at the beginning of the measured window.
func (c *cutting) open(at des.Time) {
	if c != nil {
		c.recorder.Open(at+des.Time(c.FromNS), at+des.Time(c.FromNS+c.LengthNS))
	}
}

func (c *cutting) finish(at des.Time) {
	if c != nil {
		c.recorder.Finish(at)
	}
}

// BusiestCut runs s and returns the cut of the given length in which most happened:
// tasks moved, clocks changed, the tipping point was crossed. It ends at the latest
// endNS after the beginning of the measured window, if that is above 0.
func BusiestCut(ctx context.Context, s Scenario, lengthNS, endNS int64) (Cut, error) {
	a := timeline.NewActivity()
	r, err := Run(ctx, s, a.Tracer())
	if err != nil {
		return Cut{}, err
	}
	whole := r.Window.LengthNS
	if endNS > 0 {
		whole = min(whole, endNS)
	}
	from := des.Time(r.Window.StartNS)
	at := a.Busiest(from, from+des.Time(whole), des.Time(lengthNS))
	return Cut{FromNS: int64(at - from), LengthNS: min(lengthNS, whole)}, nil
}

package eas

import (
	"context"
	"errors"
	"fmt"
	"time"

	"easim/eas/des"
	"easim/eas/observe/meter"
	"easim/eas/observe/stats"
	"easim/eas/sched"
	"easim/eas/workload"
)

// Run simulates s and returns what was measured. watchers see the whole run, from
// time 0; they cannot change it.
//
// The error is an [*InputError] if s cannot be run as it stands, and wraps
// ctx.Err() if ctx ended first.
func Run(ctx context.Context, s Scenario, watchers ...sched.Tracer) (*Result, error) {
	return simulate(ctx, s, nil, watchers)
}

// simulate is a run; cut, if not nil, records a window of it.
func simulate(ctx context.Context, s Scenario, cut *cutting, watchers []sched.Tracer) (*Result, error) {
	u, err := resolve(s)
	if err != nil {
		return nil, err
	}
	r := &run{u: u, meter: meter.New(u.platform), stats: stats.New(), cut: cut}
	if err := r.build(watchers); err != nil {
		return nil, err
	}
	if err := r.simulate(ctx); err != nil {
		return nil, err
	}
	return r.result()
}

// run is one simulation on its way.
type run struct {
	u      *setup
	k      *sched.Kernel
	player *workload.Player
	meter  *meter.Meter
	stats  *stats.Stats
	cut    *cutting // nil: no timeline is wanted

	start   des.Time // t = 0 of the workload
	started bool
	from    des.Time // the window, once open
	open    bool
	to      des.Time // its end, once closed
	closed  bool
	ended   bool // the last task ended

	before []workload.ThreadStat // at the window's start
}

// build makes the machine with its policies, tasks and watchers.
func (r *run) build(watchers []sched.Tracer) error {
	u := r.u
	var err error
	r.player, err = workload.NewPlayer(u.work, workload.PlayerConfig{
		CalibRate:     u.calib.rate,
		LauncherGapNS: u.params.LauncherGapUS * 1000,
		Seed:          u.s.Seed,
		NCPU:          len(u.platform.CPUs),
		OnStart:       r.onStart,
	})
	if err != nil {
		return asInput(fmt.Errorf("eas: workload %s: %w", u.s.Workload, err))
	}
	cfg := sched.Config{
		Platform: u.platform,
		Model:    u.model,
		RateSet:  u.rate,
		Params:   u.params,
		Features: u.features,
		Seed:     u.s.Seed,
		Feeder:   r.player,
	}
	if err := u.cat.choose(u, &cfg); err != nil {
		return err
	}
	own := sched.Tracer{TaskExit: r.taskExit}
	probes := append([]sched.Tracer{r.meter.Tracer(), r.stats.Tracer(), own}, watchers...)
	if r.cut != nil {
		probes = append(probes, r.cut.attach(u.platform))
	}
	cfg.Tracer = tee(probes...)
	if r.k, err = sched.New(cfg); err != nil {
		return asInput(fmt.Errorf("eas: %w", err))
	}
	return nil
}

// onStart is called when the tasks are released.
func (r *run) onStart(at des.Time) {
	r.start, r.started = at, true
	if r.u.length.warmupNS == 0 {
		r.openWindow(at)
	}
}

// taskExit closes the window with the last task.
func (r *run) taskExit(at des.Time, _ sched.TaskID) {
	if r.player.Done() && !r.closed {
		r.ended = true
		if r.open {
			r.closeWindow(at)
		}
	}
}

func (r *run) openWindow(at des.Time) {
	r.meter.Reset(at)
	r.stats.Reset(at)
	r.cut.open(at)
	r.before = r.player.Threads()
	r.from, r.open = at, true
}

func (r *run) closeWindow(at des.Time) {
	r.meter.Finish(at)
	r.stats.Finish(at)
	r.cut.finish(at)
	r.to, r.closed = at, true
}

// simulate runs the machine to the end of the window.
func (r *run) simulate(ctx context.Context) error {
	if err := r.advance(ctx, des.Never, func() bool { return r.started }); err != nil {
		return err
	}
	if !r.started {
		return fmt.Errorf("eas: workload %s never started: nothing is left to happen at %s", r.u.s.Workload, r.k.Now())
	}
	opens := r.start + des.Time(r.u.length.warmupNS)
	ended := func() bool { return r.ended }
	if !r.open {
		if err := r.advance(ctx, opens, ended); err != nil {
			return err
		}
		if r.ended {
			return badInput("eas: workload %s ended after %s, within the warm-up of %s: nothing was measured; give --warmup 0",
				r.u.s.Workload, time.Duration(r.k.Now()-r.start), time.Duration(r.u.length.warmupNS))
		}
		r.k.SyncWork(opens)
		r.openWindow(opens)
	}
	closes := r.from + des.Time(r.u.length.durationNS)
	if err := r.advance(ctx, closes, ended); err != nil {
		return err
	}
	if !r.closed {
		r.k.SyncWork(closes)
		r.closeWindow(closes)
	}
	return nil
}

// checkEvery is how many events pass between two looks at the context.
const checkEvery = 4096

// advance dispatches the events up to and at t, or until done says so.
func (r *run) advance(ctx context.Context, t des.Time, done func() bool) error {
	if r.k.Events() == 0 && r.k.Now() == 0 && !r.started {
		r.k.Step() // boot
	}
	for n := 0; !done(); n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return fmt.Errorf("eas: stopped at %s: %w", r.k.Now(), ctx.Err())
		}
		at, ok := r.k.NextAt()
		if !ok || at > t {
			break
		}
		r.k.Step()
		if r.u.s.CheckInvariants {
			if err := r.k.CheckInvariants(); err != nil {
				return err
			}
		}
		if r.k.Err() != nil {
			break
		}
	}
	return r.failure()
}

func (r *run) failure() error {
	err := r.k.Err()
	if errors.Is(err, workload.ErrDeadlineClass) {
		return asInput(err)
	}
	return err
}

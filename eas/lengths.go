package eas

import (
	"time"

	"easim/eas/workload"
)

// MaxToEndNS is how long a workload that ends by itself is simulated if nobody
// gives a duration, ns of virtual time.
const MaxToEndNS = 600 * second

// lengths are the times of a run.
type lengths struct {
	durationNS int64
	warmupNS   int64
	ends       bool // the workload ends by itself
}

// resolveLengths settles the window: asked for > the workload's own > default. A
// workload that ends by itself has no warm-up by default and gets the time it
// needs, up to MaxToEndNS.
func (u *setup) resolveLengths() error {
	l := lengths{durationNS: DefaultDurationNS, warmupNS: DefaultWarmupNS, ends: endsByItself(u.work)}
	if l.ends {
		l.durationNS, l.warmupNS = MaxToEndNS, 0
	}
	if u.work.DurationNS > 0 {
		l.durationNS = u.work.DurationNS
	}
	if u.s.Duration.Given {
		l.durationNS = u.s.Duration.NS
	}
	if u.s.Warmup.Given {
		l.warmupNS = u.s.Warmup.NS
	}
	if l.durationNS <= 0 || l.warmupNS < 0 {
		return badInput("eas: duration %s, warm-up %s: want a duration above 0 and a warm-up of at least 0",
			time.Duration(l.durationNS), time.Duration(l.warmupNS))
	}
	const limit = int64(1e15) // a million seconds: sums of ns stay far from overflow
	if l.durationNS > limit || l.warmupNS > limit {
		return badInput("eas: duration %s, warm-up %s: at most %s each",
			time.Duration(l.durationNS), time.Duration(l.warmupNS), time.Duration(limit))
	}
	if l.ends && l.warmupNS > 0 {
		u.warnf("energy and counts leave out the first %s of %s, which ends by itself; a score counts all of it; "+
			"--warmup 0s leaves out nothing", time.Duration(l.warmupNS), u.s.Workload)
	}
	u.length = l
	return nil
}

// endsByItself reports whether every task that keeps the run alive has an end. A
// workload with no such task runs until it is stopped.
func endsByItself(w *workload.Workload) bool {
	lives := false
	for i := range w.Tasks {
		t := &w.Tasks[i]
		if t.Daemon {
			continue
		}
		lives = lives || t.Instances > 0
		if t.Loop == workload.Forever {
			return false
		}
		for j := range t.Phases {
			if t.Phases[j].Loop == workload.Forever {
				return false
			}
		}
	}
	return lives
}

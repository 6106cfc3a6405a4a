package cpufreq

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// Interactive is the interactive governor of Android 4.4. Each CPU measures its
// load over a window that ends at a tick: busy time x frequency, over the length
// of the window. With
//
//	load = that / target frequency
//
// a load of interactive_go_hispeed_load or more takes the CPU's target from
// below interactive_hispeed_freq to there; otherwise the target is the lowest
// OPP at which the load would be interactive_target_loads. The target rises
// above hispeed only interactive_above_hispeed_delay after the last choice, and
// falls only interactive_min_sample_time after the present one was last
// justified. The domain runs at the highest target of its CPUs.
//
// A window is interactive_timer_rate long, in whole ticks. It begins when the
// last one was judged, or when the CPU went idle or woke without a window under
// way: a CPU at the top that needs the top stops measuring until it has been
// idle. The window's timer is deferrable. On a CPU that sleeps without a tick it
// runs when the CPU wakes, or 80 ms late if the CPU would keep the frequency up
// (the slack timer).
//
// Source: drivers/cpufreq/cpufreq_interactive.c of Android 4.4 (96boards/linux),
// with one target load, one delay and no boost.
//
// Differs from the kernel: the slack timer does not wake the CPU, it only makes
// the governor judge it; each domain has its own thread for changes, where the
// kernel's one thread serves the domains in turn; and a CPU counts as idle when its
// last task leaves, even if a new-idle balance then finds it another.
type Interactive struct {
	cpus    []cpuWindow
	domains []windowDomain
	tunings tunings

	// A tick seen last, to turn jiffies into times.
	tickAt   des.Time
	tickAtJf int64
}

// tunings are the parameters in the units of the governor.
type tunings struct {
	tickNS      int64
	window      int64 // jiffies (timer_rate)
	slack       int64 // jiffies (timer_slack)
	goHispeed   int64 // %
	targetLoad  int64 // %
	aboveDelay  int64 // µs
	minSample   int64 // µs
	hispeedFreq energy.KHz
}

// windowDomain is a frequency domain.
type windowDomain struct {
	opp     int      // OPP of the present clock, for the accounting
	hispeed int      // OPP of hispeed_freq
	settle  des.Time // end of the change under way; 0 if there is none
	timer   des.Time // what the mechanism's timer is set to; des.Never if it is not
}

// timerSlack is how much longer than a window an idle CPU may keep the frequency
// up, µs (DEFAULT_TIMER_SLACK).
const timerSlack = 80_000

var _ sched.Governor = (*Interactive)(nil)

// NewInteractive returns an interactive governor for one machine.
func NewInteractive() *Interactive { return &Interactive{} }

// Start implements sched.Governor. The frequency stays what it is.
func (g *Interactive) Start(v sched.View, domain int) sched.Request {
	if g.cpus == nil {
		g.cpus = make([]cpuWindow, v.NrCPUs())
		g.domains = make([]windowDomain, v.FreqDomains())
		g.tunings = tuningsOf(v.Params())
		g.tickAt, g.tickAtJf = v.Now(), v.Jiffies()
	}
	d, gd := v.FreqDomain(domain), &g.domains[domain]
	*gd = windowDomain{opp: d.OPP, hispeed: d.MaxOPP, timer: des.Never}
	if f := g.tunings.hispeedFreq; f != 0 {
		gd.hispeed = lowestAtLeast(d, f)
	}
	now := micros(v.Now())
	for _, id := range d.CPUs {
		w := &g.cpus[id]
		*w = cpuWindow{idle: true, target: d.OPP, floor: d.OPP, floorAt: now, hispeedAt: now}
		g.openWindow(v, v.CPU(id), w)
	}
	return g.answer(v, domain)
}

// Event implements sched.Governor.
func (g *Interactive) Event(v sched.View, cpu energy.CPUID, why sched.Reason) sched.Request {
	c, w := v.CPU(cpu), &g.cpus[cpu]
	switch why {
	case sched.ReasonTick:
		g.tickAt, g.tickAtJf = v.Now(), v.Jiffies()
		if !w.pending || g.tickAtJf < w.expires {
			return sched.Request{}
		}
		g.judge(v, c, w)
	case sched.ReasonLimits:
		g.limits(v, c, w)
	default:
		idle := c.RQ.NrRunning == 0
		if idle == w.idle {
			return sched.Request{}
		}
		w.idle = idle
		if !g.idleChanged(v, c, w) {
			return sched.Request{}
		}
	}
	return g.answer(v, c.Domain)
}

// Timer implements sched.Governor: a change of frequency is complete, or the
// slack of an idle CPU is used up.
func (g *Interactive) Timer(v sched.View, domain int) sched.Request {
	d, gd := v.FreqDomain(domain), &g.domains[domain]
	gd.timer = des.Never
	if gd.settle != 0 && v.Now() >= gd.settle {
		g.settled(v, domain)
	}
	for _, id := range d.CPUs {
		w := &g.cpus[id]
		if w.slack == 0 || v.Now() < g.timeOf(w.slack) {
			continue
		}
		w.slack = 0
		if w.pending && v.Jiffies() >= w.expires {
			g.judge(v, v.CPU(id), w)
		}
	}
	return g.answer(v, domain)
}

// idleChanged handles the begin and end of idle (cpufreq_interactive_idle_start,
// _idle_end). It reports whether a timer or target may have changed.
func (g *Interactive) idleChanged(v sched.View, c *sched.CPU, w *cpuWindow) bool {
	switch {
	case w.idle:
		if w.pending || w.target == v.FreqDomain(c.Domain).MinOPP {
			return false
		}
		g.openWindow(v, c, w)
	case !w.pending:
		g.openWindow(v, c, w)
	case v.Jiffies() >= w.expires:
		w.slack = 0
		g.judge(v, c, w)
	default:
		return false
	}
	return true
}

// limits follows a change of the allowed range (CPUFREQ_GOV_LIMITS).
func (g *Interactive) limits(v sched.View, c *sched.CPU, w *cpuWindow) {
	d, gd := v.FreqDomain(c.Domain), &g.domains[c.Domain]
	if gd.settle == 0 && d.Target != gd.opp {
		g.changing(v, c.Domain, d.Target) // the mechanism moved it into the range
	}
	w.target = clamp(d, w.target)
	w.slack = 0
	g.openWindow(v, c, w)
}

// answer is what the domain wants now: the highest target of its CPUs
// (cpufreq_interactive_speedchange_task), unless a change is under way, and the
// earliest of the timers.
func (g *Interactive) answer(v sched.View, domain int) sched.Request {
	d, gd := v.FreqDomain(domain), &g.domains[domain]
	var req sched.Request
	opp, at := 0, des.Never
	for _, id := range d.CPUs {
		w := &g.cpus[id]
		opp = max(opp, w.target)
		if w.slack != 0 {
			at = min(at, g.timeOf(w.slack))
		}
	}
	opp = clamp(d, opp)
	if gd.settle == 0 && opp != gd.opp {
		req.SetOPP, req.OPP = true, opp
		g.changing(v, domain, opp)
	}
	if gd.settle != 0 {
		at = min(at, gd.settle)
	}
	if at != gd.timer {
		gd.timer = at
		req.SetTimer, req.At = true, at
	}
	return req
}

// changing notes that the domain's clock begins to change to an OPP: what the
// CPUs do until it is stable counts at the old one (cpufreq_interactive_notifier).
func (g *Interactive) changing(v sched.View, domain, opp int) {
	d, gd := v.FreqDomain(domain), &g.domains[domain]
	if d.LatencyNS == 0 {
		g.account(v, domain)
		gd.opp = opp
		return
	}
	gd.settle = v.Now() + des.Time(d.LatencyNS)
}

// settled notes that the new clock is stable, or that the next change has begun.
func (g *Interactive) settled(v sched.View, domain int) {
	d, gd := v.FreqDomain(domain), &g.domains[domain]
	g.account(v, domain)
	gd.opp, gd.settle = d.OPP, 0
	if d.Target != d.OPP {
		gd.settle = v.Now() + des.Time(d.LatencyNS)
	}
}

// timeOf is when the tick of a jiffy comes.
func (g *Interactive) timeOf(jiffy int64) des.Time {
	return g.tickAt + des.Time((jiffy-g.tickAtJf)*g.tunings.tickNS)
}

func tuningsOf(p *sched.Params) tunings {
	tick := p.TickNS()
	jiffies := func(us int64) int64 { return (us*1000 + tick - 1) / tick }
	return tunings{
		tickNS: tick, window: jiffies(p.TimerRate), slack: jiffies(timerSlack),
		goHispeed: p.GoHispeedLoad, targetLoad: p.TargetLoads,
		aboveDelay: p.AboveHispeedDelay, minSample: p.MinSampleTime,
		hispeedFreq: energy.KHz(p.HispeedFreq),
	}
}

// micros is a time in whole µs, the unit of the governor's clock.
func micros(t des.Time) int64 { return int64(t / des.Microsecond) }

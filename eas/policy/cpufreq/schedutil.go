package cpufreq

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// Schedutil is the schedutil governor as late Android 4.4 has it. Each event of
// a CPU samples its utilisation; unless the domain changed too recently, the
// largest ratio of the domain's samples gives the frequency:
//
//	f = 1.25 x fmax x util / capacity_orig, rounded up to an OPP
//
// Samples more than a tick older than the domain's last look do not count: their
// CPU is probably idle. A sample taken for real-time work asks for the top; it is
// taken when that work is charged, at ticks and at its end (update_curr_rt), so a job
// of less than a tick has ended before the clock rises.
//
// Each look, not only each change, restarts schedutil_rate_limit_us (6.12 counts
// from the last change), and nothing is looked at while a change is under way.
//
// An f that equals the last one keeps the OPP, even if real-time work has taken
// the domain to the top in between; 4.14 mended that.
//
// Source: kernel/sched/cpufreq_schedutil.c of Android 4.4 (bjackman/linux-power),
// the form for drivers that cannot switch in interrupt context.
//
// Differs from the kernel: there only the CPU that runs the update takes a
// sample, so a task woken from another CPU is noticed at its own CPU's next
// update; here the sample is taken at once. Nothing waits for I/O, so there is
// no boost for it.
type Schedutil struct {
	cpus    []utilSample
	domains []utilPolicy
	tick    des.Time
}

// utilSample is a CPU's last sample (struct sugov_cpu).
type utilSample struct {
	util, max int64
	at        des.Time
	rt        bool // taken for real-time work (SCHED_CPUFREQ_RT)
}

// utilPolicy is a domain's state (struct sugov_policy).
type utilPolicy struct {
	lastLook  des.Time // last_freq_update_time
	busyUntil des.Time // end of the change under way (work_in_progress)
	delay     des.Time // rate limit
	raw       int64    // kHz, the last f before rounding (cached_raw_freq)
	next      int      // OPP last chosen
	forced    bool     // the limits changed (need_freq_update)
}

// latencyMultiplier is the default rate limit per transition latency, and in µs
// where the latency is unknown (LATENCY_MULTIPLIER).
const latencyMultiplier = 1000

var _ sched.Governor = (*Schedutil)(nil)

// NewSchedutil returns a schedutil governor for one machine.
func NewSchedutil() *Schedutil { return &Schedutil{} }

// Start implements sched.Governor. The frequency stays what it is; until every
// CPU has given a sample, or a tick has passed, the domain goes to the top,
// because samples start out as real-time ones (sugov_start).
func (g *Schedutil) Start(v sched.View, domain int) sched.Request {
	if g.cpus == nil {
		g.cpus = make([]utilSample, v.NrCPUs())
		g.domains = make([]utilPolicy, v.FreqDomains())
		g.tick = des.Time(v.Params().TickNS())
	}
	d := v.FreqDomain(domain)
	g.domains[domain] = utilPolicy{next: unset, delay: rateLimit(v.Params(), d)}
	for _, id := range d.CPUs {
		g.cpus[id] = utilSample{rt: true}
	}
	return sched.Request{}
}

// Event implements sched.Governor (sugov_update_shared).
func (g *Schedutil) Event(v sched.View, cpu energy.CPUID, why sched.Reason) sched.Request {
	c, now := v.CPU(cpu), v.Now()
	p := &g.domains[c.Domain]
	if why == sched.ReasonLimits {
		p.forced = true
		return sched.Request{}
	}
	rt := rtRuns(c) && (why == sched.ReasonRT || why == sched.ReasonTick)
	if why == sched.ReasonRT && !rt {
		return sched.Request{} // queued, nothing has run yet
	}
	g.cpus[cpu] = utilSample{util: c.Util(), max: c.CapacityOrig, at: now, rt: rt}

	switch {
	case now < p.busyUntil:
		return sched.Request{}
	case p.forced:
		p.forced = false
		p.next = unset
	case now-p.lastLook < p.delay:
		return sched.Request{}
	}
	return p.commit(now, v.FreqDomain(c.Domain), g.choose(v.FreqDomain(c.Domain), p, cpu))
}

// Timer implements sched.Governor; it is never asked for.
func (g *Schedutil) Timer(sched.View, int) sched.Request { return sched.Request{} }

// choose is the OPP for the domain's samples (sugov_next_freq_shared).
func (g *Schedutil) choose(d *sched.FreqDomain, p *utilPolicy, cpu energy.CPUID) int {
	s := &g.cpus[cpu]
	if s.rt {
		return d.MaxOPP
	}
	util, capacity := s.util, s.max
	for _, id := range d.CPUs {
		o := &g.cpus[id]
		if id == cpu || p.lastLook-o.at > g.tick {
			continue
		}
		if o.rt {
			return d.MaxOPP
		}
		if o.util*capacity > o.max*util {
			util, capacity = o.util, o.max
		}
	}
	return p.resolve(d, util, capacity)
}

// resolve turns a utilisation into an OPP (get_next_freq). The top frequency is
// that of the hardware, not that of the limits.
func (p *utilPolicy) resolve(d *sched.FreqDomain, util, capacity int64) int {
	top := int64(d.Freqs[len(d.Freqs)-1])
	raw := (top + top>>2) * util / capacity
	if raw == p.raw && p.next != unset {
		return p.next
	}
	p.raw = raw
	return lowestAtLeast(d, energy.KHz(raw))
}

// commit asks for the change (sugov_update_commit, sugov_work).
func (p *utilPolicy) commit(now des.Time, d *sched.FreqDomain, opp int) sched.Request {
	p.lastLook = now
	if opp == p.next {
		return sched.Request{}
	}
	p.next = opp
	if opp == d.Target {
		return sched.Request{}
	}
	p.busyUntil = now + des.Time(d.LatencyNS)
	return sched.Request{SetOPP: true, OPP: opp}
}

// rateLimit is the shortest time between two looks (sugov_init): by default a
// thousand transition latencies, counted in whole µs.
func rateLimit(p *sched.Params, d *sched.FreqDomain) des.Time {
	limit := p.RateLimitUS
	if limit == sched.Scaled {
		limit = latencyMultiplier
		if d.LatencyNS > 0 {
			limit *= d.LatencyNS / 1000
		}
	}
	return des.Time(limit) * des.Microsecond
}

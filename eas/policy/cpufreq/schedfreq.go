package cpufreq

import (
	"easim/eas/sched"
	"easim/energy"
)

// SchedFreq is the governor "sched" of EASv5.2, sched-freq. Each CPU keeps a
// request for capacity, 1024 being its own at the top OPP:
//
//	cfs   = util x 1024 / capacity_orig
//	rt    = share of the averaging period that real-time work ran
//	total = (cfs + rt) x capacity_margin / 1024
//
// and the domain's frequency is the largest total x policy.max / 1024, rounded
// up to an OPP. A request is renewed when a task wakes, a new task starts, or a
// task goes to sleep and others are left. When the last one goes to sleep, cfs
// becomes 0, but the frequency stays until the next request of any CPU of the
// domain. A balancer's moves renew nothing. What follows a request is in
// [freqThread].
//
// Sources: kernel/sched/cpufreq_sched.c, update_capacity_of in fair.c and
// sched_rt_update_capacity_req in rt.c of EASv5.2 on 4.4, all read. The deadline
// part of the request is 0: there is no such class.
type SchedFreq struct {
	cpus    []capRequest
	threads []freqThread
}

// capRequest is what one CPU asks for (struct sched_capacity_reqs).
type capRequest struct {
	cfs, rt int64
	total   int64
	opp     int // the lowest allowed OPP that gives total
}

// capacityMax is the cfs request that a tick makes when the CPU is short.
const capacityMax = int64(energy.CapacityScale)

var _ sched.Governor = (*SchedFreq)(nil)

// NewSchedFreq returns a sched-freq governor for one machine.
func NewSchedFreq() *SchedFreq { return &SchedFreq{} }

// Start implements sched.Governor. The domain starts at its lowest allowed OPP:
// the cpufreq core announces the limits right after the start, and nothing has
// been requested yet (cpufreq_sched_limits).
func (g *SchedFreq) Start(v sched.View, domain int) sched.Request {
	if g.cpus == nil {
		g.cpus = make([]capRequest, v.NrCPUs())
		g.threads = make([]freqThread, v.FreqDomains())
	}
	d := v.FreqDomain(domain)
	g.threads[domain] = freqThread{requested: unset, last: unset}
	for _, id := range d.CPUs {
		g.cpus[id] = capRequest{opp: d.MinOPP}
	}
	return sched.Request{SetOPP: true, OPP: d.MinOPP}
}

// Event implements sched.Governor.
func (g *SchedFreq) Event(v sched.View, cpu energy.CPUID, why sched.Reason) sched.Request {
	c, r := v.CPU(cpu), &g.cpus[cpu]
	switch why {
	case sched.ReasonEnqueueWake, sched.ReasonEnqueueNew:
		if r.rt != 0 && c.Curr == nil {
			r.rt = rtShare(v, c) // the idle task gives way: pick_next_task_rt looks
		}
		r.cfs = cfsShare(c)
	case sched.ReasonDequeue, sched.ReasonLastLeft:
		if c.RQ.CFS.NrRunning == 0 {
			r.cfs = 0
			g.note(v, c, r)
			return sched.Request{}
		}
		r.cfs = cfsShare(c)
	case sched.ReasonTick:
		if !g.tick(v, c, r) {
			return sched.Request{}
		}
	case sched.ReasonRT:
		// Real-time work starts or stops. Only the stop changes the request, when
		// the last task has left and the CPU looks for another (pick_next_task_rt).
		if c.RQ.RT.NrRunning > 0 {
			return sched.Request{}
		}
		r.rt = rtShare(v, c)
	case sched.ReasonLimits:
		return g.limits(v, c, r)
	default:
		return sched.Request{}
	}
	return g.request(v, c, r)
}

// Timer implements sched.Governor: the thread wakes from its throttle.
func (g *SchedFreq) Timer(v sched.View, domain int) sched.Request {
	t := &g.threads[domain]
	t.asleep = false
	return t.run(v, v.FreqDomain(domain))
}

// tick is sched_freq_tick (core.c of EASv5.2, read at 96boards-hikey/linux
// dfb07b01), after the real-time class's own tick: a CPU below its top OPP whose
// margin is used up asks for everything, to make room for a task that is still
// growing. It reports whether the request may have changed.
func (g *SchedFreq) tick(v sched.View, c *sched.CPU, r *capRequest) bool {
	rt := rtRuns(c)
	if rt {
		r.rt = rtShare(v, c)
	}
	curr := c.CapacityCurr()
	if curr == c.CapacityOrig {
		return rt
	}
	// The rt share counts in 1024ths of this CPU beside a utilisation in 1024ths
	// of the biggest, as in the kernel.
	if curr >= (c.Util()+r.rt)*v.Params().CapacityMargin>>10 {
		return rt
	}
	r.cfs = capacityMax
	return true
}

// note records a changed request of a CPU and reports whether it now asks for
// another OPP, or a request of the domain was changed without a look at the
// frequency (update_cpu_capacity_request).
func (g *SchedFreq) note(v sched.View, c *sched.CPU, r *capRequest) bool {
	total := (r.cfs + r.rt) * v.Params().CapacityMargin >> 10
	if total == r.total {
		return false
	}
	r.total = total
	d, t := v.FreqDomain(c.Domain), &g.threads[c.Domain]
	if opp := oppFor(d, total); opp != r.opp {
		r.opp = opp
		t.stale = true
	}
	return t.stale
}

// request acts on a changed request (update_fdomain_capacity_request). The
// kernel takes the maximum of the capacities; OPPs rise with them, so the
// maximum of the OPPs is the same.
func (g *SchedFreq) request(v sched.View, c *sched.CPU, r *capRequest) sched.Request {
	if !g.note(v, c, r) {
		return sched.Request{}
	}
	d, t := v.FreqDomain(c.Domain), &g.threads[c.Domain]
	opp := d.MinOPP
	for _, id := range d.CPUs {
		opp = max(opp, g.cpus[id].opp)
	}
	t.stale = false
	if opp == t.requested {
		return sched.Request{}
	}
	t.requested = opp
	return t.wake(v, d)
}

// limits follows a change of the allowed range without throttling
// (cpufreq_sched_limits).
func (g *SchedFreq) limits(v sched.View, c *sched.CPU, r *capRequest) sched.Request {
	d, t := v.FreqDomain(c.Domain), &g.threads[c.Domain]
	r.opp = oppFor(d, r.total)
	t.stale = true
	opp := clamp(d, t.requested)
	return sched.Request{SetOPP: opp != d.Target, OPP: opp}
}

// oppFor is the lowest allowed OPP for a capacity request.
func oppFor(d *sched.FreqDomain, total int64) int {
	return lowestAtLeast(d, energy.KHz(total*int64(d.Freqs[d.MaxOPP])>>10))
}

// cfsShare is the fair class's request (update_capacity_of).
func cfsShare(c *sched.CPU) int64 { return c.Util() * capacityMax / c.CapacityOrig }

// rtShare is the real-time request: rt_avg over the averaging period and the time
// since it was last halved, at most 1024 (sched_rt_update_capacity_req after
// sched_avg_update). It does not store the halvings.
func rtShare(v sched.View, c *sched.CPU) int64 {
	period := v.Params().TimeAvgMS * 1_000_000 / 2
	avg, since := c.RQ.RT.Avg, int64(v.Now()-c.RQ.RT.AgeStamp)
	for since > period && avg > 0 {
		since -= period
		avg >>= 1
	}
	if avg == 0 {
		return 0
	}
	return min(int64(avg/uint64(period+max(since, 0))), capacityMax)
}

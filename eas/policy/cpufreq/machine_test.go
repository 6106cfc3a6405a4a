package cpufreq

import (
	"testing"

	"easim/eas/des"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

const (
	us = des.Microsecond
	ms = des.Millisecond
)

// board is a platform for these tests: the LITTLE and big frequencies and
// capacities of Juno r0 (the project's EAS 1.x specification, 3.1), CPUs 0 and 1
// LITTLE in frequency domain 0, CPU 2 big in domain 1. As one clock, all three
// CPUs are in one domain with the big frequencies.
type board struct {
	latencyUS int64
	oneClock  bool
}

var (
	littleOPPs = []energy.OPP{{Freq: 450_000}, {Freq: 575_000}, {Freq: 700_000}, {Freq: 775_000}, {Freq: 850_000}}
	littleCaps = []energy.Capacity{235, 302, 368, 406, 447}
	bigOPPs    = []energy.OPP{{Freq: 450_000}, {Freq: 625_000}, {Freq: 800_000}, {Freq: 950_000}, {Freq: 1_100_000}}
	bigCaps    = []energy.Capacity{417, 579, 744, 883, 1024}
)

func (b board) platform() *energy.Platform {
	p := &energy.Platform{
		Types: []energy.CPUType{
			{Rates: []energy.RateSet{{Int: make([]energy.Rate, 5)}}},
			{Rates: []energy.RateSet{{Int: make([]energy.Rate, 5)}}},
		},
		CPUs: []energy.CPU{{}, {}, {Type: 1, Cluster: 1, Domain: 1}},
		Clusters: []energy.Cluster{
			{Name: "LITTLE", Kind: energy.Little, CPUs: energy.CPURange(0, 1)},
			{Name: "big", Kind: energy.Big, CPUs: energy.CPURange(2, 2)},
		},
		FreqDomains: []energy.FreqDomain{
			{CPUs: energy.CPURange(0, 1), OPPs: littleOPPs, TransitionLatencyUS: b.latencyUS},
			{CPUs: energy.CPURange(2, 2), OPPs: bigOPPs, TransitionLatencyUS: b.latencyUS},
		},
		Tables: []energy.PowerTable{{Domains: []energy.TableDomain{
			{CPUs: energy.CPURange(0, 1), Capacity: littleCaps},
			{CPUs: energy.CPURange(2, 2), Capacity: bigCaps},
		}}},
	}
	if b.oneClock {
		p.FreqDomains = p.FreqDomains[1:]
		p.FreqDomains[0].CPUs = energy.CPURange(0, 2)
		p.CPUs[2].Domain = 0
	}
	return p
}

// rig drives a governor by hand: it plays the mechanism's part, so that a test
// sets what a CPU looks like and says what happens when.
type rig struct {
	tb     testing.TB
	k      *sched.Kernel
	g      sched.Governor
	timers []des.Time // by domain; des.Never
	done   []des.Time // by domain: end of the change under way; des.Never
}

func newRig(tb testing.TB, b board, g sched.Governor, set func(p *sched.Params)) *rig {
	tb.Helper()
	p := b.platform()
	params := sched.DefaultParams()
	params.TickPhaseNS = 0
	if set != nil {
		set(&params)
	}
	k, err := sched.New(sched.Config{Platform: p, Model: &p.Tables[0], Params: params, Fair: fair.NewCFS()})
	if err != nil {
		tb.Fatal(err)
	}
	r := &rig{tb: tb, k: k, g: g}
	for range p.FreqDomains {
		r.timers, r.done = append(r.timers, des.Never), append(r.done, des.Never)
	}
	for d := range p.FreqDomains {
		r.apply(d, g.Start(k.View(), d))
	}
	return r
}

func (r *rig) domain(i int) *sched.FreqDomain { return r.k.View().FreqDomain(i) }

func (r *rig) apply(domain int, req sched.Request) {
	if req.SetTimer {
		r.timers[domain] = req.At
	}
	if !req.SetOPP {
		return
	}
	d := r.domain(domain)
	d.Target = clamp(d, req.OPP)
	if d.Target != d.OPP && r.done[domain] == des.Never {
		r.done[domain] = r.k.Now() + des.Time(d.LatencyNS)
	}
	r.settle(domain)
}

// settle completes a change whose time has come.
func (r *rig) settle(domain int) {
	if r.done[domain] > r.k.Now() {
		return
	}
	r.done[domain] = des.Never
	d := r.domain(domain)
	d.OPP = d.Target
	for _, id := range d.CPUs {
		c := r.k.CPU(id)
		c.OPP = d.OPP
		c.FreqScale = int64(d.Freqs[d.OPP]) << 10 / int64(d.Freqs[len(d.Freqs)-1])
	}
}

// to moves the clock, completing changes and firing timers on the way.
func (r *rig) to(t des.Time) {
	for {
		next, domain := des.Never, 0
		for d := range r.timers {
			if at := min(r.timers[d], r.done[d]); at < next {
				next, domain = at, d
			}
		}
		if next > t {
			break
		}
		r.k.AdvanceTo(next)
		if r.done[domain] == next {
			r.settle(domain)
			continue
		}
		r.timers[domain] = des.Never
		r.apply(domain, r.g.Timer(r.k.View(), domain))
	}
	r.k.AdvanceTo(t)
}

// event sets a CPU's utilisation and number of runnable fair tasks and tells the
// governor.
func (r *rig) event(cpu energy.CPUID, util uint64, nr int, why sched.Reason) {
	c := r.k.CPU(cpu)
	c.RQ.CFS.Avg.UtilAvg = util
	c.RQ.CFS.NrRunning = nr
	c.RQ.NrRunning = nr + c.RQ.RT.NrRunning
	r.apply(c.Domain, r.g.Event(r.k.View(), cpu, why))
}

// wantOPP checks the OPP that a domain runs at, or is on its way to.
func (r *rig) wantOPP(domain, want int, what string) {
	r.tb.Helper()
	if got := r.domain(domain).Target; got != want {
		r.tb.Errorf("%v: %s: domain %d at OPP %d, want %d", r.k.Now(), what, domain, got, want)
	}
}

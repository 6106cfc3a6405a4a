package sched

import (
	"easim/eas/des"
	"easim/energy"
)

// govern tells the governor that c's demand may have changed.
func (k *Kernel) govern(c *CPU, why Reason) {
	if k.governor != nil {
		k.applyRequest(c.Domain, k.governor.Event(k.view, c.ID, why))
	}
}

// applyRequest acts on a governor's answer. A request that comes while a
// transition is under way waits for its end.
func (k *Kernel) applyRequest(domain int, r Request) {
	if r.SetTimer {
		if r.At == des.Never {
			k.q.Clear(evGovernor, int32(domain))
		} else {
			k.q.Set(evGovernor, int32(domain), max(r.At, k.Now()))
		}
	}
	if !r.SetOPP {
		return
	}
	d := &k.domains[domain]
	d.Target = min(max(r.OPP, d.MinOPP), d.MaxOPP)
	if _, busy := k.q.Armed(evFreqDone, int32(domain)); !busy {
		k.startTransition(domain)
	}
}

// startTransition begins the change to the domain's target, if it is another.
// The scheduler believes in the new frequency at once
// (cpufreq_freq_transition_begin); work goes on at the old rate until the end.
//
// Differs from the kernel: the change takes its latency but no CPU time, and
// stalls no CPU; some drivers do both. A limit between two OPPs counts as the lower
// one, where policy.max stays between them.
func (k *Kernel) startTransition(domain int) {
	d := &k.domains[domain]
	if d.Target == d.OPP {
		return
	}
	d.moving = d.Target
	k.setFreqScale(d, d.moving)
	if d.LatencyNS == 0 {
		k.freqDone(domain)
		return
	}
	k.q.Set(evFreqDone, int32(domain), k.Now()+des.Time(d.LatencyNS))
}

// setFreqScale writes what the scheduler believes of a domain's frequency: that of
// an OPP over the highest allowed one (drivers/cpufreq/cpufreq.c:
// scale_freq_capacity of EASv5.2).
func (k *Kernel) setFreqScale(d *FreqDomain, opp int) {
	scale := int64(d.Freqs[opp]) << 10 / int64(d.Freqs[d.MaxOPP])
	for _, id := range d.CPUs {
		k.cpus[id].FreqScale = scale
	}
}

// freqDone makes the new clock the domain's: every running task goes on at the
// new rate. PELT is not brought up to date first, as the kernel does not.
func (k *Kernel) freqDone(domain int) {
	d := &k.domains[domain]
	d.OPP = d.moving
	for _, id := range d.CPUs {
		c := &k.cpus[id]
		if c.burst.armed {
			k.progress(c)
		}
		c.OPP = d.OPP
		if c.burst.armed {
			c.burst.rate = c.rates[c.Curr.exec.kind][c.OPP]
			k.q.Set(evBurstEnd, int32(c.ID), k.burstEnd(c))
		}
	}
	k.decide(decideFreq, int64(domain), int64(d.OPP), 0)
	if k.trace.CPUFrequency != nil {
		k.trace.CPUFrequency(k.Now(), domain, d.OPP)
	}
	k.startTransition(domain)
}

// SetFreqLimits sets the range of frequencies that a domain may use, as writes
// to scaling_min_freq and scaling_max_freq do: the lowest OPP at or above minKHz
// and the highest at or below maxKHz; 0 means no limit. The load averages scale by
// the new top capacity at once, CapacityOrig follows at its next refresh.
func (k *Kernel) SetFreqLimits(domain int, minKHz, maxKHz energy.KHz) {
	d := &k.domains[domain]
	d.MinOPP, d.MaxOPP = 0, len(d.Freqs)-1
	for d.MinOPP < len(d.Freqs)-1 && d.Freqs[d.MinOPP] < minKHz {
		d.MinOPP++
	}
	for maxKHz > 0 && d.MaxOPP > 0 && d.Freqs[d.MaxOPP] > maxKHz {
		d.MaxOPP--
	}
	d.MinOPP = min(d.MinOPP, d.MaxOPP)
	opp := d.OPP
	if _, busy := k.q.Armed(evFreqDone, int32(domain)); busy {
		opp = d.moving
	}
	k.setFreqScale(d, opp)
	for _, id := range d.CPUs {
		k.setCPUScale(&k.cpus[id])
	}
	if clamped := min(max(d.Target, d.MinOPP), d.MaxOPP); clamped != d.Target {
		k.applyRequest(domain, Request{SetOPP: true, OPP: clamped})
	}
	for _, id := range d.CPUs {
		k.govern(&k.cpus[id], ReasonLimits)
	}
}

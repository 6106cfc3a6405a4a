package energy

import "easim/energy/diag"

func (v *validator) clusters() {
	if len(v.p.Clusters) == 0 {
		v.fail("missing", "cluster", "add [[cluster]] with name, kind, cpus and idle states", "no clusters")
	}
	var names []string
	for i := range v.p.Clusters {
		c := &v.p.Clusters[i]
		path := diag.Elem("cluster", i)
		names = v.named(names, c.Name, path)
		if c.Kind < Little || c.Kind > Big {
			v.fail("kind", path+".kind", "write little, mid or big", "no kind")
		}
		if c.CPUs.Empty() {
			v.fail("cpus", path+".cpus", "name the CPUs of the cluster", "no CPUs")
		}
		v.idleStates(c, path+".idle_state")
	}
}

func (v *validator) idleStates(c *Cluster, path string) {
	switch n := len(c.IdleStates); {
	case n == 0:
		v.fail("idle-missing", path, "add the first state, WFI: level core, exit_us 1, residency_us 1", "no idle states")
		return
	case n > maxIdleStates:
		v.fail("idle-count", path, "keep those that matter", "%d idle states, at most %d", n, maxIdleStates)
		return
	}
	var names []string
	for i := range c.IdleStates {
		s := &c.IdleStates[i]
		sp := diag.Elem(path, i)
		names = v.named(names, s.Name, sp)
		v.microseconds(s.EntryUS, sp+".entry_us")
		v.microseconds(s.ExitUS, sp+".exit_us")
		v.microseconds(s.ResidencyUS, sp+".residency_us")
		v.microseconds(s.WakeupUS, sp+".wakeup_us")
		if s.Level != IdleCore && s.Level != IdleCluster {
			v.fail("idle-level", sp+".level", "write core or cluster", "no level")
		}
		if i == 0 {
			if s.Level == IdleCluster {
				v.fail("idle-first", sp+".level", "list WFI first", "the first idle state must be of level core")
			}
			continue
		}
		prev := &c.IdleStates[i-1]
		if prev.Level == IdleCluster && s.Level == IdleCore {
			v.fail("idle-order", sp+".level", "order the states from shallow to deep", "a core state after a cluster state")
		}
		if s.ResidencyUS < prev.ResidencyUS {
			v.fail("idle-order", sp+".residency_us", "order the states from shallow to deep",
				"residency %d µs is below that of the shallower %s, %d µs", s.ResidencyUS, prev.Name, prev.ResidencyUS)
		}
		if s.LatencyUS() < prev.LatencyUS() {
			v.doubt("idle-latency", sp+".exit_us", "a governor assumes that deeper states take longer to leave",
				"%s takes %d µs to wake up from, the shallower %s takes %d µs", s.Name, s.LatencyUS(), prev.Name,
				prev.LatencyUS())
		}
	}
}

func (v *validator) microseconds(t int64, path string) {
	if t < 0 || t > maxTimeUS {
		v.fail("time-range", path, "give microseconds, 0 to 1000 s", "%d µs is out of range", t)
	}
}

func (v *validator) freqDomains() {
	if len(v.p.FreqDomains) == 0 {
		v.fail("missing", "freq_domain", "add [[freq_domain]] with cpus and freq_khz", "no frequency domains")
	}
	for i := range v.p.FreqDomains {
		fd := &v.p.FreqDomains[i]
		path := diag.Elem("freq_domain", i)
		if fd.CPUs.Empty() {
			v.fail("cpus", path+".cpus", "name the CPUs that the hardware clocks together", "no CPUs")
		}
		v.microseconds(fd.TransitionLatencyUS, path+".transition_latency_us")
		v.opps(fd, path)
		v.oneType(fd, path)
	}
}

func (v *validator) opps(fd *FreqDomain, path string) {
	freqPath, voltPath := path+".freq_khz", path+".volt_uv"
	if len(fd.OPPs) == 0 {
		v.fail("opp-missing", freqPath, "give at least one frequency", "no OPPs")
	}
	if len(fd.OPPs) > maxOPPs {
		v.fail("opp-count", freqPath, "keep those that matter", "%d OPPs, at most %d", len(fd.OPPs), maxOPPs)
		return
	}
	for i, o := range fd.OPPs {
		if o.Freq <= 0 || o.Freq > maxFreqKHz {
			v.fail("opp-range", diag.Elem(freqPath, i), "give kilohertz, above 0", "%d kHz is out of range", o.Freq)
		} else if i > 0 && o.Freq <= fd.OPPs[i-1].Freq {
			v.fail("opp-order", diag.Elem(freqPath, i), "list the frequencies in ascending order, each once",
				"%d kHz does not ascend from %d kHz", o.Freq, fd.OPPs[i-1].Freq)
		}
		if o.Volt < 0 || o.Volt > maxVoltUV {
			v.fail("volt-range", diag.Elem(voltPath, i), "give microvolts, or leave volt_uv out",
				"%d µV is out of range", o.Volt)
		} else if i > 0 && o.Volt != 0 && o.Volt < fd.OPPs[i-1].Volt {
			v.doubt("volt-order", diag.Elem(voltPath, i), "check the order", "the voltage falls at a higher frequency")
		}
	}
}

// ascending reports whether the OPPs obey the law of their order.
func (d *FreqDomain) ascending() bool {
	prev := KHz(0)
	for _, o := range d.OPPs {
		if o.Freq <= prev {
			return false
		}
		prev = o.Freq
	}
	return true
}

// oneType: the kernel refuses a performance domain of CPUs with different
// capacities (em_create_pd), and a rate belongs to a type.
func (v *validator) oneType(fd *FreqDomain, path string) {
	first := fd.CPUs.First()
	for c := first; c >= 0 && int(c) < len(v.p.CPUs); c = fd.CPUs.Next(c + 1) {
		if v.p.CPUs[c].Type != v.p.CPUs[first].Type {
			v.fail("domain-types", path+".cpus", "split the domain; CPUs that share a clock are of one type",
				"CPU %d and CPU %d are of different types", first, c)
			return
		}
	}
}

// partition: types, clusters and frequency domains each divide all the CPUs
// among them, and the table of CPUs agrees.
func (v *validator) partition() {
	p := v.p
	for i := range p.Clusters {
		for j := range i {
			v.overlap("cluster", i, j, p.Clusters[i].CPUs, p.Clusters[j].CPUs)
		}
	}
	for i := range p.FreqDomains {
		for j := range i {
			v.overlap("freq_domain", i, j, p.FreqDomains[i].CPUs, p.FreqDomains[j].CPUs)
		}
	}
	for id, c := range p.CPUs {
		cpu := CPUID(id)
		if c.Type < 0 || c.Type >= len(p.Types) {
			v.fail("cpu-hole", "cpu_type", "CPUs are numbered from 0 without holes, each in one list",
				"CPU %d has no type", cpu)
		}
		if len(p.Clusters) > 0 && (c.Cluster < 0 || c.Cluster >= len(p.Clusters) || !p.Clusters[c.Cluster].CPUs.Has(cpu)) {
			v.fail("cpu-hole", "cluster", "put each CPU into one cluster", "CPU %d has no cluster", cpu)
		}
		if len(p.FreqDomains) > 0 &&
			(c.Domain < 0 || c.Domain >= len(p.FreqDomains) || !p.FreqDomains[c.Domain].CPUs.Has(cpu)) {
			v.fail("cpu-hole", "freq_domain", "put each CPU into one frequency domain", "CPU %d has no frequency domain", cpu)
		}
	}
	all := p.AllCPUs()
	for i := range p.Clusters {
		v.known("cluster", i, p.Clusters[i].CPUs, all)
	}
	for i := range p.FreqDomains {
		v.known("freq_domain", i, p.FreqDomains[i].CPUs, all)
	}
}

func (v *validator) overlap(what string, i, j int, a, b CPUSet) {
	if both := a.And(b); !both.Empty() {
		v.fail("cpu-overlap", diag.Elem(what, i)+".cpus", "a CPU belongs to one of them",
			"%s also in %s", are(both), diag.Elem(what, j))
	}
}

func (v *validator) known(what string, i int, cpus, all CPUSet) {
	if !all.Contains(cpus) {
		v.fail("cpu-unknown", diag.Elem(what, i)+".cpus", "give each CPU a type",
			"%s not among the platform's", are(without(cpus, all)))
	}
}

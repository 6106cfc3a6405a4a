package draft

import (
	"slices"

	"easim/energy"
	"easim/energy/diag"
)

// gaps reports what the platform still lacks.
func (k *builder) gaps() {
	p := k.p
	var slow energy.CPUSet
	for i := range p.FreqDomains {
		fd := &p.FreqDomains[i]
		path := diag.Elem("freq_domain", i)
		switch {
		case len(fd.OPPs) == 0:
			Warn(&k.list, "unknown-opps", path+".freq_khz",
				"the firmware or the driver knows them: take them from scaling_available_frequencies of a running board",
				"the input does not say at which frequencies CPUs %s run", fd.CPUs)
		case slices.ContainsFunc(fd.OPPs, func(o energy.OPP) bool { return o.Volt == 0 }):
			Warn(&k.list, "unknown-voltage", path+".volt_uv", "optional; needed to derive power from a coefficient",
				"the input does not say the voltages of CPUs %s", fd.CPUs)
		}
		if fd.TransitionLatencyUS == 0 {
			slow = slow.Or(fd.CPUs)
		}
	}
	if !slow.Empty() {
		Warn(&k.list, "unknown-latency", "freq_domain", "optional: transition_latency_us, from cpuinfo_transition_latency",
			"the input does not say how long CPUs %s take to change frequency", slow)
	}
	for i := range p.Types {
		if t := &p.Types[i]; len(t.Rates) == 0 {
			Warn(&k.list, "unknown-rate", diag.Elem("cpu_type", i),
				"give rate = [...], or a table with capacities, from which it is taken",
				"the input does not say how fast %s works", t.Name)
		}
	}
	k.tableGaps()
}

func (k *builder) tableGaps() {
	if len(k.p.Tables) == 0 {
		Warn(&k.list, "unknown-power", "table", "add a [[table]] from a measurement, an energy model or another source",
			"the input says nothing about power")
		return
	}
	idle := false
	for i := range k.p.Tables {
		t := &k.p.Tables[i]
		for j := range t.Domains {
			path := diag.Elem(diag.Elem("table", i)+".domain", j)
			d := &t.Domains[j]
			if len(d.Capacity) == 0 {
				Warn(&k.list, "unknown-capacity", path+".capacity",
					"cpu_capacity of a running board, or capacity-dmips-mhz x MHz over the highest such product",
					"table %s: the input does not say the capacity of CPUs %s", t.Name, d.CPUs)
			}
			idle = idle || d.CoreIdle != nil || d.ClusterIdle != nil
		}
	}
	if !idle {
		Warn(&k.list, "unknown-idle-power", "table", "optional; an eas1x table holds core_idle and cluster_idle",
			"the input says nothing about idle power")
	}
}

package energy

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy/diag"
)

// AllCPUs returns the set of all CPUs of the platform.
func (p *Platform) AllCPUs() CPUSet { return CPURange(0, CPUID(len(p.CPUs)-1)) }

// Kind returns the kind of the cluster that cpu belongs to.
func (p *Platform) Kind(cpu CPUID) Kind { return p.Clusters[p.CPUs[cpu].Cluster].Kind }

// FindTable returns the power table of that name (case is ignored), or an error
// that suggests the nearest.
func (p *Platform) FindTable(name string) (*PowerTable, error) {
	if t := p.Table(name); t != nil {
		return t, nil
	}
	names := make([]string, len(p.Tables))
	for i := range p.Tables {
		names[i] = p.Tables[i].Name
	}
	return nil, fmt.Errorf("energy: platform %s has no table %q; %s", p.Name, name, diag.Suggest(name, names))
}

// CheckRateSet returns an error that suggests the nearest name if no CPU type
// has a rate set called name, or if one of several sets lacks it. "" is always
// good: the defaults.
func (p *Platform) CheckRateSet(name string) error {
	names := p.RateNames()
	if name != "" && !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
		return fmt.Errorf("energy: platform %s has no rate set %q; %s", p.Name, name, diag.Suggest(name, names))
	}
	for i := range p.Types {
		if p.Types[i].RateSet(name) == nil {
			return fmt.Errorf("energy: platform %s: CPU type %s has several rate sets and none called %q",
				p.Name, p.Types[i].Name, name)
		}
	}
	return nil
}

// OPPFor returns the index of the lowest OPP that runs at least at freq, or the
// highest OPP if none does (cpufreq's CPUFREQ_RELATION_L).
func (d *FreqDomain) OPPFor(freq KHz) int {
	for i := range d.OPPs {
		if d.OPPs[i].Freq >= freq {
			return i
		}
	}
	return len(d.OPPs) - 1
}

// LatencyUS is how long a wake-up out of the state takes at worst, in µs: the
// entry may just have begun. cpuidle calls it exit_latency
// (drivers/cpuidle/dt_idle_states.c:init_state_node, 6.12).
func (s *IdleState) LatencyUS() int64 {
	if s.WakeupUS != 0 {
		return s.WakeupUS
	}
	return s.EntryUS + s.ExitUS
}

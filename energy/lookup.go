package energy

import (
	"slices"
	"strings"
)

// DomainOf returns the rows of the table that cover cpu, or nil.
func (t *PowerTable) DomainOf(cpu CPUID) *TableDomain {
	for i := range t.Domains {
		if t.Domains[i].CPUs.Has(cpu) {
			return &t.Domains[i]
		}
	}
	return nil
}

// TopCapacity returns what the table says of cpu at its highest OPP (the
// kernel's arch_scale_cpu_capacity), or 0 if the table has no row for it.
func (t *PowerTable) TopCapacity(cpu CPUID) Capacity {
	d := t.DomainOf(cpu)
	if d == nil || len(d.Capacity) == 0 {
		return 0
	}
	return d.Capacity[len(d.Capacity)-1]
}

// Table returns the power table of that name (case is ignored), or nil.
// [Platform.FindTable] is the same with an error to print.
func (p *Platform) Table(name string) *PowerTable {
	for i := range p.Tables {
		if strings.EqualFold(p.Tables[i].Name, name) {
			return &p.Tables[i]
		}
	}
	return nil
}

// TableOfKind returns the first table of kind k, or nil.
func (p *Platform) TableOfKind(k TableKind) *PowerTable {
	for i := range p.Tables {
		if p.Tables[i].Kind == k {
			return &p.Tables[i]
		}
	}
	return nil
}

// DefaultMeter returns the table that counts the energy unless the user says
// otherwise: the one marked in the file, or nil.
func (p *Platform) DefaultMeter() *PowerTable {
	for i := range p.Tables {
		if p.Tables[i].DefaultMeter {
			return &p.Tables[i]
		}
	}
	return nil
}

// RateSet returns the rate set of that name (case is ignored), the default
// (first) one for an empty name, or nil. A type with a single set has that one
// under every name: its speed is not in dispute.
func (t *CPUType) RateSet(name string) *RateSet {
	for i := range t.Rates {
		if name == "" || strings.EqualFold(t.Rates[i].Name, name) {
			return &t.Rates[i]
		}
	}
	if len(t.Rates) == 1 {
		return &t.Rates[0]
	}
	return nil
}

// RateNames returns the names of all rate sets, the default one of the first
// CPU type first.
func (p *Platform) RateNames() []string {
	var names []string
	for i := range p.Types {
		for j := range p.Types[i].Rates {
			if n := p.Types[i].Rates[j].Name; !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// Islands returns the sets of CPUs that share both a cluster and a frequency
// domain, in the order of their lowest CPU. An island is the smallest set for
// which one number says how fast it is clocked and one what its shared part
// burns: on Juno the clusters; in a DynamIQ cluster its frequency domains; on
// HiKey 620, two clusters on one clock, the clusters again.
func (p *Platform) Islands() []CPUSet {
	var out []CPUSet
	for c := range p.Clusters {
		for d := range p.FreqDomains {
			if s := p.Clusters[c].CPUs.And(p.FreqDomains[d].CPUs); !s.Empty() {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b CPUSet) int { return int(a.First() - b.First()) })
	return out
}

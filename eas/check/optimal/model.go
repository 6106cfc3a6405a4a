package optimal

import (
	"fmt"

	"easim/energy"
)

// Model says what a placement costs on one platform by one of its tables. Make it
// with [New]; it is never changed.
type Model struct {
	islands []island
	cpus    []int   // island of each CPU
	domains [][]int // islands of each frequency domain
}

// island is a set of CPUs that share a cluster and a clock, with the powers of
// the table in its own unit.
type island struct {
	cpus   []energy.CPUID
	domain int

	capacity []float64 // capacity at each OPP
	limit    []int64   // largest utilisation of a CPU that leaves the margin at each OPP
	core     []float64 // a busy core
	cluster  []float64 // the shared part while a core is busy

	coreWFI, coreSleep, coreOff float64 // an idle core: with work of its own, without, with the whole cluster idle
	sharedWFI, sharedOff        float64 // the shared part, idle: some CPU has work, none has
	sharedPart                  float64 // as sharedWFI, and some CPU has no work
}

// New returns the model of p by table t, of kind eas1x or em. marginPct (0 to 99)
// is the part of a CPU's capacity that a placement leaves free.
func New(p *energy.Platform, t *energy.PowerTable, marginPct int64) (*Model, error) {
	if t.Kind != energy.TableEAS1x && t.Kind != energy.TableEM {
		return nil, fmt.Errorf("optimal: table %q of platform %s is of kind %s, want %s or %s",
			t.Name, p.Name, t.Kind, energy.TableEAS1x, energy.TableEM)
	}
	if marginPct < 0 || marginPct > 99 {
		return nil, fmt.Errorf("optimal: margin of %d %%, want 0 to 99", marginPct)
	}
	m := &Model{cpus: make([]int, len(p.CPUs)), domains: make([][]int, len(p.FreqDomains))}
	for i, set := range p.Islands() {
		d := t.DomainOf(set.First())
		if d == nil || !d.CPUs.Contains(set) {
			return nil, fmt.Errorf("optimal: table %q of platform %s has no row for CPUs %s", t.Name, p.Name, set)
		}
		is := newIsland(d, marginPct)
		at := p.CPUs[set.First()]
		is.cpus, is.domain = set.List(), at.Domain
		is.idle(d, p.Clusters[at.Cluster].IdleStates)
		m.islands = append(m.islands, is)
		m.domains[at.Domain] = append(m.domains[at.Domain], i)
		for _, c := range is.cpus {
			m.cpus[c] = i
		}
	}
	return m, nil
}

func newIsland(d *energy.TableDomain, marginPct int64) island {
	var is island
	for opp, c := range d.Capacity {
		is.capacity = append(is.capacity, float64(c))
		is.limit = append(is.limit, int64(c)*(100-marginPct)/100)
		is.core = append(is.core, known(d.CoreBusy, opp))
		is.cluster = append(is.cluster, known(d.ClusterBusy, opp))
	}
	return is
}

// idle fills in the idle powers: by EAS 1.x index, which is 1 for the first
// cpuidle state.
func (is *island) idle(d *energy.TableDomain, states []energy.IdleState) {
	wfi, own, off := min(1, len(states)), 0, len(states)
	for i := range states {
		if states[i].Level == energy.IdleCore {
			own = i + 1
		}
	}
	own = max(own, wfi)
	is.coreWFI, is.coreSleep, is.coreOff = known(d.CoreIdle, wfi), known(d.CoreIdle, own), known(d.CoreIdle, off)
	is.sharedWFI, is.sharedOff = known(d.ClusterIdle, wfi), known(d.ClusterIdle, off)
	is.sharedPart = max(is.sharedWFI, known(d.ClusterIdle, own))
}

func known(powers []energy.Power, i int) float64 {
	if i >= len(powers) || powers[i] == energy.UnknownPower {
		return 0
	}
	return float64(powers[i])
}

// Power is what the platform draws with load[cpu] of utilisation (0 to 1024 and
// more) on each CPU, in the unit of the table. It panics if load has not one entry
// for each CPU.
func (m *Model) Power(load []int64) float64 {
	if len(load) != len(m.cpus) {
		panic(fmt.Sprintf("optimal: %d loads for %d CPUs", len(load), len(m.cpus)))
	}
	total := 0.0
	for _, islands := range m.domains {
		opp := 0
		for _, i := range islands {
			opp = max(opp, m.islands[i].need(load))
		}
		for _, i := range islands {
			total += m.islands[i].power(load, opp)
		}
	}
	return total
}

// need is the OPP that the busiest CPU of the island needs.
func (is *island) need(load []int64) int {
	opp := 0
	for _, c := range is.cpus {
		for opp < len(is.limit)-1 && load[c] > is.limit[opp] {
			opp++
		}
	}
	return opp
}

func (is *island) power(load []int64, opp int) float64 {
	used, busiest, cores := 0, 0.0, 0.0
	for _, c := range is.cpus {
		if load[c] == 0 {
			cores += is.coreSleep
			continue
		}
		used++
		a := min(1, float64(load[c])/is.capacity[opp])
		cores += float64(is.core[opp]*a) + float64(is.coreWFI*(1-a))
		busiest = max(busiest, a)
	}
	switch used {
	case 0:
		return is.off()
	case len(is.cpus):
		return cores + float64(is.cluster[opp]*busiest) + float64(is.sharedWFI*(1-busiest))
	}
	return cores + float64(is.cluster[opp]*busiest) + float64(is.sharedPart*(1-busiest))
}

// off is the power of the island without work.
func (is *island) off() float64 { return float64(float64(len(is.cpus))*is.coreOff) + is.sharedOff }

// CPUs is the number of CPUs of the platform.
func (m *Model) CPUs() int { return len(m.cpus) }

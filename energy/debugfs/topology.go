package debugfs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/draft"
)

// topology finds the clusters: the first of the sources that divides the CPUs, or
// else that says that all are together.
func (a *assembler) topology() {
	for i, id := range a.b.CPUs {
		if id.Capacity == 0 {
			a.b.CPUs[i].Capacity = a.modelCapacity(energy.CPUID(i))
		}
	}
	sources := [...]struct {
		name string
		of   func(c *cpu) string
	}{
		{"cluster_cpus_list", func(c *cpu) string { return c.topology[0] }},
		{"cluster_id and physical_package_id", func(c *cpu) string { return both(c.topology[1], c.topology[4]) }},
		{"package_cpus_list", func(c *cpu) string { return c.topology[2] }},
		{"core_siblings_list", func(c *cpu) string { return c.topology[3] }},
		{"physical_package_id", func(c *cpu) string { return c.topology[4] }},
	}
	together := ""
	for _, s := range sources {
		keys, ok := a.keys(s.of)
		groups := slices.Compact(slices.Sorted(slices.Values(keys)))
		switch {
		case !ok || len(groups) == len(keys) && len(keys) > 1:
			continue // missing, or each CPU by itself: the kernel does not know
		case len(groups) > 1:
			a.clusters(keys, s.name)
			return
		}
		if together == "" {
			together = s.name
		}
	}
	if together != "" && !a.legacyClusters() {
		keys := make([]string, len(a.b.CPUs))
		a.clusters(keys, together)
		return
	}
	a.legacyClusters()
}

// both joins a cluster's number with its package's; an unknown cluster is -1.
func both(cluster, pkg string) string {
	if cluster == "" || cluster == "-1" || cluster == "65535" || cluster == "4294967295" {
		return ""
	}
	return cluster + " of " + pkg
}

// keys returns what of says of each CPU; ok is false if it says nothing of one.
func (a *assembler) keys(of func(c *cpu) string) (keys []string, ok bool) {
	for id := range a.b.CPUs {
		c := a.d.cpus[id]
		if c == nil || of(c) == "" {
			return nil, false
		}
		keys = append(keys, of(c))
	}
	return keys, true
}

func (a *assembler) clusters(keys []string, source string) {
	var seen []string
	for id, k := range keys {
		i := slices.Index(seen, k)
		if i < 0 {
			i = len(seen)
			seen = append(seen, k)
			a.b.Clusters = append(a.b.Clusters, draft.Cluster{
				Name:   fmt.Sprintf("cluster%d", i),
				Source: source + " of the running board; idle states of its cpuidle, where the latency is that of entry and exit",
			})
		}
		a.b.CPUs[id].Cluster = i
	}
}

// legacyClusters divides the CPUs by their cost tables: those with equal tables,
// as many as the lowest sched domain has groups. It reports whether there are any.
func (a *assembler) legacyClusters() bool {
	type key struct {
		tables string
		number int
	}
	var keys []string
	var seen []key
	var filled []int
	for id := range a.b.CPUs {
		core, cluster, size := a.d.legacyOf(id)
		if core == nil || cluster == nil || size == 0 {
			return false
		}
		k := key{tables: fmt.Sprint(core.caps, cluster.caps)}
		for {
			i := slices.Index(seen, k)
			if i < 0 {
				i = len(seen)
				seen, filled = append(seen, k), append(filled, 0)
			}
			if filled[i] < size {
				filled[i]++
				break
			}
			k.number++
		}
		keys = append(keys, fmt.Sprint(k))
	}
	a.clusters(keys, "sched_domain (CPUs with equal cost tables, as many as a domain has groups)")
	return true
}

// modelCapacity is the performance that the energy model gives a CPU at the top.
func (a *assembler) modelCapacity(id energy.CPUID) energy.Capacity {
	for _, m := range a.d.models {
		if !m.cpus.Has(id) {
			continue
		}
		if c := m.capacity(0); len(c) > 0 {
			return c[len(c)-1]
		}
	}
	return 0
}

// rates: the kernel's capacity of a CPU belongs to cpuinfo_max_freq. Where it gives
// all CPUs the same although their cores differ, it does not know their speeds.
func (a *assembler) rates() {
	same := true
	cores := true
	for i := range a.b.CPUs {
		c := &a.b.CPUs[i]
		if c.Capacity <= 0 || c.Capacity > energy.CapacityScale {
			return
		}
		same = same && c.Capacity == a.b.CPUs[0].Capacity
		cores = cores && c.Core == a.b.CPUs[0].Core
	}
	if same && !cores {
		draft.Warn(
			&a.d.list,
			"no-dmips",
			"cpu_type",
			"its device tree lacks capacity-dmips-mhz; their real speeds are not known",
			"the kernel gives all CPUs capacity %d, and the cores differ",
			a.b.CPUs[0].Capacity,
		)
		return
	}
	for i := range a.b.Domains {
		dom := &a.b.Domains[i]
		cpus := a.b.DomainCPUs(i)
		if cpus.Empty() || len(dom.OPPs) == 0 {
			continue
		}
		ref := dom.OPPs[len(dom.OPPs)-1].Freq
		for _, p := range a.d.policies {
			if p.cpus.Has(cpus.First()) && p.maxKHz > 0 && len(p.boost) > 0 {
				ref = min(ref, energy.KHz(p.maxKHz))
			}
		}
		dom.Rates = draft.ScaleRates(dom.OPPs, uint64(a.b.CPUs[cpus.First()].Capacity), 1, ref)
		dom.RateName = "cpu_capacity"
		dom.RateSource = "cpu_capacity that the running kernel reports, scaled with frequency"
	}
}

// notes keeps what has no place of its own.
func (a *assembler) notes() {
	var parts []string
	for id, c := range a.d.cpus {
		if c != nil && c.coefficient > 0 {
			parts = append(parts, fmt.Sprintf("%d for CPU %d", c.coefficient, id))
		}
	}
	if len(parts) > 0 {
		a.b.Note("dynamic-power-coefficient, uW / (MHz V^2): %s.", strings.Join(parts, ", "))
	}
	for _, l := range a.d.log.domains {
		if len(l.inefficient) > 0 {
			a.b.Note("The kernel's log calls these frequencies of the domain of CPU %d inefficient (kHz): %s.",
				l.cpu, strings.Trim(fmt.Sprint(l.inefficient), "[]"))
		}
	}
	var idle []string
	for id, c := range a.d.cpus {
		if c == nil {
			continue
		}
		for _, s := range c.idle {
			if s.power > 0 && s.power < math.MaxUint32 && len(idle) < 64 {
				idle = append(idle, fmt.Sprintf("CPU %d %s %d mW", id, clip(s.name), s.power))
			}
		}
	}
	if len(idle) > 0 {
		a.b.Note("cpuidle's power files say: %s.", strings.Join(idle, ", "))
	}
}

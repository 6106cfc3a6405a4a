package sched

import (
	"fmt"
	"slices"

	"easim/energy"
)

// island is a set of CPUs that share a cluster and a clock.
type island struct {
	cpus       []energy.CPUID
	cluster    int
	domain     int
	idleStates []energy.IdleState
}

// buildTopology lays out CPUs, frequency domains and scheduling domains from
// the platform and the decision model.
func (k *Kernel) buildTopology(cfg Config) error {
	p := cfg.Platform
	k.cpus = make([]CPU, len(p.CPUs))
	k.all = energy.CPURange(0, energy.CPUID(len(p.CPUs)-1))
	k.buildFreqDomains(p)
	for _, isl := range p.Islands() {
		k.buildIsland(p, isl)
	}
	for id := range k.cpus {
		if err := k.buildCPU(cfg, energy.CPUID(id)); err != nil {
			return err
		}
	}
	for id := range k.cpus {
		if c := &k.cpus[id]; c.CapacityOrig > k.root.MaxCapacity {
			k.root.MaxCapacity, k.root.maxCapacityCPU = c.CapacityOrig, c.ID
		}
	}
	k.buildClusters(p)
	k.buildDomains(p, cfg.Model)
	return nil
}

func (k *Kernel) buildFreqDomains(p *energy.Platform) {
	k.domains = make([]FreqDomain, len(p.FreqDomains))
	for i := range p.FreqDomains {
		fd := &p.FreqDomains[i]
		d := &k.domains[i]
		d.CPUs = fd.CPUs.List()
		for _, opp := range fd.OPPs {
			d.Freqs = append(d.Freqs, opp.Freq)
		}
		d.MaxOPP = len(d.Freqs) - 1
		d.OPP, d.Target = d.MaxOPP, d.MaxOPP
		d.LatencyNS = fd.TransitionLatencyUS * 1000
		if k.params.TransitionLatency != Scaled {
			d.LatencyNS = k.params.TransitionLatency * 1000
		}
	}
}

func (k *Kernel) buildIsland(p *energy.Platform, cpus energy.CPUSet) {
	first := p.CPUs[cpus.First()]
	for _, id := range cpus.List() {
		k.cpus[id].Island = len(k.islands)
	}
	k.islands = append(k.islands, island{
		cpus:       cpus.List(),
		cluster:    first.Cluster,
		domain:     first.Domain,
		idleStates: p.Clusters[first.Cluster].IdleStates,
	})
}

func (k *Kernel) buildCPU(cfg Config, id energy.CPUID) error {
	p, c := cfg.Platform, &k.cpus[id]
	td := cfg.Model.DomainOf(id)
	if td == nil {
		return fmt.Errorf("sched: model table %q has no row for CPU %d", cfg.Model.Name, id)
	}
	c.ID = id
	c.Domain = p.CPUs[id].Domain
	c.Kind = p.Clusters[p.CPUs[id].Cluster].Kind
	for _, v := range td.Capacity {
		c.Caps = append(c.Caps, int64(v))
	}
	d := &k.domains[c.Domain]
	if len(c.Caps) != len(d.Freqs) {
		return fmt.Errorf("sched: model table %q: CPU %d has %d capacities for %d OPPs", cfg.Model.Name, id, len(c.Caps), len(d.Freqs))
	}
	k.setCPUScale(c)
	c.CapacityOrig, c.Capacity = c.CPUScale, c.CPUScale
	c.Idle.Index, c.Idle.Granted = -1, -1
	c.timers.head, c.idleTask.ID = NoTask, NoTask
	c.OPP, c.FreqScale = d.OPP, 1024
	return k.buildRates(cfg, c)
}

func (k *Kernel) buildRates(cfg Config, c *CPU) error {
	p := cfg.Platform
	ct := &p.Types[p.CPUs[c.ID].Type]
	set := ct.RateSet(cfg.RateSet)
	if set == nil {
		return fmt.Errorf("sched: CPU type %q has no rate set %q", ct.Name, cfg.RateSet)
	}
	n := len(k.domains[c.Domain].Freqs)
	for kind, rates := range [...][]energy.Rate{WorkInt: set.Int, WorkFP: set.FP, WorkMem: set.Mem} {
		if rates == nil {
			rates = set.Int
		}
		if len(rates) != n {
			return fmt.Errorf("sched: CPU type %q rate set %q: %d rates for %d OPPs", ct.Name, set.Name, len(rates), n)
		}
		for _, r := range rates {
			c.rates[kind] = append(c.rates[kind], int64(r))
		}
	}
	for range n {
		c.rates[WorkStall] = append(c.rates[WorkStall], stallRate)
	}
	return nil
}

func (k *Kernel) buildClusters(p *energy.Platform) {
	for i := range p.Clusters {
		k.clusters = append(k.clusters, clusterState{cpus: p.Clusters[i].CPUs.List()})
	}
}

// buildDomains makes the groups and each CPU's domain tree (core.c:
// build_sched_domains with arm64's levels): MC spans a cluster in groups of one
// CPU, DIE spans all CPUs in groups of one cluster. A level that would have a
// single group is left out, as the kernel degenerates it.
func (k *Kernel) buildDomains(p *energy.Platform, model *energy.PowerTable) {
	single := make([]*SchedGroup, len(k.cpus))
	for id := range k.cpus {
		single[id] = k.newGroup([]energy.CPUID{energy.CPUID(id)})
		single[id].Energy = coreEnergy(model, energy.CPUID(id))
	}
	byCluster := make([]*SchedGroup, len(p.Clusters))
	for i := range p.Clusters {
		g := k.newGroup(p.Clusters[i].CPUs.List())
		g.Energy = clusterEnergy(model, g.First())
		for _, id := range g.List {
			g.Cores = append(g.Cores, single[id])
		}
		byCluster[i] = g
	}
	slices.SortFunc(byCluster, func(a, b *SchedGroup) int { return int(a.First() - b.First()) })
	for id := range k.cpus {
		k.buildTree(&k.cpus[id], single, byCluster)
	}
}

func (k *Kernel) buildTree(c *CPU, single, byCluster []*SchedGroup) {
	for own, g := range byCluster {
		if !g.CPUs.Has(c.ID) {
			continue
		}
		if g.Weight > 1 {
			at := slices.Index(g.List, c.ID)
			c.SD = append(c.SD, k.newDomain("MC", g.CPUs, ring(g.Cores, at)))
			if len(byCluster) == 1 {
				c.SD[0].Flags |= SDPreferSibling // of the DIE that is left out (cpu_attach_domain)
			}
		}
		if len(byCluster) > 1 {
			c.SD = append(c.SD, k.newDomain("DIE", k.all, ring(byCluster, own)))
		}
	}
	for i := range c.SD {
		c.SD[i].Level, c.SD[i].cpu = i, c.ID
		c.SD[i].top = i == len(c.SD)-1
	}
	k.cacheTopDomains(c)
}

// cacheTopDomains is core.c:update_top_cache_domain.
func (k *Kernel) cacheTopDomains(c *CPU) {
	c.llc = c.ID
	if sd := c.HighestDomain(SDSharePkgResources); sd != nil {
		c.llc = sd.Span.First()
		c.busySD = k.parent(sd)
	}
}

// ring returns the groups in ring order, beginning with the one at index own.
func ring(groups []*SchedGroup, own int) []*SchedGroup {
	return append(slices.Clone(groups[own:]), groups[:own]...)
}

func (k *Kernel) newGroup(cpus []energy.CPUID) *SchedGroup {
	g := &SchedGroup{CPUs: energy.CPUSetOf(cpus...), List: cpus, Weight: int64(len(cpus)), NrBusy: int64(len(cpus))}
	for _, id := range cpus {
		g.Capacity += k.cpus[id].Capacity
		g.MaxCapacity = max(g.MaxCapacity, k.cpus[id].Capacity)
	}
	return g
}

// newDomain is core.c:sd_init for the levels of arm64.
func (k *Kernel) newDomain(name string, span energy.CPUSet, groups []*SchedGroup) SchedDomain {
	w := int64(span.Len())
	sd := SchedDomain{
		Name: name, Span: span, SpanWeight: w, Groups: groups,
		Flags:       SDLoadBalance | SDBalanceNewidle | SDBalanceExec | SDBalanceFork | SDWakeAffine,
		MinInterval: w, MaxInterval: 2 * w, BalanceInterval: w,
		BusyFactor: k.params.BusyFactor, CacheNiceTries: 1, BusyIdx: 2,
	}
	if k.params.MinInterval != Scaled {
		sd.MinInterval = k.params.MinInterval
	}
	if k.params.MaxInterval != Scaled {
		sd.MaxInterval = k.params.MaxInterval
	}
	sd.BalanceInterval = sd.MinInterval
	if k.params.SDBalanceWake != 0 {
		sd.Flags |= SDBalanceWake
	}
	if name == "MC" {
		sd.Flags |= SDSharePkgResources | SDSharePowerDomain | SDShareCapStates
		sd.ImbalancePct = 117
	} else {
		sd.Flags |= SDPreferSibling
		sd.ImbalancePct = 125
		sd.IdleIdx = 1
	}
	return sd
}

// coreEnergy is the core's part of the model; nil unless it is eas1x.
func coreEnergy(model *energy.PowerTable, id energy.CPUID) *GroupEnergy {
	td := model.DomainOf(id)
	if model.Kind != energy.TableEAS1x {
		return nil
	}
	return groupEnergy(td, td.CoreBusy, td.CoreIdle)
}

// clusterEnergy is the shared part of the cluster that holds id.
func clusterEnergy(model *energy.PowerTable, id energy.CPUID) *GroupEnergy {
	td := model.DomainOf(id)
	if model.Kind != energy.TableEAS1x {
		return nil
	}
	return groupEnergy(td, td.ClusterBusy, td.ClusterIdle)
}

func groupEnergy(td *energy.TableDomain, busy, idle []energy.Power) *GroupEnergy {
	e := &GroupEnergy{}
	for i, v := range td.Capacity {
		e.Cap = append(e.Cap, int64(v))
		e.Busy = append(e.Busy, int64(busy[i]))
	}
	for _, v := range idle {
		e.Idle = append(e.Idle, max(int64(v), 0)) // unknown counts as 0 in decisions; eas warns
	}
	return e
}

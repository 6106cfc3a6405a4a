package schedtest

import (
	"fmt"

	"easim/energy"
)

// demo is the board demo-L+B: CPUs 0 to L-1 are LITTLE, at 500 and 1000 MHz with
// capacities 223 and 446, the rest big, at 1000 and 2000 MHz with 512 and 1024;
// work proceeds at the capacity. Both clusters have the same idle states, WFI,
// cpu-sleep from 1 ms on and cluster-sleep from 2.5 ms on. All numbers are made
// up, and round.
func demo(little, big int, latencyUS int64) (*energy.Platform, error) {
	n := energy.CPUID(little + big)
	p := &energy.Platform{Name: fmt.Sprintf("demo-%d-%d", little, big), Title: "demo", Source: "made up"}
	table := energy.PowerTable{
		Name: "eas1x", Kind: energy.TableEAS1x, Unit: "bogo-mW", Source: "made up", DefaultMeter: true,
	}
	for _, h := range demoHalves(energy.CPUID(little), n) {
		if h.cpus.Empty() {
			continue
		}
		at := len(p.Clusters)
		p.Types = append(p.Types, energy.CPUType{
			Name: h.name, Rates: []energy.RateSet{{Name: "capacity", Source: "made up", Int: rates(h.caps)}},
		})
		p.Clusters = append(p.Clusters, energy.Cluster{
			Name: h.name, Kind: h.kind, CPUs: h.cpus, IdleStates: demoIdle[:],
		})
		p.FreqDomains = append(p.FreqDomains, energy.FreqDomain{
			CPUs: h.cpus, OPPs: h.opps, TransitionLatencyUS: latencyUS,
		})
		table.Domains = append(table.Domains, energy.TableDomain{
			CPUs: h.cpus, Capacity: h.caps, CoreBusy: h.core, ClusterBusy: h.cluster,
			CoreIdle: []energy.Power{10, 10, 0, 0}, ClusterIdle: []energy.Power{20, 20, 20, 5},
		})
		for range h.cpus.Len() {
			p.CPUs = append(p.CPUs, energy.CPU{Type: at, Cluster: at, Domain: at})
		}
	}
	p.Tables = []energy.PowerTable{table}
	list := p.Validate()
	return p, list.Err()
}

// demoHalf is the LITTLE or the big part of a demo board.
type demoHalf struct {
	name          string
	kind          energy.Kind
	cpus          energy.CPUSet
	opps          []energy.OPP
	caps          []energy.Capacity
	core, cluster []energy.Power
}

func demoHalves(little, n energy.CPUID) [2]demoHalf {
	h := [2]demoHalf{
		{
			name: "LITTLE", kind: energy.Little, opps: []energy.OPP{{Freq: 500_000}, {Freq: 1_000_000}},
			caps: []energy.Capacity{223, 446}, core: []energy.Power{40, 100}, cluster: []energy.Power{25, 50},
		},
		{
			name: "big", kind: energy.Big, opps: []energy.OPP{{Freq: 1_000_000}, {Freq: 2_000_000}},
			caps: []energy.Capacity{512, 1024}, core: []energy.Power{200, 600}, cluster: []energy.Power{50, 100},
		},
	}
	if little > 0 {
		h[0].cpus = energy.CPURange(0, little-1)
	}
	if little < n {
		h[1].cpus = energy.CPURange(little, n-1)
	}
	return h
}

func rates(caps []energy.Capacity) []energy.Rate {
	out := make([]energy.Rate, len(caps))
	for i, c := range caps {
		out[i] = energy.Rate(c) << energy.RateShift
	}
	return out
}

var demoIdle = [...]energy.IdleState{
	{Name: "WFI", Level: energy.IdleCore, ExitUS: 1, ResidencyUS: 1},
	{Name: "cpu-sleep", Level: energy.IdleCore, EntryUS: 100, ExitUS: 300, ResidencyUS: 1000},
	{Name: "cluster-sleep", Level: energy.IdleCluster, EntryUS: 200, ExitUS: 700, ResidencyUS: 2500},
}

package fit

import (
	"math"
	"slices"

	"easim/energy"
)

// capacity is score x 1024 over the best score, as Arm's recipe has it, or what a
// table of the platform says.
func (m *maker) capacity(cpus energy.CPUSet, costs []Cost) []energy.Capacity {
	best, all := 0.0, true
	for i := range m.r.Clusters {
		for _, k := range m.r.Clusters[i].OPPs {
			best = max(best, k.Score)
		}
	}
	for _, k := range costs {
		all = all && k.Score > 0
	}
	if all {
		out := make([]energy.Capacity, len(costs))
		for j, k := range costs {
			out[j] = max(1, energy.Capacity(math.Round(k.Score*1024/best)))
		}
		return out
	}
	if t := m.capacityTable(); t != nil {
		if d := t.DomainOf(cpus.First()); d != nil && len(d.Capacity) == len(costs) {
			return slices.Clone(d.Capacity)
		}
	}
	fail(&m.list, "no-capacity", 0, "add a column score, the speed of one busy CPU, or name a table that has capacities",
		"nothing says the capacity of CPUs %s", cpus)
	return nil
}

func (m *maker) capacityTable() *energy.PowerTable {
	if m.o.CapacityTable != "" {
		return m.p.Table(m.o.CapacityTable)
	}
	for k := energy.TableEAS1x; k <= energy.TableMeasured; k++ {
		if t := m.p.TableOfKind(k); t != nil {
			return t
		}
	}
	return nil
}

// scored reports whether every sample has a score.
func (r *Result) scored() bool {
	for i := range r.Clusters {
		for j := range r.Clusters[i].OPPs {
			if r.Clusters[i].OPPs[j].Score == 0 {
				return false
			}
		}
	}
	return true
}

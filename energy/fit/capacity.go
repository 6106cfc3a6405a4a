package fit

import (
	"math"
	"slices"

	"easim/energy"
)

// capacity is score x 1024 over the best score, as Arm's recipe has it, or what a
// table of the platform says. A table of kind em scales the top one with
// frequency, as the kernel does.
func (m *maker) capacity(r *row) []energy.Capacity {
	out := m.believed(r)
	if m.o.Kind != energy.TableEM || out == nil {
		return out
	}
	last := len(out) - 1
	for j := range out {
		out[j] = energy.Capacity(int64(out[last]) * int64(r.opps[j].Freq) / int64(r.opps[last].Freq))
	}
	return out
}

func (m *maker) believed(r *row) []energy.Capacity {
	if m.scored() {
		best := 0.0
		for i := range m.rows {
			for _, k := range m.rows[i].costs {
				best = max(best, k.Score)
			}
		}
		out := make([]energy.Capacity, len(r.costs))
		for j, k := range r.costs {
			out[j] = max(1, energy.Capacity(math.Round(k.Score*1024/best)))
		}
		return out
	}
	if t := m.capacityTable(); t != nil {
		if d := t.DomainOf(r.cpus.First()); d != nil && len(d.Capacity) == len(r.costs) {
			return slices.Clone(d.Capacity)
		}
	}
	fail(&m.list, "no-capacity", 0, "add a column score, the speed of one busy CPU, or name a table that has capacities",
		"nothing says the capacity of CPUs %s", r.cpus)
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

// scored reports whether every OPP of the platform has a score; a part of them
// would mix two scales.
func (m *maker) scored() bool {
	for i := range m.rows {
		for _, k := range m.rows[i].costs {
			if k.Score == 0 {
				return false
			}
		}
	}
	return len(m.rows) > 0
}

package devicetree

import (
	"slices"

	"easim/energy"
	"easim/energy/draft"
)

// costTable makes an eas1x table of the cost nodes that the CPUs name: one row a
// CPU, which Build joins.
func (a *assembler) costTable() (energy.PowerTable, bool) {
	t := energy.PowerTable{
		Name: "eas1x", Kind: energy.TableEAS1x, Unit: energy.UnitBogoMW,
		Source: "sched-energy-costs of the device tree",
		Trust:  "what an EAS 1.x kernel believed; the binding claims no unit, only that all numbers share one",
	}
	var done [][2]int
	for id, i := range a.order {
		c := &a.b.CPUs[i]
		if len(c.Costs) == 0 {
			continue
		}
		if len(c.Costs) != 2 {
			draft.Warn(&a.list, "cost-levels", "table", "want a core and a cluster cost table",
				"CPU %d names %d cost tables; the last is taken for the cluster's", id, len(c.Costs))
		}
		row := energy.TableDomain{CPUs: energy.CPUSetOf(energy.CPUID(id))}
		core := &a.b.Costs[c.Costs[0]]
		first := !slices.Contains(done, [2]int{c.Costs[0], len(c.Costs)})
		done = append(done, [2]int{c.Costs[0], len(c.Costs)})
		a.coreRow(&row, c, core, first)
		if len(c.Costs) > 1 {
			a.clusterRow(&row, core, &a.b.Costs[c.Costs[len(c.Costs)-1]], first)
		}
		t.Domains = append(t.Domains, row)
	}
	return t, len(t.Domains) > 0
}

// coreRow fills in the core's costs. In the older form the first column is the
// capacity, with freq-energy-model it is the frequency and the capacity is left
// to the kernel's formula.
func (a *assembler) coreRow(row *energy.TableDomain, c *CPU, core *Cost, report bool) {
	for _, pair := range core.Busy {
		row.CoreBusy = append(row.CoreBusy, energy.Power(pair[1]))
		if !c.FreqModel {
			row.Capacity = append(row.Capacity, energy.Capacity(pair[0]))
		}
	}
	row.CoreIdle = idlePowers(core.Idle)
	var opps []OPP
	if c.Domain >= 0 {
		opps = a.b.Domains[c.Domain].OPPs
	}
	if c.FreqModel && c.Domain >= 0 {
		row.Capacity = draft.Performance(plain(opps), a.capacity[a.b.Domains[c.Domain].CPUs[0]])
	}
	if !report {
		return
	}
	switch {
	case len(opps) == 0:
		return
	case len(opps) != len(core.Busy):
		draft.Warn(&a.list, "cost-rows", "table", "the rows of a cost table are joined to OPPs by their order",
			"%s has %d rows for %d OPPs", core.Path, len(core.Busy), len(opps))
	case !c.FreqModel:
		a.ratios(core, opps)
	}
}

// ratios checks that capacity grows with frequency: rows are joined to OPPs by
// their order alone.
func (a *assembler) ratios(core *Cost, opps []OPP) {
	last := len(opps) - 1
	for i, o := range opps {
		// capacity_i / capacity_last against hz_i / hz_last, within 2 %.
		have := float64(core.Busy[i][0]) * float64(opps[last].Hz)
		want := float64(core.Busy[last][0]) * float64(o.Hz)
		if have < want*0.98 || have > want*1.02 {
			draft.Warn(&a.list, "cost-ratio", "table", "the rows may belong to other OPPs, or speed does not follow frequency",
				"%s: capacity %d at %d kHz is not in the ratio of the frequencies", core.Path, core.Busy[i][0], o.KHz())
			return
		}
	}
}

func (a *assembler) clusterRow(row *energy.TableDomain, core, cluster *Cost, report bool) {
	for _, pair := range cluster.Busy {
		row.ClusterBusy = append(row.ClusterBusy, energy.Power(pair[1]))
	}
	row.ClusterIdle = idlePowers(cluster.Idle)
	if !report {
		return
	}
	if len(core.Busy) != len(cluster.Busy) {
		draft.Warn(&a.list, "cost-rows", "table", "core and cluster tables have one row an OPP",
			"%s has %d rows, %s has %d", core.Path, len(core.Busy), cluster.Path, len(cluster.Busy))
		return
	}
	same := true
	for i := range core.Busy {
		if d := int64(core.Busy[i][0]) - int64(cluster.Busy[i][0]); d < -1 || d > 1 {
			draft.Warn(&a.list, "cost-capacity", "table", "both are on one scale; those of the core count",
				"%s says capacity %d where %s says %d", core.Path, core.Busy[i][0], cluster.Path, cluster.Busy[i][0])
			return
		}
		same = same && core.Busy[i][1] == cluster.Busy[i][1]
	}
	last := len(core.Busy) - 1
	if core.Busy[last][0] != cluster.Busy[last][0] {
		draft.Warn(&a.list, "cost-capacity", "table", "the biggest CPU has 1024; those of the core count",
			"%s ends at capacity %d, %s at %d", core.Path, core.Busy[last][0], cluster.Path, cluster.Busy[last][0])
	}
	if same {
		draft.Warn(&a.list, "cost-copied", "table", "one of them is a copy: the cluster's cost counts twice then",
			"%s and %s have the same powers", core.Path, cluster.Path)
	}
}

func idlePowers(cells []uint32) []energy.Power {
	var out []energy.Power
	for _, v := range cells {
		out = append(out, energy.Power(v))
	}
	return out
}

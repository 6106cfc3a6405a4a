package devicetree

import (
	"cmp"
	"slices"
	"strings"
)

const maxCosts = 64 // cost nodes of one tree that are read

// costs reads the cost tables of EAS 1.x kernels. The CPUs name them by phandle
// (sched-energy-costs), so it does not matter where they stand: under /cpus as
// the binding wants, or under the root as vendors have it.
func (r *reader) costs() {
	for i := range r.b.CPUs {
		c := &r.b.CPUs[i]
		for _, ref := range r.t.refs(c.node, "sched-energy-costs", "") {
			if k := r.cost(ref.node); k >= 0 {
				c.Costs = append(c.Costs, k)
				r.b.Costs[k].Used = true
			}
		}
	}
	r.modelOPPs()
	for n := range r.t.nodes {
		if r.t.has(n, "busy-cost-data") {
			r.cost(n)
		}
	}
	for i := range r.b.Costs {
		k := &r.b.Costs[i]
		if !k.Used {
			r.warn("cost-unused", k.node, "add sched-energy-costs to the CPUs that it is about",
				"no CPU names the cost table %s", k.Name)
		}
		if k.sorted {
			r.warn("cost-order", k.node, "", "the rows of %s do not ascend; they are sorted here", k.Name)
		}
	}
}

// cost returns the index of the cost table of node n, which it reads the first
// time; none if it is not one.
func (r *reader) cost(n int) int {
	if i, ok := r.costOf[n]; ok {
		return i
	}
	v, ok := r.t.raw(n, "busy-cost-data")
	if !ok || len(r.b.Costs) == maxCosts {
		return none
	}
	k := Cost{
		Name: strings.ToValidUTF8(r.t.nodes[n].name, "?"), Path: r.t.path(n), node: n,
		Idle: r.t.cells(n, "idle-cost-data"),
	}
	if len(v)%8 != 0 || len(v) == 0 || len(v) > 8*maxOPPs || len(k.Idle) > maxIdle {
		r.warn("cost-data", n, "want pairs of capacity and power, and a list of idle powers",
			"left out: %d bytes of busy-cost-data, %d cells of idle-cost-data", len(v), len(k.Idle))
		return none
	}
	for cells := r.t.cells(n, "busy-cost-data"); len(cells) > 0; cells = cells[2:] {
		k.Busy = append(k.Busy, [2]uint32{cells[0], cells[1]})
	}
	byFirst := func(a, b [2]uint32) int { return cmp.Compare(a[0], b[0]) }
	k.sorted = !slices.IsSortedFunc(k.Busy, byFirst)
	slices.SortStableFunc(k.Busy, byFirst)
	i := len(r.b.Costs)
	r.costOf[n] = i
	r.b.Costs = append(r.b.Costs, k)
	return i
}

// modelOPPs takes the frequencies of a domain that has none from the rows of a
// freq-energy-model.
func (r *reader) modelOPPs() {
	for i := range r.b.CPUs {
		c := &r.b.CPUs[i]
		if !c.FreqModel || len(c.Costs) == 0 || c.Domain < 0 || len(r.b.Domains[c.Domain].OPPs) > 0 {
			continue
		}
		core := &r.b.Costs[c.Costs[0]]
		var opps []OPP
		for _, row := range core.Busy {
			if row[0] == 0 || row[0] > 100_000_000 {
				r.warn("opp-range", core.node, "", "left out: frequency %d kHz is out of range", row[0])
				opps = nil
				break
			}
			opps = append(opps, OPP{Hz: uint64(row[0]) * 1000})
		}
		r.b.Domains[c.Domain].OPPs = opps
		r.b.Domains[c.Domain].Table = core.Path
	}
}

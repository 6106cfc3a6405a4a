package devicetree

import (
	"fmt"
	"slices"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

// costNode lays out a cost table: pairs of capacity and power, then idle powers.
func costNode(name string, ph uint32, busy, idle []uint32) branch {
	return at(name, phandle(ph), nums("busy-cost-data", busy...), nums("idle-cost-data", idle...))
}

// costBoard is a board of two CPUs in one cluster that name cost tables 21 (core)
// and 22 (cluster); items go to the root or, if leaves, to each CPU.
func costBoard(states bool, underRoot bool, costs ...branch) branch {
	cpu := func(reg uint32) branch {
		c := cpuNode(reg, "arm,cortex-a53", nums("clocks", 9), nums("sched-energy-costs", 21, 22))
		if states {
			c.props = append(c.props, nums("cpu-idle-states", 11, 12))
		}
		return c
	}
	box := at("energy-costs", costs)
	cpus := at("cpus", cpu(0), cpu(1))
	if states {
		cpus.below = append(cpus.below, at("idle-states",
			idleNode("cpu-sleep", 11, 0x0010000, 100, 200, 1000), idleNode("cluster-sleep", 12, 0x1010000, 300, 400, 2000)))
	}
	root := at("", at("clock", phandle(9)))
	if underRoot {
		root.below = append(root.below, cpus, box)
	} else {
		cpus.below = append(cpus.below, box)
		root.below = append(root.below, cpus)
	}
	return root
}

// TestCostTables covers what vendors made of the binding. The numbers are those
// of the boards named; the trees are made up.
func TestCostTables(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		tree branch
		want string // capacity, core busy, cluster busy, core idle, cluster idle
		code string
	}{
		{
			name: "as the binding wants: Juno r2, A53",
			tree: costBoard(true, false,
				costNode("core-cost3", 21, []uint32{276, 37, 501, 59, 593, 117}, []uint32{33, 33, 0, 0}),
				costNode("cluster-cost3", 22, []uint32{276, 41, 501, 86, 593, 107}, []uint32{41, 41, 41, 14})),
			want: "[276 501 593] [37 59 117] [41 86 107] [33 33 0 0] [41 41 41 14]",
		},
		{
			name: "under the root, four idle values: SDM845 in a vendor tree",
			tree: costBoard(true, true,
				costNode("core-cost0", 21, []uint32{92, 34, 490, 152}, []uint32{22, 18, 14, 12}),
				costNode("cluster-cost0", 22, []uint32{92, 3, 490, 15}, []uint32{4, 3, 2, 1})),
			want: "[92 490] [34 152] [3 15] [22 18 14 12] [4 3 2 1]",
		},
		{
			name: "two idle values, the oldest form: Juno r0, A53", code: "idle-index",
			tree: costBoard(true, false,
				costNode("core-cost1", 21, []uint32{235, 33, 447, 93}, []uint32{6, 0}),
				costNode("cluster-cost1", 22, []uint32{235, 26, 447, 57}, []uint32{56, 17})),
			want: "[235 447] [33 93] [26 57] [6 6 0 0] [56 56 56 17]",
		},
		{
			name: "five idle values for three states: HiKey 960, A73", code: "idle-index",
			tree: costBoard(true, false,
				costNode("core-cost1", 21, []uint32{390, 404, 1024, 2848}, []uint32{18, 18, 3, 0, 0}),
				costNode("cluster-cost1", 22, []uint32{390, 102, 1024, 433}, []uint32{102, 102, 102, 102, 0})),
			want: "[390 1024] [404 2848] [102 433] [18 18 3 0] [102 102 102 102]",
		},
		{
			name: "no idle states in the tree", code: "idle-index",
			tree: costBoard(false, false,
				costNode("core-cost0", 21, []uint32{100, 1, 200, 2}, []uint32{5, 5, 0, 0}),
				costNode("cluster-cost0", 22, []uint32{100, 3, 200, 4}, []uint32{7, 7, 7, 0})),
			want: "[100 200] [1 2] [3 4] [5 5] [7 7]",
		},
		{
			name: "too few idle values", code: "idle-index",
			tree: costBoard(true, false,
				costNode("core-cost0", 21, []uint32{100, 1, 200, 2}, []uint32{5, 5, 0}),
				costNode("cluster-cost0", 22, []uint32{100, 3, 200, 4}, []uint32{7, 7, 7})),
			want: "[100 200] [1 2] [3 4] [5 5 0 -1] [7 7 7 -1]",
		},
		{
			name: "descending rows: HiKey 960 in a phone's tree", code: "cost-order",
			tree: costBoard(true, false,
				costNode("core-cost0", 21, []uint32{462, 502, 429, 388, 133, 87}, []uint32{5, 5, 0, 0}),
				costNode("cluster-cost0", 22, []uint32{462, 144, 429, 67, 133, 12}, []uint32{12, 12, 12, 0})),
			want: "[133 429 462] [87 388 502] [12 67 144] [5 5 0 0] [12 12 12 0]",
		},
		{
			name: "1023 against 1024: Juno r2, A72", code: "cost-capacity",
			tree: costBoard(true, false,
				costNode("core-cost2", 21, []uint32{501, 174, 1023, 526}, []uint32{48, 48, 0, 0}),
				costNode("cluster-cost2", 22, []uint32{501, 48, 1024, 107}, []uint32{48, 48, 48, 18})),
			want: "[501 1023] [174 526] [48 107] [48 48 0 0] [48 48 48 18]",
		},
		{
			name: "other node names, core rows copied: RK3399", code: "cost-copied",
			tree: costBoard(true, false,
				costNode("rk3399-core-cost0", 21, []uint32{108, 46, 401, 222}, []uint32{6, 6, 0, 0}),
				costNode("rk3399-cluster-cost0", 22, []uint32{108, 46, 401, 222}, []uint32{56, 56, 56, 56})),
			want: "[108 401] [46 222] [46 222] [6 6 0 0] [56 56 56 56]",
		},
		{
			name: "cluster cost all zero: HiKey 620", // zero is what the file says, hence known
			tree: costBoard(true, false,
				costNode("core-cost0", 21, []uint32{178, 69, 1024, 670}, []uint32{0, 0, 0, 0}),
				costNode("cluster-cost0", 22, []uint32{178, 0, 1024, 0}, []uint32{0, 0, 0, 0})),
			want: "[178 1024] [69 670] [0 0] [0 0 0 0] [0 0 0 0]",
		},
		{
			name: "row counts differ", code: "cost-rows",
			tree: costBoard(true, false,
				costNode("core-cost0", 21, []uint32{100, 1, 200, 2}, []uint32{5, 5, 0, 0}),
				costNode("cluster-cost0", 22, []uint32{200, 4}, []uint32{7, 7, 7, 0})),
			want: "[100 200] [1 2] [4] [5 5 0 0] [7 7 7 0]",
		},
		{
			name: "capacities differ", code: "cost-capacity",
			tree: costBoard(true, false,
				costNode("core-cost0", 21, []uint32{100, 1, 200, 2}, []uint32{5, 5, 0, 0}),
				costNode("cluster-cost0", 22, []uint32{150, 3, 200, 4}, []uint32{7, 7, 7, 0})),
			want: "[100 200] [1 2] [3 4] [5 5 0 0] [7 7 7 0]",
		},
		{
			name: "a table that no CPU names", code: "cost-unused",
			tree: costBoard(true, false,
				costNode("core-cost0", 21, []uint32{100, 1, 200, 2}, []uint32{5, 5, 0, 0}),
				costNode("cluster-cost0", 22, []uint32{100, 3, 200, 4}, []uint32{7, 7, 7, 0}),
				costNode("core-cost9", 29, []uint32{1, 1}, nil)),
			want: "[100 200] [1 2] [3 4] [5 5 0 0] [7 7 7 0]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, list := read(t, c.tree, draft.Options{})
			tab := p.TableOfKind(energy.TableEAS1x)
			if tab == nil {
				t.Fatalf("no eas1x table: %v", list)
			}
			d := tab.Domains[0]
			got := fmt.Sprint(d.Capacity, d.CoreBusy, d.ClusterBusy, d.CoreIdle, d.ClusterIdle)
			if got != c.want || d.CPUs.String() != "0-1" || !tab.DefaultMeter || tab.Unit != energy.UnitBogoMW {
				t.Errorf("got %s for CPUs %s, want %s", got, d.CPUs, c.want)
			}
			costs := slices.DeleteFunc(codes(list), func(s string) bool {
				return s != "cost-order" && s != "cost-capacity" && s != "cost-copied" && s != "cost-rows" &&
					s != "cost-unused" && s != "idle-index"
			})
			if c.code == "" && len(costs) > 0 || c.code != "" && !slices.Contains(costs, c.code) {
				t.Errorf("reported %v, want %q: %v", costs, c.code, list)
			}
		})
	}
}

// TestFreqEnergyModel: the first column is kHz, so the table brings the OPPs.
func TestFreqEnergyModel(t *testing.T) {
	t.Parallel()
	tree := costBoard(true, true,
		costNode("core-cost0", 21, []uint32{300000, 10, 600000, 30}, []uint32{3, 2, 1}),
		costNode("cluster-cost0", 22, []uint32{300000, 1, 600000, 2}, []uint32{3, 2, 1}))
	cpus := &tree.below[1]
	for i := range cpus.below[:2] {
		cpus.below[i].props = append(cpus.below[i].props, flagged("freq-energy-model"))
	}
	p, list := read(t, tree, draft.Options{})
	d := p.TableOfKind(energy.TableEAS1x).Domains[0]
	const want = "[{300000 0} {600000 0}] [512 1024] [10 30]"
	if got := fmt.Sprint(p.FreqDomains[0].OPPs, d.Capacity, d.CoreBusy); got != want {
		t.Errorf("got %s: %v", got, list)
	}
}

// TestCostsJoinOPPs: rows are joined to OPPs by their order; a wrong ratio tells.
func TestCostsJoinOPPs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		low  uint32
		code bool
	}{{"in the ratio of the frequencies", 512, false}, {"2 % off", 522, false}, {"3 % off", 528, true}} {
		tree := costBoard(true, false,
			costNode("core-cost0", 21, []uint32{c.low, 10, 1024, 30}, []uint32{5, 5, 0, 0}),
			costNode("cluster-cost0", 22, []uint32{c.low, 1, 1024, 2}, []uint32{7, 7, 7, 0}))
		tree.below = append(tree.below, oppTable("t", 1, [2]uint32{500000, 800000}, [2]uint32{1000000, 900000}))
		cpus := &tree.below[1]
		for i := range cpus.below[:2] {
			cpus.below[i].props = append(cpus.below[i].props, nums("operating-points-v2", 1))
		}
		p, list := read(t, tree, draft.Options{})
		if got := slices.Contains(codes(list), "cost-ratio"); got != c.code {
			t.Errorf("%s: reported %v", c.name, list)
		}
		if faults := p.Validate(); faults.HasErrors() {
			t.Errorf("%s: %v", c.name, faults)
		}
	}
}

package devicetree

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

// costBoards reads the published EAS 1.x tables, which the repository does not
// hold in this form.
func costBoards(t *testing.T) map[string]map[string]costDomain {
	t.Helper()
	src, err := os.ReadFile("../../../shared/data/platforms/platforms.json")
	if err != nil {
		t.Skip("the published tables are not at hand: ", err)
	}
	var boards map[string]struct {
		EAS1x struct {
			Domains map[string]costDomain `json:"domains"`
		} `json:"eas1x"`
	}
	if err := json.Unmarshal(src, &boards); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]costDomain{}
	for name, b := range boards {
		if len(b.EAS1x.Domains) > 0 {
			out[name] = b.EAS1x.Domains
		}
	}
	return out
}

type costDomain struct {
	CPUs []uint32 `json:"linux_cpus"`
	OPPs []struct {
		KHz      uint32 `json:"freq_khz"`
		Capacity uint32 `json:"capacity"`
		Core     uint32 `json:"core_busy"`
		Cluster  uint32 `json:"cluster_busy"`
	} `json:"opps"`
	Idle struct {
		Core    []uint32 `json:"core"`
		Cluster []uint32 `json:"cluster"`
	} `json:"idle"`
}

// TestPublishedCosts lays out a tree with the published costs of each board, in
// each of the vendors' placements, and reads them back.
func TestPublishedCosts(t *testing.T) {
	t.Parallel()
	for name, domains := range costBoards(t) {
		for _, underRoot := range []bool{false, true} {
			p, list := read(t, publishedTree(domains, underRoot), draft.Options{})
			tab := p.TableOfKind(energy.TableEAS1x)
			if tab == nil {
				t.Fatalf("%s: no table: %v", name, list)
			}
			if list.HasErrors() {
				t.Errorf("%s: %v", name, list)
			}
			for key, d := range domains {
				row := tab.DomainOf(energy.CPUID(d.CPUs[0]))
				if row == nil || len(row.CoreBusy) != len(d.OPPs) {
					t.Errorf("%s %s: row %+v", name, key, row)
					continue
				}
				opps := p.FreqDomains[p.CPUs[d.CPUs[0]].Domain].OPPs
				for i, o := range d.OPPs {
					got := fmt.Sprint(opps[i].Freq, row.Capacity[i], row.CoreBusy[i], row.ClusterBusy[i])
					if want := fmt.Sprint(o.KHz, o.Capacity, o.Core, o.Cluster); got != want {
						t.Errorf("%s %s: %s, want %s", name, key, got, want)
					}
				}
				if got, want := fmt.Sprint(row.CoreIdle, row.ClusterIdle), fmt.Sprint(d.Idle.Core, d.Idle.Cluster); got != want {
					t.Errorf("%s %s: idle %s, want %s", name, key, got, want)
				}
			}
		}
	}
}

// publishedTree gives each CPU the idle states that its costs speak of.
func publishedTree(domains map[string]costDomain, underRoot bool) branch {
	cpus := make([]branch, 16)
	box := at("energy-costs")
	root := at("")
	states := at("idle-states")
	n := 0
	for i, key := range slices.Sorted(maps.Keys(domains)) {
		d := domains[key]
		base := uint32(20 + 10*i)
		var opps [][2]uint32
		var core, cluster []uint32
		for _, o := range d.OPPs {
			opps = append(opps, [2]uint32{o.KHz, 800_000})
			core, cluster = append(core, o.Capacity, o.Core), append(cluster, o.Capacity, o.Cluster)
		}
		box.below = append(box.below, costNode(fmt.Sprintf("core-cost%d", i), base, core, d.Idle.Core),
			costNode(fmt.Sprintf("cluster-cost%d", i), base+1, cluster, d.Idle.Cluster))
		root.below = append(root.below, oppTable("opp-"+key, base+2, opps...))
		var idle []uint32
		for s := range len(d.Idle.Core) - 2 { // behind active idle and WFI
			idle = append(idle, base+3+uint32(s))
			states.below = append(
				states.below,
				idleNode(fmt.Sprintf("%s-sleep-%d", key, s), base+3+uint32(s), 0, 1, 1, uint32(s)),
			)
		}
		for _, c := range d.CPUs {
			cpus[c] = cpuNode(c, "example,"+key, nums("operating-points-v2", base+2),
				nums("sched-energy-costs", base, base+1), nums("cpu-idle-states", idle...))
			n = max(n, int(c)+1)
		}
	}
	all := at("cpus", cpus[:n], states)
	if underRoot {
		root.below = append(root.below, box)
	} else {
		all.below = append(all.below, box)
	}
	root.below = append(root.below, all)
	return root
}

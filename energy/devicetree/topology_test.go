package devicetree

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"easim/energy/draft"
)

// TestWhoSharesAClock: the ways in which a tree says it, in order of authority.
func TestWhoSharesAClock(t *testing.T) {
	t.Parallel()
	hw := at(
		"hw",
		phandle(50),
		nums("#performance-domain-cells", 1),
		nums("#power-domain-cells", 1),
		nums("#clock-cells", 1),
	)
	qcom := func(n uint32) leaf { return nums("qcom,freq-domain", 50, n) }
	perf := func(n uint32) leaf { return nums("performance-domains", 50, n) }
	shared := oppTable("shared", 1, [2]uint32{1_000_000, 800_000})
	plain := oppTable("plain", 2, [2]uint32{1_000_000, 800_000})
	plain.props = plain.props[:2] // without opp-shared
	for _, c := range []struct {
		name string
		cpus [4][]any
		want string
	}{
		{
			"qcom",
			[4][]any{{qcom(0)}, {qcom(0)}, {qcom(1)}, {qcom(1)}},
			"0-1 2-3",
		},
		{
			"performance domain",
			[4][]any{{perf(0)}, {perf(1)}, {perf(0)}, {perf(1)}},
			"0,2 1,3",
		},
		{"power domain called perf", [4][]any{
			{nums("power-domains", 50, 8, 50, 0), text("power-domain-names", "psci", "perf")},
			{nums("power-domains", 50, 9, 50, 0), text("power-domain-names", "psci", "perf")},
			{nums("power-domains", 50, 8, 50, 1), text("power-domain-names", "psci", "perf")},
			{nums("power-domains", 50, 8, 50, 1), text("power-domain-names", "psci", "perf")},
		}, "0-1 2-3"},
		{"opp-shared over clocks", [4][]any{
			{nums("operating-points-v2", 1), nums("clocks", 50, 0)},
			{nums("operating-points-v2", 1), nums("clocks", 50, 1)},
			{nums("operating-points-v2", 1)},
			{nums("operating-points-v2", 1)},
		}, "0-3"},
		{"one table, not shared, two clocks", [4][]any{
			{nums("operating-points-v2", 2), nums("clocks", 50, 0)},
			{nums("operating-points-v2", 2), nums("clocks", 50, 0)},
			{nums("operating-points-v2", 2), nums("clocks", 50, 1)},
			{nums("operating-points-v2", 2), nums("clocks", 50, 1)},
		}, "0-1 2-3"},
		{"one table, not shared, no clock", [4][]any{
			{nums("operating-points-v2", 2)},
			{nums("operating-points-v2", 2)},
			{nums("operating-points-v2", 2)},
			{nums("operating-points-v2", 2)},
		}, "0 1 2 3"},
		{"performance domain over a table", [4][]any{
			{nums("operating-points-v2", 2), nums("performance-domains", 50, 0)},
			{nums("operating-points-v2", 2), nums("performance-domains", 50, 0)},
			{nums("operating-points-v2", 2), nums("performance-domains", 50, 1)},
			{nums("operating-points-v2", 2), nums("performance-domains", 50, 1)},
		}, "0-1 2-3"},
		{"nothing", [4][]any{}, "0-3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cpus := at("cpus")
			for i, items := range c.cpus {
				cpus.below = append(cpus.below, cpuNode(uint32(i), "arm,cortex-a53", items...))
			}
			p, list := read(t, at("", cpus, hw, shared, plain), draft.Options{})
			var got []string
			for _, d := range p.FreqDomains {
				got = append(got, d.CPUs.String())
			}
			if g := strings.Join(got, " "); g != c.want {
				t.Errorf("domains %s, want %s", g, c.want)
			}
			if told := slices.Contains(codes(list), "unknown-domain"); told != (c.name == "nothing") {
				t.Errorf("reported %v", list)
			}
		})
	}
}

func TestCapacities(t *testing.T) {
	t.Parallel()
	cpus := func(a, b []any) branch {
		return at("",
			at("cpus",
				cpuNode(0, "arm,cortex-a53", append(a, nums("operating-points-v2", 1))...),
				cpuNode(1, "arm,cortex-a72", append(b, nums("operating-points-v2", 2))...)),
			oppTable("a", 1, [2]uint32{1_000_000, 800_000}), oppTable("b", 2, [2]uint32{2_000_000, 800_000}))
	}
	dmips := func(v uint32) []any {
		return []any{nums("capacity-dmips-mhz", v), nums("dynamic-power-coefficient", 100)}
	}
	power := []any{nums("dynamic-power-coefficient", 100)}
	for _, c := range []struct {
		name string
		tree branch
		want string
		code string
	}{
		// 485 * 1000 * 1024 / (1024 * 2000) = 242.5
		{"both", cpus(dmips(485), dmips(1024)), "[242] [1024]", ""},
		{"above 1024", cpus(dmips(1024), dmips(1946)), "[269] [1024]", ""},
		{"partial", cpus(dmips(485), power), "[1024] [1024]", "partial-dmips"},
		{"none", cpus(power, power), "[1024] [1024]", "no-dmips"},
	} {
		p, list := read(t, c.tree, draft.Options{})
		d := p.Tables[0].Domains
		if got := fmt.Sprint(d[0].Capacity, d[1].Capacity); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if c.code != "" && !slices.Contains(codes(list), c.code) {
			t.Errorf("%s: reported %v", c.name, list)
		}
		if rates := len(p.Types[0].Rates) > 0; rates != (c.code == "") {
			t.Errorf("%s: rates: %v; without dmips nobody knows the speeds", c.name, rates)
		}
	}
}

// TestTurbo: boost OPPs are in the energy model but not in the capacity, as on
// R-Car H3: A57 1500 MHz and 1700 boost, A53 1000 MHz of half the speed.
func TestTurbo(t *testing.T) {
	t.Parallel()
	big := oppTable("b", 2, [2]uint32{1_500_000, 800_000}, [2]uint32{1_700_000, 900_000})
	big.below[1].props = append(big.below[1].props, flagged("turbo-mode"))
	p, _ := read(t, at("",
		at(
			"cpus",
			cpuNode(
				0,
				"arm,cortex-a57",
				nums("capacity-dmips-mhz", 1024),
				nums("operating-points-v2", 2),
				nums("dynamic-power-coefficient", 100),
			),
			cpuNode(
				0x100,
				"arm,cortex-a53",
				nums("capacity-dmips-mhz", 512),
				nums("operating-points-v2", 1),
				nums("dynamic-power-coefficient", 100),
			),
		),
		oppTable("a", 1, [2]uint32{1_000_000, 800_000}), big), draft.Options{})
	d := p.Tables[0].Domains
	// 1024 * 1500 / 1700 = 903; 512 * 1000 * 1024 / (1024 * 1500) = 341.
	if got := fmt.Sprint(d[0].Capacity, d[1].Capacity); got != "[903 1024] [341]" {
		t.Errorf("capacities %s", got)
	}
	// The boosted speed is real: 1024 * 1700 / 1500 = 1160.53.
	if r := p.Types[0].Rates[0].Int[1]; r != 1188386 {
		t.Errorf("rate at boost %d, want 1160.53 x 1024", r)
	}
}

// TestDomainIdleStates: an OS-initiated board, where CPUs stand in power domains:
// two clusters' worth of states in one cpu-map cluster, as on SDM845.
func TestDomainIdleStates(t *testing.T) {
	t.Parallel()
	cpu := func(reg, dmips, pd uint32) branch {
		return cpuNode(
			reg,
			"qcom,kryo385",
			nums("capacity-dmips-mhz", dmips),
			nums("power-domains", pd),
			text("power-domain-names", "psci"),
		)
	}
	p, list := read(t, at("",
		at("cpus",
			at("cpu-map", at("cluster0", at("core0", nums("cpu", 0x100)), at("core1", nums("cpu", 0x101)))),
			cpu(0, 600, 61), cpu(1, 1024, 62),
			at("domain-idle-states", idleNode("cluster-sleep-0", 13, 0x4100c244, 3000, 6000, 9000)),
			at("idle-states",
				idleNode("little-sleep-0", 11, 0x40000004, 350, 461, 1890), idleNode("big-sleep-0", 12, 0x40000004, 264, 621, 952),
				idleNode("never", 14, 0x40000004, 1, 1, 1))),
		at("psci",
			at("pd0", phandle(61), nums("#power-domain-cells", 0), nums("power-domains", 63), nums("domain-idle-states", 11)),
			at("pd1", phandle(62), nums("#power-domain-cells", 0), nums("power-domains", 63), nums("domain-idle-states", 12)),
			at("pd2", phandle(63), nums("#power-domain-cells", 0), nums("domain-idle-states", 13)))), draft.Options{})
	var got []string
	for _, c := range p.Clusters {
		for _, s := range c.IdleStates {
			got = append(got, fmt.Sprintf("%s/%s/%s", c.Kind, s.Name, s.Level))
		}
	}
	want := []string{
		"little/WFI/core", "little/little-sleep-0/core", "little/cluster-sleep-0/cluster",
		"big/WFI/core", "big/big-sleep-0/core", "big/cluster-sleep-0/cluster",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, code := range []string{"cluster-split", "idle-unused"} {
		if !slices.Contains(codes(list), code) {
			t.Errorf("no %s in %v", code, list)
		}
	}
}

func TestClustersWithoutMap(t *testing.T) {
	t.Parallel()
	cache := func(name string, ph uint32) branch { return at(name, phandle(ph), text("compatible", "cache")) }
	for _, c := range []struct {
		name string
		tree branch
		want string
	}{
		{"by cache", at("",
			at("cpus", cpuNode(0, "arm,armv8", nums("next-level-cache", 71)),
				cpuNode(0x100, "arm,armv8", nums("next-level-cache", 71)),
				cpuNode(0x10000, "arm,armv8", nums("next-level-cache", 72))),
			cache("l2a", 71), cache("l2b", 72)), "0-1 2"},
		{
			"by reg",
			at("", at("cpus", cpuNode(0, "arm,cortex-a7"), cpuNode(1, "arm,cortex-a7"), cpuNode(0x100, "arm,cortex-a7"))),
			"0-1 2",
		},
		{"by core", at("", at("cpus", cpuNode(0, "arm,cortex-a15"), cpuNode(1, "arm,cortex-a7"))), "0 1"},
	} {
		p, list := read(t, c.tree, draft.Options{})
		var got []string
		for _, cl := range p.Clusters {
			got = append(got, cl.CPUs.String())
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s: clusters %s, want %s", c.name, g, c.want)
		}
		if !slices.Contains(codes(list), "unknown-cluster") {
			t.Errorf("%s: the guess is not reported: %v", c.name, list)
		}
	}
}

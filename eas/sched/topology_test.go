package sched

import (
	"fmt"
	"strings"
	"testing"

	"easim/energy"
)

// describe draws a CPU's domain tree: name, span, groups in ring order and
// constants, bottom up.
func describe(c *CPU) []string {
	var out []string
	for i := range c.SD {
		sd := &c.SD[i]
		var groups []string
		for _, g := range sd.Groups {
			groups = append(groups, "{"+g.CPUs.String()+"}")
		}
		out = append(out, fmt.Sprintf("%s %v: %s, %d..%d ms, pct %d, idx %d %d %d, level %d top %v",
			sd.Name, sd.Span.String(), strings.Join(groups, " "), sd.MinInterval, sd.MaxInterval, sd.ImbalancePct,
			sd.BusyIdx, sd.IdleIdx, sd.NewidleIdx, sd.Level, sd.Top()))
	}
	return out
}

func TestDomains(t *testing.T) {
	for _, tt := range []struct {
		board string
		cpu   energy.CPUID
		want  []string
	}{
		{"juno-r2", 0, []string{
			"MC 0,3-5: {0} {3} {4} {5}, 4..8 ms, pct 117, idx 2 0 0, level 0 top false",
			"DIE 0-5: {0,3-5} {1-2}, 6..12 ms, pct 125, idx 2 1 0, level 1 top true",
		}},
		{"juno-r2", 4, []string{
			"MC 0,3-5: {4} {5} {0} {3}, 4..8 ms, pct 117, idx 2 0 0, level 0 top false",
			"DIE 0-5: {0,3-5} {1-2}, 6..12 ms, pct 125, idx 2 1 0, level 1 top true",
		}},
		{"juno-r2", 2, []string{
			"MC 1-2: {2} {1}, 2..4 ms, pct 117, idx 2 0 0, level 0 top false",
			"DIE 0-5: {1-2} {0,3-5}, 6..12 ms, pct 125, idx 2 1 0, level 1 top true",
		}},
		{"hikey620", 6, []string{
			"MC 4-7: {6} {7} {4} {5}, 4..8 ms, pct 117, idx 2 0 0, level 0 top false",
			"DIE 0-7: {4-7} {0-3}, 8..16 ms, pct 125, idx 2 1 0, level 1 top true",
		}},
	} {
		t.Run(fmt.Sprint(tt.board, " CPU ", tt.cpu), func(t *testing.T) {
			m := newMachine(t, setup{platform: testPlatform(t, tt.board)})
			checkLines(t, describe(m.CPU(tt.cpu)), tt.want)
		})
	}
}

func TestDomainFlags(t *testing.T) {
	common := SDLoadBalance | SDBalanceNewidle | SDBalanceExec | SDBalanceFork | SDWakeAffine
	m := newMachine(t, setup{})
	sd := m.CPU(0).SD
	check(t, "MC", sd[0].Flags, common|SDSharePkgResources|SDSharePowerDomain|SDShareCapStates)
	check(t, "DIE", sd[1].Flags, common|SDPreferSibling)
	check(t, "busy_factor", sd[1].BusyFactor, 32)
	check(t, "cache_nice_tries", sd[0].CacheNiceTries, 1)
	check(t, "last-level cache", m.CPU(0).HighestDomain(SDSharePkgResources), &sd[0])
	check(t, "highest that balances", m.CPU(0).HighestDomain(SDLoadBalance), &sd[1])
	// highest_flag_domain stops at the first domain without the flag.
	if got := m.CPU(0).HighestDomain(SDPreferSibling); got != nil {
		t.Errorf("highest with PREFER_SIBLING: %s, want none, as MC lacks it", got.Name)
	}

	m = newMachine(t, setup{edit: func(c *Config) {
		c.Params.SDBalanceWake, c.Params.MinInterval, c.Params.MaxInterval, c.Params.BusyFactor = 1, 3, 30, 1
	}})
	sd = m.CPU(0).SD
	check(t, "SD_BALANCE_WAKE", sd[1].Flags&SDBalanceWake, SDBalanceWake)
	check(t, "min_interval", sd[0].MinInterval, 3)
	check(t, "max_interval", sd[1].MaxInterval, 30)
	check(t, "first interval", sd[1].BalanceInterval, 3)
	check(t, "busy_factor", sd[1].BusyFactor, 1)
}

// TestGroups: the groups of one CPU are shared by the CPUs of the cluster, the
// groups of clusters by all, and carry the costs of the model.
func TestGroups(t *testing.T) {
	m := newMachine(t, setup{})
	little, big := m.CPU(0).SD[1].Groups[0], m.CPU(0).SD[1].Groups[1]
	if m.CPU(2).SD[1].Groups[0] != big || m.CPU(5).SD[1].Groups[0] != little {
		t.Error("the groups of clusters are not shared")
	}
	if m.CPU(5).SD[0].Groups[1] != m.CPU(0).SD[0].Groups[0] || little.Cores[1] != m.CPU(3).SD[0].Groups[0] {
		t.Error("the groups of CPUs are not shared")
	}
	check(t, "capacity of the little cluster", little.Capacity, 4*593)
	check(t, "largest in it", little.MaxCapacity, 593)
	check(t, "weight", little.Weight, 4)
	check(t, "first", big.First(), 1)
	check(t, "busy CPUs at boot", little.NrBusy, 4)
	check(t, "core cost at the top", little.Cores[0].Energy.Busy[2], 117)
	check(t, "cluster cost at the top", little.Energy.Busy[2], 107)
	check(t, "capacity at the lowest OPP", big.Energy.Cap[0], 501)
	check(t, "cluster cost asleep", big.Energy.Idle[3], 18)
}

// TestHiKey620: two clusters in one frequency domain.
func TestHiKey620(t *testing.T) {
	m := newMachine(t, setup{platform: testPlatform(t, "hikey620")})
	check(t, "frequency domains", m.View().FreqDomains(), 1)
	check(t, "its CPUs", len(m.domains[0].CPUs), 8)
	check(t, "islands", len(m.islands), 2)
	check(t, "clusters", len(m.clusters), 2)
	check(t, "CPU 5's domain", m.CPU(5).Domain, 0)
	check(t, "CPU 5's island", m.CPU(5).Island, 1)
	check(t, "largest capacity", m.root.MaxCapacity, 1024)
	m.SetFreqLimits(0, 0, m.domains[0].Freqs[1])
	m.runTo(t, 1_000_000_000)
	for id := range m.cpus {
		check(t, "OPP of every CPU", m.cpus[id].OPP, 1)
	}
}

// oneCluster is a board of n equal CPUs in one cluster.
func oneCluster(n int) *energy.Platform {
	cpus := energy.CPURange(0, energy.CPUID(n-1))
	p := &energy.Platform{
		Name:  "flat",
		Types: []energy.CPUType{{Name: "x", Rates: []energy.RateSet{{Name: "x", Int: []energy.Rate{energy.RateScale}}}}},
		Clusters: []energy.Cluster{{
			Name: "all", Kind: energy.Big, CPUs: cpus,
			IdleStates: []energy.IdleState{
				{Name: "WFI", Level: energy.IdleCore}, // no latency at all
				{Name: "cluster", Level: energy.IdleCluster, EntryUS: 100, ExitUS: 200, ResidencyUS: 500},
			},
		}},
		FreqDomains: []energy.FreqDomain{{CPUs: cpus, OPPs: []energy.OPP{{Freq: 1_000_000}}}},
		Tables: []energy.PowerTable{{
			Name: "eas1x", Kind: energy.TableEAS1x, Unit: "bogo-mW",
			Domains: []energy.TableDomain{{
				CPUs: cpus, Capacity: []energy.Capacity{1024}, CoreBusy: []energy.Power{100}, ClusterBusy: []energy.Power{50},
				CoreIdle: []energy.Power{5, energy.UnknownPower, 0}, ClusterIdle: []energy.Power{10, 10, 3},
			}},
		}},
	}
	for range n {
		p.CPUs = append(p.CPUs, energy.CPU{})
	}
	return p
}

// TestDegenerateDomains: a level with a single group is left out
// (sd_degenerate, sd_parent_degenerate).
func TestDegenerateDomains(t *testing.T) {
	m := newMachine(t, setup{platform: oneCluster(4)})
	checkLines(t, describe(m.CPU(2)), []string{
		"MC 0-3: {2} {3} {0} {1}, 4..8 ms, pct 117, idx 2 0 0, level 0 top true",
	})
	// cpu_attach_domain hands the flag of a DIE that spans no more down to MC.
	check(t, "SD_PREFER_SIBLING", m.CPU(0).SD[0].Flags&SDPreferSibling, SDPreferSibling)
	check(t, "unknown idle cost decides as 0", m.CPU(0).SD[0].Groups[0].Energy.Idle[1], 0)

	m = newMachine(t, setup{platform: oneCluster(1)})
	check(t, "levels of a single CPU", len(m.CPU(0).SD), 0)
	m.runTo(t, 100_000_000) // ticks without domains

	// A cluster of one CPU has no MC: DIE is its lowest level.
	p := oneCluster(3)
	one, two := energy.CPUSetOf(0), energy.CPURange(1, 2)
	p.Clusters[0].CPUs = two
	p.Clusters = append(p.Clusters, p.Clusters[0])
	p.Clusters[1].CPUs = one
	p.CPUs[0].Cluster = 1
	m = newMachine(t, setup{platform: p})
	checkLines(t, describe(m.CPU(0)), []string{
		"DIE 0-2: {0} {1-2}, 3..6 ms, pct 125, idx 2 1 0, level 0 top true",
	})
	checkLines(t, describe(m.CPU(1)), []string{
		"MC 1-2: {1} {2}, 2..4 ms, pct 117, idx 2 0 0, level 0 top false",
		"DIE 0-2: {1-2} {0}, 3..6 ms, pct 125, idx 2 1 0, level 1 top true",
	})
	if m.CPU(0).HighestDomain(SDSharePkgResources) != nil {
		t.Error("a cluster of one CPU has a last-level cache domain")
	}
}

func TestNewRefuses(t *testing.T) {
	good := func() Config {
		p := testPlatform(t, "juno-r2")
		return Config{Platform: p, Model: &p.Tables[0], Params: DefaultParams(), Fair: &queueClass{}}
	}
	for name, edit := range map[string]func(*Config){
		"no platform":      func(c *Config) { c.Platform = nil },
		"no model":         func(c *Config) { c.Model = nil },
		"no fair class":    func(c *Config) { c.Fair = nil },
		"no parameters":    func(c *Config) { c.Params = Params{} },
		"no ticks":         func(c *Config) { c.Params.HZ = 0 },
		"margin too large": func(c *Config) { c.Params.CapacityMargin = 4097 },
		"unknown rate set": func(c *Config) { c.RateSet = "nonsense" },
		"model without a row": func(c *Config) {
			c.Model = &energy.PowerTable{Name: "half", Kind: energy.TableEAS1x, Domains: c.Model.Domains[:1]}
		},
	} {
		c := good()
		edit(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	c := good()
	c.RateSet = "593"
	k, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "rate set", k.cpus[0].rates[WorkInt][2], 593<<10)
	check(t, "floating point as integer", k.cpus[0].rates[WorkFP][1], 501<<10)
	check(t, "stalls", k.cpus[0].rates[WorkStall][0], 1024<<10)
}

package cpuidle

import (
	"testing"

	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

const ms = 1000 * us

// junoStates are the idle states of Juno r2: exit latency and target residency
// in µs, from its device tree (juno-r2.dts, Linux 6.12).
var junoStates = []energy.IdleState{
	{Name: "WFI", Level: energy.IdleCore, ExitUS: 1, ResidencyUS: 1},
	{Name: "cpu-sleep", Level: energy.IdleCore, EntryUS: 300, ExitUS: 1200, ResidencyUS: 2000},
	{Name: "cluster-sleep", Level: energy.IdleCluster, EntryUS: 400, ExitUS: 1200, ResidencyUS: 2500},
}

// newMachine is a machine of two equal CPUs with the given idle states, on which
// nothing runs: the tick is 4 ms (HZ 250).
func newMachine(tb testing.TB, states []energy.IdleState, params sched.Params) *sched.Kernel {
	tb.Helper()
	p := &energy.Platform{
		Name:     "two",
		Types:    []energy.CPUType{{Rates: []energy.RateSet{{Int: []energy.Rate{energy.RateScale}}}}},
		CPUs:     make([]energy.CPU, 2),
		Clusters: []energy.Cluster{{Name: "all", Kind: energy.Big, CPUs: energy.CPURange(0, 1), IdleStates: states}},
		FreqDomains: []energy.FreqDomain{
			{CPUs: energy.CPURange(0, 1), OPPs: []energy.OPP{{Freq: 1_000_000}}},
		},
		Tables: []energy.PowerTable{{
			Name: "eas1x", Kind: energy.TableEAS1x,
			Domains: []energy.TableDomain{{
				CPUs: energy.CPURange(0, 1), Capacity: []energy.Capacity{1024},
				CoreBusy: []energy.Power{100}, ClusterBusy: []energy.Power{50},
				CoreIdle: []energy.Power{10, 10, 0, 0}, ClusterIdle: []energy.Power{5, 5, 5, 0},
			}},
		}},
	}
	k, err := sched.New(sched.Config{Platform: p, Model: &p.Tables[0], Params: params, Fair: fair.NewCFS()})
	if err != nil {
		tb.Fatal(err)
	}
	return k
}

func TestNoAllocation(t *testing.T) {
	k := newMachine(t, junoStates, sched.DefaultParams())
	for name, g := range map[string]sched.IdleGovernor{"menu": NewMenu(), "ladder": NewLadder(), "shallow": NewShallow()} {
		if n := testing.AllocsPerRun(100, func() { sleeps(k, g) }); n != 0 {
			t.Fatalf("%s: the test's own loop allocates", name)
		}
		n := testing.AllocsPerRun(100, func() {
			s, _ := g.Select(k.View(), k.CPU(1), 9*ms, 2*ms, false)
			g.Reflect(k.View(), k.CPU(1), s, 3*ms, false)
		})
		if n != 0 {
			t.Errorf("%s: %v allocations per sleep, want none after the first", name, n)
		}
	}
}

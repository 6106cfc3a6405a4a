package meter_test

import (
	"fmt"

	"easim/eas/observe/meter"
	"easim/eas/sched"
	"easim/energy"
)

// A task runs for 3 ms on the only CPU of a board; the table prices the time.
func ExampleMeter() {
	one := energy.CPUSetOf(0)
	p := &energy.Platform{
		CPUs:        []energy.CPU{{}},
		Clusters:    []energy.Cluster{{Kind: energy.Big, CPUs: one, IdleStates: make([]energy.IdleState, 1)}},
		FreqDomains: []energy.FreqDomain{{CPUs: one, OPPs: make([]energy.OPP, 1)}},
	}
	table := &energy.PowerTable{
		Kind: energy.TableEAS1x, Unit: energy.UnitBogoMW,
		Domains: []energy.TableDomain{{
			CPUs: one, Capacity: []energy.Capacity{1024},
			CoreBusy: []energy.Power{600}, ClusterBusy: []energy.Power{60},
			CoreIdle: []energy.Power{15, 15}, ClusterIdle: []energy.Power{40, 40},
		}},
	}

	m := meter.New(p)
	probes := m.Tracer() // goes to sched.Config.Tracer
	probes.TaskNew(0, 0, "work")
	probes.SchedSwitch(1_000_000, 0, sched.NoTask, 0, false)
	probes.SchedSwitch(4_000_000, 0, 0, sched.NoTask, false)
	m.Finish(10_000_000)

	sums, err := table.Cost(&m.Residency().Islands[0].Residency)
	if err != nil {
		fmt.Println(err)
		return
	}
	parts := table.Parts(sums)
	fmt.Printf("busy %.2f + %.2f, idle %.3f + %.2f %s\n",
		parts.CoreBusy, parts.ClusterBusy, *parts.CoreIdle, *parts.ClusterIdle, table.EnergyUnit())
	// Output: busy 1.80 + 0.18, idle 0.105 + 0.28 bogo-mJ
}

package cpuidle_test

import (
	"fmt"

	"easim/eas/policy/cpuidle"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

// exampleMachine is one CPU whose deep state pays from 2 ms on.
func exampleMachine() *sched.Kernel {
	all := energy.CPURange(0, 0)
	p := &energy.Platform{
		Types: []energy.CPUType{{Rates: []energy.RateSet{{Int: []energy.Rate{energy.RateScale}}}}},
		CPUs:  make([]energy.CPU, 1),
		Clusters: []energy.Cluster{{CPUs: all, IdleStates: []energy.IdleState{
			{Name: "WFI", ExitUS: 1, ResidencyUS: 1},
			{Name: "cpu-sleep", ExitUS: 1200, ResidencyUS: 2000},
		}}},
		FreqDomains: []energy.FreqDomain{{CPUs: all, OPPs: []energy.OPP{{Freq: 1_000_000}}}},
		Tables: []energy.PowerTable{{Domains: []energy.TableDomain{
			{CPUs: all, Capacity: []energy.Capacity{1024}},
		}}},
	}
	k, err := sched.New(sched.Config{
		Platform: p, Model: &p.Tables[0], Params: sched.DefaultParams(), Fair: fair.NewCFS(),
	})
	if err != nil {
		panic(err)
	}
	return k
}

// Menu trusts the next timer until eight sleeps in a row ended much earlier.
func ExampleNewMenu() {
	k := exampleMachine()
	c, menu := k.CPU(0), cpuidle.NewMenu()
	const us = 1000
	for range 9 {
		state, stopTick := menu.Select(k.View(), c, 100_000*us, 3_000*us, false)
		fmt.Println(k.View().IdleStates(c)[state].Name, stopTick)
		menu.Reflect(k.View(), c, state, 700*us, false)
	}
	// Output:
	// cpu-sleep true
	// cpu-sleep true
	// cpu-sleep true
	// cpu-sleep true
	// cpu-sleep true
	// cpu-sleep true
	// cpu-sleep true
	// cpu-sleep true
	// WFI false
}

// Ladder goes one step deeper after four long sleeps.
func ExampleNewLadder() {
	k := exampleMachine()
	c, ladder := k.CPU(0), cpuidle.NewLadder()
	const us = 1000
	for range 6 {
		state, _ := ladder.Select(k.View(), c, 100_000*us, 3_000*us, false)
		fmt.Print(state, " ")
		ladder.Reflect(k.View(), c, state, 5_000*us, false)
	}
	// Output:
	// 0 0 0 0 1 1
}

// Shallow sleeps in the first state, whatever comes.
func ExampleNewShallow() {
	k := exampleMachine()
	fmt.Println(cpuidle.NewShallow().Select(k.View(), k.CPU(0), 100_000_000, 3_000_000, false))
	// Output:
	// 0 true
}

package cpufreq_test

import (
	"fmt"

	"easim/eas/policy/cpufreq"
	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
)

// exampleMachine is one CPU with three OPPs.
func exampleMachine(setspeed int64) *sched.Kernel {
	all := energy.CPURange(0, 0)
	p := &energy.Platform{
		Types:    []energy.CPUType{{Rates: []energy.RateSet{{Int: make([]energy.Rate, 3)}}}},
		CPUs:     make([]energy.CPU, 1),
		Clusters: []energy.Cluster{{CPUs: all}},
		FreqDomains: []energy.FreqDomain{{
			CPUs: all, OPPs: []energy.OPP{{Freq: 500_000}, {Freq: 800_000}, {Freq: 1_000_000}},
		}},
		Tables: []energy.PowerTable{{Domains: []energy.TableDomain{
			{CPUs: all, Capacity: []energy.Capacity{512, 819, 1024}},
		}}},
	}
	params := sched.DefaultParams()
	params.UserspaceFreq = setspeed
	k, err := sched.New(sched.Config{Platform: p, Model: &p.Tables[0], Params: params, Fair: fair.NewCFS()})
	if err != nil {
		panic(err)
	}
	return k
}

func show(k *sched.Kernel, what string, req sched.Request) {
	switch {
	case req.SetOPP:
		fmt.Println(what, k.View().FreqDomain(0).Freqs[req.OPP], "kHz")
	case req.SetTimer:
		fmt.Println(what, "timer at", req.At)
	default:
		fmt.Println(what, "nothing")
	}
}

// Sched-freq asks for 1.25 times the utilisation, and not again before its
// throttle of 500 us is over.
func ExampleNewSchedFreq() {
	k := exampleMachine(0)
	g := cpufreq.NewSchedFreq()
	show(k, "start:", g.Start(k.View(), 0))
	k.CPU(0).RQ.CFS.Avg.UtilAvg = 600 // 600 x 1.25 x 1 GHz / 1024 = 732 MHz
	show(k, "wake:", g.Event(k.View(), 0, sched.ReasonEnqueueWake))
	k.CPU(0).RQ.CFS.Avg.UtilAvg = 700
	show(k, "wake:", g.Event(k.View(), 0, sched.ReasonEnqueueNew))
	// Output:
	// start: 500000 kHz
	// wake: 800000 kHz
	// wake: timer at 500us
}

func ExampleNewSchedutil() {
	k := exampleMachine(0)
	g := cpufreq.NewSchedutil()
	show(k, "start:", g.Start(k.View(), 0))
	k.AdvanceTo(1_000_000) // the rate limit counts from the start
	k.CPU(0).RQ.CFS.Avg.UtilAvg = 600
	show(k, "wake:", g.Event(k.View(), 0, sched.ReasonEnqueueWake))
	show(k, "again:", g.Event(k.View(), 0, sched.ReasonEnqueueWake))
	// Output:
	// start: nothing
	// wake: 800000 kHz
	// again: nothing
}

// Interactive judges a CPU that sleeps at the top after its window of 20 ms and
// a slack of 80 ms.
func ExampleNewInteractive() {
	k := exampleMachine(0)
	g := cpufreq.NewInteractive()
	show(k, "start:", g.Start(k.View(), 0))
	k.AdvanceTo(100_000_000)
	show(k, "timer:", g.Timer(k.View(), 0))
	// Output:
	// start: timer at 100ms
	// timer: 500000 kHz
}

func ExampleNewPerformance() {
	k := exampleMachine(0)
	show(k, "start:", cpufreq.NewPerformance().Start(k.View(), 0))
	// Output:
	// start: 1000000 kHz
}

func ExampleNewPowersave() {
	k := exampleMachine(0)
	show(k, "start:", cpufreq.NewPowersave().Start(k.View(), 0))
	// Output:
	// start: 500000 kHz
}

func ExampleNewUserspace() {
	k := exampleMachine(600_000)
	show(k, "start:", cpufreq.NewUserspace().Start(k.View(), 0))
	// Output:
	// start: 800000 kHz
}

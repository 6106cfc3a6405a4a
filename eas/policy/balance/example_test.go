package balance

import (
	"fmt"

	"easim/eas/policy/fair"
	"easim/eas/sched"
	"easim/energy"
	"easim/platforms"
)

// A pass over all CPUs of an idle machine clears the tipping point that an
// earlier one set.
func ExampleLoadBalance_FindBusiest() {
	p, err := platforms.Load("juno-r2")
	if err != nil {
		fmt.Println(err)
		return
	}
	lb := NewLoadBalance()
	k, err := sched.New(sched.Config{
		Platform: p, Model: p.Table("eas1x"), Params: sched.DefaultParams(), Fair: fair.NewCFS(), Balancer: lb,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := k.CPU(0)
	for i := range c.SD {
		e := sched.LBEnv{Dst: c, SD: &c.SD[i], Idle: sched.CPUIdle, CPUs: energy.CPURange(0, 5), NewDst: -1}
		if lb.ShouldBalance(k.View(), &e) {
			lb.FindBusiest(k.View(), &e)
		}
		fmt.Println(e.SD.Name, "writes the tipping point:", e.SetOverutilized)
	}
	// Output:
	// MC writes the tipping point: false
	// DIE writes the tipping point: true
}

// A lone task that is too big for its LITTLE CPU is no reason to wake an idle
// big one.
func ExampleLoadBalance_KickNeeded() {
	p, err := platforms.Load("juno-r2")
	if err != nil {
		fmt.Println(err)
		return
	}
	lb := NewLoadBalance()
	k, err := sched.New(sched.Config{
		Platform: p, Model: p.Table("eas1x"), Params: sched.DefaultParams(), Fair: fair.NewCFS(), Balancer: lb,
		Features: sched.DefaultFeatures().With(sched.EnergyAware, true),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := k.CPU(0)
	c.RQ.NrRunning, c.RQ.CFS.NrRunning, c.RQ.MisfitTask = 1, 1, true
	c.RQ.CFS.Avg.UtilAvg = 593
	fmt.Println(lb.KickNeeded(k.View(), c))
	// Output: false
}

package fair_test

import (
	"fmt"

	"easim/eas/policy/fair"
	"easim/eas/sched"
)

// A class is given to the machine, which asks it; nothing else calls it.
func ExampleNewCFS() {
	cfg := sched.Config{
		Params:   sched.DefaultParams(),
		Features: sched.DefaultFeatures(),
		Fair:     fair.NewCFS(),
	}

	// Of two tasks the heavier one ages more slowly in virtual time.
	var heavy, light sched.Task
	light.Nice = 5
	cfg.Fair.Reweight(nil, &heavy)
	cfg.Fair.Reweight(nil, &light)
	fmt.Println(heavy.Weight, light.Weight)
	// Output: 1024 335
}

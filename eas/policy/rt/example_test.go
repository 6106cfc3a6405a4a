package rt_test

import (
	"fmt"

	"easim/eas/policy/rt"
	"easim/eas/sched"
)

// A machine that knows real-time tasks is given the class when it is made.
func ExampleNew() {
	cfg := sched.Config{Params: sched.DefaultParams(), Features: sched.DefaultFeatures(), RT: rt.New()}

	_, timed := cfg.RT.(sched.PeriodicClass)
	fmt.Println("has a period timer:", timed)
	// Output: has a period timer: true
}

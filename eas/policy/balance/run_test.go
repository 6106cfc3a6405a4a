package balance_test

import (
	"testing"

	"easim/eas/policy/balance"
	"easim/eas/policy/cpufreq"
	"easim/eas/policy/cpuidle"
	"easim/eas/policy/fair"
	"easim/eas/policy/place"
	"easim/eas/policy/rt"
	"easim/eas/sched"
	"easim/eas/sched/schedtest"
)

// TestRunNarratives runs the stories in testdata/run on the whole machine; see
// package schedtest for their commands.
func TestRunNarratives(t *testing.T) {
	schedtest.Walk(t, "testdata/run", schedtest.Config{
		Fair:     func() sched.Class { return fair.NewCFS() },
		RT:       func() sched.Class { return rt.New() },
		Placer:   func() sched.Placer { return place.NewEAS1x() },
		Balancer: func() sched.Balancer { return balance.NewLoadBalance() },
		Governor: func(string) sched.Governor { return cpufreq.NewPerformance() },
		Idle:     func(string) sched.IdleGovernor { return cpuidle.NewMenu() },
	})
}

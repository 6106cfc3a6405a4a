package sched_test

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

// TestNarratives tells the stories of testdata with the policies of the profile
// easv5.2. Package schedtest says what the commands mean.
func TestNarratives(t *testing.T) {
	schedtest.Walk(t, "testdata", schedtest.Config{
		Fair:     func() sched.Class { return fair.NewCFS() },
		RT:       func() sched.Class { return rt.New() },
		Placer:   func() sched.Placer { return place.NewEAS1x() },
		Balancer: func() sched.Balancer { return balance.NewLoadBalance() },
		Governor: governor,
		Idle:     idleGovernor,
	})
}

func governor(name string) sched.Governor {
	switch name {
	case "performance":
		return cpufreq.NewPerformance()
	case "powersave":
		return cpufreq.NewPowersave()
	case "sched":
		return cpufreq.NewSchedFreq()
	case "schedutil":
		return cpufreq.NewSchedutil()
	}
	return nil
}

func idleGovernor(name string) sched.IdleGovernor {
	switch name {
	case "menu":
		return cpuidle.NewMenu()
	case "shallow":
		return cpuidle.NewShallow()
	}
	return nil
}

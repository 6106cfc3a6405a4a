package eas

import (
	"errors"
	"fmt"

	"easim/eas/policy/balance"
	"easim/eas/policy/cpufreq"
	"easim/eas/policy/cpuidle"
	"easim/eas/policy/fair"
	"easim/eas/policy/place"
	"easim/eas/policy/rt"
	"easim/eas/registry"
	"easim/eas/sched"
)

// catalog holds the registries: every policy and profile by name. This file is
// the only one that names concrete policies.
type catalog struct {
	profiles  *registry.Registry[*profile]
	fair      *registry.Registry[func() sched.Class]
	placers   *registry.Registry[func() sched.Placer]
	balancers *registry.Registry[func() sched.Balancer]
	governors *registry.Registry[func() sched.Governor]
	idles     *registry.Registry[func() sched.IdleGovernor]
}

func newCatalog() *catalog {
	c := &catalog{
		profiles:  registry.New[*profile]("profile"),
		fair:      registry.New[func() sched.Class]("fair class"),
		placers:   registry.New[func() sched.Placer]("placement policy"),
		balancers: registry.New[func() sched.Balancer]("load balancer"),
		governors: registry.New[func() sched.Governor]("governor"),
		idles:     registry.New[func() sched.IdleGovernor]("idle governor"),
	}
	for _, p := range profiles() {
		c.profiles.Add(p.name, p.doc, p)
	}
	c.fair.Add("cfs", "virtual run time, Linux 4.4", func() sched.Class { return fair.NewCFS() })
	c.placers.Add("eas1x", "select_task_rq_fair with energy_aware_wake_cpu, EASv5.2",
		func() sched.Placer { return place.NewEAS1x() })
	c.balancers.Add("loadbalance", "load_balance, Linux 4.4 with EASv5.2",
		func() sched.Balancer { return balance.NewLoadBalance() })
	c.addGovernors()
	c.addIdles()
	return c
}

func (c *catalog) addGovernors() {
	c.governors.Add("sched", "sched-freq of EASv5.2: the scheduler asks for capacity at enqueue and dequeue",
		func() sched.Governor { return cpufreq.NewSchedFreq() })
	c.governors.Add("schedutil", "frequency follows utilisation, rate-limited",
		func() sched.Governor { return cpufreq.NewSchedutil() })
	c.governors.Add("interactive", "load over sampling windows, with a jump to hispeed_freq (Android)",
		func() sched.Governor { return cpufreq.NewInteractive() })
	c.governors.Add("performance", "always the highest frequency",
		func() sched.Governor { return cpufreq.NewPerformance() })
	c.governors.Add("powersave", "always the lowest frequency",
		func() sched.Governor { return cpufreq.NewPowersave() })
	c.governors.Add("userspace", "the frequency of scaling_setspeed",
		func() sched.Governor { return cpufreq.NewUserspace() })
}

func (c *catalog) addIdles() {
	c.idles.Add("menu", "predicts the idle time from the next timer and the recent past",
		func() sched.IdleGovernor { return cpuidle.NewMenu() })
	c.idles.Add("ladder", "one state deeper after enough long sleeps, one shallower after a short one",
		func() sched.IdleGovernor { return cpuidle.NewLadder() })
	c.idles.Add("shallow", "always the shallowest state (WFI)",
		func() sched.IdleGovernor { return cpuidle.NewShallow() })
}

// choose gives cfg the policies of the scenario, made anew: they hold state.
func (c *catalog) choose(u *setup, cfg *sched.Config) error {
	fairClass, err1 := c.fair.Lookup(u.profile.fair)
	placer, err2 := c.placers.Lookup(u.profile.placer)
	balancer, err3 := c.balancers.Lookup(u.profile.balancer)
	governor, err4 := c.governors.Lookup(u.s.Governor)
	idle, err5 := c.idles.Lookup(u.s.Idle)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return fmt.Errorf("eas: profile %s: %w", u.profile.name, err)
	}
	cfg.RT = rt.New()
	cfg.Fair, cfg.Placer, cfg.Balancer, cfg.Governor, cfg.Idle = fairClass(), placer(), balancer(), governor(), idle()
	return nil
}

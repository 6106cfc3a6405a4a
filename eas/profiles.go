package eas

import "easim/energy"

// profile is a named kernel version: a list of policies and features, nothing
// more.
type profile struct {
	name, doc, source string

	features string // what it sets beyond the defaults, in the kernel's syntax

	fair, placer, balancer string
	governor, idle         string
	model                  energy.TableKind // what its scheduler believes
}

// profiles are all profiles, the default first.
var profiles = [...]profile{
	{
		name: "easv5.2",
		doc:  "Linux 4.4 with EASv5.2: energy-aware wake-ups below the tipping point, sched-freq",
		source: "git.linaro.org EASv5.2 series on 4.4 (Robin Randhawa, 2015-12): kernel/sched/fair.c, " +
			"kernel/sched/cpufreq_sched.c, Documentation/scheduler/sched-energy.txt",
		features: "ENERGY_AWARE",
		fair:     "cfs",
		placer:   "eas1x",
		balancer: "loadbalance",
		governor: "sched",
		idle:     "menu",
		model:    energy.TableEAS1x,
	},
}

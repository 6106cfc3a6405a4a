package eas

import "easim/energy"

// profile is a named kernel version: a list of policies, features and parameters,
// nothing more.
type profile struct {
	name, doc, source string

	features string    // what it sets beyond the defaults, in the kernel's syntax
	params   []Setting // what it sets beyond the defaults

	fair, placer, balancer string
	governor, idle         string
	model                  energy.TableKind // what its scheduler believes
}

const (
	srcEAS52 = "git.linaro.org EASv5.2 series on 4.4 (Robin Randhawa, 2015-12): kernel/sched/fair.c, " +
		"kernel/sched/cpufreq_sched.c, Documentation/scheduler/sched-energy.txt"

	featPerf  = "ENERGY_AWARE,MISFIT_KICK,CAPACITY_ORIG,WAKE_FALLBACK,FORCE_OVERLOADED,OVERUTIL_NOT_IDLE"
	featPower = featPerf + ",LOWEST_OPP_PACK,BIGGEST_TASK_UP,EAS_SPARE_LITTLE"
)

// profiles returns all profiles, the default first. All are one kernel so far:
// Linux 4.4 with the EASv5.2 series.
func profiles() []*profile {
	eas44 := func(name, doc, source, features string, params ...Setting) *profile {
		return &profile{
			name: name, doc: doc, source: source, features: features, params: params,
			fair: "cfs", placer: "eas1x", balancer: "loadbalance", governor: "sched", idle: "menu", model: energy.TableEAS1x,
		}
	}
	tuned := []Setting{{"sched_migration_cost_ns", "0"}, {"busy_factor", "1"}}
	return []*profile{
		eas44("easv5.2", "Linux 4.4 with EASv5.2: energy-aware wake-ups below the tipping point, sched-freq",
			srcEAS52, "ENERGY_AWARE"),
		eas44("easv5.2-perf", "EASv5.2+: the seven performance patches and the tuning that comes with them",
			"eas-dev, October 2016, EASv5.2+: Performance Optimization And Fixes, cover letter", featPerf, tuned...),
		eas44("easv5.2-power", "the four power patches on top of easv5.2-perf",
			"eas-dev, October 2016, power optimization on top of the performance series, cover letter", featPower, tuned...),
		eas44("smp-4.4", "the same kernel without energy awareness", srcEAS52, "NO_ENERGY_AWARE"),
	}
}

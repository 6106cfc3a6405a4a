package sched

import "math"

const (
	sysctl   = "/proc/sys/kernel/"
	sdPath   = "/proc/sys/kernel/sched_domain/cpuN/domainM/"
	src44    = "kernel/sched/fair.c, 4.4"
	policyFS = "/sys/devices/system/cpu/cpufreq/policyN/"
	own      = "easim"
	maxNS    = int64(1e12)

	srcVariant = "readings of a patch whose text is not public; see the feature"
)

// paramTable lists every parameter, in the order in which `easim params` shows
// them.
var paramTable = [...]ParamInfo{
	{
		"hz", "CONFIG_HZ", "Hz", 100, 1000, 250, nil, "timer ticks per second", "arm64 defconfig",
		func(p *Params) *int64 { return &p.HZ },
	},
	{
		"sched_latency_ns", sysctl + "sched_latency_ns", "ns", 100_000, 1_000_000_000, Scaled, nil,
		"period in which every runnable fair task runs once; default 6 ms x (1 + floor(log2(min(CPUs, 8))))", src44,
		func(p *Params) *int64 { return &p.SchedLatencyNS },
	},
	{
		"sched_min_granularity_ns", sysctl + "sched_min_granularity_ns", "ns", 100_000, 1_000_000_000, Scaled, nil,
		"shortest time before a tick preempts; default 0.75 ms, scaled as sched_latency_ns", src44,
		func(p *Params) *int64 { return &p.MinGranularityNS },
	},
	{
		"sched_wakeup_granularity_ns", sysctl + "sched_wakeup_granularity_ns", "ns", 0, 1_000_000_000, Scaled, nil,
		"lead in vruntime that a woken task needs to preempt; default 1 ms, scaled as sched_latency_ns", src44,
		func(p *Params) *int64 { return &p.WakeupGranularity },
	},
	{
		"sched_migration_cost_ns", sysctl + "sched_migration_cost_ns", "ns", -1, maxNS, 500_000, nil,
		"a task that ran this recently is cache-hot; -1: always, 0: never", src44,
		func(p *Params) *int64 { return &p.MigrationCostNS },
	},
	{
		"sched_nr_migrate", sysctl + "sched_nr_migrate", "tasks", 1, 1 << 20, 32, nil,
		"tasks that one balance pass looks at", "kernel/sched/core.c, 4.4",
		func(p *Params) *int64 { return &p.NrMigrate },
	},
	{
		"sched_time_avg_ms", sysctl + "sched_time_avg_ms", "ms", 1, 1_000_000, 1000, nil,
		"window of the real-time pressure average; halved each half window", "kernel/sched/core.c:sched_avg_period, 4.4",
		func(p *Params) *int64 { return &p.TimeAvgMS },
	},
	{
		"sched_rt_period_us", sysctl + "sched_rt_period_us", "us", 1, math.MaxInt32, 1_000_000, nil,
		"period of real-time throttling", "kernel/sched/rt.c, 4.4",
		func(p *Params) *int64 { return &p.RTPeriodUS },
	},
	{
		"sched_rt_runtime_us", sysctl + "sched_rt_runtime_us", "us", -1, math.MaxInt32, 950_000, nil,
		"real-time run time per period and CPU; -1: not limited", "kernel/sched/rt.c, 4.4",
		func(p *Params) *int64 { return &p.RTRuntimeUS },
	},
	{
		"sched_rr_timeslice_ms", sysctl + "sched_rr_timeslice_ms", "ms", 1, 1_000_000, 100, nil,
		"slice of a SCHED_RR task", "kernel/sched/rt.c, 4.4",
		func(p *Params) *int64 { return &p.RRTimesliceMS },
	},
	{
		"preempt", "CONFIG_PREEMPT", "", 0, 2, PreemptFull,
		[]string{"none", "voluntary", "full"},
		"kernel preemption: a new-idle balance moves one task only in a fully preemptible kernel", "EASv5.2 defconfig",
		func(p *Params) *int64 { return &p.Preempt },
	},
	{
		"capacity_margin", "", "1/1024", 1024, 4096, 1280, nil,
		"headroom of fits and of the tipping point: 1280 is 20 % of the capacity", "EASv5.2, fair.c:capacity_margin",
		func(p *Params) *int64 { return &p.CapacityMargin },
	},
	{
		"busy_factor", sdPath + "busy_factor", "", 1, 1024, 32, nil,
		"a busy CPU balances this many times less often", "kernel/sched/core.c:sd_init, 4.4",
		func(p *Params) *int64 { return &p.BusyFactor },
	},
	{
		"min_interval", sdPath + "min_interval", "ms", 1, 100_000, Scaled, nil,
		"shortest balance interval; default the domain's number of CPUs", "kernel/sched/core.c:sd_init, 4.4",
		func(p *Params) *int64 { return &p.MinInterval },
	},
	{
		"max_interval", sdPath + "max_interval", "ms", 1, 100_000, Scaled, nil,
		"longest balance interval; default twice the domain's number of CPUs", "kernel/sched/core.c:sd_init, 4.4",
		func(p *Params) *int64 { return &p.MaxInterval },
	},
	{
		"sd_balance_wake", sdPath + "flags", "", 0, 1, 0, nil,
		"SD_BALANCE_WAKE in every domain: wake-ups may take the slow path", "kernel/sched/core.c:sd_init, 4.4",
		func(p *Params) *int64 { return &p.SDBalanceWake },
	},
	{
		"schedutil_rate_limit_us", policyFS + "schedutil/rate_limit_us", "us", 0, 10_000_000, Scaled, nil,
		"shortest time between frequency changes of schedutil; default 1000 x the transition latency in us, at least 1 us",
		"kernel/sched/cpufreq_schedutil.c",
		func(p *Params) *int64 { return &p.RateLimitUS },
	},
	{
		"sched_up_throttle_us", policyFS + "sched/up_throttle_nsec", "us", 0, 10_000_000, Scaled, nil,
		"sched-freq: shortest time before the next change upwards; default the transition latency, 500 us if none",
		"kernel/sched/cpufreq_sched.c",
		func(p *Params) *int64 { return &p.UpThrottleUS },
	},
	{
		"sched_down_throttle_us", policyFS + "sched/down_throttle_nsec", "us", 0, 10_000_000, 50_000, nil,
		"sched-freq: shortest time before the next change downwards", "kernel/sched/cpufreq_sched.c",
		func(p *Params) *int64 { return &p.DownThrottleUS },
	},
	{
		"interactive_timer_rate", policyFS + "interactive/timer_rate", "us", 1000, 10_000_000, 20_000, nil,
		"interactive: sampling period", "drivers/cpufreq/cpufreq_interactive.c",
		func(p *Params) *int64 { return &p.TimerRate },
	},
	{
		"interactive_target_loads", policyFS + "interactive/target_loads", "%", 1, 100, 90, nil,
		"interactive: load that a chosen frequency should give", "drivers/cpufreq/cpufreq_interactive.c",
		func(p *Params) *int64 { return &p.TargetLoads },
	},
	{
		"interactive_go_hispeed_load", policyFS + "interactive/go_hispeed_load", "%", 1, 100, 99, nil,
		"interactive: load that jumps to hispeed_freq", "drivers/cpufreq/cpufreq_interactive.c",
		func(p *Params) *int64 { return &p.GoHispeedLoad },
	},
	{
		"interactive_hispeed_freq", policyFS + "interactive/hispeed_freq", "kHz", 0, math.MaxInt32, 0, nil,
		"interactive: first frequency of a burst; 0: the top", "drivers/cpufreq/cpufreq_interactive.c",
		func(p *Params) *int64 { return &p.HispeedFreq },
	},
	{
		"interactive_above_hispeed_delay", policyFS + "interactive/above_hispeed_delay", "us", 0, 10_000_000, 20_000, nil,
		"interactive: time at hispeed_freq before going above it", "drivers/cpufreq/cpufreq_interactive.c",
		func(p *Params) *int64 { return &p.AboveHispeedDelay },
	},
	{
		"interactive_min_sample_time", policyFS + "interactive/min_sample_time", "us", 0, 10_000_000, 80_000, nil,
		"interactive: time before the frequency may fall", "drivers/cpufreq/cpufreq_interactive.c",
		func(p *Params) *int64 { return &p.MinSampleTime },
	},
	{
		"scaling_setspeed", policyFS + "scaling_setspeed", "kHz", 0, math.MaxInt32, 0, nil,
		"userspace: the frequency, rounded up to an OPP; 0: the lowest", "drivers/cpufreq/cpufreq_userspace.c",
		func(p *Params) *int64 { return &p.UserspaceFreq },
	},
	{
		"cpuinfo_transition_latency_us", policyFS + "cpuinfo_transition_latency", "us", 0, 1_000_000, Scaled, nil,
		"time from a frequency request to the new clock; default the platform's", "drivers/cpufreq",
		func(p *Params) *int64 { return &p.TransitionLatency },
	},
	{
		"tick_phase_ns", "", "ns", 0, 10_000_000, Scaled, nil,
		"time of the first tick; default drawn from the seed within one tick period", own,
		func(p *Params) *int64 { return &p.TickPhaseNS },
	},
	{
		"launcher_gap_us", "", "us", 0, 1_000_000, 50, nil,
		"time that the launcher takes to fork one task", own,
		func(p *Params) *int64 { return &p.LauncherGapUS },
	},
	{
		"switch_cost_ns", "", "ns", 0, 1_000_000, 0, nil,
		"CPU time of a context switch, charged to the task switched in, before its work; free if it sleeps at once", own,
		func(p *Params) *int64 { return &p.SwitchCostNS },
	},
	{
		"wakeup_cost_ns", "", "ns", 0, 1_000_000, 0, nil,
		"CPU time of a wake-up, charged to what the waking CPU does next; free if it is idle and stays so", own,
		func(p *Params) *int64 { return &p.WakeupCostNS },
	},
	{
		"ipi_cost_ns", "", "ns", 0, 1_000_000, 0, nil,
		"delay of an interrupt to another CPU: to its idle exit, and to a wake-up that TTWU_QUEUE hands to it", own,
		func(p *Params) *int64 { return &p.IPICostNS },
	},
	{
		"pm_qos_resume_latency_us", "/dev/cpu_dma_latency", "us", 0, 2_000_000_000, 2_000_000_000, nil,
		"largest idle exit latency allowed", "kernel/power/qos.c",
		func(p *Params) *int64 { return &p.IdleLatencyReqUS },
	},
	{
		"ladder_promotion_count", "", "", 1, 1000, 4, nil,
		"ladder: long sleeps in a row before a deeper state", "drivers/cpuidle/governors/ladder.c",
		func(p *Params) *int64 { return &p.LadderPromotions },
	},
	{
		"ladder_demotion_count", "", "", 1, 1000, 1, nil,
		"ladder: short sleeps in a row before a shallower state", "drivers/cpuidle/governors/ladder.c",
		func(p *Params) *int64 { return &p.LadderDemotions },
	},
	{
		"zero_time_steps", "", "steps", 1000, 1_000_000_000, 1_000_000, nil,
		"steps without run time that a task may take at one instant before the run is stopped", own,
		func(p *Params) *int64 { return &p.ZeroTimeStepsLimit },
	},
	{
		"misfit_kick", "", "", 0, 1, MisfitKickOr,
		[]string{"or", "replace"},
		"MISFIT_KICK: or: one more reason to kick; replace: with ENERGY_AWARE the reasons after it do not count", srcVariant,
		func(p *Params) *int64 { return &p.MisfitKickAs },
	},
	{
		"capacity_orig_active", "", "", 0, 1, ActiveOrig,
		[]string{"orig", "both"},
		"CAPACITY_ORIG, push to a bigger CPU: orig: original capacities are compared; both: and what is left of them too",
		srcVariant,
		func(p *Params) *int64 { return &p.CapacityOrigActive },
	},
	{
		"capacity_orig_wake", "", "", 0, 1, WakeCapacityOf,
		[]string{"of", "orig"},
		"CAPACITY_ORIG, cluster of an energy-aware wake-up: of: the smallest by what real-time work leaves of its first " +
			"CPU; orig: by original capacity", srcVariant,
		func(p *Params) *int64 { return &p.CapacityOrigWake },
	},
	{
		"active_ok_if_dst_idle", "", "", 0, 1, 1, nil,
		"CAPACITY_ORIG: an idle CPU takes a push even if its old utilisation makes it overutilized", srcVariant,
		func(p *Params) *int64 { return &p.ActiveOKIfDstIdle },
	},
	{
		"force_overloaded_fix_small", "", "", 0, 2, 0,
		[]string{"0", "1", "only"},
		"FORCE_OVERLOADED: 1: an imbalance of less than a task is made one task if the busiest group has a task for each " +
			"CPU and the local one has not; only: that, and no force for idle CPUs", srcVariant,
		func(p *Params) *int64 { return &p.ForceOverloadedFixSmall },
	},
	{
		"eas_spare_little", "", "", 0, 1, SpareFits,
		[]string{"spare_fits", "quarter_rule"},
		"EAS_SPARE_LITTLE: spare_fits: some CPU below the top capacity fits the task beside what runs there; " +
			"quarter_rule: the task is under a quarter of the smallest cluster that allows that, and waker or " +
			"previous CPU is above that cluster", srcVariant,
		func(p *Params) *int64 { return &p.EASSpareLittleAs },
	},
	{
		"biggest_task_key", "", "", 0, 1, KeyUtil,
		[]string{"util", "load"},
		"BIGGEST_TASK: what tasks are ranked by; BIGGEST_TASK_UP alone ranks by util", srcVariant,
		func(p *Params) *int64 { return &p.BiggestTaskKey },
	},
	{
		"biggest_task_restart", "", "", 0, 1, 1, nil,
		"BIGGEST_TASK, BIGGEST_TASK_UP: 1: after each task taken the walk begins at the biggest again, and tasks refused " +
			"before count against sched_nr_migrate once more; 0: it goes on below it", srcVariant,
		func(p *Params) *int64 { return &p.BiggestTaskRestart },
	},
}

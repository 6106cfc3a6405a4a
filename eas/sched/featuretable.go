package sched

const srcFeatures44 = "kernel/sched/features.h, 4.4"

// The mailing-list archive of the patches is not public any more: no text of them
// was read. What they do is known from their titles and cover letters, and from
// vendor trees that carry earlier or later forms.
const (
	srcPerf   = "eas-dev, October 2016, EASv5.2+: Performance Optimization And Fixes, "
	srcPower  = "eas-dev, October 2016, power optimization on top of the performance series, "
	srcRBTree = "eas-dev, November 2016, rb tree to track biggest task, "
	gradeH    = "H: code was read whose effect is exactly what the title says"
	gradeM    = "M: code was read that is probably an earlier revision"
	gradeL    = "L: known from cover letter and size of the change only"
)

// features describes every feature, in the order in which `easim features` shows
// them.
var features = [numFeatures]FeatureInfo{
	EnergyAware: {
		Name:   "ENERGY_AWARE",
		Doc:    "energy-aware wake-ups below the tipping point",
		Source: "EASv5.2, kernel/sched/fair.c:energy_aware",
	},
	GentleFairSleepers: {
		Name: "GENTLE_FAIR_SLEEPERS", Default: true,
		Doc:    "a waking task gets half a latency period of credit instead of a whole one",
		Source: srcFeatures44,
	},
	StartDebit: {
		Name: "START_DEBIT", Default: true,
		Doc:    "a new task starts one slice behind, so that forking is no way to gain time",
		Source: srcFeatures44,
	},
	NextBuddy: {
		Name:   "NEXT_BUDDY",
		Doc:    "prefer the task that woke last",
		Source: srcFeatures44,
	},
	LastBuddy: {
		Name: "LAST_BUDDY", Default: true,
		Doc:    "prefer the task that a wake-up preempted",
		Source: srcFeatures44,
	},
	CacheHotBuddy: {
		Name: "CACHE_HOT_BUDDY", Default: true,
		Doc:    "buddies count as cache-hot when a balancer looks for tasks to move",
		Source: srcFeatures44,
	},
	WakeupPreemption: {
		Name: "WAKEUP_PREEMPTION", Default: true,
		Doc:    "a woken task may preempt the running one",
		Source: srcFeatures44,
	},
	LBBias: {
		Name: "LB_BIAS", Default: true,
		Doc:    "balancing reads decayed loads, biased towards staying",
		Source: srcFeatures44,
	},
	TTWUQueue: {
		Name: "TTWU_QUEUE", Default: true,
		Doc: "a wake-up for a CPU of another last-level cache is handed to that CPU, which queues the task when it takes " +
			"the interrupt: after its idle exit if it sleeps",
		Source: srcFeatures44,
	},
	RTRuntimeShare: {
		Name: "RT_RUNTIME_SHARE", Default: true,
		Doc:    "a CPU may borrow unused real-time run time of others",
		Source: srcFeatures44,
	},
	LBMin: {
		Name:   "LB_MIN",
		Doc:    "a balance pass leaves tasks of load < 16 where they are until a balance of the domain has failed",
		Source: srcFeatures44 + ", and kernel/sched/fair.c:detach_tasks",
	},
	MisfitKick: {
		Name: "MISFIT_KICK",
		Doc: "a CPU whose running task is misfit wakes an idle CPU to balance, so that big CPUs asleep without ticks " +
			"can take it; needs ENERGY_AWARE; variants: misfit_kick",
		Source:     srcPerf + "1/7 kick nohz idle balance for misfit task",
		Confidence: gradeH,
	},
	CapacityOrig: {
		Name: "CAPACITY_ORIG",
		Doc: "a push to a bigger CPU compares original capacities, not what real-time work leaves of them, and an idle " +
			"CPU always has room; variants: capacity_orig_active, capacity_orig_wake, active_ok_if_dst_idle",
		Source:     srcPerf + "2/7 replace capacity_of by capacity_orig_of",
		Confidence: "H for the push; M for the idle CPU; L for the use in placement, which is off by default",
	},
	WakeFallback: {
		Name: "WAKE_FALLBACK",
		Doc: "a wake-up by a big CPU in whose cluster no CPU is idle is not made affine for energy's sake: it takes the " +
			"slow path if sd_balance_wake is set, and else only loses its chance to move to the waker",
		Source:     srcPerf + "3/7 fall back to traditional wakeup migration when system is busy",
		Confidence: gradeM,
	},
	ForceOverloaded: {
		Name: "FORCE_OVERLOADED",
		Doc: "an idle CPU with room in its group relieves an overloaded group however their loads compare, as a CPU " +
			"that goes idle does; variants: force_overloaded_fix_small",
		Source:     srcPerf + "5/7 force load balance when busiest group is overloaded",
		Confidence: gradeM,
	},
	OverutilNotIdle: {
		Name:       "OVERUTIL_NOT_IDLE",
		Doc:        "what is left of the utilisation of an idle CPU does not hold the tipping point up",
		Source:     srcPerf + "7/7 consider CPU overutilized only when it is not idle",
		Confidence: gradeH,
	},
	LowestOPPPack: {
		Name: "LOWEST_OPP_PACK",
		Doc: "in the chosen cluster a wake-up takes the CPU that needs the lowest OPP with the task, the fullest of " +
			"equals; moving to a CPU of more capacity needs no energy test",
		Source:     srcPower + "1/4 select lowest capacity CPU with packing tasks",
		Confidence: gradeM,
	},
	BiggestTaskUp: {
		Name: "BIGGEST_TASK_UP",
		Doc: "balancing towards a CPU of more original capacity takes the task of the highest utilisation first, and so " +
			"does a push; variants: biggest_task_restart",
		Source: srcPower + "2/4 support to track biggest task util on rq, " +
			"3/4 migrate highest utilization task to higher capacity CPU",
		Confidence: gradeL,
	},
	EASSpareLittle: {
		Name: "EAS_SPARE_LITTLE",
		Doc: "above the tipping point too a wake-up is placed for energy, if some CPU below the top capacity has room " +
			"for the task; variants: eas_spare_little",
		Source:     srcPower + "4/4 check if wakeup task can run low capacity CPU",
		Confidence: "L for the test for room; M for its ancestor, eas_spare_little=quarter_rule",
	},
	BiggestTask: {
		Name: "BIGGEST_TASK",
		Doc: "balancing takes the biggest task first in every direction, and so does a push; " +
			"variants: biggest_task_key, biggest_task_restart",
		Source: srcRBTree + "1/3 support to track biggest task on rq, 2/3 select biggest task for migration, " +
			"3/3 remove unused rq::cfs_tasks",
		Confidence: gradeL,
	},
}

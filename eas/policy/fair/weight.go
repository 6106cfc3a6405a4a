package fair

import "easim/eas/sched"

const (
	minNice    = -20
	maxNice    = 19
	nice0      = 1024 // weight of nice 0 (NICE_0_LOAD)
	idleWeight = 3    // weight of SCHED_IDLE (WEIGHT_IDLEPRIO)
)

// weights are the load weights of nice -20 to 19: a step is about 25 %, so that
// of two tasks one nice level apart the better one gets 10 % of the CPU more.
// Source: kernel/sched/core.c:prio_to_weight.
var weights = [maxNice - minNice + 1]uint64{
	88761, 71755, 56483, 46273, 36291,
	29154, 23254, 18705, 14949, 11916,
	9548, 7620, 6100, 4904, 3906,
	3121, 2501, 1991, 1586, 1277,
	nice0, 820, 655, 526, 423,
	335, 272, 215, 172, 137,
	110, 87, 70, 56, 45,
	36, 29, 23, 18, 15,
}

// weightOf returns the load weight of a fair task and its inverse, 2^32 / weight
// rounded to nearest. It panics if nice is outside -20..19. Source:
// core.c:set_load_weight, prio_to_wmult.
func weightOf(p sched.Policy, nice int) (weight uint64, inv uint32) {
	weight = idleWeight
	if p != sched.IdlePolicy {
		weight = weights[nice-minNice]
	}
	return weight, uint32((1<<32 + weight/2) / weight)
}

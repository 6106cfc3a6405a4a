package fair

import (
	"math"
	"math/bits"

	"easim/eas/sched"
)

// calcDelta returns delta x weight / w, where inv stands for 2^32 / w:
//
//	delta x ((weight x inv) >> n) >> (32 - n)
//
// with the least n for which the inner product fits into 32 bits. Source:
// fair.c:__calc_delta.
func calcDelta(delta, weight uint64, inv uint32) uint64 {
	fact := weight * uint64(inv)
	n := uint(max(bits.Len64(fact)-32, 0))
	hi, lo := bits.Mul64(delta, fact>>n)
	shift := 32 - n
	return hi<<(64-shift) | lo>>shift
}

// queueInverse returns the inverse of a queue's weight, which is cut, not
// rounded. Source: fair.c:__update_inv_weight.
func queueInverse(weight uint64) uint32 {
	switch {
	case weight >= math.MaxUint32:
		return 1
	case weight == 0:
		return math.MaxUint32
	default:
		return math.MaxUint32 / uint32(weight)
	}
}

// virtual returns the virtual time of t that delta ns of real time are. Source:
// fair.c:calc_delta_fair.
func virtual(delta int64, t *sched.Task) int64 {
	if t.Weight == nice0 {
		return delta
	}
	return int64(calcDelta(uint64(delta), nice0, t.SE.InvWeight))
}

// crowded reports whether nr tasks are at least as many as fit into
// sched_latency at min_granularity (nr >= sched_nr_latency). A product decides
// like the kernel's rounded-up quotient.
func crowded(p *sched.Params, nr int) bool {
	return int64(nr)*p.MinGranularityNS >= p.SchedLatencyNS
}

// period is the time, ns, in which each of nr tasks should run once. Source:
// fair.c:__sched_period.
func period(p *sched.Params, nr int) int64 {
	if crowded(p, nr-1) {
		return int64(nr) * p.MinGranularityNS
	}
	return p.SchedLatencyNS
}

// slice is t's share of the period, ns; a task that is not on the queue is
// counted as if it were. Source: fair.c:sched_slice.
func slice(p *sched.Params, q *sched.CFSRunQueue, t *sched.Task) int64 {
	nr, load := q.NrRunning, q.LoadWeight
	if !t.SE.OnRQ {
		nr++
		load += t.Weight
	}
	return int64(calcDelta(uint64(period(p, nr)), t.Weight, queueInverse(load)))
}

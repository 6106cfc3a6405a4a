package fair

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"easim/eas/sched"
)

// bigCalcDelta is __calc_delta word for word of its definition, in big integers:
// the factor is halved until it has 32 bits.
func bigCalcDelta(delta, weight uint64, inv uint32) *big.Int {
	fact := new(big.Int).Mul(new(big.Int).SetUint64(weight), big.NewInt(int64(inv)))
	shift := uint(32)
	for fact.BitLen() > 32 {
		fact.Rsh(fact, 1)
		shift--
	}
	fact.Mul(fact, new(big.Int).SetUint64(delta))
	return fact.Rsh(fact, shift)
}

func TestCalcDeltaIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delta := rapid.Uint64Range(0, 1<<44).Draw(t, "delta")
		weight := rapid.Uint64Range(1, 1<<17).Draw(t, "weight")
		inv := rapid.Uint32Range(1, math.MaxUint32).Draw(t, "inv")
		got, want := calcDelta(delta, weight, inv), bigCalcDelta(delta, weight, inv)
		if want.IsUint64() && got != want.Uint64() {
			t.Fatalf("calcDelta(%d, %d, %d) = %d, want %v", delta, weight, inv, got, want)
		}
	})
}

// TestSliceIsAShare compares with the exact quotient: the inverse weights lose
// at most a part in 2^32 per unit of weight, and a nanosecond at the end.
func TestSliceIsAShare(t *testing.T) {
	p := testParams()
	rapid.Check(t, func(t *rapid.T) {
		nr := rapid.IntRange(1, 40).Draw(t, "tasks")
		q := &sched.CFSRunQueue{NrRunning: nr}
		var task *sched.Task
		for range nr {
			task = &sched.Task{Nice: rapid.IntRange(minNice, maxNice).Draw(t, "nice")}
			task.Weight, task.SE.InvWeight = weightOf(sched.Normal, task.Nice)
			task.SE.OnRQ = true
			q.LoadWeight += task.Weight
		}
		got := slice(&p, q, task)
		whole := period(&p, nr)
		exact := new(big.Int).Mul(big.NewInt(whole), new(big.Int).SetUint64(task.Weight))
		exact.Div(exact, new(big.Int).SetUint64(q.LoadWeight))
		tolerance := 1 + int64(uint64(whole)*q.LoadWeight>>32) + whole>>31
		if d := exact.Int64() - got; d < 0 || d > tolerance {
			t.Fatalf("slice of weight %d among %d (%d tasks) = %d, want %v less at most %d",
				task.Weight, q.LoadWeight, nr, got, exact, tolerance)
		}
	})
}

func testParams() sched.Params {
	p := sched.DefaultParams()
	p.SchedLatencyNS, p.MinGranularityNS, p.WakeupGranularity = 18_000_000, 2_250_000, 3_000_000
	return p
}

// TestSliceOutsideTheQueue: a task about to join counts as if it had joined.
func TestSliceOutsideTheQueue(t *testing.T) {
	p := testParams()
	task := &sched.Task{}
	task.Weight, task.SE.InvWeight = weightOf(sched.Normal, 0)
	before := slice(&p, &sched.CFSRunQueue{NrRunning: 8, LoadWeight: 8 * nice0}, task)
	task.SE.OnRQ = true
	after := slice(&p, &sched.CFSRunQueue{NrRunning: 9, LoadWeight: 9 * nice0}, task)
	// Nine tasks are more than eight, so the period is 9 x 2.25 ms; a ninth of it,
	// less what the inverse weight 466033 of the queue (466033.8) cuts off.
	if before != after || after != 2_249_996 {
		t.Errorf("slice = %d outside the queue, %d on it, want 2249996", before, after)
	}
}

func TestCrowdedRoundsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testParams()
		p.SchedLatencyNS = rapid.Int64Range(100_000, 1e9).Draw(t, "latency")
		p.MinGranularityNS = rapid.Int64Range(100_000, 1e9).Draw(t, "granularity")
		for nr := range 20 {
			if got, want := crowded(&p, nr), int64(nr) >= p.LatencyNr(); got != want {
				t.Fatalf("crowded(%d) = %v with sched_nr_latency %d", nr, got, p.LatencyNr())
			}
		}
	})
}

// TestInverseWeights has values of prio_to_wmult, kernel/sched/core.c.
func TestInverseWeights(t *testing.T) {
	for nice, want := range map[int]uint32{
		-20: 48388, -15: 147320, -10: 449829, -5: 1376151, -1: 3363326,
		0: 4194304, 1: 5237765, 5: 12820798, 10: 39045157, 15: 119304647, 19: 286331153,
	} {
		if _, got := weightOf(sched.Normal, nice); got != want {
			t.Errorf("nice %d: inverse weight %d, want %d", nice, got, want)
		}
	}
	if w, inv := weightOf(sched.IdlePolicy, 0); w != 3 || inv != 1431655765 {
		t.Errorf("SCHED_IDLE: weight %d inverse %d", w, inv)
	}
}

func TestQueueInverse(t *testing.T) {
	for weight, want := range map[uint64]uint32{
		0: math.MaxUint32, 1: math.MaxUint32, 1024: 4194303, 88761: 48388,
		math.MaxUint32 - 1: 1, math.MaxUint32: 1, 1 << 40: 1,
	} {
		if got := queueInverse(weight); got != want {
			t.Errorf("queueInverse(%d) = %d, want %d", weight, got, want)
		}
	}
}

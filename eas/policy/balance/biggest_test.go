package balance

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"easim/eas/sched"
	"easim/energy"
)

// TestBiggestFirstOracle walks random queues with BIGGEST_TASK and compares with a
// walk over a sorted slice that knows no tree and no cursor.
func TestBiggestFirstOracle(t *testing.T) {
	spec := boardSpec{"two", []clusterSpec{{CPUs: []energy.CPUID{0, 1}, Cap: []int64{1024}}}}
	rapid.Check(t, func(rt *rapid.T) {
		key := rapid.Int64Range(sched.KeyUtil, sched.KeyLoad).Draw(rt, "key")
		restart := rapid.Int64Range(0, 1).Draw(rt, "restart")
		b := newBoard(t, spec, sched.DefaultFeatures().With(sched.BiggestTask, true), func(cfg *sched.Config) {
			cfg.Params.BiggestTaskKey, cfg.Params.BiggestTaskRestart = key, restart
		})
		src := b.k.CPU(0)
		for i := range rapid.IntRange(1, 12).Draw(rt, "tasks") {
			load := rapid.Int64Range(0, 300).Draw(rt, "load")
			util := rapid.Int64Range(0, 8).Draw(rt, "util")
			affinity := rapid.SampledFrom([]int64{3, 3, 3, 1}).Draw(rt, "affinity")
			b.newTask(src, []int64{int64(i), 0, load, util, affinity, 3_000_000, 0})
		}
		src.Curr = b.tasks[rapid.IntRange(0, len(b.tasks)-1).Draw(rt, "running")]
		e := b.env(t, 1, "MC", sched.CPUNotIdle)
		e.Src, e.Imbalance = src, rapid.Int64Range(0, 1000).Draw(rt, "imbalance")
		e.LoopMax = rapid.Int64Range(1, 16).Draw(rt, "loop_max")
		want, loops := walkBiggest(b, e, restart != 0)

		var got []sched.TaskID
		lb, v := NewLoadBalance(), b.view()
		for t, verdict := lb.Next(v, e); verdict != sched.LBStop; t, verdict = lb.Next(v, e) {
			if verdict == sched.LBTake {
				got = append(got, t.ID)
				src.RQ.CFS.Tasks.Remove(t)
				src.RQ.NrRunning--
			}
		}
		if !slices.Equal(got, want) || min(e.Loop, e.LoopMax) != loops {
			rt.Fatalf("took %v in %d looks, want %v in %d", got, e.Loop, want, loops)
		}
	})
}

// walkBiggest is the oracle: what is taken, and how many tasks were looked at.
func walkBiggest(b *board, e *sched.LBEnv, restart bool) (taken []sched.TaskID, looks int64) {
	size := func(t *sched.Task) int64 {
		if b.k.Params().BiggestTaskKey == sched.KeyLoad {
			return int64(t.Load())
		}
		return t.Util()
	}
	left := slices.Clone(b.tasks)
	slices.Reverse(left) // of equals the one queued last comes first
	slices.SortStableFunc(left, func(x, y *sched.Task) int { return int(size(y) - size(x)) })
	imbalance := e.Imbalance
	for at := 0; at < len(left) && looks < e.LoopMax && imbalance > 0; looks++ {
		t := left[at]
		if !t.Affinity.Has(e.Dst.ID) || e.Src.Curr == t || int64(t.Load()/2) > imbalance {
			at++
			continue
		}
		taken = append(taken, t.ID)
		imbalance -= int64(t.Load())
		left = slices.Delete(left, at, at+1)
		if restart {
			at = 0
		}
	}
	return taken, looks
}

package workload

import (
	"strings"
	"testing"
)

// TestForkLimit: at most MaxThreads threads live at a time; those that have ended do
// not count.
func TestForkLimit(t *testing.T) {
	t.Parallel()
	forker := func(loop int64) *Workload {
		return &Workload{Tasks: []TaskSpec{
			{Name: "forker", Instances: 1, Loop: loop, Phases: []Phase{{Loop: 1, Ops: []Op{
				opN(OpFork, 1), {Kind: OpSleep, NS: 1000, Ref: NoRef, Ref2: NoRef},
			}}}},
			{Name: "child", Loop: 1, Phases: []Phase{{Loop: 1, Ops: []Op{opRun(WorkInt, 1000, 0)}}}},
		}}
	}
	f := newFake(t, forker(MaxThreads+10), PlayerConfig{})
	f.run(1e9)
	if f.err != nil || !f.p.Done() || f.p.live != 0 {
		t.Errorf("children that end: error %v, done %v, %d live", f.err, f.p.Done(), f.p.live)
	}
	w := forker(MaxThreads + 10)
	w.Tasks[1].Phases[0].Ops[0] = Op{Kind: OpSleep, NS: 3600e9, Ref: NoRef, Ref2: NoRef}
	w.Tasks[0].Phases[0].Ops[1].NS = 0
	f = newFake(t, w, PlayerConfig{})
	f.run(1e9)
	if f.err == nil || !strings.Contains(f.err.Error(), `task "child": a fork while 100000 threads live`) {
		t.Errorf("children that stay: error %v, %d live", f.err, f.p.live)
	}
}

package sched

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTimelineOracle compares with a list that is searched in full: sorted by
// the distance from a base, equals in the order of insertion. The base lies near
// the end of the range, so vruntimes wrap.
func TestTimelineOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom([]int64{0, -1 << 20, math.MaxInt64 - 50, math.MinInt64 + 3}).Draw(t, "base")
		var tl Timeline
		var list []*Task
		rank := func(x *Task) int64 { return x.SE.Vruntime - base } // wraps on purpose
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			if len(list) > 0 && rapid.IntRange(0, 2).Draw(t, "what") == 0 {
				i := rapid.IntRange(0, len(list)-1).Draw(t, "which")
				tl.Remove(list[i])
				list = slices.Delete(list, i, i+1)
			} else {
				// Few values, so that equal ones are common.
				x := &Task{}
				x.SE.Vruntime = base + int64(rapid.IntRange(0, 100).Draw(t, "v")/9*9)
				at := 0
				for at < len(list) && rank(list[at]) <= rank(x) {
					at++
				}
				list = slices.Insert(list, at, x)
				tl.Insert(x)
			}
			if tl.Len() != len(list) {
				t.Fatalf("Len %d, want %d", tl.Len(), len(list))
			}
			for i, want := range list {
				if tl.At(i) != want {
					t.Fatalf("At(%d) has vruntime %d, want %d", i, tl.At(i).SE.Vruntime, want.SE.Vruntime)
				}
			}
			if tl.At(len(list)) != nil {
				t.Fatal("At beyond the end is not nil")
			}
			if len(list) > 0 && tl.First() != list[0] {
				t.Fatal("First is not At(0)")
			}
		}
	})
}

func TestTimelineRemovePanics(t *testing.T) {
	a, b := &Task{Name: "a"}, &Task{Name: "b"}
	var tl Timeline
	a.SE.Vruntime, b.SE.Vruntime = 10, 5
	tl.Insert(a)
	tl.Insert(b)
	a.SE.Vruntime = 1 // while queued at 10
	for name, x := range map[string]*Task{"not queued": {Name: "c"}, "vruntime changed": a} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			tl.Remove(x)
		}()
	}
}

func TestTimelineEmpty(t *testing.T) {
	var tl Timeline
	if tl.First() != nil || tl.At(0) != nil || tl.Len() != 0 {
		t.Error("the zero Timeline is not empty")
	}
}

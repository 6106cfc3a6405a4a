package sched

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTaskListOracle compares with a slice: the last pushed comes first.
func TestTaskListOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l TaskList
		var want []*Task
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			what := rapid.IntRange(0, 2).Draw(t, "what")
			if len(want) == 0 {
				what = 0
			}
			i := 0
			if what > 0 {
				i = rapid.IntRange(0, len(want)-1).Draw(t, "which")
			}
			switch what {
			case 0:
				x := &Task{}
				l.PushFront(x)
				want = slices.Insert(want, 0, x)
			case 1:
				l.Remove(want[i])
				want = slices.Delete(want, i, i+1)
			case 2:
				x := want[i]
				l.MoveToTail(x)
				want = append(slices.Delete(want, i, i+1), x)
			}
			var got []*Task
			for x := l.First(); x != nil; x = l.After(x) {
				got = append(got, x)
			}
			if !slices.Equal(got, want) || l.Len() != len(want) {
				t.Fatalf("after step %d: wrong order, or length %d, want %d", what, l.Len(), len(want))
			}
		}
	})
}

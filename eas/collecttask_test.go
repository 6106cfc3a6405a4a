package eas

import (
	"strings"
	"testing"

	"easim/eas/des"
	"easim/eas/observe/stats"
)

func TestSilent(t *testing.T) {
	t.Parallel()
	const from = 3 * des.Second
	for _, tt := range []struct {
		name     string
		wakeups  int64
		last, to des.Time // after from
		want     bool
	}{
		{"never woke", 0, 0, des.Second, true},
		{"never woke in less than its period may be", 0, 0, des.Second - 1, false},
		{"woke once: nothing is known of its rhythm", 1, 0, 100 * des.Second, false},
		{"30 a second, stopped for a second", 300, 10 * des.Second, 11 * des.Second, true},
		{"30 a second, stopped for less", 300, 10 * des.Second, 11*des.Second - 1, false},
		{"every 2 s, stopped for 19 s", 5, 10 * des.Second, 29 * des.Second, false},
		{"every 2 s, stopped for 20 s", 5, 10 * des.Second, 30 * des.Second, true},
	} {
		task := &stats.Task{Wakeups: tt.wakeups, LastWakeup: from + tt.last}
		if got := silent(task, from, from+tt.to); got != tt.want {
			t.Errorf("%s: silent %v, want %v", tt.name, got, tt.want)
		}
	}
}

// A score counts the whole workload, energy only the window: that is said.
func TestWarmupOfWorkloadThatEnds(t *testing.T) {
	t.Parallel()
	for warmup, want := range map[int64]bool{0: false, 5e9: true} {
		u, err := resolve(Scenario{Workload: "geekbench-mt", Warmup: SpanOf(warmup)})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(u.warnings, "\n"), "leave out the first 5s"); got != want {
			t.Errorf("warm-up of %d ns: warned %v, want %v", warmup, got, want)
		}
	}
}

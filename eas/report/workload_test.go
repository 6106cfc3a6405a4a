package report

import (
	"strings"
	"testing"

	"easim/eas/workload"
)

// A thread is in one phase at a time: a ramp of 5 to 70 % demands 70 %, not the sum.
func TestTotalShare(t *testing.T) {
	t.Parallel()
	phases := []workload.PhaseInfo{
		{Task: "ramp", Threads: 1, SharePct: 5},
		{Task: "ramp", Threads: 1, SharePct: 70},
		{Task: "ramp", Threads: 1, SharePct: 10},
		{Task: "small", Threads: 3, SharePct: 4},
		{Task: "endless", Threads: 1, SharePct: -1}, // no period
	}
	if got := totalShare(phases); got != 82 {
		t.Errorf("demand %v %%, want 70 + 3 x 4 = 82 %%", got)
	}
}

func TestWorkloadThreads(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "\n1 thread, length 2.000 s; ", 2: "\n2 threads, length 2.000 s; "} {
		got := string(Workload(WorkloadHead{Name: "w", Threads: n, DurationNS: 2e9}, nil, Style{}))
		if !strings.Contains(got, want) {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

package place

import (
	"testing"

	"easim/energy"
)

func TestWakeWide(t *testing.T) {
	b := juno(boardOptions{})
	tests := []struct {
		name         string
		waker, wakee int64
		idle, want   bool
	}{
		{"neither flips", 0, 0, false, false},
		{"wakee below the cluster's 4 CPUs", 1000, 3, false, false},
		{"waker below 4 times the wakee", 15, 4, false, false},
		{"both reach it", 16, 4, false, true},
		{"roles do not matter", 4, 16, false, true},
		{"an idle waker has no flips", 16, 4, true, false},
	}
	for _, tc := range tests {
		s := cpuState{nr: 1, idle: -1, freqScale: 1024}
		if tc.idle {
			s.nr = 0
		}
		b.set(0, s)
		b.running[0].WakeeFlips = tc.waker
		task := b.newTask(10, 10, 0)
		task.WakeeFlips = tc.wakee
		if got := wakeWide(task, b.k.CPU(0)); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// TestWakeAffine: MC tolerates 8 %, half of 117 - 100 rounded down, DIE 12 %.
func TestWakeAffine(t *testing.T) {
	tests := []struct {
		name       string
		level      int
		this, prev int // CPUs
		thisLoad   int64
		prevLoad   int64
		taskLoad   int64
		sync, want bool
	}{
		{"exactly 8 % more", 0, 0, 3, 58, 100, 50, false, true},
		{"a little over 8 %", 0, 0, 3, 59, 100, 50, false, false},
		{"idle waking CPU", 0, 0, 3, 0, 0, 1000, false, true},
		{"sync leaves the waker out", 0, 0, 3, 500, 100, 50, true, true},
		{"from LITTLE to a big of equal load", 1, 1, 0, 100, 100, 50, false, true},
		{"from big to a LITTLE of equal load", 1, 0, 1, 100, 100, 50, false, false},
	}
	for _, tc := range tests {
		b := juno(boardOptions{})
		b.set(energy.CPUID(tc.this), cpuState{load: tc.thisLoad, nr: 1, idle: -1, freqScale: 1024})
		b.set(energy.CPUID(tc.prev), cpuState{load: tc.prevLoad, nr: 1, idle: -1, freqScale: 1024})
		this, prev := b.k.CPU(energy.CPUID(tc.this)), b.k.CPU(energy.CPUID(tc.prev))
		this.Curr.SE.Avg.LoadAvg = uint64(tc.thisLoad)
		task := b.newTask(10, tc.taskLoad, prev.ID)
		if got := wakeAffine(b.view(), &this.SD[tc.level], task, prev, this, tc.sync); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

package pelt

import (
	"testing"

	"pgregory.net/rapid"
)

// The first use of successive forks on an idle CPU: half of what is left.
func TestGuess(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name           string
		rqUtil, rqLoad uint64
		weight, cpuCap uint64
		want           uint64
	}{
		{name: "first on a big CPU", weight: 1024, cpuCap: 1024, want: 512},
		{name: "first on a LITTLE CPU", weight: 1024, cpuCap: 446, want: 223},
		// 512 * 1024 / 1025 = 511, limited to (1024 - 512) / 2.
		{name: "limited by room", rqUtil: 512, rqLoad: 1024, weight: 1024, cpuCap: 1024, want: 256},
		// 100 * 1024 / 2049 = 49.
		{name: "share of the queue", rqUtil: 100, rqLoad: 2048, weight: 1024, cpuCap: 1024, want: 49},
		{name: "no room", rqUtil: 600, rqLoad: 1024, weight: 1024, cpuCap: 446, want: 0},
		{name: "room of 1", rqUtil: 1023, rqLoad: 1024, weight: 1024, cpuCap: 1024, want: 0},
	}
	for _, tt := range tests {
		rq, a := Avg{UtilAvg: tt.rqUtil, LoadAvg: tt.rqLoad}, InitTask(tt.weight)
		a.Guess(&rq, tt.weight, tt.cpuCap)
		if a.UtilAvg != tt.want || a.RunnableAvg != tt.want || a.LoadAvg != tt.weight {
			t.Errorf("%s: util %d runnable %d load %d, want %d, %d, %d",
				tt.name, a.UtilAvg, a.RunnableAvg, a.LoadAvg, tt.want, tt.want, tt.weight)
		}
	}
	var rq Avg
	for _, want := range []uint64{512, 256, 128, 64} {
		a := InitTask(1024)
		a.Guess(&rq, 1024, 1024)
		rq.Attach(&a, 1024)
		if a.UtilAvg != want {
			t.Errorf("fork on a CPU used %d: util %d, want %d", rq.UtilAvg-a.UtilAvg, a.UtilAvg, want)
		}
	}
}

func TestAttach(t *testing.T) {
	t.Parallel()
	rq := Avg{LastUpdate: 777, PeriodContrib: 282} // divider 46718 + 282 = 47000
	task := Avg{LoadAvg: 3121, UtilAvg: 100, RunnableAvg: 200}
	rq.Attach(&task, 3121)
	want := Avg{
		LastUpdate: 777, PeriodContrib: 282,
		LoadAvg: 3121, LoadSum: 47000,
		UtilAvg: 100, UtilSum: 100 * 47000,
		RunnableAvg: 200, RunnableSum: 200 * 47000,
	}
	if task != want {
		t.Errorf("task %+v, want %+v", task, want)
	}
	want.LoadSum *= 3121
	if rq != want {
		t.Errorf("queue %+v, want %+v", rq, want)
	}
	// A task without load keeps a sum of 1.
	idle := Avg{}
	rq.Attach(&idle, 1024)
	if idle.LoadSum != 1 || rq.LoadSum != want.LoadSum+1024 {
		t.Errorf("without load: sum %d, queue %d, want 1, %d", idle.LoadSum, rq.LoadSum, want.LoadSum+1024)
	}
}

// What is attached and at once detached leaves no average behind, and sums are
// never below what the averages need.
func TestDetach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Avg {
			u := rapid.Uint64Range(0, 1024)
			return Avg{LoadAvg: u.Draw(t, name), UtilAvg: u.Draw(t, name), RunnableAvg: u.Draw(t, name)}
		}
		rq := Avg{PeriodContrib: rapid.Uint32Range(0, segment-1).Draw(t, "period_contrib")}
		stays, goes := draw("stays"), draw("goes")
		rq.Attach(&stays, 1024)
		rq.Attach(&goes, 335)
		if rapid.Bool().Draw(t, "removed") {
			var r Removed
			r.Add(&goes)
			if goes.LastUpdate != 0 || !rq.Remove(&r) || rq.Remove(&r) {
				t.Fatal("Remove reports no change, or twice the same")
			}
		} else {
			rq.Detach(&goes, 335)
		}
		if rq.LoadAvg != stays.LoadAvg || rq.UtilAvg != stays.UtilAvg || rq.RunnableAvg != stays.RunnableAvg {
			t.Errorf("queue %+v, want the averages of %+v", rq, stays)
		}
		if rq.LoadSum < rq.LoadAvg*minDivider || uint64(rq.UtilSum) < rq.UtilAvg*minDivider ||
			rq.RunnableSum < rq.RunnableAvg*minDivider {
			t.Errorf("a sum is below its average: %+v", rq)
		}
	})
}

func TestDetachClampsAtZero(t *testing.T) {
	t.Parallel()
	rq := Avg{LoadAvg: 5, LoadSum: 5 * 47000, UtilAvg: 5, UtilSum: 5 * 47000, RunnableAvg: 9, RunnableSum: 1}
	big := Avg{LoadAvg: 6, LoadSum: 47000, UtilAvg: 6, UtilSum: 6 * 47000, RunnableAvg: 6, RunnableSum: 6 * 47000}
	rq.Detach(&big, 1024)
	if want := (Avg{RunnableAvg: 3, RunnableSum: 3 * minDivider}); rq != want {
		t.Errorf("queue %+v, want %+v", rq, want)
	}
}

// The 6.12 kernel compares the sums as 32-bit numbers.
func TestDetachCutsLargeSums(t *testing.T) {
	t.Parallel()
	rq := Avg{LoadAvg: 100 * 1024, LoadSum: 100 * 1024 * 47000}
	rq.Detach(&Avg{}, 1024)
	if want := max(uint32(100*1024*47000&0xffffffff), uint32(100*1024*46718&0xffffffff)); rq.LoadSum != uint64(want) {
		t.Errorf("LoadSum %d, want %d", rq.LoadSum, want)
	}
}

func TestAttach44(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Avg44 {
			a := Avg44{
				LastUpdate: 3,
				LoadAvg:    rapid.Uint64Range(0, 88761).Draw(t, name),
				UtilAvg:    rapid.Uint64Range(0, 1024).Draw(t, name),
			}
			a.LoadSum, a.UtilSum = a.LoadAvg*LoadAvgMax, uint32(a.UtilAvg*LoadAvgMax)
			return a
		}
		q := RQAvg44{Avg44: Avg44{LastUpdate: 99, PeriodContrib: 5}}
		stays, goes := draw("stays"), draw("goes")
		q.Attach(&stays)
		q.Enqueue(&stays)
		want := q
		q.Attach(&goes)
		q.Enqueue(&goes)
		if goes.LastUpdate != 99 || q.LoadAvg != stays.LoadAvg+goes.LoadAvg || q.UtilAvg != stays.UtilAvg+goes.UtilAvg ||
			q.RunnableLoadAvg != q.LoadAvg || q.RunnableLoadSum != q.LoadSum {
			t.Fatalf("after Attach of %+v and %+v: %+v", stays, goes, q)
		}
		q.Dequeue(&goes)
		if rapid.Bool().Draw(t, "removed") {
			var r Removed44
			r.Add(&goes)
			if got := q.Remove(&r); got != (goes.LoadAvg != 0) || r != (Removed44{}) || goes.LastUpdate != 0 {
				t.Fatalf("Remove() = %v with %+v left, task %+v", got, r, goes)
			}
		} else {
			q.Detach(&goes)
		}
		if q != want {
			t.Fatalf("after the way back: %+v, want %+v", q, want)
		}
	})
}

func TestRemove44Clamps(t *testing.T) {
	t.Parallel()
	full := func(load, util uint64) Avg44 {
		return Avg44{LoadAvg: load, LoadSum: load * LoadAvgMax, UtilAvg: util, UtilSum: uint32(util * LoadAvgMax)}
	}
	tests := []struct {
		name      string
		q         Avg44
		r         Removed44
		want      Avg44
		wantState bool
	}{
		{"nothing", full(10, 20), Removed44{}, full(10, 20), false},
		{"part", full(10, 20), Removed44{Load: 4, Util: 5}, full(6, 15), true},
		{"more than there is", full(10, 20), Removed44{Load: 11, Util: 21}, full(0, 0), true},
		{"only util", full(10, 20), Removed44{Util: 1}, full(10, 19), false},
		// 44 x 1024 x 47742 is above 2^31: as a signed number it is negative.
		{"signed 32-bit sum", full(0, 45*1024), Removed44{Util: 1024}, Avg44{UtilAvg: 44 * 1024}, false},
	}
	for _, tt := range tests {
		q := RQAvg44{Avg44: tt.q}
		if got := q.Remove(&tt.r); got != tt.wantState || q.Avg44 != tt.want {
			t.Errorf("%s: %v, %+v, want %v, %+v", tt.name, got, q.Avg44, tt.wantState, tt.want)
		}
	}
}

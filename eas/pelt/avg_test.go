package pelt

import (
	"testing"

	"pgregory.net/rapid"
)

// A 6.12 update keeps time below a unit for later; a 4.4 update loses it.
func TestRestOfAUnit(t *testing.T) {
	t.Parallel()
	var a Avg
	var b Avg44
	for now := int64(0); now <= 3000; now += 1500 {
		a.Update(now, 1, 1, true, 1024)
		b.Update(now, 1024, true, 1024, 1024)
	}
	// 3000 ns are 2 units and a rest; by 1500 ns they are 1 + 1 units.
	if a.LastUpdate != 2*unit || a.LoadSum != 2 {
		t.Errorf("6.12: last update %d ns, sum %d, want 2048 ns, 2", a.LastUpdate, a.LoadSum)
	}
	if b.LastUpdate != 3000 || b.LoadSum != 2*1024 {
		t.Errorf("4.4: last update %d ns, sum %d, want 3000 ns, 2048", b.LastUpdate, b.LoadSum)
	}
}

func TestTimeRunsBack(t *testing.T) {
	t.Parallel()
	a, want := Avg{LastUpdate: 5000, LoadSum: 7, UtilAvg: 3}, Avg{LastUpdate: 4999, LoadSum: 7, UtilAvg: 3}
	if a.Update(4999, 1, 1, true, 1024) || a != want {
		t.Errorf("6.12: got %+v, want %+v", a, want)
	}
	b, want44 := Avg44{LastUpdate: 5000, LoadSum: 7, UtilAvg: 3}, Avg44{LastUpdate: 100, LoadSum: 7, UtilAvg: 3}
	if b.Update(100, 1024, true, 1024, 1024) || b != want44 {
		t.Errorf("4.4: got %+v, want %+v", b, want44)
	}
	q, wantQ := RQAvg44{Avg44: Avg44{LastUpdate: 5000}, RunnableLoadSum: 9}, RQAvg44{RunnableLoadSum: 9}
	if q.Update(0, 1024, true, 1024, 1024) || q != wantQ {
		t.Errorf("4.4 queue: got %+v, want %+v", q, wantQ)
	}
}

// A task that runs for ever converges to 1024 in 6.12 and to the capacity at
// the present frequency in 4.4. There the divisor is the same at each place in
// a segment, so the average swings by a segment's share of the sum, 2.2 %.
func TestConvergence(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		freq, cpu    uint64
		weight       uint64
		util, load   uint64 // 6.12
		limit, limLd uint64 // 4.4: the upper end of the swing
	}{
		{"big at its top", 1024, 1024, 1024, 1024, 1024, 1024, 1024},
		{"LITTLE at its top", 1024, 446, 1024, 1024, 1024, 446, 1024},
		{"big at half", 512, 1024, 1024, 1024, 1024, 512, 512},
		{"LITTLE at half, heavier", 512, 446, 2048, 1024, 2048, 223, 1024},
	}
	swings := func(v, limit uint64) bool { return v <= limit && v+limit/46+2 >= limit }
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var a Avg
			var b Avg44
			var c Clock
			for now := int64(0); now < 4e9; now += 4e6 {
				c.Run(now, tt.cpu, tt.freq)
				a.Update(c.Now(), 1, 1, true, tt.weight)
				b.Update(now, tt.weight, true, tt.freq, tt.cpu)
				if now < 2e9 {
					continue
				}
				if near(a.UtilAvg, tt.util) > 1 || near(a.LoadAvg, tt.load) > 2 {
					t.Fatalf("6.12: util %d load %d, want about %d, %d", a.UtilAvg, a.LoadAvg, tt.util, tt.load)
				}
				if !swings(b.UtilAvg, tt.limit) || !swings(b.LoadAvg, tt.limLd) {
					t.Fatalf("4.4: util %d load %d, want just below %d, %d", b.UtilAvg, b.LoadAvg, tt.limit, tt.limLd)
				}
			}
		})
	}
}

func near(a, b uint64) uint64 { return max(a, b) - min(a, b) }

// From 345 full segments on the 4.4 kernel takes the whole of LoadAvgMax for
// them and adds the open segment on top: after a long time without an update
// UtilAvg overshoots 1024.
func TestAvg44Overshoot(t *testing.T) {
	t.Parallel()
	tests := []struct{ segments, open, util uint64 }{
		{345, 1023, 1023}, // 344 full ones after the first
		{346, 0, 1024},
		{346, 1023, 1045},
	}
	for _, tt := range tests {
		var a Avg44
		a.Update(int64(tt.segments*segment+tt.open)*unit, 1024, true, 1024, 1024)
		if a.UtilAvg != tt.util {
			t.Errorf("after %d segments and %d units UtilAvg = %d, want %d", tt.segments, tt.open, a.UtilAvg, tt.util)
		}
	}
}

func TestInitTask44(t *testing.T) {
	t.Parallel()
	a := InitTask44(1024)
	if a.LoadAvg != a.LoadSum/LoadAvgMax || a.UtilAvg != uint64(a.UtilSum)/LoadAvgMax {
		t.Errorf("sums and averages disagree: %+v", a)
	}
	// The first unit ends a segment: (47742 + 1) y / 47742 of 1024.
	if !a.Update(unit, 1024, true, 1024, 1024) || a.UtilAvg != 1002 {
		t.Errorf("after a unit of running: %+v, want a UtilAvg of 1002", a)
	}
}

// The clock never passes task time, and what updates go by never runs back.
func TestClockLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var c Clock
		var task, last int64
		for range rapid.IntRange(1, 50).Draw(t, "steps") {
			task += rapid.Int64Range(0, 1e8).Draw(t, "ns")
			if rapid.Bool().Draw(t, "busy") {
				c.Run(task, rapid.Uint64Range(1, 1024).Draw(t, "cpu_cap"), rapid.Uint64Range(1, 1024).Draw(t, "freq"))
			} else {
				c.EnterIdle(rapid.SampledFrom([]uint32{0, saturated - 1, saturated}).Draw(t, "util_sum"))
				c.Idle(task)
			}
			if c.Pelt > c.Task || c.Task != task || c.LostIdle < 0 || c.Now() < last {
				t.Fatalf("clock %+v, Now %d after %d", c, c.Now(), last)
			}
			last = c.Now()
		}
	})
}

func TestClockLosesIdleTimeOnlyWhenSaturated(t *testing.T) {
	t.Parallel()
	const ran = 10_000_000
	for _, tt := range []struct {
		utilSum uint32
		now     int64 // after as much idle time
	}{
		{saturated - 1, 2 * ran},
		{saturated, 2*ran - ran/2},
	} {
		var c Clock
		c.Run(ran, 512, 1024)
		c.EnterIdle(tt.utilSum)
		c.Idle(2 * ran)
		if c.Now() != tt.now {
			t.Errorf("UtilSum %d: Now() = %d, want %d", tt.utilSum, c.Now(), tt.now)
		}
	}
}

func TestUpdatesDoNotAllocate(t *testing.T) {
	var a Avg
	var q RQAvg44
	var now int64
	n := testing.AllocsPerRun(100, func() {
		now += 3_000_000
		a.Update(now, 1, 1, true, 1024)
		q.Update(now, 1024, true, 1024, 1024)
	})
	if n != 0 {
		t.Errorf("%v allocations per update, want 0", n)
	}
}

// The 4.4 sum of utilisation has 32 bits: some 88 fresh tasks on one queue wrap it.
func TestAvg44UtilSumWraps(t *testing.T) {
	t.Parallel()
	a := Avg44{UtilSum: 1<<32 - 1, PeriodContrib: segment - 1}
	a.Update(unit, 1024, true, 1024, 1024)
	// 2^32 - 1 + 1024 wraps to 1023, and 1023 y = 1001.
	if a.UtilSum != 1001 {
		t.Errorf("UtilSum = %d, want 1001", a.UtilSum)
	}
}

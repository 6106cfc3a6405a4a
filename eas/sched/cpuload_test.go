package sched

import (
	"math/big"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// power returns ((2^i - 1) / 2^i)^n, exactly.
func power(i int, n int64) *big.Rat {
	num := new(big.Int).Exp(big.NewInt(1<<i-1), big.NewInt(n), nil)
	return new(big.Rat).SetFrac(num, new(big.Int).Lsh(big.NewInt(1), uint(int64(i)*n)))
}

func TestCPULoadFactors(t *testing.T) {
	for i := 1; i < len(cpuLoadFactors); i++ {
		for j, got := range cpuLoadFactors[i] {
			x := new(big.Rat).Mul(big.NewRat(128, 1), power(i, 1<<j))
			want := new(big.Int).Quo(x.Num(), x.Denom()).Uint64()
			if got != want {
				t.Errorf("factor [%d][%d] = %d, want %d", i, j, got, want)
			}
		}
		// What is dropped at the end is less than 1/255 of the load.
		if left := power(i, cpuLoadZero[i]); left.Cmp(big.NewRat(1, 255)) > 0 {
			t.Errorf("index %d: %v of the load is left after %d ticks", i, left, cpuLoadZero[i])
		}
	}
}

// TestDecayMissedExact bounds the error of the table: a factor in 1/128, cut,
// and a product, cut, lose less than load/128 + 1 together, and there is one
// factor for each bit of the number of ticks (one shift for index 1, which cuts
// once).
func TestDecayMissedExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		idx := rapid.IntRange(1, 4).Draw(t, "index")
		load := rapid.Uint64Range(0, 100<<10).Draw(t, "load")
		missed := rapid.Int64Range(0, 140).Draw(t, "missed")
		got := decayMissed(load, missed, idx)
		exact := new(big.Rat).Mul(new(big.Rat).SetFrac(new(big.Int).SetUint64(load), big.NewInt(1)), power(idx, missed))
		slack := big.NewRat(int64(bits.OnesCount64(uint64(missed)))*(int64(load)+128), 128)
		lost := new(big.Rat).Sub(exact, new(big.Rat).SetInt(new(big.Int).SetUint64(got)))
		if missed >= cpuLoadZero[idx] {
			slack = big.NewRat(int64(load), 255)
			if got != 0 {
				t.Fatalf("%d left after %d ticks at index %d", got, missed, idx)
			}
		}
		if lost.Sign() < 0 || lost.Cmp(slack) > 0 {
			t.Fatalf("%d after %d ticks at index %d: got %d, %v less than exact, allowed %v",
				load, missed, idx, got, lost.FloatString(3), slack.FloatString(3))
		}
	})
}

// TestFoldLoadLoop compares one update over several ticks, all but the last of
// them without load, with an update at each tick. Either way a tick cuts off
// less than 1, and the table less than load/128 + 1 per bit.
func TestFoldLoadLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fast, slow RunQueue
		for i := range fast.CPULoad {
			fast.CPULoad[i] = rapid.Uint64Range(0, 8192).Draw(t, "old")
		}
		slow.CPULoad = fast.CPULoad
		load := rapid.Uint64Range(0, 8192).Draw(t, "load")
		pending := rapid.Int64Range(1, 200).Draw(t, "pending")
		old := fast.CPULoad
		fast.foldLoad(load, pending)
		for range pending - 1 {
			slow.foldLoad(0, 1)
		}
		slow.foldLoad(load, 1)
		if fast.CPULoad[0] != load {
			t.Fatalf("index 0 is %d, want the load %d", fast.CPULoad[0], load)
		}
		for i := 1; i < len(fast.CPULoad); i++ {
			bitsSet := int64(bits.OnesCount64(uint64(pending - 1)))
			// A tick of the loop loses less than 1, and of each loss less is left
			// after every further tick: 2^i in all. The round-up adds at most 1.
			slack := bitsSet*(int64(old[i])+128)/128 + 1<<i + 1
			if pending-1 >= cpuLoadZero[i] {
				slack = int64(old[i])/255 + 1<<i + 1
			}
			if diff := int64(fast.CPULoad[i]) - int64(slow.CPULoad[i]); diff > slack || -diff > slack {
				t.Fatalf("index %d: %d, by single ticks %d, allowed difference %d (old %d, load %d, %d ticks)",
					i, fast.CPULoad[i], slow.CPULoad[i], slack, old[i], load, pending)
			}
		}
	})
}

func TestFoldLoad(t *testing.T) {
	for _, tt := range []struct {
		name    string
		old     [5]uint64
		load    uint64
		pending int64
		want    [5]uint64
	}{
		// Upwards 2^i - 1 is added: (0 + 1024 + 2^i - 1) >> i.
		{"from nothing", [5]uint64{}, 1024, 1, [5]uint64{1024, 512, 256, 128, 64}},
		// (9 x 15 + 10 + 15) >> 4 = 10: it does not stick at 9.
		{"rises to the last unit", [5]uint64{9, 9, 9, 9, 9}, 10, 1, [5]uint64{10, 10, 10, 10, 10}},
		// Downwards it is cut: (10 x 15 + 9) >> 4 = 9.
		{"falls", [5]uint64{10, 10, 10, 10, 10}, 9, 1, [5]uint64{9, 9, 9, 9, 9}},
		// Two missed ticks of no load, then the tick: 1000 >> 2 = 250, 1000 x 72 >> 7
		// = 562, 1000 x 98 >> 7 = 765, 1000 x 112 >> 7 = 875; then (old x (2^i - 1))
		// >> i: 125, 421, 669, 820.
		{"three ticks of idleness", [5]uint64{1000, 1000, 1000, 1000, 1000}, 0, 3, [5]uint64{0, 125, 421, 669, 820}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rq := RunQueue{CPULoad: tt.old}
			rq.foldLoad(tt.load, tt.pending)
			check(t, "loads", rq.CPULoad, tt.want)
		})
	}
}

// TestCPULoadIdle: update_idle_cpu_load leaves a CPU with load alone, and one
// that is up to date; update_cpu_load_nohz takes the time asleep as idle
// whatever the load is now.
func TestCPULoadIdle(t *testing.T) {
	m := newMachine(t, setup{})
	c := m.CPU(0)
	m.AdvanceTo(10_000_000) // jiffy 3
	check(t, "jiffies", m.Jiffies(), 3)
	full := [5]uint64{1000, 1000, 1000, 1000, 1000}

	c.RQ.CPULoad, c.RQ.LastLoadUpdateTick = full, 3
	m.updateCPULoadIdle(c)
	check(t, "same jiffy", c.RQ.CPULoad, full)

	c.RQ.LastLoadUpdateTick = 0
	c.RQ.CFS.Avg.RunnableLoadAvg = 5
	m.updateCPULoadIdle(c)
	check(t, "with load", c.RQ.CPULoad, full)
	check(t, "with load, stamp", c.RQ.LastLoadUpdateTick, 0)

	m.updateCPULoadNohz(c) // the load of 5 is not used
	check(t, "tick restarts", c.RQ.CPULoad, [5]uint64{0, 125, 421, 669, 820})
	check(t, "tick restarts, stamp", c.RQ.LastLoadUpdateTick, 3)

	c.RQ.CPULoad, c.RQ.LastLoadUpdateTick, c.RQ.CFS.Avg.RunnableLoadAvg = full, 0, 0
	m.updateCPULoadIdle(c)
	check(t, "idle", c.RQ.CPULoad, [5]uint64{0, 125, 421, 669, 820})
}

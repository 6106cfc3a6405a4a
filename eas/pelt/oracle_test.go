package pelt

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// geometric is the oracle: the definition of the signal, in floats. A segment
// that ended k segments ago counts y^k; the one under way counts fully.
type geometric struct {
	past float64 // sum of the segments that ended, as of the present segment
	open float64 // what the present segment holds so far
	at   uint64  // units since the start
}

// add counts signal for some units.
func (g *geometric) add(units uint64, signal float64) {
	for units > 0 {
		n := min(units, segment-g.at%segment)
		g.open += float64(n) * signal
		g.at += n
		units -= n
		if g.at%segment == 0 {
			g.past = (g.past + g.open) * math.Exp2(-1.0/halfLife)
			g.open = 0
		}
	}
}

func (g *geometric) sum() float64 { return g.past + g.open }

// span is a time in one state, in units.
type span struct {
	units   uint64
	running bool
}

// drawSpans draws up to 60 spans of up to 340 segments, most of them short.
func drawSpans(t *rapid.T) []span {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) span {
		limit := rapid.SampledFrom([]uint64{2, segment, 10 * segment, 340 * segment}).Draw(t, "limit")
		return span{rapid.Uint64Range(1, limit).Draw(t, "units"), rapid.Bool().Draw(t, "running")}
	}), 1, 60).Draw(t, "spans")
}

// tolerance is the distance allowed between sum and oracle, in units. Each
// update over a segment's end rounds the decayed sum and up to three
// contributions down, by less than 1 each, and the kernel's limit 47742 is 46.5
// below the exact one. Such errors decay as the signal does, so that their sum
// stays below 4 / (1 - y) = 187.
const tolerance = 187 + 47

func TestAvgAgainstGeometricSum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var a Avg
		var g geometric
		var now int64
		for _, s := range drawSpans(t) {
			now += int64(s.units) * unit
			on, signal := uint64(0), 0.0
			if s.running {
				on, signal = 1, 1
			}
			a.Update(now, on, on, s.running, 1024)
			g.add(s.units, signal)
			if d := float64(a.UtilSum)/1024 - g.sum(); math.Abs(d) > tolerance {
				t.Fatalf("at %d units: UtilSum %.1f, the exact sum is %.1f", g.at, float64(a.UtilSum)/1024, g.sum())
			}
			if uint64(a.UtilSum) != a.RunnableSum {
				t.Fatalf("UtilSum %d, RunnableSum %d of one task alone", a.UtilSum, a.RunnableSum)
			}
		}
	})
}

func TestAvg44AgainstGeometricSum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		freq := rapid.Uint64Range(1, 1024).Draw(t, "freq_scale")
		cpu := rapid.Uint64Range(1, 1024).Draw(t, "cpu_scale")
		var a Avg44
		var g geometric
		var now int64
		for _, s := range drawSpans(t) {
			now += int64(s.units) * unit
			weight, signal := uint64(0), 0.0
			if s.running {
				weight, signal = 1024, float64(freq)/1024
			}
			a.Update(now, weight, s.running, freq, cpu)
			g.add(s.units, signal)
			// Scaling rounds each contribution once more, also between the
			// ends of segments: many tiny updates lose up to 1 in each.
			limit := 2*tolerance + 60.0
			if d := float64(a.LoadSum)/1024 - g.sum(); math.Abs(d) > limit {
				t.Fatalf("at %d units: LoadSum %.1f, the exact sum is %.1f", g.at, float64(a.LoadSum)/1024, g.sum())
			}
			if d := float64(a.UtilSum)/float64(cpu) - g.sum(); math.Abs(d) > limit+1024/float64(cpu) {
				t.Fatalf("at %d units: UtilSum %.1f, the exact sum is %.1f",
					g.at, float64(a.UtilSum)/float64(cpu), g.sum())
			}
		}
	})
}

// Idle time never raises a signal, and it does not matter much in how many
// updates it passes: each rounds down once more, and a shift may round down
// where two products do not.
func TestIdleSplit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		whole := Avg{
			UtilSum:       rapid.Uint32Range(0, minDivider<<scaleShift).Draw(t, "util_sum"),
			PeriodContrib: rapid.Uint32Range(0, segment-1).Draw(t, "period_contrib"),
		}
		whole.UtilAvg = uint64(whole.UtilSum) / whole.Divider()
		whole44 := Avg44{UtilSum: whole.UtilSum, PeriodContrib: whole.PeriodContrib}
		whole44.UtilAvg = uint64(whole44.UtilSum) / LoadAvgMax
		split, split44 := whole, whole44

		parts := rapid.SliceOfN(rapid.Int64Range(1, 40*segment), 1, 10).Draw(t, "parts")
		var now int64
		for _, units := range parts {
			now += units * unit
			util, util44 := split.UtilAvg, split44.UtilAvg
			split.Update(now, 0, 0, false, 1024)
			split44.Update(now, 0, false, 1024, 1024)
			// A sum that is kept over part of a segment is divided by more later.
			if split.UtilAvg > util+1 || split44.UtilAvg > util44 {
				t.Fatalf("idle time raised UtilAvg from %d, %d to %d, %d", util, util44, split.UtilAvg, split44.UtilAvg)
			}
		}
		whole.Update(now, 0, 0, false, 1024)
		whole44.Update(now, 0, false, 1024, 1024)
		limit := float64(2 * len(parts))
		if d := math.Abs(float64(whole.UtilSum) - float64(split.UtilSum)); d > limit {
			t.Errorf("UtilSum %d in one, %d in %d updates", whole.UtilSum, split.UtilSum, len(parts))
		}
		if d := math.Abs(float64(whole44.UtilSum) - float64(split44.UtilSum)); d > limit {
			t.Errorf("4.4: UtilSum %d in one, %d in %d updates", whole44.UtilSum, split44.UtilSum, len(parts))
		}
		if whole.PeriodContrib != split.PeriodContrib || whole.LastUpdate != split.LastUpdate {
			t.Errorf("position %d at %d in one, %d at %d in %d updates", whole.PeriodContrib, whole.LastUpdate,
				split.PeriodContrib, split.LastUpdate, len(parts))
		}
	})
}

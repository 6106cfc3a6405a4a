package sweep

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTrends: in a sample no two points differ in one axis only. An axis that does
// nothing has no trend all the same, whatever the others do, but for the few that
// chance makes; an axis that does something has one.
func TestTrends(t *testing.T) {
	const samples, points = 100, 24
	wrong := 0
	for seed := range uint64(samples) {
		m := Matrix{
			Axes:  axesOf(t, "busy_factor=1..64", "sched_nr_migrate=1..9", "feat=LB_MIN,none"),
			Seeds: []uint64{1}, Latin: points, SampleSeed: seed + 1,
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
			load := math.Min(1, 0.17+0.16*float64(p.Coordinates()[1])) // saturates, and is no parabola
			return metricsOf(270*load+rng.NormFloat64(), "mJ", 5)
		}), SummaryOptions{Metrics: []string{"total"}})
		idle, load := s.Axes[0].Shapes[0], s.Axes[1].Shapes[0]
		if idle.Form != "flat" {
			wrong++
		}
		if !idle.Trend || idle.Monotonic || idle.Knee != "" || load.Form != "rises" || !load.Trend {
			t.Errorf("sample %d: %+v, %+v", seed, idle, load)
		}
	}
	// 1 % of 100, and 3 standard errors of a share of 3 %: the fit is not exact.
	if wrong > 8 {
		t.Errorf("%d of %d axes without effect have a trend", wrong, samples)
	}
}

// TestAlone: the change between points that differ on another axis too is less what
// that axis does.
func TestAlone(t *testing.T) {
	m := Matrix{
		Axes:  axesOf(t, "busy_factor=1,2", "sched_nr_migrate=1..40"),
		Seeds: []uint64{1},
		Where: []string{"busy_factor = 1 && sched_nr_migrate <= 20 || busy_factor = 2 && sched_nr_migrate > 20"},
	}
	s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
		c := p.Coordinates()
		return metricsOf(1000+50*float64(c[0])+7*float64(c[1]), "mJ", 5)
	}), SummaryOptions{Metrics: []string{"total"}})
	c := s.Axes[0].Levels[1].Cells[0]
	// The mean of the first half, with the mean of sched_nr_migrate in all points:
	// 1000 + 7 x 19.5.
	if want := 100 * 50 / 1136.5; c.Paired || math.Abs(*c.DeltaPct-want) > 0.01 {
		t.Errorf("change %+v, want %.4f", *c.DeltaPct, want)
	}
}

// TestTrendOfEqualValues: points that are all equal have no trend, and few that
// differ do not make one.
func TestTrendOfEqualValues(t *testing.T) {
	m := Matrix{
		Axes:  axesOf(t, "busy_factor=1..64", "sched_nr_migrate=1..9"),
		Seeds: []uint64{1}, Latin: 60, SampleSeed: 1,
	}
	s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
		score := 5.0
		if p.Coordinates()[0]%16 == 3 {
			score = 6
		}
		return metricsOf(100, "mJ", score)
	}), SummaryOptions{Metrics: []string{"total", "score"}})
	for _, a := range s.Axes {
		for _, shape := range a.Shapes {
			if !shape.Trend || shape.Form != "flat" {
				t.Errorf("%s: %+v", a.Name, shape)
			}
		}
	}
}

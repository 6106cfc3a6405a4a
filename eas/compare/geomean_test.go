package compare

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// measured is a group of variants with given values, each on its seeds.
func measured(workload string, metrics []Reading, variants ...map[string][]float64) group {
	g := group{workload: workload, metrics: metrics, readings: metrics}
	for i, values := range variants {
		s := Series{Variant: Variant{Name: string(rune('a' + i))}}
		for path, list := range values {
			for j, v := range list {
				if j == len(s.runs) {
					s.Seeds = append(s.Seeds, uint64(j+1))
					s.runs = append(s.runs, map[string]Reading{})
				}
				s.runs[j][path] = Reading{Path: path, Value: v, Known: true}
			}
		}
		g.series = append(g.series, s)
	}
	return g
}

const scorePath, timePath = ownMetrics + "score", ownMetrics + "time"

// twoWorkloads has ratios of energy of 0.9, 0.8 and 0.85 on one and of 1.1, 1 and
// 1.05 on the other, of performance 2 on one and, as time falls, 2 on the other.
func twoWorkloads() *builder {
	b := &builder{Options: Options{Workloads: []string{"one", "two"}}}
	b.Thresholds = Thresholds{}.withDefaults()
	energy, same := totalEnergy(), []float64{1, 1, 1}
	b.groups = []group{
		measured(
			"one", []Reading{energy, {Path: scorePath, Better: higher, Known: true, Value: 5}},
			map[string][]float64{energy.Path: {100, 100, 100}, scorePath: {5, 6, 7}, WorkMetric: same},
			map[string][]float64{energy.Path: {90, 80, 85}, scorePath: {10, 12, 14}, WorkMetric: same},
		),
		measured(
			"two", []Reading{energy, {Path: timePath, Better: lower, Known: true, Value: 8}},
			map[string][]float64{energy.Path: {10, 20, 40}, timePath: {8, 8, 8}, WorkMetric: same},
			map[string][]float64{energy.Path: {11, 20, 42}, timePath: {4, 4, 4}, WorkMetric: same},
		),
	}
	return b
}

// geo is the geometric mean of b's workloads, judged.
func geo(b *builder) *GeoMean {
	var singles []*contest
	for i := range b.groups {
		singles = append(singles, b.contests(&b.groups[i])...)
	}
	overall := b.geoContests(singles)
	adjustAll(singles, overall)
	for _, t := range singles {
		t.judge(b.Thresholds)
	}
	return b.geoMean(overall, singles)
}

// By hand: the logarithms of the three seeds are those of sqrt(0.99), sqrt(0.8) and
// sqrt(0.8925); t(0.975, 2) = 4.302653; and with 2 degrees of freedom p is
// 1 - |t| / sqrt(t^2 + 2) in closed form.
func TestGeoMeanByHand(t *testing.T) {
	g := geo(twoWorkloads())
	c := &g.Comparisons[0]
	if c.Metric != "energy.total" || c.Workload != GeoMeanName || c.Unit != "ratio" || !c.Paired || c.N != 3 || c.Exact {
		t.Fatalf("%+v", c)
	}
	near(t, "ratio", c.VariantSummary.Mean, math.Pow(0.99*0.8*0.8925, 1.0/6), 1e-12)
	near(t, "deviation of the logarithms, times the ratio", c.VariantSummary.SD, 0.9438194*0.3240152, 1e-6)
	near(t, "change", *c.DeltaPct, -5.61806, 1e-5)
	near(t, "lower end", c.CI95Pct[0], -17.31853, 1e-5)
	near(t, "upper end", c.CI95Pct[1], 7.73817, 1e-5)
	near(t, "p", *c.P, 0.2009123, 1e-7)
	near(t, "part of one", c.Parts[0].Ratio, math.Cbrt(0.9*0.8*0.85), 1e-12)
	near(t, "part of two", c.Parts[1].Ratio, math.Cbrt(1.1*1.05), 1e-12)
	speed := &g.Comparisons[1]
	if speed.Metric != PerformanceMetric || speed.Verdict != Better || speed.Parts[0].Inverse || !speed.Parts[1].Inverse {
		t.Errorf("%+v", speed)
	}
	near(t, "performance", *speed.DeltaPct, 100, 1e-9)
	if k := g.Conclusions[0]; k.Winner != nil || !strings.Contains(k.Why, "unclear; performance better: no winner") {
		t.Errorf("%+v", k)
	}
}

func TestGeoMeanOfOtherSeeds(t *testing.T) {
	b := twoWorkloads()
	for i := range b.groups {
		b.groups[i].series[1].Seeds = []uint64{4, 5, 6}
	}
	c := geo(b).Comparisons[0]
	near(t, "ratio", c.VariantSummary.Mean, math.Pow(0.99*0.8*0.8925, 1.0/6), 1e-12)
	near(t, "deviation of the base", c.BaseSummary.SD, 0.3465736, 1e-7) // of the logarithms: ln(4) / 4
	if c.Paired || *c.P < 0.5 {
		t.Errorf("%+v", c)
	}
}

// One value short: the seed is left out. A value of 0 has no logarithm.
func TestGeoMeanWithoutValues(t *testing.T) {
	b := twoWorkloads()
	delete(b.groups[1].series[1].runs[0], "energy.total")
	c := geo(b).Comparisons[0]
	near(t, "ratio of two seeds", c.VariantSummary.Mean, math.Pow(0.8*0.8925, 1.0/4), 1e-12)
	if c.N != 2 {
		t.Errorf("%+v", c)
	}
	b = twoWorkloads()
	b.groups[0].series[1].runs[1]["energy.total"] = Reading{Known: true}
	if c := geo(b).Comparisons[0]; c.Delta != nil || c.Note != "a value of 0 on one has no logarithm" ||
		c.Verdict != Unclear {
		t.Errorf("%+v", c)
	}
	b = twoWorkloads()
	b.groups[0].series[0].runs = make([]map[string]Reading, 3)
	if c := geo(b).Comparisons[0]; c.Delta != nil || c.Note != noValue {
		t.Errorf("%+v", c)
	}
	b.groups[0].readings = nil
	if got := b.geoContests(nil); got != nil {
		t.Errorf("a workload that was not run has a mean: %+v", got)
	}
}

// No winner overall if the work differs somewhere; and a mean does not hide a
// workload that got slower.
func TestGeoMeanConclusions(t *testing.T) {
	b := twoWorkloads()
	for seed := range 3 {
		b.groups[1].series[1].runs[seed][WorkMetric] = Reading{Value: 2, Known: true}
	}
	k := geo(b).Conclusions[0]
	if k.Winner != nil || !strings.HasPrefix(k.Why, "two: the work done differs by +100.0 %") {
		t.Errorf("%+v", k)
	}
	b = twoWorkloads()
	for seed := range 3 {
		b.groups[1].series[1].runs[seed][timePath] = Reading{Value: 9, Known: true}
	}
	g := geo(b)
	if k := g.Conclusions[0]; !strings.HasSuffix(k.Why, "; by itself worse on two") || g.Comparisons[1].Verdict != Better {
		t.Errorf("%+v", g)
	}
}

// The mean does not change with the unit of a workload, turns over with the sides,
// and is the geometric mean of its parts.
func TestGeoMeanLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.IntRange(2, 6).Draw(t, "seeds")
		values := func(name string) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(1, 1000), seeds, seeds).Draw(t, name)
		}
		energy := totalEnergy()
		b := &builder{Options: Options{Workloads: []string{"one", "two", "three"}}}
		back := &builder{Options: b.Options}
		scale := rapid.Float64Range(0.01, 100).Draw(t, "unit")
		for i, name := range b.Workloads {
			x, y := values(name+" a"), values(name+" b")
			var xs, ys []float64
			for j := range x {
				xs, ys = append(xs, x[j]), append(ys, y[j])
				if i == 1 {
					xs[j], ys[j] = scale*x[j], scale*y[j]
				}
			}
			of := func(v []float64) map[string][]float64 { return map[string][]float64{energy.Path: v} }
			b.groups = append(b.groups, measured(name, []Reading{energy}, of(x), of(y)))
			back.groups = append(back.groups, measured(name, []Reading{energy}, of(ys), of(xs)))
		}
		one := b.geoChange([2]int{0, 1}, b.sameMetric(energy.Path))
		two := back.geoChange([2]int{0, 1}, back.sameMetric(energy.Path))
		if r := one.VariantSummary.Mean * two.VariantSummary.Mean; math.Abs(r-1) > 1e-9 || math.Abs(*one.P-*two.P) > 1e-9 {
			t.Fatalf("%+v, the other way %+v", one, two)
		}
		product := 1.0
		for _, part := range one.Parts {
			product *= part.Ratio
		}
		if math.Abs(math.Cbrt(product)/one.VariantSummary.Mean-1) > 1e-9 {
			t.Fatalf("%+v", one)
		}
	})
}

// Common energies only; the leading measure is the first with a value.
func TestGeoMeanMetrics(t *testing.T) {
	b := twoWorkloads()
	b.groups[0].metrics = append(b.groups[0].metrics, Reading{Path: "energy.mid", Better: lower})
	if got := b.commonEnergies(); !slices.Equal(got, []string{"energy.total"}) {
		t.Errorf("%q", got)
	}
	late := Reading{Path: ownMetrics + "late", Better: lower, Known: true}
	cut := Reading{Path: scorePath, Better: higher}
	if got := leading([]Reading{cut, late}); got.Path != WorkMetric {
		t.Errorf("%+v leads", got)
	}
	rate := Reading{Path: ownMetrics + "rate", Better: higher, Known: true, Value: 3}
	if got := leading([]Reading{cut, late, rate}); got != rate {
		t.Errorf("%+v leads", got)
	}
}

// The parts of a mean are told apart whatever the workloads are called, "/s" at the
// end of a path included.
func TestGeoMeanNames(t *testing.T) {
	b := twoWorkloads()
	b.groups[0].workload, b.groups[1].workload = "loads/s", "mean"
	parts := geo(b).Comparisons[0].Parts
	if len(parts) != 2 || math.Abs(parts[0].Ratio-math.Cbrt(0.9*0.8*0.85)) > 1e-12 ||
		math.Abs(parts[1].Ratio-math.Cbrt(1.1*1.05)) > 1e-12 {
		t.Errorf("%+v", parts)
	}
}

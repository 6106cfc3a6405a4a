package compare

import (
	"slices"
	"testing"
)

func TestSignificant(t *testing.T) {
	row := func(metric, better string, lo, hi float64) Change {
		mid := (lo + hi) / 2
		return Change{Metric: metric, Base: "a", Variant: "b", Better: better, Delta: &mid, CI95: &[2]float64{lo, hi}}
	}
	total, little := row("energy.total", lower, 1, 3), row("energy.little", lower, -1, 3)
	work, points := row(WorkMetric, higher, -1, 1), row(scorePath, higher, -1, 1)
	count, faster := row("scheduler.switches", "", 2, 3), row(timePath, lower, -3, -2)
	cut := Change{Metric: ownMetrics + "cut", Base: "a", Variant: "b", Better: higher}
	for _, c := range []struct {
		name string
		rows []Change
		want []string
	}{
		{"nothing differs", []Change{little, work, points, cut}, nil},
		{"an energy keeps the leading measure", []Change{total, little, work, cut, points}, []string{"energy.total", scorePath}},
		{"or the work, if that is all", []Change{total, work}, []string{"energy.total", WorkMetric}},
		{"a measure that differs is enough", []Change{total, points, faster}, []string{"energy.total", timePath}},
		{"a measure needs no energy", []Change{little, points, faster}, []string{timePath}},
		{"a count is no measure", []Change{total, count, work}, []string{"energy.total", count.Metric, WorkMetric}},
	} {
		all := Comparison{Comparisons: c.rows, Conclusions: []Conclusion{{Base: "a", Variant: "b"}}}
		got := all.Significant()
		var names []string
		for i := range got.Comparisons {
			names = append(names, got.Comparisons[i].Metric)
		}
		if left := len(c.rows) - len(c.want); !slices.Equal(names, c.want) || got.Conclusions[0].LeftOut != left {
			t.Errorf("%s: %q with %d left out, want %q", c.name, names, got.Conclusions[0].LeftOut, c.want)
		}
		if len(all.Comparisons) != len(c.rows) || all.Conclusions[0].LeftOut != 0 {
			t.Errorf("%s: the comparison itself was changed", c.name)
		}
	}
}

// Rows are filtered by themselves for each pair, each workload and the mean.
func TestSignificantByPair(t *testing.T) {
	row := func(variant, workload string, lo float64) Change {
		return Change{
			Metric: "scheduler.switches", Base: "a", Variant: variant, Workload: workload, CI95: &[2]float64{lo, 2},
		}
	}
	all := Comparison{
		Comparisons: []Change{row("b", "x", 1), row("b", "y", -1), row("c", "x", -1), row("c", "y", 1)},
		Conclusions: []Conclusion{
			{Base: "a", Variant: "b", Workload: "x"},
			{Base: "a", Variant: "c", Workload: "x"},
			{Base: "a", Variant: "b", Workload: "y"},
			{Base: "a", Variant: "c", Workload: "y"},
		},
		GeoMean: &GeoMean{
			Comparisons: []Change{row("b", GeoMeanName, 1), row("c", GeoMeanName, -1)},
			Conclusions: []Conclusion{
				{Base: "a", Variant: "b", Workload: GeoMeanName}, {Base: "a", Variant: "c", Workload: GeoMeanName},
			},
		},
	}
	got := all.Significant()
	var left []int
	for _, k := range slices.Concat(got.Conclusions, got.GeoMean.Conclusions) {
		left = append(left, k.LeftOut)
	}
	if len(got.Comparisons) != 2 || len(got.GeoMean.Comparisons) != 1 || !slices.Equal(left, []int{0, 1, 1, 0, 0, 1}) {
		t.Errorf("%+v, left out %v", got, left)
	}
}

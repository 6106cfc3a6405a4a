package page

import (
	"math"
	"slices"

	"easim/eas/compare"
)

// estimate is a mean over the seeds with its 95 % interval.
type estimate struct {
	mean, lo, hi, sd float64
	n                int
	raw              []float64
}

// estimate is the mean of a measure at a point; n is 0 if no run knows it.
func (g *Sweep) estimate(m *measure, point int) estimate {
	return estimateOf(known(g.at(m, point)))
}

func estimateOf(values []float64) estimate {
	e := estimate{raw: values, n: len(values)}
	if e.n > 0 {
		d := compare.Paired(make([]float64, e.n), values)
		e.mean, e.lo, e.hi, e.sd = d.Mean, d.Lo, d.Hi, compare.Summarize(values).SD
	}
	return e
}

// mean is the mean of a measure at a point; NaN if no run knows it.
func (g *Sweep) mean(m *measure, point int) float64 {
	sum, n := 0.0, 0
	for _, v := range g.at(m, point) {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	return sum / float64(n) // 0/0 is NaN
}

// against is the change of a measure from one point to another in percent of the
// first's mean, seed by seed; ok is false if it is not known.
func (g *Sweep) against(m *measure, base, point int) (d compare.Difference, ok bool) {
	var a, b []float64
	x, y := g.at(m, base), g.at(m, point)
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			a, b = append(a, x[i]), append(b, y[i])
		}
	}
	mean := math.Abs(compare.Summarize(a).Mean)
	if mean == 0 {
		return d, false
	}
	for i := range a {
		a[i], b[i] = 100*a[i]/mean, 100*b[i]/mean
	}
	return compare.Paired(a, b), true
}

// contrast is the change of a measure between two values of an axis in percent,
// averaged over the pairs of points that differ in nothing else, seed by seed.
func (g *Sweep) contrast(m *measure, points []int, axis, from, to int) (d compare.Difference, ok bool) {
	twins := map[string]int{}
	key := func(i int) string {
		at := slices.Clone(g.points[i])
		at[axis] = 0
		return pathKey(at)
	}
	for _, i := range points {
		if g.points[i][axis] == from {
			twins[key(i)] = i
		}
	}
	sums, pairs := make([]float64, len(g.seeds)), 0
	for _, i := range points {
		j, paired := twins[key(i)]
		if g.points[i][axis] != to || !paired {
			continue
		}
		base := g.mean(m, j)
		if base == 0 || math.IsNaN(base) {
			continue
		}
		x, y := g.at(m, j), g.at(m, i)
		for s := range sums {
			sums[s] += 100 * (y[s] - x[s]) / math.Abs(base)
		}
		pairs++
	}
	if pairs == 0 {
		return d, false
	}
	sums = known(sums)
	for s := range sums {
		sums[s] /= float64(pairs)
	}
	if len(sums) == 0 {
		return d, false
	}
	return compare.Paired(make([]float64, len(sums)), sums), true
}

// compare orders two values of a measure: above 0 if a is better.
func (m *measure) compare(a, b float64) float64 {
	if m.better == "lower" {
		return b - a
	}
	return a - b
}

// extremes are the points of the best and the worst mean of a measure; -1 if none
// is known. of is how many there are.
func (g *Sweep) extremes(m *measure, points []int) (best, worst, of int) {
	best, worst = -1, -1
	var top, bottom float64
	for _, i := range points {
		v := g.mean(m, i)
		if math.IsNaN(v) {
			continue
		}
		of++
		if best < 0 || m.compare(v, top) > 0 {
			best, top = i, v
		}
		if worst < 0 || m.compare(v, bottom) < 0 {
			worst, bottom = i, v
		}
	}
	return best, worst, of
}

// front are the points that no other beats in energy and performance, from the
// least energy up; points that are equal stand side by side.
func (g *Sweep) front(m *measure, points []int) []int {
	order := slices.DeleteFunc(slices.Clone(points), func(i int) bool {
		return math.IsNaN(g.mean(g.energy(), i)) || math.IsNaN(g.mean(m, i))
	})
	slices.SortStableFunc(order, func(a, b int) int {
		if d := g.mean(g.energy(), a) - g.mean(g.energy(), b); d != 0 {
			return sign(d)
		}
		return sign(m.compare(g.mean(m, b), g.mean(m, a)))
	})
	var out []int
	for _, i := range order {
		if len(out) > 0 {
			last := out[len(out)-1]
			gain := m.compare(g.mean(m, i), g.mean(m, last))
			if gain < 0 || gain == 0 && g.mean(g.energy(), i) > g.mean(g.energy(), last) {
				continue
			}
		}
		out = append(out, i)
	}
	return out
}

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

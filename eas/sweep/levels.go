package sweep

import (
	"cmp"
	"slices"

	"easim/eas/compare"
)

// level is a value of an axis, or, in a sample of an axis of many, neighbouring
// values that are taken together.
type level struct {
	label  string
	number float64 // of the first value, if the axis has an order
	values []uint32
	points []int
}

// A sampled axis of more than maxLevels values is cut into bins of about equally
// many points.
const (
	maxLevels = 12
	bins      = 8
)

// AxisSummary is what one axis does.
type AxisSummary struct {
	Name    string  `json:"axis"`
	Ordered bool    `json:"ordered"` // its values are numbers
	Context bool    `json:"context"` // it changes the question: the work, the board, the meter
	Levels  []Level `json:"levels"`
	Shapes  []Shape `json:"shapes"` // of an ordered axis, one for each metric
}

// Level is one value of an axis, over all values of the others.
type Level struct {
	Value     string `json:"value"`
	Points    int    `json:"points"`
	Reference bool   `json:"reference"`
	Cells     []Cell `json:"cells"` // one for each metric
}

// sampled reports whether the points are a sample.
func (s *study) sampled() bool { return s.p.Random > 0 || s.p.Latin > 0 }

// makeLevels sorts the points into the levels of each axis.
func (s *study) makeLevels() {
	s.levels = make([][]level, len(s.p.Axes))
	for a := range s.p.Axes {
		s.levels[a] = s.levelsOf(a)
	}
}

// levelsOf are the levels of an axis; those of an ordered one ascend.
func (s *study) levelsOf(a int) []level {
	axis := &s.p.Axes[a]
	byValue := make([][]int, len(axis.Values))
	for _, i := range s.points {
		v := s.p.Point(i).Coordinates()[a]
		byValue[v] = append(byValue[v], i)
	}
	numbers, ordered := axis.Numbers()
	var levels []level
	for v, points := range byValue {
		if len(points) == 0 {
			continue
		}
		l := level{label: axis.Values[v], values: []uint32{uint32(v)}, points: points}
		if ordered {
			l.number = numbers[v]
		}
		levels = append(levels, l)
	}
	if !ordered {
		return levels
	}
	slices.SortStableFunc(levels, func(x, y level) int { return cmp.Compare(x.number, y.number) })
	if s.sampled() && len(levels) > maxLevels {
		return bin(levels, len(s.points))
	}
	return levels
}

// bin joins neighbours into bins of about equally many points.
func bin(levels []level, points int) []level {
	var out []level
	taken := 0
	for _, l := range levels {
		if want := taken * bins / points; len(out) == 0 || want >= len(out) {
			out = append(out, level{label: l.label, number: l.number})
		}
		b := &out[len(out)-1]
		first, _, _ := cutRange(b.label)
		if b.label = first; l.label != first {
			b.label = first + ".." + l.label
		}
		b.values = append(b.values, l.values...)
		b.points = append(b.points, l.points...)
		taken += len(l.points)
	}
	return out
}

func cutRange(label string) (first, last string, isRange bool) {
	for i := range len(label) - 1 {
		if label[i:i+2] == ".." {
			return label[:i], label[i+2:], true
		}
	}
	return label, "", false
}

// axes describes every axis.
func (s *study) axes() {
	s.out.Axes = []AxisSummary{}
	for a := range s.p.Axes {
		axis := &s.p.Axes[a]
		_, ordered := axis.Numbers()
		sum := AxisSummary{Name: axis.Name, Ordered: ordered, Context: axis.Context(), Shapes: []Shape{}}
		ref := slices.IndexFunc(s.levels[a], func(l level) bool { return slices.Contains(l.values, s.ref[a]) })
		for i := range s.levels[a] {
			l := &s.levels[a][i]
			row := Level{Value: l.label, Points: len(l.points), Reference: i == ref}
			for _, k := range s.metrics {
				c := s.cell(k, l.points)
				if ref >= 0 {
					s.change(&c, k, a, l, &s.levels[a][ref])
				}
				row.Cells = append(row.Cells, c)
			}
			sum.Levels = append(sum.Levels, row)
		}
		if ordered {
			for m, k := range s.metrics {
				sum.Shapes = append(sum.Shapes, s.shape(a, m, k, sum.Levels))
			}
		}
		s.out.Axes = append(s.out.Axes, sum)
	}
}

// cell is the mean of a metric over points: first over the points with one seed,
// then over the seeds, so that what chance does to all points alike is not counted
// as knowledge.
func (s *study) cell(k *studied, points []int) Cell {
	sums := make([]float64, len(s.p.Seeds))
	n, unit, mixed := 0, "", false
	for _, i := range points {
		if !k.whole[i] {
			continue
		}
		if n == 0 {
			unit = k.unit(i)
		}
		mixed = mixed || k.unit(i) != unit
		for j, v := range k.seeds(i) {
			sums[j] += v
		}
		n++
	}
	c := Cell{N: n * len(sums)}
	if n == 0 || mixed {
		return c
	}
	for j := range sums {
		sums[j] /= float64(n)
	}
	sum := compare.Summarize(sums)
	c.Mean = &sum.Mean
	if sum.N > 1 {
		c.SD = &sum.SD
		d := ofSeeds(sums)
		c.CI95 = &[2]float64{d.Lo, d.Hi}
	}
	return c
}

// ofSeeds is the mean of one value a seed, with its interval.
func ofSeeds(values []float64) compare.Difference {
	return compare.Paired(make([]float64, len(values)), values)
}

// change fills in the change from the level ref to the level l of axis a.
func (s *study) change(c *Cell, k *studied, a int, l, ref *level) {
	if l == ref || c.N == 0 {
		return
	}
	d, paired, ok := s.difference(k, a, l, ref)
	if !ok {
		return
	}
	c.DeltaPct, c.Paired = &d.Mean, paired
	if d.Known {
		c.DeltaCI = &[2]float64{d.Lo, d.Hi}
	}
}

// difference is the relative change from the level ref to the level l of axis a, in
// percent; ok is false if it is not known.
func (s *study) difference(k *studied, a int, l, ref *level) (d compare.Difference, paired, ok bool) {
	d, pairs := s.paired(k, a, l, ref)
	if pairs > 0 || k.units != nil {
		return d, true, pairs > 0
	}
	values := s.alone(k, a)
	x, y := known(values, ref.points), known(values, l.points)
	base := compare.Summarize(x).Mean
	if len(x) == 0 || len(y) == 0 || base == 0 {
		return d, false, false
	}
	return compare.Unpaired(percent(x, base), percent(y, base)), false, true
}

// paired is the relative change from ref to l in percent, over the pairs of points
// that differ in axis a only.
func (s *study) paired(k *studied, a int, l, ref *level) (d compare.Difference, pairs int) {
	if len(ref.values) != 1 || len(l.values) != 1 {
		return d, 0
	}
	other := make([]uint32, len(s.p.Axes))
	sums := make([]float64, len(s.p.Seeds))
	for _, i := range l.points {
		copy(other, s.p.Point(i).Coordinates())
		other[a] = ref.values[0]
		j := s.find(other)
		if j < 0 || !k.whole[i] || !k.whole[j] || k.unit(i) != k.unit(j) {
			continue
		}
		base := k.means[j]
		if base == 0 {
			if k.means[i] != 0 {
				continue // no percentage of nothing
			}
			base = 1
		}
		x, y := k.seeds(j), k.seeds(i)
		for n := range sums {
			sums[n] += 100 * (y[n] - x[n]) / abs(base)
		}
		pairs++
	}
	if pairs == 0 {
		return d, 0
	}
	for n := range sums {
		sums[n] /= float64(pairs)
	}
	return ofSeeds(sums), pairs
}

func abs(v float64) float64 { return max(v, -v) }

// known are the values at points that are known.
func known(values []float64, points []int) []float64 {
	var out []float64
	for _, i := range points {
		if values[i] == values[i] {
			out = append(out, values[i])
		}
	}
	return out
}

func percent(values []float64, base float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = 100 * v / abs(base)
	}
	return out
}

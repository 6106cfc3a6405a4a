package sweep

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// EffectTable says how much of what a metric does is due to each axis alone, and to
// pairs of axes together.
type EffectTable struct {
	Metric string `json:"metric"`
	// Relative: the values were divided by their mean in each context first, so that
	// boards and workloads count alike.
	Relative bool     `json:"relative"`
	Method   string   `json:"method"` // "analysis of variance" or "regression"
	Main     []Effect `json:"main"`   // in the order of the axes
	Pairs    []Effect `json:"pairs"`  // the two strongest interactions
	Note     string   `json:"note,omitempty"`
}

// Effect is the part of an axis, or of the interaction of two: what they do
// together beyond what each does alone.
type Effect struct {
	Axes     []string `json:"axes"`
	SharePct float64  `json:"share_pct"` // of the variance between the points
	SwingPct *float64 `json:"swing_pct"` // largest minus smallest mean of a level, % of the mean; of one axis only
	P        *float64 `json:"p"`         // that chance alone does as much; nil if not known, or chance has no part
}

// maxPairs is how many interactions are reported.
const maxPairs = 2

// effects analyses every metric.
func (s *study) effects() {
	if len(s.points) < 2 {
		return
	}
	for _, k := range s.metrics {
		if t := s.effectTable(k); t != nil {
			s.out.Effects = append(s.out.Effects, *t)
		}
	}
}

// response is what is analysed: one number a point, and what chance does to it.
type response struct {
	points   []int
	y        []float64 // of the points, less their mean
	mean     float64
	total    float64 // sum of squares of y
	noise    float64 // mean square that chance gives a point's mean
	freedom  float64 // of noise; 0: not known
	relative bool
}

// respond makes the response of a metric; nil if it does not vary, or nothing is
// known.
func (s *study) respond(k *studied) *response {
	r := &response{}
	scale := make([]float64, s.p.Points())
	questions := s.questions()
	r.relative = len(questions) > 1
	for _, c := range questions {
		sum, n := 0.0, 0
		for _, i := range c.points {
			if k.whole[i] {
				sum += k.means[i]
				n++
			}
		}
		for _, i := range c.points {
			if !k.whole[i] || r.relative && sum == 0 {
				continue
			}
			scale[i] = 1
			if r.relative {
				scale[i] = float64(n) / abs(sum)
			}
			r.points = append(r.points, i)
		}
	}
	slices.Sort(r.points)
	if len(r.points) < 2 {
		return nil
	}
	for _, i := range r.points {
		r.y = append(r.y, float64(k.means[i]*scale[i]))
		r.mean += r.y[len(r.y)-1]
	}
	r.mean /= float64(len(r.y))
	for i := range r.y {
		r.y[i] -= r.mean
		r.total += float64(r.y[i] * r.y[i])
	}
	s.chance(k, r, scale)
	if r.total <= 1e-20*float64(r.mean*r.mean)*float64(len(r.y)) {
		return nil
	}
	return r
}

// chance estimates the noise from what is left when the means of the points and of
// the seeds are taken away: the seeds are the same at all points.
func (s *study) chance(k *studied, r *response, scale []float64) {
	seeds := len(s.p.Seeds)
	if seeds < 2 {
		return
	}
	bySeed := make([]float64, seeds)
	for j, i := range r.points {
		for n, v := range k.seeds(i) {
			bySeed[n] += float64(v*scale[i]) - r.mean - r.y[j]
		}
	}
	sum := 0.0
	for j, i := range r.points {
		for n, v := range k.seeds(i) {
			e := float64(v*scale[i]) - r.mean - r.y[j] - bySeed[n]/float64(len(r.points))
			sum += float64(e * e)
		}
	}
	r.freedom = float64((len(r.points) - 1) * (seeds - 1))
	r.noise = sum / r.freedom / float64(seeds)
}

// part is a sum of squares with its degrees of freedom.
type part struct {
	axes    []int
	squares float64
	freedom int
}

func (s *study) effectTable(k *studied) *EffectTable {
	r := s.respond(k)
	if r == nil {
		return nil
	}
	t := &EffectTable{Metric: k.Path, Relative: r.relative, Main: []Effect{}, Pairs: []Effect{}}
	var main, pairs []part
	if s.balanced(r) {
		t.Method = "analysis of variance"
		main, pairs = s.variance(r)
	} else {
		t.Method = "regression"
		main, pairs, t.Note = s.regression(r)
	}
	for _, p := range main {
		if r.relative && s.p.Axes[p.axes[0]].Context() {
			continue // its means are all 1
		}
		e := s.effect(r, p)
		swing := s.swing(r, p.axes[0])
		e.SwingPct = &swing
		t.Main = append(t.Main, e)
	}
	slices.SortStableFunc(pairs, func(a, b part) int {
		switch {
		case a.squares > b.squares:
			return -1
		case a.squares < b.squares:
			return 1
		}
		return 0
	})
	for _, p := range pairs {
		bothContext := s.p.Axes[p.axes[0]].Context() && s.p.Axes[p.axes[1]].Context()
		if len(t.Pairs) < maxPairs && !(r.relative && bothContext) {
			t.Pairs = append(t.Pairs, s.effect(r, p))
		}
	}
	return t
}

func (s *study) effect(r *response, p part) Effect {
	e := Effect{SharePct: 100 * max(p.squares, 0) / r.total}
	for _, a := range p.axes {
		e.Axes = append(e.Axes, s.p.Axes[a].Name)
	}
	if r.freedom > 0 && r.noise > 0 && p.freedom > 0 {
		f := distuv.F{D1: float64(p.freedom), D2: r.freedom}
		prob := f.Survival(max(p.squares, 0) / float64(p.freedom) / r.noise)
		if !math.IsNaN(prob) {
			e.P = &prob
		}
	}
	return e
}

// swing is the spread of the means of the levels of an axis, percent of the mean.
func (s *study) swing(r *response, a int) float64 {
	sums, counts := s.levelSums(r, a)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range sums {
		if counts[i] > 0 {
			m := sums[i] / float64(counts[i])
			lo, hi = min(lo, m), max(hi, m)
		}
	}
	if r.mean == 0 || lo > hi {
		return 0
	}
	return 100 * (hi - lo) / abs(r.mean)
}

func (s *study) levelSums(r *response, a int) (sums []float64, counts []int) {
	of := s.levelOf(a)
	sums, counts = make([]float64, len(s.levels[a])), make([]int, len(s.levels[a]))
	for j, i := range r.points {
		l := of[s.p.Point(i).Coordinates()[a]]
		sums[l] += r.y[j]
		counts[l]++
	}
	return sums, counts
}

// balanced reports whether every combination of the axes' levels is there once.
func (s *study) balanced(r *response) bool {
	n := uint64(1)
	for a := range s.levels {
		n *= uint64(len(s.levels[a]))
		if n > uint64(len(r.points)) {
			return false
		}
	}
	return n == uint64(len(r.points)) && !s.sampled()
}

// variance splits the sum of squares of a balanced grid. With n points at each
// level, or pair of levels, and means taken over them:
//
//	SS(A)  = n sum over a of (y_a - y)^2
//	SS(AB) = n sum over a, b of (y_ab - y_a - y_b + y)^2
func (s *study) variance(r *response) (main, pairs []part) {
	means := make([][]float64, len(s.levels))
	for a := range s.levels {
		sums, counts := s.levelSums(r, a)
		p := part{axes: []int{a}, freedom: len(sums) - 1}
		for i := range sums {
			sums[i] /= float64(counts[i])
			p.squares += float64(counts[i]) * float64(sums[i]*sums[i])
		}
		means[a] = sums
		main = append(main, p)
	}
	for a := range s.levels {
		for b := range a {
			pairs = append(pairs, s.pairVariance(r, b, a, means))
		}
	}
	return main, pairs
}

func (s *study) pairVariance(r *response, a, b int, means [][]float64) part {
	ofA, ofB := s.levelOf(a), s.levelOf(b)
	rows, cols := len(means[a]), len(means[b])
	sums := make([]float64, rows*cols)
	for j, i := range r.points {
		c := s.p.Point(i).Coordinates()
		sums[ofA[c[a]]*cols+ofB[c[b]]] += r.y[j]
	}
	n := float64(len(r.points)) / float64(rows*cols)
	p := part{axes: []int{a, b}, freedom: (rows - 1) * (cols - 1)}
	for x := range rows {
		for y := range cols {
			d := sums[x*cols+y]/n - means[a][x] - means[b][y]
			p.squares += n * float64(d*d)
		}
	}
	return p
}

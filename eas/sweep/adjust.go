package sweep

import (
	"slices"
)

// alone are the means of a metric by point, less what the other axes than a do to
// them: the parts of the other axes in the regression of all axes, without their
// mean. So the points of a sample, no two of which agree on all other axes, can be
// set against each other. Where the points are too few they are the means as they
// stand.
func (s *study) alone(k *studied, a int) []float64 {
	if k.alones == nil {
		k.alones = make([][]float64, len(s.p.Axes))
	}
	if k.alones[a] == nil {
		k.alones[a] = s.withoutOthers(k, a)
	}
	return k.alones[a]
}

func (s *study) withoutOthers(k *studied, a int) []float64 {
	r := &response{}
	for _, i := range s.points {
		if k.whole[i] {
			r.points = append(r.points, i)
			r.mean += k.means[i]
		}
	}
	r.mean /= float64(max(len(r.points), 1))
	for _, i := range r.points {
		r.y = append(r.y, k.means[i]-r.mean)
	}
	factors := s.factors(r)
	terms := []term{{-1, -1}}
	for i := range factors {
		terms = append(terms, term{i, -1})
	}
	if len(terms) > maxTerms || len(terms) >= len(r.points) {
		return k.means
	}
	b, _, ok := newFit(s, r, factors, terms).solve(terms)
	if !ok {
		return k.means
	}
	out := slices.Clone(k.means)
	for n, f := range factors {
		if f.axis != a {
			s.subtract(out, r.points, f, b.AtVec(n+1))
		}
	}
	return out
}

// subtract takes a factor's part from the values at points, but for its mean.
func (s *study) subtract(values []float64, points []int, f factor, coefficient float64) {
	mean := 0.0
	for _, i := range points {
		mean += f.value[s.p.Point(i).Coordinates()[f.axis]]
	}
	mean /= float64(len(points))
	for _, i := range points {
		x := f.value[s.p.Point(i).Coordinates()[f.axis]] - mean
		values[i] -= float64(coefficient * x)
	}
}

package sweep

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// maxTerms is the largest number of columns that a regression may have.
const maxTerms = 200

// term is one column of a regression: the product of one or two factors.
type term struct{ a, b int } // indices of factors; b is -1 for one alone

// factor is a function of the value on one axis.
type factor struct {
	axis  int
	value []float64 // by value of the axis
}

// regression splits the sum of squares of points that are no balanced grid, by
// least squares. An ordered axis of more than three values counts with a straight
// line and a parabola over the ranks of its values, any other with one column a
// level; an interaction of two axes has the products of their columns, of ordered
// ones the straight lines only. The part of an axis is what the fit loses without
// it; that of a pair, what it gains with it.
func (s *study) regression(r *response) (main, pairs []part, note string) {
	factors := s.factors(r)
	byAxis := make([][]int, len(s.p.Axes))
	for i, f := range factors {
		byAxis[f.axis] = append(byAxis[f.axis], i)
	}
	terms := []term{{-1, -1}}
	for i := range factors {
		terms = append(terms, term{i, -1})
	}
	if len(terms) > maxTerms || len(terms) >= len(r.points) {
		return nil, nil, fmt.Sprintf("%d points are too few, or the axes have too many values, to tell their parts apart",
			len(r.points))
	}
	f := newFit(s, r, factors, terms)
	all := f.residual(terms)
	for a := range s.p.Axes {
		if len(byAxis[a]) == 0 {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(terms), func(t term) bool { return t.a >= 0 && factors[t.a].axis == a })
		main = append(main, part{axes: []int{a}, squares: f.residual(rest) - all, freedom: len(byAxis[a])})
	}
	for a := range s.p.Axes {
		for b := range a {
			extra := products(byAxis[b], byAxis[a], s.linear(b), s.linear(a))
			more := append(slices.Clone(terms), extra...)
			if len(extra) == 0 || len(more) > maxTerms || len(more) >= len(r.points) {
				continue
			}
			g := newFit(s, r, factors, more)
			pairs = append(pairs, part{axes: []int{b, a}, squares: all - g.residual(more), freedom: len(extra)})
		}
	}
	undefined := func(p part) bool { return math.IsNaN(p.squares) }
	return slices.DeleteFunc(main, undefined), slices.DeleteFunc(pairs, undefined), ""
}

// linear reports whether an axis counts by the ranks of its values.
func (s *study) linear(a int) bool {
	_, ordered := s.p.Axes[a].Numbers()
	return ordered && len(s.levels[a]) > 3
}

func products(a, b []int, linearA, linearB bool) []term {
	if linearA {
		a = a[:min(1, len(a))]
	}
	if linearB {
		b = b[:min(1, len(b))]
	}
	var out []term
	for _, i := range a {
		for _, j := range b {
			out = append(out, term{i, j})
		}
	}
	return out
}

func (s *study) factors(r *response) []factor {
	var out []factor
	for a := range s.p.Axes {
		if s.linear(a) {
			out = append(out, s.polynomial(a)...)
			continue
		}
		present := make([]bool, len(s.p.Axes[a].Values))
		for _, i := range r.points {
			present[s.p.Point(i).Coordinates()[a]] = true
		}
		first := true
		for v := range present {
			if !present[v] {
				continue
			}
			if !first {
				f := factor{axis: a, value: make([]float64, len(present))}
				f.value[v] = 1
				out = append(out, f)
			}
			first = false
		}
	}
	return out
}

// polynomial are the rank of a value, scaled to -1..1, and its square.
func (s *study) polynomial(a int) []factor {
	numbers, _ := s.p.Axes[a].Numbers()
	order := make([]int, len(numbers))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if numbers[i] < numbers[j] {
			return -1
		}
		return 1
	})
	line, square := make([]float64, len(numbers)), make([]float64, len(numbers))
	for rank, v := range order {
		x := 2*float64(rank)/float64(len(order)-1) - 1
		line[v], square[v] = x, x*x
	}
	return []factor{{a, line}, {a, square}}
}

// fit is a least-squares fit by its normal equations.
type fit struct {
	index map[term]int
	xx    *mat.SymDense
	xy    []float64
	yy    float64
}

func newFit(s *study, r *response, factors []factor, terms []term) *fit {
	f := &fit{index: map[term]int{}, xx: mat.NewSymDense(len(terms), nil), xy: make([]float64, len(terms))}
	for i, t := range terms {
		f.index[t] = i
	}
	row, used := make([]float64, len(terms)), make([]int, 0, len(terms))
	for j, i := range r.points {
		c := s.p.Point(i).Coordinates()
		used = used[:0]
		for n, t := range terms {
			row[n] = 1
			if t.a >= 0 {
				row[n] = factors[t.a].value[c[factors[t.a].axis]]
			}
			if t.b >= 0 {
				row[n] *= factors[t.b].value[c[factors[t.b].axis]]
			}
			if row[n] != 0 {
				used = append(used, n)
			}
		}
		for n, p := range used {
			for _, q := range used[n:] {
				f.xx.SetSym(p, q, f.xx.At(p, q)+float64(row[p]*row[q]))
			}
			f.xy[p] += float64(row[p] * r.y[j])
		}
		f.yy += float64(r.y[j] * r.y[j])
	}
	return f
}

// residual is the sum of squares that a fit with these terms leaves.
func (f *fit) residual(terms []term) float64 {
	b, xy, ok := f.solve(terms)
	if !ok {
		return math.NaN()
	}
	return max(0, f.yy-mat.Dot(b, xy))
}

// solve finds the coefficients of the terms. A little is added to the diagonal, so
// that terms that say the same do no harm.
func (f *fit) solve(terms []term) (b, xy *mat.VecDense, ok bool) {
	n := len(terms)
	xx := mat.NewSymDense(n, nil)
	b, xy = mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i, t := range terms {
		p := f.index[t]
		xy.SetVec(i, f.xy[p])
		for j := i; j < n; j++ {
			xx.SetSym(i, j, f.xx.At(p, f.index[terms[j]]))
		}
		xx.SetSym(i, i, float64(xx.At(i, i)*(1+1e-10))+1e-12)
	}
	var chol mat.Cholesky
	ok = chol.Factorize(xx) && chol.SolveVecTo(b, xy) == nil
	return b, xy, ok
}

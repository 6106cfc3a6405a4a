package fit

import "math"

// monotone replaces the costs by those that minimise the sum of squared errors
// over all OPPs while core and cluster costs do not fall with frequency and
// cluster costs are not negative.
//
// The two constraints are apart and the sum is strictly convex, so minimising
// over the clusters and the cores in turn converges to the one minimum; each step
// is an isotonic regression (pool adjacent violators). The steps shrink the error
// by (Σn)² / (N Σn²) each time, 0.83 for one sample of 1, 2, 3 and 4 CPUs.
func (c *Cluster) monotone(o Options) {
	for j := range c.OPPs {
		if c.OPPs[j].Cluster == nil {
			return
		}
	}
	n := len(c.OPPs)
	core, shared := make([]float64, n), make([]float64, n)
	sums := make([]moments, n)
	for j := range c.OPPs {
		core[j], shared[j] = c.OPPs[j].Core.Value, c.OPPs[j].Cluster.Value
		sums[j] = momentsOf(c.at(j, o))
	}
	target, weight := make([]float64, n), make([]float64, n)
	for range 2000 {
		for j, m := range sums {
			target[j], weight[j] = (m.p-m.n*core[j])/m.one, m.one
		}
		moved := replace(shared, isotonic(target, weight, 0))
		for j, m := range sums {
			target[j], weight[j] = (m.np-m.n*shared[j])/m.nn, m.nn
		}
		if moved += replace(core, isotonic(target, weight, 0)); moved < 1e-6 {
			break
		}
	}
	for j := range c.OPPs {
		k := &c.OPPs[j]
		k.Moved = abs(k.Core.Value-core[j]) > 1e-3 || abs(k.Cluster.Value-shared[j]) > 1e-3
		k.Core.Value, k.Cluster.Value = core[j], shared[j]
	}
}

// moments are the sums over the points of one OPP that its squared error is made
// of: 1, n, n², P and n P.
type moments struct{ one, n, nn, p, np float64 }

func momentsOf(points []*Point) moments {
	var m moments
	for _, p := range points {
		n := float64(p.Busy)
		m.one++
		m.n += n
		m.nn += n * n
		m.p += p.PowerUW
		m.np += n * p.PowerUW
	}
	return m
}

// replace copies from into to and returns the largest change.
func replace(to, from []float64) float64 {
	moved := 0.0
	for i := range to {
		moved = max(moved, abs(to[i]-from[i]))
		to[i] = from[i]
	}
	return moved
}

// isotonic returns the non-decreasing sequence of values at least low that is
// nearest to y in the sum of weighted squares: pool adjacent violators, then cut
// at low.
func isotonic(y, weight []float64, low float64) []float64 {
	type block struct {
		mean, weight float64
		n            int
	}
	var blocks []block
	for i := range y {
		blocks = append(blocks, block{y[i], weight[i], 1})
		for len(blocks) > 1 {
			a, b := &blocks[len(blocks)-2], blocks[len(blocks)-1]
			if a.mean <= b.mean {
				break
			}
			a.mean = (a.mean*a.weight + b.mean*b.weight) / (a.weight + b.weight)
			a.weight += b.weight
			a.n += b.n
			blocks = blocks[:len(blocks)-1]
		}
	}
	out := make([]float64, 0, len(y))
	for _, b := range blocks {
		for range b.n {
			out = append(out, math.Max(b.mean, low))
		}
	}
	return out
}

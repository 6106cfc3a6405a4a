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
	for j := range c.OPPs {
		core[j], shared[j] = c.OPPs[j].Core.Value, c.OPPs[j].Cluster.Value
	}
	target, weight := make([]float64, n), make([]float64, n)
	for range 2000 {
		moved := 0.0
		for j := range c.OPPs {
			target[j], weight[j] = 0, 0
			for _, p := range c.at(j, o) {
				target[j] += p.PowerUW - float64(p.Busy)*core[j]
				weight[j]++
			}
			target[j] /= weight[j]
		}
		moved += replace(shared, isotonic(target, weight, 0))
		for j := range c.OPPs {
			target[j], weight[j] = 0, 0
			for _, p := range c.at(j, o) {
				target[j] += float64(p.Busy) * (p.PowerUW - shared[j])
				weight[j] += float64(p.Busy * p.Busy)
			}
			target[j] /= weight[j]
		}
		moved += replace(core, isotonic(target, weight, 0))
		if moved < 1e-6 {
			break
		}
	}
	for j := range c.OPPs {
		k := &c.OPPs[j]
		k.Moved = abs(k.Core.Value-core[j]) > 1e-3 || abs(k.Cluster.Value-shared[j]) > 1e-3
		k.Core.Value, k.Cluster.Value = core[j], shared[j]
	}
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

package fit

import (
	"fmt"
	"math/bits"

	"gonum.org/v1/gonum/mat"

	"easim/energy"
)

// parts is the number of unknowns of the formula: coefficient and leakage of the
// core and of the shared part.
const parts = 4

// terms are the factors of the unknowns when n CPUs are busy.
func terms(n int, freq energy.KHz, volt energy.MicroVolt) [parts]float64 {
	v := float64(volt) / 1e6
	dynamic := v * v * float64(freq) / 1000
	return [parts]float64{float64(n) * dynamic, float64(n) * v, dynamic, v}
}

// formula fits the whole cluster at once. Errors count relative to the power, so
// that low OPPs weigh as much as high ones. No unknown may be negative: of all
// sets of unknowns whose solution is not, the one with the least error counts.
func (c *Cluster) formula(o Options) error {
	var points []*Point
	for j := range c.OPPs {
		points = append(points, c.at(j, o)...)
	}
	for _, p := range points {
		if p.Volt == 0 {
			return fmt.Errorf("fit: %s at %d kHz: the formula needs the voltage; add a column volt_uv, or name the platform",
				c.Label, p.Freq)
		}
	}
	if len(points) == 0 {
		return fmt.Errorf("fit: %s: %w", c.Label, errSingular)
	}
	two := separable(points)
	var best *regression
	var set uint
	for s := uint(1); s < 1<<parts; s++ {
		if !two && s>>2 != 0 || s&3 == 0 {
			continue // the shared part cannot be told apart; a core that costs nothing is absurd
		}
		r, err := solve(points, s)
		if err == nil && !r.negative() && (best == nil || r.squares() < best.squares()*(1-1e-9)) {
			best, set = r, s
		}
	}
	if best == nil {
		return fmt.Errorf("fit: %s: no coefficients without a negative one fit the samples; measure at more OPPs", c.Label)
	}
	c.apply(best, set, two, o)
	return nil
}

// solve fits the unknowns in set, a bit each.
func solve(points []*Point, set uint) (*regression, error) {
	cols := bits.OnesCount(set)
	if len(points) < cols {
		return nil, errSingular
	}
	x := mat.NewDense(len(points), cols, nil)
	y := make([]float64, len(points))
	for i, p := range points {
		x.SetRow(i, pick(terms(p.Busy, p.Freq, p.Volt), set, 1/p.PowerUW))
		y[i] = 1
	}
	return leastSquares(x, y)
}

// pick returns the terms in set, scaled.
func pick(t [parts]float64, set uint, scale float64) []float64 {
	var out []float64
	for k := range parts {
		if set>>k&1 != 0 {
			out = append(out, t[k]*scale)
		}
	}
	return out
}

func (r *regression) negative() bool {
	for _, b := range r.coef {
		if b < 0 {
			return true
		}
	}
	return false
}

func (r *regression) squares() float64 {
	sum := 0.0
	for _, e := range r.resid {
		sum += e * e
	}
	return sum
}

// apply writes the solution down: the law, the costs at each OPP, the fitted
// points.
func (c *Cluster) apply(r *regression, set uint, two bool, o Options) {
	c.Law = &Law{}
	for k, to := range [parts]**Estimate{
		&c.Law.CoreCoef, &c.Law.CoreLeak, &c.Law.ClusterCoef, &c.Law.ClusterLeak,
	} {
		if set>>k&1 != 0 {
			var one [parts]float64
			one[k] = 1
			e := r.estimate(pick(one, set, 1), o.Confidence)
			*to = &e
		}
	}
	for j := range c.OPPs {
		c.OPPs[j].price(r, set, two, o.Confidence)
	}
	for i := range c.Points {
		p := &c.Points[i]
		p.FittedUW = r.at(pick(terms(p.Busy, p.Freq, p.Volt), set, 1))
	}
}

// price sets the costs of one OPP by the formula.
func (k *Cost) price(r *regression, set uint, two bool, confidence float64) {
	t := terms(1, k.Freq, k.Volt)
	core, shared := t, t
	core[2], core[3] = 0, 0
	shared[0], shared[1] = 0, 0
	k.Core = r.estimate(pick(core, set, 1), confidence)
	if two {
		e := r.estimate(pick(shared, set, 1), confidence)
		k.Cluster = &e
	}
}

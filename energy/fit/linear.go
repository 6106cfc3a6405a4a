package fit

import "gonum.org/v1/gonum/mat"

// line fits OPP j by itself: P = cluster + n * core. With one number of busy CPUs
// only, the line goes through 0.
func (c *Cluster) line(j int, o Options) error {
	points := c.at(j, o)
	if len(points) == 0 {
		return errSingular
	}
	two, cols := separable(points), 1
	if two {
		cols = 2
	}
	x := mat.NewDense(len(points), cols, nil)
	y := make([]float64, len(points))
	for i, p := range points {
		x.Set(i, 0, float64(p.Busy))
		if two {
			x.Set(i, 1, 1)
		}
		y[i] = p.PowerUW
	}
	r, err := leastSquares(x, y)
	if err != nil {
		return err
	}
	k := &c.OPPs[j]
	if !two {
		k.Core = r.estimate([]float64{1}, o.Confidence)
		return nil
	}
	k.Core = r.estimate([]float64{1, 0}, o.Confidence)
	shared := r.estimate([]float64{0, 1}, o.Confidence)
	k.Cluster = &shared
	return nil
}

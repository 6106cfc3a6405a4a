package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// outlierLevel is the chance that a good set of samples of a cluster has one
	// of them marked.
	outlierLevel = 0.01

	// outlierFloor is a relative deviation that is never called an outlier: meters
	// and boards are no better.
	outlierFloor = 0.03

	// minForOutlier is how many samples of an OPP it takes to tell which one is
	// wrong: of three, any may be.
	minForOutlier = 4

	maxOutliers = 16 // of one OPP
)

// markOutliers finds samples that are not on the line of their OPP. At each OPP
// the sample whose removal helps the line most is compared with the line of the
// others; it is an outlier if it is further off than noise can explain (Student's
// t, Bonferroni's correction for the number of samples), and the search goes on
// without it. Noise is relative to power and of one size for the whole cluster:
// the median over the OPPs, so that those with an outlier do not hide it.
func (c *Cluster) markOutliers() {
	sigma, dof := c.noise()
	if dof == 0 {
		return
	}
	limit := student(1-outlierLevel/float64(len(c.Points)), dof)
	for j := range c.OPPs {
		good := c.at(j, Options{})
		for range min(len(good)/minForOutlier, maxOutliers) {
			i := suspect(good)
			if i < 0 {
				break
			}
			p := good[i]
			rest := slices.Delete(slices.Clone(good), i, i+1)
			off, spread, ok := predict(rest, p)
			if !ok || abs(off) <= math.Max(outlierFloor, limit*sigma*spread) {
				break
			}
			p.Outlier = true
			good = rest
		}
	}
}

// noise is the relative standard deviation about the lines: the median over the
// OPPs, corrected for that of the chi-squared distribution, and how many degrees
// of freedom there are in all.
func (c *Cluster) noise() (sigma float64, dof int) {
	var all []float64
	for j := range c.OPPs {
		r, err := relativeLine(c.at(j, Options{}))
		if err != nil || r.dof == 0 {
			continue
		}
		k := float64(r.dof)
		all = append(all, r.sigma/math.Sqrt(distuv.ChiSquared{K: k}.Quantile(0.5)/k))
		dof += r.dof
	}
	if len(all) == 0 {
		return 0, 0
	}
	slices.Sort(all)
	return all[(len(all)-1)/2], dof
}

// relativeLine fits P = cluster + n * core by relative errors.
func relativeLine(points []*Point) (*regression, error) {
	if len(points) == 0 {
		return nil, errSingular
	}
	cols := 1
	if separable(points) {
		cols = 2
	}
	x := mat.NewDense(len(points), cols, nil)
	y := make([]float64, len(points))
	for i, p := range points {
		x.SetRow(i, relativeRow(p, cols))
		y[i] = 1
	}
	return leastSquares(x, y)
}

func relativeRow(p *Point, cols int) []float64 {
	row := [2]float64{float64(p.Busy) / p.PowerUW, 1 / p.PowerUW}
	return row[:cols]
}

// separable reports whether the points have more than one number of busy CPUs.
func separable(points []*Point) bool {
	return slices.ContainsFunc(points, func(p *Point) bool { return p.Busy != points[0].Busy })
}

// suspect returns the point whose removal lowers the squared error most: the one
// with the largest studentized residual. -1 if there are too few.
func suspect(points []*Point) int {
	if len(points) < minForOutlier {
		return -1
	}
	r, err := relativeLine(points)
	if err != nil || r.dof < 2 {
		return -1
	}
	best, worst := -1, 0.0
	for i, p := range points {
		free := 1 - r.leverage(relativeRow(p, len(r.coef)))
		if free < 1e-9 {
			continue // the line passes through it whatever it is
		}
		if v := r.resid[i] * r.resid[i] / free; v > worst {
			best, worst = i, v
		}
	}
	return best
}

// predict compares p with the line of the others: how far off it is, relative to
// the line, and how many standard deviations of the noise that figure has.
func predict(others []*Point, p *Point) (off, spread float64, ok bool) {
	r, err := relativeLine(others)
	if err != nil || len(r.coef) == 2 && !separable(others) {
		return 0, 0, false
	}
	line := r.coef[0] * float64(p.Busy)
	if len(r.coef) == 2 {
		line += r.coef[1]
	}
	if line <= 0 {
		return math.Inf(1), 1, true
	}
	at := *p
	at.PowerUW = line
	return p.PowerUW/line - 1, math.Sqrt(1 + r.leverage(relativeRow(&at, len(r.coef)))), true
}

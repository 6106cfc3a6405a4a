package fit

import (
	"math"
	"slices"
)

// A sample is an outlier if its relative error is more than outlierScore robust
// standard deviations from the median (the modified z-score of Iglewicz and
// Hoaglin, 1993), and at least outlierFloor, below which nobody cares.
const (
	outlierScore = 3.5
	outlierFloor = 0.03
)

// markOutliers compares each sample with the line of its OPP. Least squares would
// bend towards an outlier, so the line here is that of repeated medians (Siegel,
// 1982), which bears one bad sample of four. The spread is that of the whole
// cluster, since four samples have none of their own.
func (c *Cluster) markOutliers() {
	rel := make([]float64, len(c.Points))
	for j := range c.OPPs {
		core, shared := c.robustLine(j)
		for i := c.OPPs[j].first; i < c.OPPs[j].end; i++ {
			p := &c.Points[i]
			fitted := core*float64(p.Busy) + shared
			rel[i] = p.PowerUW/math.Max(fitted, p.PowerUW/100) - 1
		}
	}
	mid := median(rel)
	dev := make([]float64, len(rel))
	for i := range rel {
		dev[i] = abs(rel[i] - mid)
	}
	spread := 1.4826 * median(dev)
	for i := range rel {
		c.Points[i].Outlier = dev[i] > math.Max(outlierScore*spread, outlierFloor)
	}
}

// robustLine is that line at OPP j; repeated samples of one number of busy CPUs
// enter as their median.
func (c *Cluster) robustLine(j int) (core, shared float64) {
	var busy, power []float64
	for i := c.OPPs[j].first; i < c.OPPs[j].end; {
		n := c.Points[i].Busy
		var same []float64
		for ; i < c.OPPs[j].end && c.Points[i].Busy == n; i++ {
			same = append(same, c.Points[i].PowerUW)
		}
		busy, power = append(busy, float64(n)), append(power, median(same))
	}
	if len(busy) == 1 {
		return power[0] / busy[0], 0
	}
	var slopes, rest []float64
	for a := range busy {
		var mine []float64
		for b := range busy {
			if a != b {
				mine = append(mine, (power[b]-power[a])/(busy[b]-busy[a]))
			}
		}
		slopes = append(slopes, median(mine))
	}
	core = median(slopes)
	for a := range busy {
		rest = append(rest, power[a]-core*busy[a])
	}
	return core, median(rest)
}

// median returns the middle of the values, 0 of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Clone(values)
	slices.Sort(s)
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

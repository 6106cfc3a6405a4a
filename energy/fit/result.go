package fit

import (
	"cmp"
	"fmt"
	"slices"

	"easim/energy"
	"easim/energy/diag"
)

// Model says what is fitted.
type Model uint8

// The models. The zero value is Linear.
const (
	Linear  Model = iota // a straight line over busy CPUs at each OPP
	Formula              // C V² f + leakage over all OPPs of a cluster
)

var modelNames = [...]string{"linear", "formula"}

// String returns the model's name.
func (m Model) String() string {
	if int(m) < len(modelNames) {
		return modelNames[m]
	}
	return "invalid"
}

// ParseModel is the inverse of String; ok is false for any other text.
func ParseModel(s string) (m Model, ok bool) {
	i := slices.Index(modelNames[:], s)
	return Model(max(i, 0)), i >= 0
}

// Options say how to fit. The zero value is a plain linear fit with 95 %
// confidence intervals.
type Options struct {
	Model Model

	// Monotone makes core and cluster costs rise with frequency and keeps cluster
	// costs from being negative: the least-squares solution under these
	// constraints. The formula is monotone by itself.
	Monotone bool

	// DropOutliers leaves marked samples out of the fit.
	DropOutliers bool

	// Confidence of the intervals, 0 < c < 1; 0 is 0.95.
	Confidence float64

	// BaseUW is subtracted from each power: what the rest of the board draws, µW.
	BaseUW float64
}

// Interval is a confidence interval.
type Interval struct{ Lo, Hi float64 }

// Estimate is a fitted number.
type Estimate struct {
	Value float64
	CI    *Interval // nil: there are no more samples than unknowns
}

// Result is a fit of all clusters, in the order in which the samples name them.
type Result struct {
	Options  Options
	Clusters []Cluster
	Warnings diag.List // doubts about the numbers; errors make the costs unusable
}

// Cluster is the fit of one cluster.
type Cluster struct {
	Label  string
	Points []Point // by frequency, then busy CPUs
	OPPs   []Cost  // by frequency
	Law    *Law    // set by Formula
}

// Point is a sample and what the fit says about it; powers in µW, the base
// already subtracted.
type Point struct {
	Sample
	FittedUW float64
	Outlier  bool
}

// ErrorPct is how far the fit is from the sample, in percent of the sample.
func (p *Point) ErrorPct() float64 { return 100 * (p.FittedUW/p.PowerUW - 1) }

// Cost is what the parts of a cluster draw at one OPP, in µW.
type Cost struct {
	Freq energy.KHz
	Volt energy.MicroVolt // 0 is unknown
	Core Estimate

	// Cluster is nil where all samples have one number of busy CPUs: nothing tells
	// the shared part from the cores then, and Core holds both.
	Cluster *Estimate

	Score float64 // mean speed of one busy CPU, in the samples' unit; 0 is unknown
	Moved bool    // Options.Monotone changed a value; the intervals are those before

	first, end int // its points are Cluster.Points[first:end]
}

// Law is a cluster's power formula (see package comment): a coefficient in
// µW / (MHz V²) and a leakage current in µA for one core and for the shared part.
// A nil part could not be told from zero, or from its neighbour.
type Law struct {
	CoreCoef, CoreLeak, ClusterCoef, ClusterLeak *Estimate
}

// Worst is the point that the fit misses most, in percent, outliers included; nil
// without points.
func (c *Cluster) Worst() *Point {
	var worst *Point
	for i := range c.Points {
		p := &c.Points[i]
		if worst == nil || abs(p.ErrorPct()) > abs(worst.ErrorPct()) {
			worst = p
		}
	}
	return worst
}

// maxOPPs is how many frequencies a cluster may have; package energy allows no
// more.
const maxOPPs = 256

// Fit fits each cluster of the samples. The error means that nothing can be
// fitted; doubts are the result's Warnings.
func Fit(samples []Sample, o Options) (*Result, error) {
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		return nil, fmt.Errorf("fit: confidence %g, want a number between 0 and 1", o.Confidence)
	}
	if len(samples) == 0 {
		return nil, fmt.Errorf("fit: no samples")
	}
	r := &Result{Options: o}
	for _, s := range samples {
		s.PowerUW -= o.BaseUW
		if s.PowerUW <= 0 {
			return nil, fmt.Errorf("fit: %s%s at %d kHz with %d busy CPUs draws no more than the base of %.0f uW",
				s.where(), s.Cluster, s.Freq, s.Busy, o.BaseUW)
		}
		at := slices.IndexFunc(r.Clusters, func(c Cluster) bool { return c.Label == s.Cluster })
		if at < 0 {
			if at = len(r.Clusters); at == energy.MaxCPUs {
				return nil, fmt.Errorf("fit: more than %d clusters; is the column cluster a name?", energy.MaxCPUs)
			}
			r.Clusters = append(r.Clusters, Cluster{Label: s.Cluster})
		}
		r.Clusters[at].Points = append(r.Clusters[at].Points, Point{Sample: s})
	}
	for i := range r.Clusters {
		c := &r.Clusters[i]
		slices.SortStableFunc(c.Points, func(a, b Point) int {
			return cmp.Or(cmp.Compare(a.Freq, b.Freq), cmp.Compare(a.Busy, b.Busy))
		})
		if err := c.groups(); err != nil {
			return nil, err
		}
		c.markOutliers()
		if err := c.fit(o, &r.Warnings); err != nil {
			return nil, err
		}
		c.doubts(o, &r.Warnings)
	}
	return r, nil
}

// groups makes one Cost a frequency; the points are in order.
func (c *Cluster) groups() error {
	for i := range c.Points {
		p := &c.Points[i]
		if n := len(c.OPPs); n == 0 || c.OPPs[n-1].Freq != p.Freq {
			if n == maxOPPs {
				return fmt.Errorf("fit: %s: more than %d frequencies; round them to those that were set", c.Label, maxOPPs)
			}
			c.OPPs = append(c.OPPs, Cost{Freq: p.Freq, first: i})
		}
		k := &c.OPPs[len(c.OPPs)-1]
		k.end = i + 1
		if k.Volt == 0 {
			k.Volt = p.Volt
		}
	}
	for j := range c.OPPs {
		k := &c.OPPs[j]
		sum, n := 0.0, 0
		for i := k.first; i < k.end; i++ {
			if c.Points[i].Score > 0 {
				sum += c.Points[i].Score
				n++
			}
		}
		if n > 0 {
			k.Score = sum / float64(n)
		}
	}
	return nil
}

// at returns the points of OPP j that enter the fit.
func (c *Cluster) at(j int, o Options) []*Point {
	var out []*Point
	for i := c.OPPs[j].first; i < c.OPPs[j].end; i++ {
		if p := &c.Points[i]; !(p.Outlier && o.DropOutliers) {
			out = append(out, p)
		}
	}
	return out
}

func (c *Cluster) fit(o Options, list *diag.List) error {
	if o.Model == Formula {
		return c.formula(o)
	}
	for j := range c.OPPs {
		if err := c.line(j, o); err != nil {
			return fmt.Errorf("fit: %s at %d kHz: %w", c.Label, c.OPPs[j].Freq, err)
		}
	}
	c.order(o, list)
	if o.Monotone {
		c.monotone(o)
	}
	for j := range c.OPPs {
		k := &c.OPPs[j]
		for i := k.first; i < k.end; i++ {
			p := &c.Points[i]
			p.FittedUW = float64(p.Busy) * k.Core.Value
			if k.Cluster != nil {
				p.FittedUW += k.Cluster.Value
			}
		}
	}
	return nil
}

func abs(v float64) float64 { return max(v, -v) }

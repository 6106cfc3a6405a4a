package sweep

import (
	"slices"
	"strings"

	"easim/eas/compare"
)

// Front is a Pareto front: the points that no other point beats in both metrics.
// Only points that answer the same question are set against each other.
type Front struct {
	Context string       `json:"context"` // the values of the axes that change the question
	X       MetricInfo   `json:"x"`
	Y       MetricInfo   `json:"y"`
	Of      int          `json:"of"` // points that were looked at
	Points  []FrontPoint `json:"points"`
}

// FrontPoint is a point on a front.
type FrontPoint struct {
	Values []string `json:"values"`
	X      float64  `json:"x"` // means
	Y      float64  `json:"y"`
	index  int
}

// fronts finds the Pareto front of each context.
func (s *study) fronts() error {
	onFront := map[int]bool{}
	for _, c := range s.questions() {
		x, y, err := s.frontMetrics(c.points)
		if err != nil {
			return err
		}
		f := Front{Context: c.name, X: MetricInfo{x.Path, x.Unit, x.Better}, Y: MetricInfo{y.Path, y.Unit, y.Better}}
		whole := c.unit(x)
		if unit, _, _ := strings.Cut(whole, ofBoard); unit != "" {
			f.X.Unit = unit
		}
		f.Points, f.Of = front(x, y, whole, c.points)
		for i := range f.Points {
			p := &f.Points[i]
			onFront[p.index] = true
			for a := range s.p.Axes {
				p.Values = append(p.Values, s.p.Point(p.index).Value(a))
			}
		}
		if f.Of > 0 {
			s.out.Fronts = append(s.out.Fronts, f)
		}
	}
	for i := range s.out.Table {
		s.out.Table[i].Front = onFront[s.points[i]]
	}
	return nil
}

// frontMetrics finds the two metrics for some points: those asked for, else the
// total energy and what the points are measured by.
func (s *study) frontMetrics(points []int) (x, y *studied, err error) {
	names := s.o.Pareto
	if len(names) == 0 {
		names = []string{"energy.total", s.performance(points)}
	}
	if len(names) != 2 {
		return nil, nil, badInput("sweep: --pareto %s: want two metrics, for example energy.total,score_mt",
			strings.Join(names, ","))
	}
	if x, err = s.frontMetric(names[0]); err == nil {
		y, err = s.frontMetric(names[1])
	}
	return x, y, err
}

func (s *study) frontMetric(name string) (*studied, error) {
	if k, ok := s.extra[name]; ok {
		return k, nil
	}
	all, err := s.r.Readings()
	if err != nil {
		return nil, err
	}
	chosen, err := compare.SelectMetrics(all, []string{name})
	if err != nil {
		return nil, badInput("%w", err)
	}
	if chosen[0].Better == "" {
		return nil, badInput("sweep: --pareto: neither more nor less of %s is better, so it has no front", chosen[0].Path)
	}
	k, err := s.study(chosen[0])
	s.extra[name] = k
	return k, err
}

// performance is the metric that energy is set against: the first of the
// workload's own that at least half of the points know, else the work done.
func (s *study) performance(points []int) string {
	for _, k := range s.metrics {
		own := strings.HasPrefix(k.Path, "throughput.metrics.") && k.Better == "higher"
		if own && 2*len(known(k.means, points)) >= len(points) {
			return k.Path
		}
	}
	return compare.WorkMetric
}

// question is the points that answer one question.
type question struct {
	name   string
	points []int
}

// unit is the one unit of a metric in the context.
func (c *question) unit(k *studied) string {
	for _, i := range c.points {
		if u := k.unit(i); u != "" {
			return u
		}
	}
	return ""
}

// questions sorts the points by their values on the axes that change the question.
// If every axis does, all points are one context.
func (s *study) questions() []question {
	var axes []int
	for a := range s.p.Axes {
		if s.p.Axes[a].Context() {
			axes = append(axes, a)
		}
	}
	if len(axes) == len(s.p.Axes) {
		axes = nil
	}
	var out []question
	at := map[string]int{}
	for _, i := range s.points {
		var words []string
		for _, a := range axes {
			words = append(words, s.p.Axes[a].Name+"="+s.p.Point(i).Value(a))
		}
		name := strings.Join(words, " ")
		j, ok := at[name]
		if !ok {
			j = len(out)
			at[name] = j
			out = append(out, question{name: name})
		}
		out[j].points = append(out[j].points, i)
	}
	return out
}

// front finds the points that no other beats in both metrics, in the order of the
// first. Points that are equal in both are on the front together, and only those
// are looked at of which x has the unit.
func front(x, y *studied, unit string, points []int) (out []FrontPoint, of int) {
	var all []FrontPoint
	for _, i := range points {
		if x.whole[i] && y.whole[i] && x.unit(i) == unit {
			all = append(all, FrontPoint{X: x.means[i], Y: y.means[i], index: i})
		}
	}
	better := func(k *studied, a, b float64) bool {
		if k.Better == "higher" {
			return a > b
		}
		return a < b
	}
	slices.SortStableFunc(all, func(a, b FrontPoint) int {
		switch {
		case better(x, a.X, b.X):
			return -1
		case better(x, b.X, a.X):
			return 1
		case better(y, a.Y, b.Y):
			return -1
		case better(y, b.Y, a.Y):
			return 1
		}
		return 0
	})
	for i, p := range all {
		equal := i > 0 && len(out) > 0 && p.X == out[len(out)-1].X && p.Y == out[len(out)-1].Y
		if len(out) == 0 || equal || better(y, p.Y, out[len(out)-1].Y) {
			out = append(out, p)
		}
	}
	return out, len(all)
}

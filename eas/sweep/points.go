package sweep

import (
	"slices"
	"strings"

	"easim/eas/experiment"
	"easim/energy/diag"
)

// PointSummary is one point.
type PointSummary struct {
	Values    []string `json:"values"` // on the axes
	Reference bool     `json:"reference"`
	Front     bool     `json:"front"` // no other point is better in both metrics of the front
	Cells     []Cell   `json:"cells"` // one for each metric
}

// pointTable describes every point, with its change against the reference of its
// own context.
func (s *study) pointTable() {
	if len(s.points) > MaxPoints && !s.o.AllPoints {
		return
	}
	for _, i := range s.points {
		ref := s.find(s.referenceOf(i))
		row := PointSummary{Reference: i == ref}
		for a := range s.p.Axes {
			row.Values = append(row.Values, s.p.Point(i).Value(a))
		}
		for _, k := range s.metrics {
			c := s.cell(k, []int{i})
			if ref >= 0 && i != ref {
				pointChange(&c, k, i, ref)
			}
			row.Cells = append(row.Cells, c)
		}
		s.out.Table = append(s.out.Table, row)
	}
}

// referenceOf is where the reference of a point is: on the axes that change the
// question the point's own value, unless there are no others.
func (s *study) referenceOf(point int) []uint32 {
	out := slices.Clone(s.ref)
	if !slices.ContainsFunc(s.p.Axes, func(a Axis) bool { return !a.Context() }) {
		return out
	}
	for a, v := range s.p.Point(point).Coordinates() {
		if s.p.Axes[a].Context() {
			out[a] = v
		}
	}
	return out
}

// pointChange fills in the change from the point ref to the point i, seed by seed.
func pointChange(c *Cell, k *studied, i, ref int) {
	base := k.means[ref]
	if !k.whole[i] || !k.whole[ref] || base == 0 || k.unit(i) != k.unit(ref) {
		return
	}
	d := experiment.Paired(percent(k.seeds(ref), base), percent(k.seeds(i), base))
	c.DeltaPct, c.Paired = &d.Mean, true
	if d.Known {
		c.DeltaCI = &[2]float64{d.Lo, d.Hi}
	}
}

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
	x, y, err := s.frontMetrics()
	if err != nil || x == nil || y == nil {
		return err
	}
	onFront := map[int]bool{}
	for _, c := range s.questions() {
		f := Front{Context: c.name, X: MetricInfo{x.Path, x.Unit, x.Better}, Y: MetricInfo{y.Path, y.Unit, y.Better}}
		if unit, _, _ := strings.Cut(c.unit(x), ofBoard); unit != "" {
			f.X.Unit = unit
		}
		f.Points, f.Of = front(x, y, c.points)
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

// frontMetrics finds the two metrics: those asked for, else the total energy and
// the first measure of performance that is known.
func (s *study) frontMetrics() (x, y *studied, err error) {
	all, err := s.r.Readings()
	if err != nil {
		return nil, nil, err
	}
	names := s.o.Pareto
	if len(names) == 0 {
		names = []string{"energy.total", s.performance()}
	}
	if len(names) != 2 {
		return nil, nil, badInput("sweep: --pareto %s: want two metrics, for example energy.total,score_mt",
			strings.Join(names, ","))
	}
	var got [2]*studied
	for i, name := range names {
		chosen, err := experiment.SelectMetrics(all, []string{name})
		if err != nil {
			return nil, nil, badInput("%w", err)
		}
		m := chosen[0]
		if m.Better == "" {
			return nil, nil, badInput("sweep: --pareto: neither more nor less of %s is better, so it has no front", m.Path)
		}
		if got[i], err = s.study(m); err != nil {
			return nil, nil, err
		}
	}
	return got[0], got[1], nil
}

// performance is the metric that energy is set against: the first of the
// workload's own that at least half of the points know, else the work done.
func (s *study) performance() string {
	for _, k := range s.metrics {
		own := strings.HasPrefix(k.Path, "throughput.metrics.") && k.Better == "higher"
		if own && 2*len(known(k.means, s.points)) >= len(s.points) {
			return k.Path
		}
	}
	return experiment.WorkMetric
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
// first. Points that are equal in both are on the front together.
func front(x, y *studied, points []int) (out []FrontPoint, of int) {
	var all []FrontPoint
	for _, i := range points {
		if x.whole[i] && y.whole[i] && x.unit(i) == x.unit(points[0]) {
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

// Pivot is a metric as a table of one axis against another, over all values of the
// others.
type Pivot struct {
	Metric  string   `json:"metric"`
	Unit    string   `json:"unit"`
	Rows    string   `json:"rows"`    // an axis
	Columns string   `json:"columns"` // another
	RowHead []string `json:"row_values"`
	ColHead []string `json:"column_values"`
	Cells   [][]Cell `json:"cells"` // by row
}

func (s *study) pivots() error {
	if len(s.o.Pivot) == 0 {
		return nil
	}
	if len(s.o.Pivot) != 2 {
		return badInput("sweep: --pivot %s: want two axes, ROWS,COLUMNS", strings.Join(s.o.Pivot, ","))
	}
	var axis [2]int
	for i, name := range s.o.Pivot {
		if axis[i] = findAxis(s.p.Axes, name); axis[i] < 0 {
			return badInput("sweep: --pivot: no axis %q; %s", name, diag.Suggest(name, s.axisNames()))
		}
	}
	if axis[0] == axis[1] {
		return badInput("sweep: --pivot %s: rows and columns are the same axis", strings.Join(s.o.Pivot, ","))
	}
	rows, cols := s.levels[axis[0]], s.levels[axis[1]]
	points := s.cross(axis, rows, cols)
	for _, k := range s.metrics {
		p := Pivot{Metric: k.Path, Unit: k.Unit, Rows: s.p.Axes[axis[0]].Name, Columns: s.p.Axes[axis[1]].Name}
		for c := range cols {
			p.ColHead = append(p.ColHead, cols[c].label)
		}
		for r := range rows {
			p.RowHead = append(p.RowHead, rows[r].label)
			var line []Cell
			for c := range cols {
				line = append(line, s.cell(k, points[r][c]))
			}
			p.Cells = append(p.Cells, line)
		}
		s.out.Pivots = append(s.out.Pivots, p)
	}
	return nil
}

// cross sorts the points by their levels on two axes.
func (s *study) cross(axis [2]int, rows, cols []level) [][][]int {
	of := s.levelOf(axis[1])
	out := make([][][]int, len(rows))
	for r := range rows {
		out[r] = make([][]int, len(cols))
		for _, i := range rows[r].points {
			c := of[s.p.Point(i).Coordinates()[axis[1]]]
			out[r][c] = append(out[r][c], i)
		}
	}
	return out
}

// levelOf gives for each value of an axis the index of its level; -1 for none.
func (s *study) levelOf(a int) []int {
	out := make([]int, len(s.p.Axes[a].Values))
	for v := range out {
		out[v] = -1
	}
	for i := range s.levels[a] {
		for _, v := range s.levels[a][i].values {
			out[v] = i
		}
	}
	return out
}

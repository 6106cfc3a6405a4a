package sweep

import (
	"slices"
	"strings"

	"easim/eas/compare"
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
	if !k.whole[i] || !k.whole[ref] || k.unit(i) != k.unit(ref) {
		return
	}
	if base == 0 {
		if k.means[i] != 0 {
			return // no percentage of nothing
		}
		base = 1
	}
	d := compare.Paired(percent(k.seeds(ref), base), percent(k.seeds(i), base))
	c.DeltaPct, c.Paired = &d.Mean, true
	if d.Known {
		c.DeltaCI = &[2]float64{d.Lo, d.Hi}
	}
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

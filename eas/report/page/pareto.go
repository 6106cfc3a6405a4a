package page

import (
	"slices"
	"strconv"
	"strings"

	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

// maxDots is how many points a scatter holds.
const maxDots = 1500

// paretoSection sets energy against performance.
func (g *Sweep) paretoSection() (section, bool) {
	s := section{ID: "pareto", Title: "Energy against performance", Lead: []string{
		"The dashed line joins the points that no other beats in both: along it less energy costs performance. " +
			"Thin lines are 95 % intervals.",
	}}
	l := g.layout()
	facets, names := g.split(g.allPoints(), l.facets)
	for i := range facets[:min(len(facets), maxFacets)] {
		f := g.paretoFigure(g.speed(facets[i]), l, facets[i], names[i])
		if f == nil {
			continue
		}
		f.ID = "pareto"
		if len(facets) > 1 {
			f.ID += "-" + strconv.Itoa(i+1)
		}
		s.Figures = append(s.Figures, f)
	}
	return s, len(s.Figures) > 0
}

// paretoFigure is one picture; nil if all points fall together.
func (g *Sweep) paretoFigure(m *measure, l layout, points []int, facet string) *figure {
	front := g.front(m, points)
	if !slices.ContainsFunc(points, func(i int) bool { return !g.alike(i, points[0]) }) {
		return nil
	}
	groups, labels := g.split(thinned(points, front), l.lines)
	lines := make([]chart.Line, len(groups))
	for i, group := range groups {
		lines[i] = chart.Line{Name: labels[i], Ink: chart.Series(i), Shape: i}
		for _, k := range group {
			if q, ok := g.dot(m, k, l); ok {
				lines[i].Points = append(lines[i].Points, q)
			}
		}
	}
	var edge []chart.Point
	var named []string
	equal := 0
	for i, k := range front {
		q, _ := g.dot(m, k, l)
		if n := len(edge); n == 0 || edge[n-1].X != q.X || edge[n-1].Y != q.Y { // equal points have one place
			edge, named, equal = append(edge, q), append(named, g.name(k)), 0
		} else {
			equal++
		}
		if last := len(named) - 1; equal > 0 && (i+1 == len(front) || !g.alike(k, front[i+1])) {
			named[last] += " (and " + strconv.Itoa(equal) + " equal)"
		}
	}
	h := chart.Head{Name: "pareto", Title: "Energy against " + wording.Metric(m.path)}
	if facet != "" {
		h.Title += ": " + facet
	}
	const most = 12
	h.Desc = "Not beaten in both: " + strings.Join(named[:min(len(named), most)], "; ")
	if len(named) > most {
		h.Desc += "; and " + strconv.Itoa(len(named)-most) + " more"
	}
	h.Desc += "."
	x := chart.Axis{Label: withUnit("energy.total", g.energy().unit) + " (less is better)"}
	y := chart.Axis{Label: withUnit(wording.Metric(m.path), m.unit) + " (" + m.better + " is better)"}
	return &figure{Chart: chart.NewScatter(h, x, y, lines, edge)}
}

// thinned are at most about maxDots points, those of the front among them.
func thinned(points, front []int) []int {
	if len(points) <= maxDots {
		return points
	}
	out := slices.Clone(front)
	for i := 0; i < len(points); i += (len(points) + maxDots - 1) / maxDots {
		out = append(out, points[i])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// dot is a point in the plane; ok is false if a number of it is not known.
func (g *Sweep) dot(m *measure, point int, l layout) (q chart.Point, ok bool) {
	e, v := g.estimate(g.energy(), point), g.estimate(m, point)
	if e.n == 0 || v.n == 0 {
		return q, false
	}
	q = chart.Point{
		X:   e.mean,
		Y:   v.mean,
		Tip: g.name(point) + "\n" + estimateText(m, &v) + "\n" + estimateText(g.energy(), &e),
	}
	if e.n > 1 {
		q.XLo, q.XHi, q.Lo, q.Hi = e.lo, e.hi, v.lo, v.hi
	}
	q.Name = g.name(point)
	if l.x >= 0 && len(l.lines) > 0 { // the legend tells the rest
		q.Name = g.value(l.x, g.points[point][l.x])
	}
	return q, true
}

package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

// maxRaw is how many single runs one picture of curves shows.
const maxRaw = 400

// maxFacets is how many pictures of one kind are drawn.
const maxFacets = 6

// curveSection draws every measure over the axis of numbers.
func (g *Sweep) curveSection() section {
	l := g.layout()
	s := section{ID: "curves", Title: "Over " + g.axes[l.x].name, Choose: "metric"}
	if len(g.seeds) > 1 {
		s.Lead = []string{"Each point is the mean over its seeds, the band its 95 % interval."}
		if len(g.points)*len(g.seeds) <= maxRaw {
			s.Lead[0] += " Small dots are the single runs."
		}
	}
	facets, names := g.split(g.allPoints(), l.facets)
	if len(facets) > maxFacets {
		s.Lead = append(
			s.Lead,
			fmt.Sprintf("The first %d of %d combinations of the other axes are drawn.", maxFacets, len(facets)),
		)
		facets = facets[:maxFacets]
	}
	for _, m := range g.bySpeed() {
		for i := range facets {
			d := &curves{g: g, m: m, l: l, facet: names[i], points: facets[i]}
			id := slug(wording.Metric(m.path))
			if len(facets) > 1 {
				id += "-" + strconv.Itoa(i+1)
			}
			for _, f := range d.figures() {
				f.ID, f.Choice = f.ID+"-"+id, wording.Metric(m.path)
				s.Figures = append(s.Figures, f)
			}
		}
	}
	return s
}

// curves are the pictures of one measure of some points.
type curves struct {
	g      *Sweep
	m      *measure
	l      layout
	facet  string
	points []int
}

// figures are the curve itself, and, where the lines lie far apart, the change
// along each.
func (d *curves) figures() []*figure {
	lines := d.lines(d.absolute)
	if len(lines) == 0 {
		return nil
	}
	name := wording.Metric(d.m.path)
	out := []*figure{{ID: "curve", Chart: d.chart(name, lines, chart.Axis{Label: withUnit(name, d.m.unit)}, number)}}
	if d.farApart(lines) {
		first := d.g.value(d.l.x, d.g.points[d.points[0]][d.l.x])
		change := d.lines(d.relative)
		ch := d.chart("Change of "+name, change, chart.Axis{Label: "change along each line, %"}, percent)
		ch.Name = "change"
		ch.Desc = "Each line against its own value at " + first + ", paired by seed. " + ch.Desc
		out = append(out, &figure{ID: "change", Chart: ch})
	}
	return out
}

// lines makes the lines out of a point's value; none if nothing is known.
func (d *curves) lines(value func(point, first int) (chart.Point, bool)) []chart.Line {
	groups, names := d.g.split(d.points, d.l.lines)
	var lines []chart.Line
	some := false
	for i, group := range groups {
		line := chart.Line{Name: names[i], Ink: chart.Series(i), Shape: i}
		for _, k := range group {
			if q, ok := value(k, group[0]); ok {
				q.X = d.g.axes[d.l.x].numbers[d.g.points[k][d.l.x]]
				line.Points = append(line.Points, q)
				some = true
			}
		}
		lines = append(lines, line)
	}
	if !some {
		return nil
	}
	return lines
}

func (d *curves) absolute(point, _ int) (q chart.Point, ok bool) {
	e := d.g.estimate(d.m, point)
	if e.n == 0 {
		return q, false
	}
	q = chart.Point{Y: e.mean, Tip: d.g.name(point) + "\n" + estimateText(d.m, &e)}
	if e.n > 1 {
		q.Lo, q.Hi = e.lo, e.hi
		if len(d.points)*e.n <= maxRaw {
			q.Raw = e.raw
		}
	}
	return q, true
}

func (d *curves) relative(point, first int) (q chart.Point, ok bool) {
	c, ok := d.g.against(d.m, first, point)
	if !ok {
		return q, false
	}
	q = chart.Point{Y: c.Mean, Tip: d.g.name(point) + "\n" + wording.Metric(d.m.path) + " " + percent(c.Mean)}
	if c.Known {
		q.Lo, q.Hi = c.Lo, c.Hi
		q.Tip += " (" + interval(&[2]float64{c.Lo, c.Hi}) + ")"
	}
	return q, true
}

// farApart reports whether the lines lie so far from each other that their own
// courses cannot be seen.
func (d *curves) farApart(lines []chart.Line) bool {
	lo, hi, widest := math.Inf(1), math.Inf(-1), 0.0
	for i := range lines {
		a, b := math.Inf(1), math.Inf(-1)
		for k := range lines[i].Points {
			a, b = min(a, lines[i].Points[k].Y), max(b, lines[i].Points[k].Y)
		}
		lo, hi = min(lo, a), max(hi, b)
		if b > a {
			widest = max(widest, b-a)
		}
	}
	return len(lines) > 1 && widest > 0 && widest < 0.3*(hi-lo)
}

func (d *curves) chart(title string, lines []chart.Line, y chart.Axis, text func(float64) string) *chart.Curves {
	x := &d.g.axes[d.l.x]
	h := chart.Head{Name: "curve", Title: title + " over " + x.name}
	if d.facet != "" {
		h.Title += ": " + d.facet
	}
	h.Desc = d.trend(lines, text)
	if d.m.better != "" {
		h.Desc = strings.TrimPrefix(h.Desc+"; "+d.m.better+" is better", "; ")
	}
	h.Desc = sentence(h.Desc)
	xa := chart.Axis{Label: x.name, Log: x.geometric()}
	if len(x.values) <= 12 {
		for i, v := range x.values {
			xa.Ticks = append(xa.Ticks, chart.Tick{Value: x.numbers[i], Label: v})
		}
	}
	return chart.NewCurves(h, xa, y, lines)
}

// trend says in words where each line has its highest and lowest mean.
func (d *curves) trend(lines []chart.Line, text func(float64) string) string {
	x := d.g.axes[d.l.x].name
	var parts []string
	for i := range lines {
		pts := lines[i].Points
		if len(pts) < 2 || i >= 4 {
			continue
		}
		lo, hi := 0, 0
		for k := range pts {
			if pts[k].Y < pts[lo].Y {
				lo = k
			}
			if pts[k].Y > pts[hi].Y {
				hi = k
			}
		}
		part := fmt.Sprintf("highest %s at %s=%g, lowest %s at %g", text(pts[hi].Y), x, pts[hi].X, text(pts[lo].Y), pts[lo].X)
		if text(pts[lo].Y) == text(pts[hi].Y) {
			part = "always " + text(pts[0].Y)
		}
		if lines[i].Name != "" {
			part = lines[i].Name + ": " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

func estimateText(m *measure, e *estimate) string {
	text := fmt.Sprintf("%s: %s %s", wording.Metric(m.path), number(e.mean), m.unit)
	if e.n > 1 {
		text += fmt.Sprintf(" (95 %%: %s to %s; %d seeds)", number(e.lo), number(e.hi), e.n)
	}
	return text
}

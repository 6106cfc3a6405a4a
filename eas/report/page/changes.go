package page

import (
	"fmt"

	"easim/eas/compare"
	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

// maxRows is how many points a picture of changes shows.
const maxRows = 60

// changeSection shows every point's change of performance and energy against its
// reference.
func (g *Sweep) changeSection() (section, bool) {
	s := section{ID: "changes", Title: "Against the reference", Choose: "metric", Lead: []string{
		"Reference: " + g.name(0) + g.elsewhere() + ". Bars are 95 % intervals of the difference, paired by seed.",
	}}
	if len(g.points) > maxRows {
		s.Lead = append(s.Lead, fmt.Sprintf("The first %d of %d points.", maxRows, len(g.points)))
	}
	speed := func(c *context) *measure { return c.speed }
	energy := func(*context) *measure { return g.energy() }
	cs := g.contexts()
	name := wording.Metric(cs[0].speed.path)
	for i := range cs {
		if cs[i].speed != cs[0].speed {
			name = "performance"
		}
	}
	for _, k := range [...]struct {
		name string
		of   func(*context) *measure
	}{{name, speed}, {wording.Metric(g.energy().path), energy}} {
		if f := g.changeFigure(k.name, cs, k.of); f != nil {
			f.ID, f.Choice = "changes-"+slug(k.name), k.name
			s.Figures = append(s.Figures, f)
		}
	}
	return s, len(s.Figures) > 0
}

// elsewhere says what the reference of other boards and workloads is.
func (g *Sweep) elsewhere() string {
	if len(g.contexts()) > 1 {
		return ", or the same on the point's own platform and workload"
	}
	return ""
}

// changeFigure draws one measure of every context; nil if no change is known.
func (g *Sweep) changeFigure(name string, cs []context, of func(*context) *measure) *figure {
	iv := &chart.Intervals{X: chart.Axis{Label: "change of " + name + ", %"}}
	iv.Name, iv.Title = "changes", "Change of "+name
	n := 0
	for i := range cs {
		m := of(&cs[i])
		iv.Desc = sentence(m.better + " is better")
		if len(cs) > 1 {
			iv.Rows = append(iv.Rows, chart.Interval{Label: cs[i].label + ": " + wording.Metric(m.path), Heading: true})
			iv.Desc = "A value for each point against the reference of its platform and workload."
		}
		for _, p := range cs[i].points {
			if row, ok := g.changeRow(p, m); ok && n < maxRows {
				iv.Rows = append(iv.Rows, row)
				n++
			}
		}
	}
	if n == 0 {
		return nil
	}
	return &figure{Chart: iv}
}

func (g *Sweep) changeRow(point int, m *measure) (chart.Interval, bool) {
	d, ok := g.against(m, g.ref[point], point)
	if point == g.ref[point] || !ok {
		return chart.Interval{}, false
	}
	v := d.Mean
	row := chart.Interval{Label: g.plainName(point), Value: &v, Lo: v, Hi: v, Note: percent(v), Paint: verdictPaint("")}
	row.Tip = g.name(point) + "\n" + wording.Metric(m.path) + " " + percent(v)
	if d.Known {
		row.Lo, row.Hi = d.Lo, d.Hi
		row.Tip += " (" + interval(&[2]float64{d.Lo, d.Hi}) + ")"
		if m.better != "" && (row.Lo > 0 || row.Hi < 0) {
			row.Paint = verdictPaint(compare.Worse)
			if m.compare(v, 0) > 0 {
				row.Paint = verdictPaint(compare.Better)
			}
		}
	}
	return row, true
}

// plainName names a point by the axes that do not change what is asked.
func (g *Sweep) plainName(point int) string {
	var axes []int
	for k := range g.axes {
		if !g.axes[k].context {
			axes = append(axes, k)
		}
	}
	if len(axes) == 0 {
		return g.name(point)
	}
	return g.label(point, axes)
}

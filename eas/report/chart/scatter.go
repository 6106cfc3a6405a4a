package chart

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Scatter is points in a plane, with the front of those that nothing beats.
type Scatter struct {
	Head
	X, Y   Axis
	Groups []Line  // points in no order
	Front  []Point // from left to right
}

// NewScatter returns a scatter with its legend.
func NewScatter(h Head, x, y Axis, groups []Line, front []Point) *Scatter {
	sc := &Scatter{Head: h, X: x, Y: y, Groups: groups, Front: front}
	if len(groups) > 1 {
		for i := range groups {
			g := &groups[i]
			sc.Legend = append(sc.Legend, Key{Name: g.Name, Paint: Paint{Ink: g.Ink}, Dot: true, Shape: g.Shape})
		}
	}
	return sc
}

// Tips implements [Chart].
func (sc *Scatter) Tips() []string { return tipsOf(sc.Groups) }

func (sc *Scatter) height(s *sheet) vg.Length {
	if s.narrow() {
		return curveHeight
	}
	return curveHeight + 60
}

func (sc *Scatter) draw(s *sheet) {
	e := extentOf(sc.Groups)
	e.xlo, e.xhi = padded(e.xlo, e.xhi, 0.08)
	e.ylo, e.yhi = padded(e.ylo, e.yhi, 0.08)
	p := s.field(&sc.X, &sc.Y, e)
	p.Add(grid{x: true, y: true}, drawn(func(c draw.Canvas, p *plot.Plot) {
		front := sc.steps(c, p)
		if len(front) > 1 {
			c.StrokeLines(draw.LineStyle{Color: Paint{Ink: Muted}, Width: 1.5, Dashes: []vg.Length{4, 3}}, front)
		}
		tip := 0
		for i := range sc.Groups {
			tip = s.dots(&sc.Groups[i], c, p, tip)
		}
		sc.names(c, p, front)
		s.plot = s.box(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y, 0)
	}))
	p.Draw(s.c)
}

// steps join the points that nothing beats: between two of them only what the worse
// one gives can be had.
func (sc *Scatter) steps(c draw.Canvas, p *plot.Plot) (line []vg.Point) {
	x, y := p.Transforms(&c)
	for i, q := range sc.Front {
		if i > 0 {
			line = append(line, vg.Point{X: x(q.X), Y: y(sc.Front[i-1].Y)})
		}
		line = append(line, vg.Point{X: x(q.X), Y: y(q.Y)})
	}
	return line
}

// dots draws points with the intervals in both directions.
func (s *sheet) dots(l *Line, c draw.Canvas, p *plot.Plot, tip int) int {
	x, y := p.Transforms(&c)
	thin := draw.LineStyle{Color: Paint{Ink: l.Ink, Alpha: 0.45}, Width: 1}
	for i := range l.Points {
		q := &l.Points[i]
		at := vg.Point{X: x(q.X), Y: y(q.Y)}
		if q.hasBand() {
			c.StrokeLine2(thin, at.X, y(q.Lo), at.X, y(q.Hi))
		}
		if q.XHi > q.XLo {
			c.StrokeLine2(thin, x(q.XLo), at.Y, x(q.XHi), at.Y)
		}
		l.dot(c, at)
		s.markPoint(at.X, at.Y, tip)
		tip++
	}
	return tip
}

func (l *Line) dot(c draw.Canvas, at vg.Point) {
	c.DrawGlyph(glyph(l.Shape, Paint{Ink: l.Ink}), at)
}

// names writes the names of the front's points where they hide nothing, not even
// the line that joins them.
func (sc *Scatter) names(c draw.Canvas, p *plot.Plot, front []vg.Point) {
	x, y := p.Transforms(&c)
	var taken []vg.Rectangle
	for i := range sc.Groups {
		for k := range sc.Groups[i].Points {
			q := &sc.Groups[i].Points[k]
			taken = append(taken, around(vg.Point{X: x(q.X), Y: y(q.Y)}, 4, 4))
		}
	}
	for i := 1; i < len(front); i++ {
		a, b := front[i-1], front[i]
		middle := vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}
		taken = append(taken, around(middle, max(a.X-b.X, b.X-a.X)/2+1, max(a.Y-b.Y, b.Y-a.Y)/2+1))
	}
	sty := word(smallSize, Text, text.XLeft, text.YCenter)
	for _, q := range sc.Front {
		w, at := sty.Width(q.Name), vg.Point{X: x(q.X), Y: y(q.Y)}
		for _, d := range [...]vg.Point{{X: 8, Y: 11}, {X: 8, Y: -11}, {X: -8 - w, Y: 11}, {X: -8 - w, Y: -11}} {
			left := at.Add(d)
			r := around(vg.Point{X: left.X + w/2, Y: left.Y}, w/2, smallSize*0.6)
			outside := r.Min.X < c.Min.X || r.Max.X > c.Max.X || r.Min.Y < c.Min.Y || r.Max.Y > c.Max.Y
			if outside || slices.ContainsFunc(taken, func(o vg.Rectangle) bool { return overlap(o, r) }) {
				continue
			}
			c.FillText(sty, left, q.Name)
			taken = append(taken, r)
			break
		}
	}
}

func around(pt vg.Point, dx, dy vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: pt.X - dx, Y: pt.Y - dy}, Max: vg.Point{X: pt.X + dx, Y: pt.Y + dy}}
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

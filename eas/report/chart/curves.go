package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Curves are lines over an axis, each within the band of its interval.
type Curves struct {
	Head
	X, Y  Axis
	Lines []Line
}

// Line is one series of points, in order of X.
type Line struct {
	Name   string
	Ink    Ink
	Shape  int // of glyph and dashes
	Points []Point
}

// Point is a value with its interval.
type Point struct {
	X, Y   float64
	Lo, Hi float64   // 95 % interval of Y; both 0: none
	XLo    float64   // that of X, in [Scatter]
	XHi    float64   //
	Raw    []float64 // the values that Y is the mean of
	Name   string    // [Scatter]: written beside the point
	Tip    string
}

// hasBand reports whether the point has an interval of some width.
func (p *Point) hasBand() bool { return p.Hi > p.Lo }

const curveHeight = 330

// NewCurves returns curves with their legend. A single line needs none.
func NewCurves(h Head, x, y Axis, lines []Line) *Curves {
	c := &Curves{Head: h, X: x, Y: y, Lines: lines}
	c.Legend = append(c.Legend, lineKeys(lines)...)
	return c
}

func lineKeys(lines []Line) []Key {
	if len(lines) < 2 {
		return nil
	}
	var out []Key
	for i := range lines {
		out = append(out, Key{Name: lines[i].Name, Paint: Paint{Ink: lines[i].Ink}, Line: true, Shape: lines[i].Shape})
	}
	return out
}

// Tips implements [Chart].
func (c *Curves) Tips() []string { return tipsOf(c.Lines) }

func tipsOf(lines []Line) []string {
	var out []string
	for i := range lines {
		for k := range lines[i].Points {
			out = append(out, lines[i].Points[k].Tip)
		}
	}
	return out
}

func (c *Curves) height(s *sheet) vg.Length {
	if s.narrow() {
		return curveHeight - 60
	}
	return curveHeight
}

// extent is what the points span.
type extent struct{ xlo, xhi, ylo, yhi float64 }

func extentOf(lines []Line) extent {
	e := extent{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for i := range lines {
		for k := range lines[i].Points {
			p := &lines[i].Points[k]
			e.xlo, e.xhi = min(e.xlo, p.X), max(e.xhi, p.X)
			e.ylo, e.yhi = min(e.ylo, p.Y), max(e.yhi, p.Y)
			if p.hasBand() {
				e.ylo, e.yhi = min(e.ylo, p.Lo), max(e.yhi, p.Hi)
			}
			if p.XHi > p.XLo {
				e.xlo, e.xhi = min(e.xlo, p.XLo), max(e.xhi, p.XHi)
			}
			for _, v := range p.Raw {
				e.ylo, e.yhi = min(e.ylo, v), max(e.yhi, v)
			}
		}
	}
	if e.xlo > e.xhi {
		return extent{1, 2, 0, 1}
	}
	return e
}

func (c *Curves) draw(s *sheet) {
	e := extentOf(c.Lines)
	e.ylo, e.yhi = padded(e.ylo, e.yhi, 0.06)
	x := c.X
	if x.Log = x.Log && e.xlo > 0; x.Log {
		f := math.Pow(e.xhi/e.xlo, 0.03)
		if e.xhi == e.xlo {
			f = 1.1
		}
		e.xlo, e.xhi = e.xlo/f, e.xhi*f
	} else {
		e.xlo, e.xhi = padded(e.xlo, e.xhi, 0.03)
	}
	p := s.field(&x, &c.Y, e)
	p.Add(grid{y: true}, drawn(func(dc draw.Canvas, p *plot.Plot) {
		for i := range c.Lines {
			c.Lines[i].band(dc, p)
		}
		tip := 0
		for i := range c.Lines {
			tip = s.line(&c.Lines[i], dc, p, tip)
		}
		s.plot = s.box(dc.Min.X, dc.Min.Y, dc.Max.X, dc.Max.Y, 0)
	}))
	p.Draw(s.c)
}

// field is a plot with two axes of numbers; the label of the upright one lies above
// it, where it can be read.
func (s *sheet) field(x, y *Axis, e extent) *plot.Plot {
	if y.Label != "" {
		s.c.FillText(
			word(smallSize, Muted, text.XLeft, text.YTop),
			s.topLeft(),
			clip(word(smallSize, Muted, 0, 0), y.Label, s.inner()),
		)
	}
	s.c.Max.Y -= 22
	s.c.Max.X -= 6
	p := newPlot()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = e.xlo, e.xhi, e.ylo, e.yhi
	p.X.Label.Text = x.Label
	if x.Log {
		p.X.Scale = plot.LogScale{}
	}
	width := s.c.Size().X - 50
	ticks := x.own()
	if x.Ticks == nil {
		ticks = niceTicks(e.xlo, e.xhi, max(3, int(width/80)))
		if x.Log {
			ticks = logTicks(e.xlo, e.xhi)
		}
	}
	if x.Log {
		ticks = slices.DeleteFunc(ticks, func(t plot.Tick) bool { return t.Value <= 0 })
	}
	p.X.Tick.Marker = plot.ConstantTicks(apart(ticks, p.X.Norm, width))
	rows := y.own()
	if y.Ticks == nil {
		rows = niceTicks(e.ylo, e.yhi, 6)
	}
	p.Y.Tick.Marker = plot.ConstantTicks(rows)
	return p
}

func (s *sheet) topLeft() vg.Point { return vg.Point{X: s.c.Min.X, Y: s.c.Max.Y} }

// band fills the interval of a line.
func (l *Line) band(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var up, down []vg.Point
	for i := range l.Points {
		q := &l.Points[i]
		lo, hi := q.Lo, q.Hi
		if !q.hasBand() {
			lo, hi = q.Y, q.Y
		}
		up = append(up, vg.Point{X: x(q.X), Y: y(hi)})
		down = append([]vg.Point{{X: x(q.X), Y: y(lo)}}, down...)
	}
	if len(up) > 1 {
		c.FillPolygon(Paint{Ink: l.Ink, Alpha: 0.16}, append(up, down...))
	}
}

// line draws points and what joins them, and returns the tip after its last.
func (s *sheet) line(l *Line, c draw.Canvas, p *plot.Plot, tip int) int {
	x, y := p.Transforms(&c)
	paint := Paint{Ink: l.Ink}
	xys := make(plotter.XYs, len(l.Points))
	for i := range l.Points {
		q := &l.Points[i]
		xys[i].X, xys[i].Y = q.X, q.Y
		for _, v := range q.Raw {
			dot := draw.GlyphStyle{Color: Paint{Ink: l.Ink, Alpha: 0.4}, Radius: 1.6, Shape: draw.CircleGlyph{}}
			c.DrawGlyph(dot, vg.Point{X: x(q.X), Y: y(v)})
		}
		if q.hasBand() && len(l.Points) == 1 {
			c.StrokeLine2(draw.LineStyle{Color: paint, Width: 1}, x(q.X), y(q.Lo), x(q.X), y(q.Hi))
		}
	}
	if len(xys) > 1 {
		(&plotter.Line{XYs: xys, LineStyle: lineStyle(l.Shape, paint)}).Plot(c, p)
	}
	for i := range l.Points {
		at := vg.Point{X: x(l.Points[i].X), Y: y(l.Points[i].Y)}
		g := glyph(l.Shape, paint)
		if len(l.Points) > manyPoints {
			g.Radius *= 0.55
		}
		c.DrawGlyph(g, at)
		s.markPoint(at.X, at.Y, tip)
		tip++
	}
	return tip
}

// manyPoints is how many points a line has at most with glyphs of full size.
const manyPoints = 30

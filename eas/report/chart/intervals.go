package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Intervals are changes with their intervals, one below the other, about a line at
// zero.
type Intervals struct {
	Head
	X    Axis
	Rows []Interval
}

// Interval is one row of [Intervals].
type Interval struct {
	Label   string
	Heading bool // no value, but the title of the rows that follow
	Value   *float64
	Lo, Hi  float64 // 95 %; equal: none is known
	Clip    bool    // does not widen the axis: what lies beyond is an arrowhead at its end
	Ref     *float64
	Paint   Paint
	Note    string // the value in words, at the right
	Tip     string
}

// intervalPitch is the height of a row.
const intervalPitch = 26

// Tips implements [Chart].
func (v *Intervals) Tips() []string {
	out := make([]string, len(v.Rows))
	for i := range v.Rows {
		out[i] = v.Rows[i].Tip
	}
	return out
}

func (v *Intervals) pitch(s *sheet, r *Interval) vg.Length {
	switch {
	case r.Heading:
		return headingHeight
	case s.narrow():
		return intervalPitch + 15
	}
	return intervalPitch
}

func (v *Intervals) height(s *sheet) vg.Length {
	h := vg.Length(axisHeight)
	if v.X.Label != "" {
		h += axisWord
	}
	for i := range v.Rows {
		h += v.pitch(s, &v.Rows[i])
	}
	return h
}

// columns are the room for labels and for notes.
func (v *Intervals) columns(s *sheet) (labels, notes vg.Length) {
	for i := range v.Rows {
		if r := &v.Rows[i]; !r.Heading {
			labels = max(labels, label(Text).Width(r.Label))
			notes = max(notes, label(Text).Width(r.Note))
		}
	}
	if s.narrow() {
		return 0, 0
	}
	return min(labels+14, s.inner()*0.34), min(notes+10, s.inner()*0.3)
}

// span is the range of the axis: zero and every value but those of clipped rows,
// unless there is no other.
func (v *Intervals) span() (lo, hi float64) {
	lo, hi = v.extent(false)
	if lo == hi {
		lo, hi = v.extent(true)
	}
	if lo == hi {
		return -1, 1
	}
	lo, hi = padded(lo, hi, 0.06)
	return math.Min(lo, -0.06*(hi-lo)), math.Max(hi, 0.06*(hi-lo))
}

// extent is the range of zero and the values, with or without clipped rows.
func (v *Intervals) extent(clipped bool) (lo, hi float64) {
	for i := range v.Rows {
		r := &v.Rows[i]
		if r.Clip && !clipped {
			continue
		}
		if r.Value != nil {
			lo, hi = min(lo, *r.Value, r.Lo), max(hi, *r.Value, r.Hi)
		}
		if r.Ref != nil {
			lo, hi = min(lo, *r.Ref), max(hi, *r.Ref)
		}
	}
	return lo, hi
}

func (v *Intervals) draw(s *sheet) {
	labels, notes := v.columns(s)
	area := draw.Crop(s.c, labels, -notes-6, 0, 0)
	p := newPlot()
	p.X.Min, p.X.Max = v.span()
	p.X.Label.Text = v.X.Label
	p.Y.Min, p.Y.Max = 0, 1
	p.HideY()
	ticks := niceTicks(p.X.Min, p.X.Max, max(3, int(area.Size().X/80)))
	p.X.Tick.Marker = plot.ConstantTicks(apart(ticks, p.X.Norm, area.Size().X))
	p.X.Width = 0
	p.Add(grid{x: true}, drawn(func(c draw.Canvas, p *plot.Plot) { v.rows(s, c, p) }))
	p.Draw(area)
}

func (v *Intervals) rows(s *sheet, c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: Paint{Ink: Text}, Width: 1}, x(0), c.Min.Y, x(0), c.Max.Y)
	y := c.Max.Y
	for i := range v.Rows {
		r := &v.Rows[i]
		bottom := y - v.pitch(s, r)
		if r.Heading {
			v.heading(s, c, r, bottom)
			y = bottom
			continue
		}
		mid := bottom + intervalPitch/2
		if s.narrow() {
			mid = bottom + 11
			v.above(s, c, r, y)
		} else {
			c.FillText(label(Text), vg.Point{X: s.c.Min.X, Y: mid}, clip(label(Text), r.Label, c.Min.X-s.c.Min.X-10))
			c.FillText(label(Text), vg.Point{X: c.Max.X + 12, Y: mid}, r.Note)
		}
		r.draw(c, x, mid)
		s.mark(s.c.Min.X, bottom, s.c.Max.X, y, i)
		y = bottom
	}
	s.plot = s.box(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y, 0)
}

// heading writes the title of the rows that follow, upon paper as well.
func (v *Intervals) heading(s *sheet, c draw.Canvas, r *Interval, bottom vg.Length) {
	sty := bold(word(wordSize, Text, text.XLeft, text.YBottom))
	words := clip(sty, r.Label, s.inner())
	left := s.c.Min.X
	s.fill(Paint{Ink: Paper}, left, bottom+4, left+sty.Width(words)+3, bottom+4+1.3*wordSize)
	c.FillText(sty, vg.Point{X: left, Y: bottom + 5}, words)
}

// above writes label and note over the row, upon paper: no line runs through them.
func (v *Intervals) above(s *sheet, c draw.Canvas, r *Interval, y vg.Length) {
	name, note := word(wordSize, Text, text.XLeft, text.YTop), word(wordSize, Text, text.XRight, text.YTop)
	words := clip(name, r.Label, s.inner()-note.Width(r.Note)-8)
	left, right := s.c.Min.X, s.c.Max.X
	s.fill(Paint{Ink: Paper}, left, y-18, left+name.Width(words)+3, y)
	s.fill(Paint{Ink: Paper}, right-note.Width(r.Note)-3, y-18, right, y)
	c.FillText(name, vg.Point{X: left, Y: y - 3}, words)
	c.FillText(note, vg.Point{X: right, Y: y - 3}, r.Note)
}

// draw draws one value at height y: a disc with its interval, and a hollow square
// for what it is compared with.
func (r *Interval) draw(c draw.Canvas, x func(float64) vg.Length, y vg.Length) {
	if r.Ref != nil && c.ContainsX(x(*r.Ref)) {
		g := draw.GlyphStyle{Color: Paint{Ink: Text}, Radius: 4.5, Shape: draw.SquareGlyph{}}
		c.DrawGlyph(g, vg.Point{X: x(*r.Ref), Y: y})
	}
	if r.Value == nil {
		return
	}
	if r.Hi > r.Lo {
		r.whiskers(c, x, y)
	}
	if at := x(*r.Value); c.ContainsX(at) {
		c.DrawGlyph(draw.GlyphStyle{Color: r.Paint, Radius: 4.5, Shape: draw.CircleGlyph{}}, vg.Point{X: at, Y: y})
	}
}

// whiskers draws the interval as far as the axis goes.
func (r *Interval) whiskers(c draw.Canvas, x func(float64) vg.Length, y vg.Length) {
	if left, right := max(c.Min.X, x(r.Lo)), min(c.Max.X, x(r.Hi)); left < right {
		c.StrokeLine2(draw.LineStyle{Color: r.Paint, Width: 3}, left, y, right, y)
	}
	for _, end := range [...]float64{r.Lo, r.Hi} {
		switch at := x(end); {
		case at < c.Min.X:
			r.arrow(c, c.Min.X, 6, y)
		case at > c.Max.X:
			r.arrow(c, c.Max.X, -6, y)
		default:
			c.StrokeLine2(draw.LineStyle{Color: r.Paint, Width: 1.5}, at, y-4, at, y+4)
		}
	}
}

// arrow is an arrowhead at an end of the axis, whose wings lie back from it.
func (r *Interval) arrow(c draw.Canvas, tip, back, y vg.Length) {
	c.FillPolygon(r.Paint, []vg.Point{{X: tip, Y: y}, {X: tip + back, Y: y + 5}, {X: tip + back, Y: y - 5}})
}

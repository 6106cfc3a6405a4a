package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lanes are spans of time, lane under lane, over one axis that can be zoomed in a
// page.
type Lanes struct {
	Head
	X      Axis
	To     float64 // the axis goes from 0 to here
	Shades []Shade // behind all lanes
	Lanes  []Lane
}

// Shade is a stretch of time that is marked behind the lanes.
type Shade struct {
	From, To float64
	Paint    Paint
}

// Lane is one row of [Lanes].
type Lane struct {
	Label   string
	Heading bool // no spans, but the title of the lanes that follow
	Height  float64
	Spans   []Span
}

// Span is a piece of a lane. It stands on the floor of the lane.
type Span struct {
	From, To float64
	Level    float64 // its height as a share of the lane's; 0 is full height
	Paint    Paint
	Tip      string // what it is; the times are not in it
}

// laneHeight is the height of a lane that has none of its own.
const laneHeight = 18

// laneGap is the room below each lane.
const laneGap = 5

// Tips implements [Chart]: the names of the lanes, since marks are lanes here.
func (l *Lanes) Tips() []string {
	out := make([]string, len(l.Lanes))
	for i := range l.Lanes {
		out[i] = l.Lanes[i].Label
	}
	return out
}

func (l *Lane) height() vg.Length {
	switch {
	case l.Heading:
		return headingHeight
	case l.Height > 0:
		return vg.Length(l.Height) + laneGap
	}
	return laneHeight + laneGap
}

func (l *Lanes) height(*sheet) vg.Length {
	h := vg.Length(axisHeight + axisWord)
	for i := range l.Lanes {
		h += l.Lanes[i].height()
	}
	return h
}

func (l *Lanes) gutter(s *sheet) vg.Length {
	most := s.inner() * 0.22
	if s.narrow() {
		most = s.inner() * 0.26
	}
	w := vg.Length(0)
	for i := range l.Lanes {
		lane := &l.Lanes[i]
		if !lane.Heading {
			w = max(w, word(smallSize, Text, 0, 0).Width(lane.Label))
		} else if h := bold(label(Text)).Width(lane.Label); h < most {
			w = max(w, h)
		}
	}
	return min(w+8, most)
}

func (l *Lanes) draw(s *sheet) {
	gutter := l.gutter(s)
	area := draw.Crop(s.c, gutter, -8, 0, 0)
	p := newPlot()
	p.X.Min, p.X.Max, p.X.Label.Text = 0, l.To, l.X.Label
	p.Y.Min, p.Y.Max = 0, 1
	p.HideY()
	p.X.Tick.Marker = plot.ConstantTicks(niceTicks(0, l.To, max(3, int(area.Size().X/80))))
	p.X.Padding, p.X.Tick.Length = 2, 0 // no marks: a page moves the numbers when it zooms
	p.Add(drawn(func(c draw.Canvas, p *plot.Plot) {
		if s.svg != nil {
			s.svg.viewport(c.Rectangle)
		}
		x, _ := p.Transforms(&c)
		grid{x: true}.Plot(c, p)
		for _, sh := range l.Shades {
			s.fill(sh.Paint, x(sh.From), c.Min.Y, x(sh.To), c.Max.Y)
		}
		l.spans(s, c, x)
		if s.svg != nil {
			s.svg.end()
		}
		l.labels(s, c, gutter)
		s.plot = s.box(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y, 0)
	}))
	p.Draw(area)
}

// labels names the lanes, and marks where they are.
func (l *Lanes) labels(s *sheet, c draw.Canvas, gutter vg.Length) {
	y := c.Max.Y
	for i := range l.Lanes {
		lane := &l.Lanes[i]
		bottom := y - lane.height()
		if lane.Heading {
			c.FillText(bold(word(wordSize, Text, text.XLeft, text.YBottom)), vg.Point{X: s.c.Min.X, Y: bottom + 5},
				clip(label(Text), lane.Label, s.inner()))
		} else {
			sty := word(smallSize, Text, text.XLeft, text.YCenter)
			c.FillText(sty, vg.Point{X: s.c.Min.X, Y: (bottom + laneGap + y) / 2}, clipMiddle(sty, lane.Label, gutter-6))
			s.mark(c.Min.X, bottom+laneGap, c.Max.X, y, i)
		}
		y = bottom
	}
}

// spans draws the lanes; spans of one look are one path.
func (l *Lanes) spans(s *sheet, c draw.Canvas, x func(float64) vg.Length) {
	y := c.Max.Y
	for i := range l.Lanes {
		lane := &l.Lanes[i]
		bottom := y - lane.height() + laneGap
		if !lane.Heading {
			c.StrokeLine2(draw.LineStyle{Color: Paint{Ink: Grid}, Width: 1}, c.Min.X, bottom, c.Max.X, bottom)
			lane.draw(s, x, bottom, y)
		}
		y -= lane.height()
	}
}

func (l *Lane) draw(s *sheet, x func(float64) vg.Length, low, high vg.Length) {
	var paints []Paint
	var paths []vg.Path
	for _, sp := range l.Spans {
		k := 0
		for k < len(paints) && paints[k] != sp.Paint {
			k++
		}
		if k == len(paints) {
			paints, paths = append(paints, sp.Paint), append(paths, nil)
		}
		level := vg.Length(1)
		if sp.Level > 0 {
			level = vg.Length(sp.Level)
		}
		r := vg.Rectangle{Min: vg.Point{X: x(sp.From), Y: low}, Max: vg.Point{X: x(sp.To), Y: low + (high-low)*level}}
		paths[k] = append(paths[k], r.Path()...)
	}
	for k := range paints {
		s.c.SetColor(paints[k])
		s.c.Fill(paths[k])
	}
}

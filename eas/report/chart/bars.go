package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars are stacked horizontal bars, one below the other.
type Bars struct {
	Head
	X    Axis
	Max  float64 // end of the axis; 0: the longest bar
	Rows []Bar
}

// Bar is one row of [Bars].
type Bar struct {
	Label   string
	Heading bool // no bar, but the title of the rows that follow
	Parts   []Part
	Note    string // written at the end of the bar
}

// Part is one piece of a bar.
type Part struct {
	Value float64
	Paint Paint
	Text  string // written upon it where there is room
	Tip   string
}

const (
	barHeight     = 24
	barPitch      = 32
	headingHeight = 28
	axisHeight    = 26
	axisWord      = 18
)

// Tips implements [Chart].
func (b *Bars) Tips() []string {
	var out []string
	for i := range b.Rows {
		for k := range b.Rows[i].Parts {
			out = append(out, b.Rows[i].Parts[k].Tip)
		}
	}
	return out
}

// pitch is the height of a row.
func (b *Bars) pitch(s *sheet, r *Bar) vg.Length {
	switch {
	case r.Heading:
		return headingHeight
	case s.narrow():
		return barPitch + 16
	}
	return barPitch
}

func (b *Bars) height(s *sheet) vg.Length {
	h := vg.Length(axisHeight)
	if b.X.Label != "" {
		h += axisWord
	}
	for i := range b.Rows {
		h += b.pitch(s, &b.Rows[i])
	}
	return h
}

// gutter is the room for labels left of the bars.
func (b *Bars) gutter(s *sheet) vg.Length {
	if s.narrow() {
		return 0
	}
	w := vg.Length(0)
	for i := range b.Rows {
		if !b.Rows[i].Heading {
			w = max(w, label(Text).Width(b.Rows[i].Label))
		}
	}
	return min(w+10, s.inner()*0.38)
}

// notes is the room for notes right of the longest bar.
func (b *Bars) notes() vg.Length {
	w := vg.Length(0)
	for i := range b.Rows {
		w = max(w, label(Text).Width(b.Rows[i].Note))
	}
	if w > 0 {
		w += 8
	}
	return w
}

func (b *Bars) longest() float64 {
	most := b.Max
	for i := range b.Rows {
		sum := 0.0
		for k := range b.Rows[i].Parts {
			sum += b.Rows[i].Parts[k].Value
		}
		most = max(most, sum)
	}
	if most <= 0 {
		return 1
	}
	return most
}

func (b *Bars) draw(s *sheet) {
	gutter := b.gutter(s)
	area := draw.Crop(s.c, gutter, -b.notes(), 0, 0)
	p := newPlot()
	p.X.Min, p.X.Max, p.X.Label.Text = 0, b.longest(), b.X.Label
	p.Y.Min, p.Y.Max = 0, 1
	p.HideY()
	ticks := b.X.own()
	if b.X.Ticks == nil {
		ticks = niceTicks(0, p.X.Max, max(2, int(area.Size().X/90)))
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Width = 0
	p.Add(grid{x: true}, drawn(func(c draw.Canvas, p *plot.Plot) { b.bars(s, c, p, gutter) }))
	p.Draw(area)
}

// bars draws the rows in the area of the data.
func (b *Bars) bars(s *sheet, c draw.Canvas, p *plot.Plot, gutter vg.Length) {
	x, _ := p.Transforms(&c)
	y, tip := c.Max.Y, 0
	for i := range b.Rows {
		r := &b.Rows[i]
		pitch := b.pitch(s, r)
		bottom := y - pitch
		if r.Heading {
			c.FillText(bold(word(wordSize, Text, text.XLeft, text.YBottom)), vg.Point{X: s.c.Min.X, Y: bottom + 5}, r.Label)
			y = bottom
			continue
		}
		low := bottom + (barPitch-barHeight)/2
		high := low + barHeight
		if s.narrow() {
			c.FillText(word(wordSize, Text, text.XLeft, text.YBottom), vg.Point{X: s.c.Min.X, Y: high + 3},
				clip(label(Text), r.Label, s.inner()))
		} else {
			c.FillText(label(Text), vg.Point{X: s.c.Min.X, Y: (low + high) / 2}, clip(label(Text), r.Label, gutter-8))
		}
		end := 0.0
		for k := range r.Parts {
			part := &r.Parts[k]
			from, to := x(end), x(end+part.Value)
			end += part.Value
			s.part(part, from, low, to, high, tip)
			tip++
		}
		c.FillText(label(Text), vg.Point{X: x(end) + 6, Y: (low + high) / 2}, r.Note)
		y = bottom
	}
	s.plot = s.box(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y, 0)
}

// part draws a piece of a bar, with a hair of paper after it. What is thinned covers
// the grid all the same.
func (s *sheet) part(part *Part, from, low, to, high vg.Length, tip int) {
	if to-from < 0.05 {
		return
	}
	gap := vg.Length(1)
	if to-from < 3 {
		gap = 0
	}
	if part.Paint.opacity() < 1 {
		s.fill(Paint{Ink: Paper}, from, low, to, high)
	}
	s.fill(part.Paint, from, low, to-gap, high)
	s.mark(from, low, to, high, tip)
	ink, readable := part.Paint.onTop()
	sty := word(smallSize, ink, text.XCenter, text.YCenter)
	if part.Text != "" && readable && sty.Width(part.Text)+8 <= to-from {
		s.c.FillText(sty, vg.Point{X: (from + to) / 2, Y: (low + high) / 2}, part.Text)
	}
}

package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Chart is a picture to be: [Bars], [Curves], [Scatter], [Intervals] or [Lanes].
type Chart interface {
	// About is the chart's head; the caller may read it, not write.
	About() *Head
	// Tips are the texts that the marks of a picture refer to.
	Tips() []string

	height(s *sheet) vg.Length // of what draw needs, at the width of s
	draw(s *sheet)
}

// Head says what a picture shows.
type Head struct {
	Name   string // short, for files and links: "energy"
	Title  string // one line
	Desc   string // what is to be seen, for whoever cannot see it, and below the title
	Legend []Key
}

// About returns the head itself.
func (h *Head) About() *Head { return h }

// Key is an entry of a legend.
type Key struct {
	Name  string
	Paint Paint
	Line  bool // a line with the glyph of series Shape, else a filled square
	Dot   bool // the glyph of series Shape alone
	Shape int
}

// The widths of pictures, CSS pixels.
const (
	WideWidth   = 860
	NarrowWidth = 360
	narrowBelow = 560
)

// Options says how a chart is drawn. The zero value is a wide picture in the light
// theme without title.
type Options struct {
	Width float64 // CSS pixels; 0 is WideWidth
	Theme Theme
	Title bool    // draw the title
	Scale float64 // PNG: image pixels a CSS pixel; 0 is 2
	ID    string  // SVG: begins the ids in it; "" leaves them out
	Class string  // SVG: class of the root element
}

func (o Options) width() vg.Length {
	if o.Width <= 0 {
		return WideWidth
	}
	return vg.Length(o.Width)
}

// Mark is a part of a picture that has something to tell: a rectangle in pixels
// from the top left. A point has no size.
type Mark struct {
	X, Y, W, H float64
	Tip        int // index into [Chart.Tips]
}

// Picture is a chart that was drawn.
type Picture struct {
	Bytes         []byte // SVG or PNG
	Width, Height float64
	Marks         []Mark
	Plot          Mark // the area of the data
}

// SVG draws a chart as an SVG element. With the theme [Styled] it is to stand in a
// page with [StyleSheet], else it is a file of its own.
func SVG(ch Chart, o Options) Picture {
	s := newSheet(o)
	h := s.total(ch)
	c := newSVG(s.width, h, o.Theme)
	s.svg, s.c = c, draw.NewCanvas(c, s.width, h)
	if o.Theme != Styled {
		s.paper()
	}
	s.compose(ch)
	var b bytes.Buffer
	b.WriteString(svgHead(ch.About(), o, s.width, h))
	b.Write(c.buf.Bytes())
	b.WriteString("</svg>\n")
	return Picture{Bytes: b.Bytes(), Width: float64(s.width), Height: float64(h), Marks: s.marks, Plot: s.plot}
}

func svgHead(h *Head, o Options, w, height vg.Length) string {
	size := short(float64(w)) + " " + short(float64(height))
	text := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + size + `" role="img"` +
		` font-family="Liberation Sans,Arimo,Arial,Helvetica,sans-serif"`
	if o.Class != "" {
		text += ` class="` + html.EscapeString(o.Class) + `"`
	}
	if o.Theme != Styled {
		text += fmt.Sprintf(` width="%s" height="%s"`, short(float64(w)), short(float64(height)))
	}
	title, desc := "<title", "<desc"
	if o.ID != "" {
		id := html.EscapeString(o.ID)
		text += ` aria-labelledby="` + id + `-title" aria-describedby="` + id + `-desc"`
		title += ` id="` + id + `-title"`
		desc += ` id="` + id + `-desc"`
	}
	return text + ">\n" + title + ">" + html.EscapeString(h.Title) + "</title>\n" +
		desc + ">" + html.EscapeString(h.Desc) + "</desc>\n"
}

// PNG draws a chart as a PNG file.
func PNG(ch Chart, o Options) (Picture, error) {
	if o.Theme == Styled {
		o.Theme = Light
	}
	s := newSheet(o)
	h := s.total(ch)
	scale := o.Scale
	if scale <= 0 {
		scale = 2
	}
	const pointsAnInch = 72
	img := vgimg.NewWith(vgimg.UseWH(s.width, h), vgimg.UseDPI(int(scale*pointsAnInch)))
	s.c = draw.NewCanvas(tinted{img, o.Theme}, s.width, h)
	s.paper()
	s.compose(ch)
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: img}).WriteTo(&b); err != nil {
		return Picture{}, fmt.Errorf("chart: %w", err)
	}
	return Picture{Bytes: b.Bytes(), Width: float64(s.width), Height: float64(h), Marks: s.marks, Plot: s.plot}, nil
}

// tinted is a canvas that looks paints up in a theme.
type tinted struct {
	vg.Canvas
	theme Theme
}

// SetColor implements [vg.Canvas].
func (t tinted) SetColor(c color.Color) {
	if p, ok := c.(Paint); ok {
		c = p.in(t.theme)
	}
	t.Canvas.SetColor(c)
}

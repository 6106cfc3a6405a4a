package chart

import (
	"bytes"
	"html"
	"image"
	"image/color"
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas is a canvas of gonum/plot that writes SVG: one element a path or text,
// the origin at the top left, one point a CSS pixel.
type svgCanvas struct {
	w, h  vg.Length
	theme Theme
	buf   bytes.Buffer
	stack []pen
}

var _ vg.CanvasSizer = (*svgCanvas)(nil)

// pen is the state of a canvas.
type pen struct {
	paint  Paint
	width  vg.Length
	dash   []vg.Length
	offset vg.Length
	at     affine
}

// affine maps canvas coordinates: x' = a x + c y + e, y' = b x + d y + f.
type affine struct{ a, b, c, d, e, f float64 }

func newSVG(w, h vg.Length, t Theme) *svgCanvas {
	return &svgCanvas{w: w, h: h, theme: t, stack: []pen{{width: 1, at: affine{a: 1, d: 1}}}}
}

func (c *svgCanvas) pen() *pen { return &c.stack[len(c.stack)-1] }

// Size implements [vg.CanvasSizer].
func (c *svgCanvas) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth implements [vg.Canvas].
func (c *svgCanvas) SetLineWidth(w vg.Length) { c.pen().width = w }

// SetLineDash implements [vg.Canvas].
func (c *svgCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.pen().dash, c.pen().offset = pattern, offset
}

// SetColor implements [vg.Canvas]. A colour that is no [Paint] becomes text.
func (c *svgCanvas) SetColor(col color.Color) {
	p, ok := col.(Paint)
	if !ok {
		p = Paint{Ink: Text}
	}
	c.pen().paint = p
}

// Rotate implements [vg.Canvas].
func (c *svgCanvas) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	c.transform(affine{a: cos, b: sin, c: -sin, d: cos})
}

// Translate implements [vg.Canvas].
func (c *svgCanvas) Translate(pt vg.Point) {
	c.transform(affine{a: 1, d: 1, e: float64(pt.X), f: float64(pt.Y)})
}

// Scale implements [vg.Canvas].
func (c *svgCanvas) Scale(x, y float64) { c.transform(affine{a: x, d: y}) }

// transform makes m the first thing that happens to a point.
func (c *svgCanvas) transform(m affine) {
	t := &c.pen().at
	*t = affine{
		a: float64(t.a*m.a) + t.c*m.b, c: float64(t.a*m.c) + t.c*m.d, e: float64(t.a*m.e) + float64(t.c*m.f) + t.e,
		b: float64(t.b*m.a) + t.d*m.b, d: float64(t.b*m.c) + t.d*m.d, f: float64(t.b*m.e) + float64(t.d*m.f) + t.f,
	}
}

// place is where a point of the canvas stands in the SVG.
func (c *svgCanvas) place(pt vg.Point) (x, y float64) {
	t, px, py := &c.pen().at, float64(pt.X), float64(pt.Y)
	return float64(t.a*px) + float64(t.c*py) + t.e, float64(c.h) - (float64(t.b*px) + float64(t.d*py) + t.f)
}

// Push implements [vg.Canvas].
func (c *svgCanvas) Push() { c.stack = append(c.stack, *c.pen()) }

// Pop implements [vg.Canvas].
func (c *svgCanvas) Pop() { c.stack = c.stack[:len(c.stack)-1] }

// Stroke implements [vg.Canvas].
func (c *svgCanvas) Stroke(path vg.Path) {
	p := c.pen()
	if p.width <= 0 || len(path) == 0 {
		return
	}
	c.open("path")
	c.ink("k-", "stroke")
	c.number("stroke-width", float64(p.width))
	if len(p.dash) > 0 {
		c.buf.WriteString(` stroke-dasharray="`)
		for i, d := range p.dash {
			if i > 0 {
				c.buf.WriteByte(' ')
			}
			c.buf.WriteString(short(float64(d)))
		}
		c.buf.WriteByte('"')
	}
	c.path(path)
}

// Fill implements [vg.Canvas].
func (c *svgCanvas) Fill(path vg.Path) {
	if len(path) == 0 {
		return
	}
	c.open("path")
	c.ink("f-", "fill")
	c.path(path)
}

// FillString implements [vg.Canvas]. The text carries its measured length, so that
// another font of the same style fits in its place.
func (c *svgCanvas) FillString(f font.Face, pt vg.Point, text string) {
	if text == "" || f.Font.Size <= 0 {
		return
	}
	x, y := c.place(pt)
	c.open("text")
	c.number("x", x)
	c.number("y", y)
	c.number("font-size", float64(f.Font.Size))
	if f.Font.Weight >= xfont.WeightSemiBold {
		c.buf.WriteString(` font-weight="bold"`)
	}
	if t := c.pen().at; t.b != 0 || t.a < 0 {
		c.buf.WriteString(
			` transform="rotate(` + short(-math.Atan2(t.b, t.a)*180/math.Pi) + " " + short(x) + " " + short(y) + `)"`,
		)
	}
	if len(text) > 1 {
		c.number("textLength", float64(f.Width(text)))
		c.buf.WriteString(` lengthAdjust="spacingAndGlyphs"`)
	}
	c.ink("f-", "fill")
	c.buf.WriteString(">" + html.EscapeString(text) + "</text>\n")
}

// DrawImage implements [vg.Canvas]; no chart draws one.
func (c *svgCanvas) DrawImage(vg.Rectangle, image.Image) {}

func (c *svgCanvas) open(element string) { c.buf.WriteString("<" + element) }

func (c *svgCanvas) number(name string, v float64) {
	c.buf.WriteString(" " + name + `="` + short(v) + `"`)
}

// ink writes the colour: a class, or the attribute that a picture standing alone
// needs.
func (c *svgCanvas) ink(class, attribute string) {
	p := c.pen().paint
	switch {
	case c.theme == Styled:
		c.buf.WriteString(` class="` + class + looks[p.Ink].name + `"`)
	case attribute == "stroke":
		c.buf.WriteString(` fill="none" stroke="` + p.Ink.Hex(c.theme) + `"`)
	default:
		c.buf.WriteString(` fill="` + p.Ink.Hex(c.theme) + `"`)
	}
	if a := p.opacity(); a < 1 {
		c.number(attribute+"-opacity", a)
	}
}

// viewport begins a part that can be zoomed: what follows, up to end, is clipped to
// r.
func (c *svgCanvas) viewport(r vg.Rectangle) {
	x, y := c.place(vg.Point{X: r.Min.X, Y: r.Max.Y})
	box := short(x) + " " + short(y) + " " + short(float64(r.Size().X)) + " " + short(float64(r.Size().Y))
	c.buf.WriteString(`<svg class="zoom"`)
	c.number("x", x)
	c.number("y", y)
	c.number("width", float64(r.Size().X))
	c.number("height", float64(r.Size().Y))
	c.buf.WriteString(` viewBox="` + box + `" preserveAspectRatio="none">` + "\n")
}

func (c *svgCanvas) end() { c.buf.WriteString("</svg>\n") }

// group begins a part with a class of its own; endGroup ends it.

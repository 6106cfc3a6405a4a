package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Tick is a value of an axis that is named.
type Tick struct {
	Value float64
	Label string // "" is the number itself
}

// Axis is a direction of a picture.
type Axis struct {
	Label string
	Ticks []Tick // nil: round numbers
	Log   bool   // distances show ratios; every value must be above 0
}

// niceTicks are about n round numbers from lo to hi, ends included if they are
// round.
func niceTicks(lo, hi float64, n int) []plot.Tick {
	span := hi - lo
	if span <= 0 || math.IsInf(span, 0) || math.IsNaN(span) {
		return []plot.Tick{{Value: lo, Label: plain(lo, 0)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span/float64(n))))
	for _, f := range [...]float64{1, 2, 5, 10} {
		if span/(f*step) <= float64(n)+0.5 {
			step *= f
			break
		}
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var out []plot.Tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+1e-9*span; i++ {
		out = append(out, plot.Tick{Value: i * step, Label: plain(i*step, digits)})
	}
	return out
}

// logTicks are 1, 2 and 5 times the powers of ten within lo to hi.
func logTicks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	for p := math.Pow(10, math.Floor(math.Log10(lo))); p <= hi && len(out) < 60; p *= 10 {
		for _, f := range [...]float64{1, 2, 5} {
			if v := f * p; v >= lo*(1-1e-9) && v <= hi*(1+1e-9) {
				out = append(out, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64)})
			}
		}
	}
	if len(out) < 2 {
		return niceTicks(lo, hi, 4)
	}
	return out
}

// plain writes a number with a true minus sign.
func plain(v float64, digits int) string {
	t := strconv.FormatFloat(v, 'f', digits, 64)
	if v < 0 && math.Abs(v) >= 0.5*math.Pow(10, -float64(digits)) {
		return "−" + t[1:]
	}
	if len(t) > 1 && t[0] == '-' {
		return t[1:]
	}
	return t
}

// own turns the ticks of an axis into those of gonum/plot.
func (a *Axis) own() []plot.Tick {
	out := make([]plot.Tick, len(a.Ticks))
	for i, t := range a.Ticks {
		if t.Label == "" {
			t.Label = strconv.FormatFloat(t.Value, 'g', -1, 64)
		}
		out[i] = plot.Tick{Value: t.Value, Label: t.Label}
	}
	return out
}

// apart drops the labels of ticks that would touch the one before, at a scale of
// width points for the whole axis.
func apart(ticks []plot.Tick, norm func(float64) float64, width vg.Length) []plot.Tick {
	sty := word(smallSize, Muted, text.XCenter, text.YTop)
	edge := vg.Length(math.Inf(-1))
	for i := range ticks {
		x, w := vg.Length(norm(ticks[i].Value))*width, sty.Width(ticks[i].Label)
		if x-w/2 < edge+6 {
			ticks[i].Label = ""
			continue
		}
		edge = x + w/2
	}
	return ticks
}

// newPlot is an empty plot in the style of the house: no frame, small muted numbers.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range [...]*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = draw.LineStyle{Color: Paint{Ink: Muted}, Width: 1}
		a.Tick.LineStyle = draw.LineStyle{Color: Paint{Ink: Muted}, Width: 1}
		a.Tick.Length = 4
		a.Padding = 0
		x, y := a.Tick.Label.XAlign, a.Tick.Label.YAlign
		a.Tick.Label = word(smallSize, Muted, x, y)
		a.Label.TextStyle = word(smallSize, Muted, text.XCenter, text.YBottom)
		a.Label.Padding = 4
	}
	p.Y.Width, p.Y.Tick.Length = 0, 0
	return p
}

// grid draws the lines that guide the eye from the numbers of the axes.
type grid struct{ x, y bool }

// Plot implements [plot.Plotter].
func (g grid) Plot(c draw.Canvas, p *plot.Plot) {
	sty := draw.LineStyle{Color: Paint{Ink: Grid}, Width: 1}
	x, y := p.Transforms(&c)
	if g.y {
		for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			if v := y(t.Value); c.ContainsY(v) {
				c.StrokeLine2(sty, c.Min.X, v, c.Max.X, v)
			}
		}
	}
	if g.x {
		for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
			if v := x(t.Value); c.ContainsX(v) {
				c.StrokeLine2(sty, v, c.Min.Y, v, c.Max.Y)
			}
		}
	}
}

// drawn is a plotter made of a function.
type drawn func(c draw.Canvas, p *plot.Plot)

// Plot implements [plot.Plotter].
func (f drawn) Plot(c draw.Canvas, p *plot.Plot) { f(c, p) }

// padded widens a range by a share on both sides; a single value gets some room.
func padded(lo, hi, share float64) (float64, float64) {
	switch d := hi - lo; {
	case d > 0:
		return lo - d*share, hi + d*share
	case lo == 0:
		return -1, 1
	default:
		return lo - math.Abs(lo)*0.01, hi + math.Abs(hi)*0.01
	}
}

// dashes tell lines apart without colour.
var dashes = [...][]vg.Length{nil, {7, 4}, {2, 3}, {9, 3, 2, 3}, {14, 5}, {2, 5}, {7, 3, 2, 3, 2, 3}, {4, 2}}

func lineStyle(shape int, p Paint) draw.LineStyle {
	return draw.LineStyle{Color: p, Width: 2, Dashes: dashes[shape%len(dashes)]}
}

// glyph tells points apart without colour.
func glyph(shape int, p Paint) draw.GlyphStyle {
	g := draw.GlyphStyle{Color: p, Radius: 3.6}
	switch shape % 6 {
	case 1:
		g.Shape, g.Radius = draw.BoxGlyph{}, 3.4
	case 2:
		g.Shape, g.Radius = draw.PyramidGlyph{}, 4.4
	case 3:
		g.Shape = draw.RingGlyph{}
	case 4:
		g.Shape, g.Radius = draw.SquareGlyph{}, 3.6
	case 5:
		g.Shape, g.Radius = draw.TriangleGlyph{}, 4.2
	default:
		g.Shape = draw.CircleGlyph{}
	}
	return g
}

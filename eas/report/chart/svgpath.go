package chart

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// short writes a number with at most two digits after the point.
func short(v float64) string {
	text := strconv.FormatFloat(v, 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

// path writes the d attribute and closes the element. Lines along an axis are
// written short.
func (c *svgCanvas) path(path vg.Path) {
	c.buf.WriteString(` d="`)
	p := pathWriter{c: c}
	for i := range path {
		p.component(&path[i])
	}
	c.buf.WriteString("\"/>\n")
}

// pathWriter keeps where the last component ended, as it was written.
type pathWriter struct {
	c    *svgCanvas
	x, y string
}

func (p *pathWriter) component(pc *vg.PathComp) {
	switch pc.Type {
	case vg.MoveComp:
		p.to("M", pc.Pos)
	case vg.LineComp:
		p.line(pc.Pos)
	case vg.CurveComp:
		p.curve(pc)
	case vg.ArcComp:
		p.arc(pc)
	case vg.CloseComp:
		p.c.buf.WriteByte('Z')
	}
}

func (p *pathWriter) xy(pt vg.Point) (x, y string) {
	fx, fy := p.c.place(pt)
	return short(fx), short(fy)
}

func (p *pathWriter) to(command string, pt vg.Point) {
	p.x, p.y = p.xy(pt)
	p.c.buf.WriteString(command + p.x + " " + p.y)
}

func (p *pathWriter) line(pt vg.Point) {
	x, y := p.xy(pt)
	switch {
	case y == p.y && x == p.x:
	case y == p.y:
		p.c.buf.WriteString("H" + x)
	case x == p.x:
		p.c.buf.WriteString("V" + y)
	default:
		p.c.buf.WriteString("L" + x + " " + y)
	}
	p.x, p.y = x, y
}

func (p *pathWriter) curve(pc *vg.PathComp) {
	command := "Q"
	if len(pc.Control) == 2 {
		command = "C"
	}
	for _, ctl := range pc.Control {
		x, y := p.xy(ctl)
		p.c.buf.WriteString(command + x + " " + y)
		command = " "
	}
	p.to(" ", pc.Pos)
}

// arc writes a part of a circle, a whole one as two halves: SVG has no arc that
// ends where it begins.
func (p *pathWriter) arc(pc *vg.PathComp) {
	at := func(angle float64) vg.Point {
		sin, cos := math.Sincos(angle)
		return vg.Point{X: pc.Pos.X + pc.Radius*vg.Length(cos), Y: pc.Pos.Y + pc.Radius*vg.Length(sin)}
	}
	p.line(at(pc.Start))
	sweep := "0"
	if pc.Angle < 0 { // y points down in SVG
		sweep = "1"
	}
	parts := 1
	if math.Abs(pc.Angle) > math.Pi {
		parts = 2
	}
	for i := 1; i <= parts; i++ {
		r := short(float64(pc.Radius))
		p.to("A"+r+" "+r+" 0 0 "+sweep+" ", at(pc.Start+pc.Angle*float64(i)/float64(parts)))
	}
}

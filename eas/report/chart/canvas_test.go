package chart

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestCanvasTransforms: a point that is turned, then moved, lands where the canvas of
// gonum/plot would put it; y points down in SVG.
func TestCanvasTransforms(t *testing.T) {
	t.Parallel()
	c := newSVG(100, 50, Light)
	c.Push()
	c.Translate(vg.Point{X: 10, Y: 20})
	c.Rotate(math.Pi / 2)
	x, y := c.place(vg.Point{X: 5, Y: 0}) // turned: (0, 5); moved: (10, 25)
	if math.Abs(x-10) > 1e-9 || math.Abs(y-25) > 1e-9 {
		t.Errorf("at %g, %g, want 10, 25", x, y)
	}
	c.Scale(2, 3)
	if x, y = c.place(vg.Point{X: 1, Y: 1}); math.Abs(x-7) > 1e-9 || math.Abs(y-28) > 1e-9 {
		t.Errorf("at %g, %g, want 7, 28", x, y)
	}
	c.Pop()
	if x, y = c.place(vg.Point{X: 1, Y: 1}); x != 1 || y != 49 {
		t.Errorf("at %g, %g after Pop, want 1, 49", x, y)
	}
}

func TestCanvasPaths(t *testing.T) {
	t.Parallel()
	c := newSVG(100, 100, Styled)
	c.SetColor(Paint{Ink: Big, Alpha: 0.5})
	c.Fill(vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 30, Y: 20}}.Path())
	var circle vg.Path
	circle.Move(vg.Point{X: 60, Y: 50})
	circle.Arc(vg.Point{X: 50, Y: 50}, 10, 0, 2*math.Pi)
	circle.Close()
	c.SetLineWidth(2)
	c.SetLineDash([]vg.Length{3, 1}, 0)
	c.Stroke(circle)
	var curve vg.Path
	curve.Move(vg.Point{})
	curve.QuadTo(vg.Point{X: 1, Y: 1}, vg.Point{X: 2, Y: 0})
	curve.CubeTo(vg.Point{X: 3, Y: 1}, vg.Point{X: 4, Y: 1}, vg.Point{X: 5, Y: 0})
	c.Fill(curve)
	got := c.buf.String()
	for _, want := range []string{
		`<path class="f-big" fill-opacity="0.5" d="M10 90H30V80H10Z"/>`,
		`<path class="k-big" stroke-opacity="0.5" stroke-width="2" stroke-dasharray="3 1"` +
			` d="M60 50A10 10 0 0 0 40 50A10 10 0 0 0 60 50Z"/>`,
		`d="M0 100Q1 99 2 100C3 99 4 99 5 100"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	before := len(got)
	c.SetLineWidth(0)
	c.Stroke(circle)
	c.Fill(nil)
	if c.buf.Len() != before {
		t.Error("a line without width, or an empty path, was drawn")
	}
}

package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ptr(v float64) *float64 { return &v }

// examples are one chart of each kind, with texts that need care.
func examples() []Chart {
	head := func(name string) Head {
		return Head{
			Name:   name,
			Title:  "A <b>title</b> & more",
			Desc:   "what \"is\" seen",
			Legend: []Key{{Name: "a<b", Paint: Paint{Ink: Big}}},
		}
	}
	curves := NewCurves(
		head("curves"),
		Axis{Label: "x", Log: true, Ticks: []Tick{{Value: 1}, {Value: 2}, {Value: 4}}},
		Axis{Label: "y"},
		nil,
	)
	scatter := NewScatter(head("scatter"), Axis{Label: "x"}, Axis{Label: "y"}, nil, nil)
	lines := []Line{
		{Name: "on", Ink: Series(0), Points: []Point{
			{X: 1, Y: 10, Lo: 9, Hi: 11, Raw: []float64{9, 11}, Tip: "one"},
			{X: 2, Y: 12, Lo: 11, Hi: 13, XLo: 1.5, XHi: 2.5, Tip: "two", Name: "two"},
		}},
		{Name: "off", Ink: Series(1), Shape: 1, Points: []Point{{X: 4, Y: -3, Tip: "three"}}},
	}
	curves.Lines, scatter.Groups, scatter.Front = lines, lines, lines[0].Points
	return []Chart{
		&Bars{Head: head("bars"), X: Axis{Label: "mJ"}, Rows: []Bar{
			{Label: "heading", Heading: true},
			{
				Label: "first",
				Note:  "30",
				Parts: []Part{
					{Value: 10, Tip: "ten", Text: "33 %"},
					{Value: 20, Paint: Paint{Ink: Little, Alpha: 0.5}, Tip: "twenty"},
				},
			},
			{Label: "empty"},
		}},
		curves,
		scatter,
		&Intervals{Head: head("intervals"), X: Axis{Label: "%"}, Rows: []Interval{
			{Label: "group", Heading: true},
			{Label: "row", Value: ptr(-3), Lo: -4, Hi: -2, Ref: ptr(-1), Note: "−3 %", Tip: "three less"},
			{Label: "unknown", Tip: "nothing"},
		}},
		&Lanes{
			Head:   head("lanes"),
			X:      Axis{Label: "ms"},
			To:     10,
			Shades: []Shade{{1, 2, Paint{Ink: Alert, Alpha: 0.1}}},
			Lanes: []Lane{
				{Label: "CPUs", Heading: true},
				{Label: "cpu0", Spans: []Span{{0, 4, 0, Paint{Ink: Series(2)}, "ui"}, {4, 10, 0.2, Paint{Ink: Idle}, "idle"}}},
				{Label: "a task of a very long name-17", Height: 12, Spans: []Span{{1, 3, 1, Paint{Ink: Little}, "runs"}}},
			},
		},
	}
}

func wellFormed(src []byte) error {
	d := xml.NewDecoder(bytes.NewReader(src))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestSVG: every chart in every form is well-formed, says what it shows, refers to
// no colour but the theme's, and marks only what lies inside.
func TestSVG(t *testing.T) {
	t.Parallel()
	for _, ch := range examples() {
		for _, o := range []Options{
			{Theme: Styled, ID: "x", Class: "wide"},
			{Theme: Styled, Width: NarrowWidth},
			{Title: true},
			{Title: true, Theme: Dark, Width: 500},
		} {
			p := SVG(ch, o)
			name := fmt.Sprintf("%s %+v", ch.About().Name, o)
			text := string(p.Bytes)
			if err := wellFormed(p.Bytes); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, want := range []string{`role="img"`, "A &lt;b&gt;title", "a&lt;b", "<title", "<desc"} {
				if !strings.Contains(text, want) {
					t.Errorf("%s: no %s", name, want)
				}
			}
			if styled := strings.Contains(text, `class="f-text"`); styled != (o.Theme == Styled) {
				t.Errorf("%s: classes %t", name, styled)
			}
			if at := strings.Index(text, `"#`); o.Theme == Styled && at >= 0 {
				t.Errorf("%s: a colour of its own: %s", name, text[at:][:20])
			}
			if long := regexp.MustCompile(`[ "]-?\d+\.\d{3,}`).FindString(text); long != "" {
				t.Errorf("%s: a length of%s", name, long)
			}
			checkMarks(t, name, ch, &p)
		}
	}
}

// TestNarrowHeading: a heading stands upon paper, so that the line at zero does not
// run through it.
func TestNarrowHeading(t *testing.T) {
	t.Parallel()
	v := &Intervals{Rows: []Interval{{Label: "group", Heading: true}, {Label: "row", Value: ptr(50)}}}
	text := string(SVG(v, Options{Theme: Styled, Width: NarrowWidth}).Bytes)
	before, _, found := strings.Cut(text, ">group</text>")
	lines := strings.Split(before, "\n")
	if !found || len(lines) < 2 || !strings.Contains(lines[len(lines)-2], `class="f-paper"`) {
		t.Errorf("no paper below the heading in\n%s", text)
	}
}

// TestClippedInterval: a clipped row leaves the axis to the others, and its ends are
// arrowheads; alone it has the axis for itself.
func TestClippedInterval(t *testing.T) {
	t.Parallel()
	wide := Interval{Label: "wide", Value: ptr(-100), Lo: -378, Hi: 178, Clip: true}
	both := &Intervals{Rows: []Interval{{Label: "row", Value: ptr(-3), Lo: -4, Hi: -2}, wide}}
	if lo, hi := both.span(); lo < -5 || hi > 1 {
		t.Errorf("axis from %g to %g, want it about -4 to 0", lo, hi)
	}
	if lo, hi := (&Intervals{Rows: []Interval{wide}}).span(); lo > -378 || hi < 178 {
		t.Errorf("axis from %g to %g, want at least -378 to 178", lo, hi)
	}
	arrows := func(v *Intervals) int {
		return strings.Count(string(SVG(v, Options{Theme: Styled, Width: WideWidth}).Bytes), "Z\"")
	}
	without := &Intervals{Rows: []Interval{both.Rows[0], {Label: "wide"}}}
	if n := arrows(both) - arrows(without); n != 2 {
		t.Errorf("%d closed shapes more, want two arrowheads", n)
	}
}

func checkMarks(t *testing.T, name string, ch Chart, p *Picture) {
	t.Helper()
	if len(p.Marks) == 0 {
		t.Errorf("%s: no marks", name)
	}
	for _, m := range p.Marks {
		if m.X < 0 || m.Y < 0 || m.X+m.W > p.Width || m.Y+m.H > p.Height || m.W < 0 || m.H < 0 {
			t.Errorf("%s: mark %+v outside of %g x %g", name, m, p.Width, p.Height)
		}
		if m.Tip < 0 || m.Tip >= len(ch.Tips()) {
			t.Errorf("%s: mark of tip %d of %d", name, m.Tip, len(ch.Tips()))
		}
	}
	if p.Plot.W <= 0 || p.Plot.H <= 0 {
		t.Errorf("%s: area of the data %+v", name, p.Plot)
	}
}

// TestMarksAreWhereDataIs: the mark of a bar's piece covers it to scale, and a later
// point of a curve stands to the right.
func TestMarksAreWhereDataIs(t *testing.T) {
	t.Parallel()
	p := SVG(examples()[0], Options{})
	if a, b := p.Marks[0], p.Marks[1]; math.Abs(b.W/a.W-2) > 1e-9 || math.Abs(a.X+a.W-b.X) > 1e-9 {
		t.Errorf("pieces of 10 and 20 are marked %+v and %+v", a, b)
	}
	p = SVG(examples()[1], Options{})
	a, b, c := p.Marks[0], p.Marks[1], p.Marks[2]
	if got := (c.X - b.X) / (b.X - a.X); math.Abs(got-1) > 1e-9 { // 1, 2, 4 on a logarithmic axis
		t.Errorf("points at 1, 2, 4 stand at %g, %g, %g", a.X, b.X, c.X)
	}
	if b.Y >= a.Y || c.Y <= a.Y {
		t.Errorf("values 10, 12, -3 stand at %g, %g, %g from the top", a.Y, b.Y, c.Y)
	}
}

// TestPNG: a picture of the asked size that is not blank, in both themes.
func TestPNG(t *testing.T) {
	t.Parallel()
	for _, ch := range examples() {
		for _, theme := range []Theme{Light, Dark, Styled} {
			p, err := PNG(ch, Options{Title: true, Theme: theme, Width: 400, Scale: 1})
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(p.Bytes))
			if err != nil {
				t.Fatal(err)
			}
			colours := map[uint32]int{}
			b := img.Bounds()
			for y := b.Min.Y; y < b.Max.Y; y++ {
				for x := b.Min.X; x < b.Max.X; x++ {
					r, g, bl, _ := img.At(x, y).RGBA()
					colours[r>>8<<16|g>>8<<8|bl>>8]++
				}
			}
			paper := Paper.rgb(theme)
			if b.Dx() != 400 || colours[paper] < b.Dx()*b.Dy()/4 || len(colours) < 20 {
				t.Errorf("%s: %v, %d colours, paper on %d of %d", ch.About().Name, b, len(colours), colours[paper], b.Dx()*b.Dy())
			}
		}
	}
}

// TestDeterministic: the same chart gives the same bytes.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	for i := range examples() {
		a, b := SVG(examples()[i], Options{Title: true}), SVG(examples()[i], Options{Title: true})
		if !bytes.Equal(a.Bytes, b.Bytes) {
			t.Errorf("%s differs", examples()[i].About().Name)
		}
	}
}

// TestEmpty: nothing to draw is drawn without harm.
func TestEmpty(t *testing.T) {
	t.Parallel()
	for _, ch := range []Chart{
		&Bars{}, NewCurves(Head{}, Axis{}, Axis{}, nil), NewCurves(Head{}, Axis{Log: true}, Axis{}, []Line{{}}),
		NewCurves(Head{}, Axis{Log: true}, Axis{}, []Line{{Points: []Point{{X: 3, Y: 0}}}}),
		NewScatter(Head{}, Axis{}, Axis{}, nil, nil), &Intervals{}, &Intervals{Rows: []Interval{{}}}, &Lanes{},
		&Lanes{Lanes: []Lane{{}}},
	} {
		if err := wellFormed(SVG(ch, Options{Title: true, Width: NarrowWidth}).Bytes); err != nil {
			t.Errorf("%T: %v", ch, err)
		}
	}
}

// TestNiceTicks: ticks ascend by one step, lie inside, and are about as many as
// asked for.
func TestNiceTicks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e6, 1e6).Draw(t, "lo")
		span := rapid.Float64Range(1e-6, 1e6).Draw(t, "span")
		n := rapid.IntRange(2, 10).Draw(t, "n")
		got := niceTicks(lo, lo+span, n)
		if len(got) == 0 && span/float64(n) < span/2 && n > 2 {
			t.Fatalf("no ticks from %g to %g", lo, lo+span)
		}
		if len(got) > n+1 {
			t.Fatalf("%d ticks, want about %d", len(got), n)
		}
		for i := range got {
			if slack := 1e-6*span + 1e-12*math.Abs(lo); got[i].Value < lo-slack || got[i].Value > lo+span+slack {
				t.Fatalf("tick %g outside of %g to %g", got[i].Value, lo, lo+span)
			}
			if i > 0 && got[i].Label == got[i-1].Label {
				t.Fatalf("two ticks are called %s", got[i].Label)
			}
		}
	})
	labels := ""
	for _, k := range niceTicks(-1, 1, 4) {
		labels += k.Label + " "
	}
	if labels != "−1.0 −0.5 0.0 0.5 1.0 " {
		t.Errorf("labels %q", labels)
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0: "0", -0.001: "0", 1.5: "1.5", 100: "100", 2.345678: "2.35", -7.10: "-7.1"} {
		if got := short(v); got != want {
			t.Errorf("short(%g) = %q, want %q", v, got, want)
		}
	}
}

func TestLogTicks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{0.9, 110, "1 2 5 10 20 50 100 "},
		{3, 4, "3.0 3.5 4.0 "},
		{2e6, 3e7, "2000000 5000000 10000000 20000000 "},
	} {
		got := ""
		for _, k := range logTicks(c.lo, c.hi) {
			got += k.Label + " "
		}
		if got != c.want {
			t.Errorf("from %g to %g: %q, want %q", c.lo, c.hi, got, c.want)
		}
	}
}

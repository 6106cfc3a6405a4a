package chart

import (
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The sizes of text, points.
const (
	titleSize = 16
	wordSize  = 13
	smallSize = 12
)

// sheet is a picture on its way.
type sheet struct {
	c      draw.Canvas // what is left to draw on
	svg    *svgCanvas  // nil: a PNG
	width  vg.Length
	height vg.Length
	titled bool
	marks  []Mark
	plot   Mark
}

func newSheet(o Options) *sheet { return &sheet{width: o.width(), titled: o.Title} }

// narrow says that labels go above what they label.
func (s *sheet) narrow() bool { return s.width < narrowBelow }

// word is a style of text.
func word(size vg.Length, ink Ink, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color:  Paint{Ink: ink},
		Font:   font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign: x, YAlign: y, Handler: plot.DefaultTextHandler,
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

// label is text at the left, its middle at y.
func label(ink Ink) text.Style { return word(wordSize, ink, text.XLeft, text.YCenter) }

// The room around and between the parts of a picture.
const (
	marginX   = 2
	marginY   = 4
	lineGap   = 1.35 // line height of running text, of its size
	legendRow = 21
	swatch    = 11
)

// total is the height of the whole picture.
func (s *sheet) total(ch Chart) vg.Length {
	h := ch.About()
	s.height = 2*marginY + s.titleHeight(h) + s.legendHeight(h) + ch.height(s)
	if s.titled {
		s.height += 2 * marginY // a picture that stands alone has some air around it
	}
	return s.height
}

// paper covers the whole picture.
func (s *sheet) paper() {
	s.c.SetColor(Paint{Ink: Paper})
	s.c.Fill(s.c.Rectangle.Path())
}

// compose draws head, legend and chart.
func (s *sheet) compose(ch Chart) {
	air := vg.Length(0)
	if s.titled {
		air = 2 * marginY
	}
	s.c = draw.Crop(s.c, marginX+air, -marginX-air, marginY, -marginY-air/2)
	h := ch.About()
	s.title(h)
	s.legend(h)
	ch.draw(s)
}

func (s *sheet) titleStyle() text.Style { return bold(word(titleSize, Text, text.XLeft, text.YTop)) }

func (s *sheet) titleHeight(h *Head) vg.Length {
	if !s.titled {
		return 0
	}
	lines := wrapped(s.titleStyle(), h.Title, s.inner())
	return vg.Length(len(lines))*titleSize*lineGap + marginY
}

// inner is the width between the margins.
func (s *sheet) inner() vg.Length {
	if s.titled {
		return s.width - 2*marginX - 4*marginY
	}
	return s.width - 2*marginX
}

func (s *sheet) title(h *Head) {
	if !s.titled {
		return
	}
	y := s.c.Max.Y
	for _, line := range wrapped(s.titleStyle(), h.Title, s.inner()) {
		s.c.FillText(s.titleStyle(), vg.Point{X: s.c.Min.X, Y: y}, line)
		y -= titleSize * lineGap
	}
	s.c.Max.Y -= s.titleHeight(h)
}

// wrapped breaks text at blanks into lines no wider than width.
func wrapped(sty text.Style, words string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(words) {
		longer := strings.TrimSpace(line + " " + w)
		if line != "" && sty.Width(longer) > width {
			lines = append(lines, line)
			longer = w
		}
		line = longer
	}
	return append(lines, line)
}

// clip shortens text to width, with an ellipsis.
func clip(sty text.Style, words string, width vg.Length) string {
	if sty.Width(words) <= width {
		return words
	}
	runes := []rune(words)
	for len(runes) > 1 && sty.Width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}

// clipMiddle shortens text to width in its middle: of numbered things the end tells
// most.
func clipMiddle(sty text.Style, words string, width vg.Length) string {
	runes := []rune(words)
	for n := len(runes); n > 3; n-- {
		text := words
		if n < len(runes) {
			text = string(runes[:n/2]) + "…" + string(runes[len(runes)-(n-n/2-1):])
		}
		if sty.Width(text) <= width {
			return text
		}
	}
	return clip(sty, words, width)
}

// keyWidth is the room that an entry of the legend takes.
func keyWidth(k *Key) vg.Length {
	w := vg.Length(swatch)
	if k.Line {
		w = 2.4 * swatch
	}
	return w + 5 + label(Text).Width(k.Name) + 16
}

// legendRows spreads the entries over rows.
func (s *sheet) legendRows(h *Head) [][]Key {
	var rows [][]Key
	left := vg.Length(0)
	for i := range h.Legend {
		w := keyWidth(&h.Legend[i])
		if len(rows) == 0 || w > left+16 {
			rows, left = append(rows, nil), s.inner()
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], h.Legend[i])
		left -= w
	}
	return rows
}

func (s *sheet) legendHeight(h *Head) vg.Length {
	if len(h.Legend) == 0 {
		return 0
	}
	return vg.Length(len(s.legendRows(h)))*legendRow + 2*marginY
}

func (s *sheet) legend(h *Head) {
	y := s.c.Max.Y - legendRow/2
	for _, row := range s.legendRows(h) {
		x := s.c.Min.X
		for i := range row {
			k := &row[i]
			w := vg.Length(swatch)
			switch {
			case k.Line:
				w = 2.4 * swatch
				s.c.StrokeLine2(lineStyle(k.Shape, k.Paint), x, y, x+w, y)
				s.c.DrawGlyph(glyph(k.Shape, k.Paint), vg.Point{X: x + w/2, Y: y})
			case k.Dot:
				s.c.DrawGlyph(glyph(k.Shape, k.Paint), vg.Point{X: x + w/2, Y: y})
			default:
				s.fill(k.Paint, x, y-swatch/2, x+w, y+swatch/2)
			}
			s.c.FillText(label(Text), vg.Point{X: x + w + 5, Y: y}, k.Name)
			x += keyWidth(k)
		}
		y -= legendRow
	}
	s.c.Max.Y -= s.legendHeight(h)
}

// fill covers a rectangle.
func (s *sheet) fill(p Paint, x0, y0, x1, y1 vg.Length) {
	s.c.SetColor(p)
	s.c.Fill(vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}.Path())
}

// box turns a rectangle of the canvas into a mark.
func (s *sheet) box(x0, y0, x1, y1 vg.Length, tip int) Mark {
	return Mark{X: float64(x0), Y: float64(s.height - y1), W: float64(x1 - x0), H: float64(y1 - y0), Tip: tip}
}

func (s *sheet) mark(x0, y0, x1, y1 vg.Length, tip int) {
	s.marks = append(s.marks, s.box(x0, y0, x1, y1, tip))
}

// markPoint is the mark of a point.
func (s *sheet) markPoint(x, y vg.Length, tip int) { s.mark(x, y, x, y, tip) }

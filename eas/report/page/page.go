package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"easim/eas/report/chart"
)

//go:embed assets/page.html
var pageHTML string

//go:embed assets/style.css
var styleCSS string

//go:embed assets/page.js
var scriptJS string

// Options says how a page is made.
type Options struct {
	Title   string // of the page; "" is that of the first chapter
	Version string // of the program that makes it
}

// view is what the template shows.
type view struct {
	Title, Version string
	CSS            template.CSS
	JS             template.JS
	Chapters       []*chapter
}

// HTML is the page of one or several inputs: one file that needs nothing else.
func HTML(inputs []Input, o Options) ([]byte, error) {
	if len(inputs) == 0 {
		return nil, fmt.Errorf("page: nothing to show")
	}
	v := view{
		Title:   o.Title,
		Version: o.Version,
		CSS:     template.CSS(chart.StyleSheet() + styleCSS),
		JS:      template.JS(scriptJS),
	}
	for i := range inputs {
		c := inputs[i].chapter()
		c.place("c" + strconv.Itoa(i+1))
		v.Chapters = append(v.Chapters, c.all()...)
	}
	if v.Title == "" {
		v.Title = v.Chapters[0].Title
	}
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return b.Bytes(), nil
}

// place gives everything in the chapter and its parts an id of its own, and draws it.
func (c *chapter) place(id string) {
	c.ID = id
	for i, part := range c.Parts {
		part.place(id + "-" + strconv.Itoa(i+1))
	}
	for i := range c.Sections {
		s := &c.Sections[i]
		s.ID = id + "-" + s.ID
		for _, f := range s.Figures {
			f.ID = id + "-fig-" + f.ID
			f.draw()
		}
	}
}

// markData is what the script needs to show values.
type markData struct {
	Tips   []string `json:"tips"`
	Wide   drawnAs  `json:"wide"`
	Narrow drawnAs  `json:"narrow"`
}

// drawnAs is one form of a picture: its size, the area of its data, and its marks as
// x, y, width, height, tip, five numbers each.
type drawnAs struct {
	Size  [2]float64 `json:"size"`
	Plot  [4]float64 `json:"plot"`
	Marks []float64  `json:"marks"`
}

// draw makes both forms of a figure.
func (f *figure) draw() {
	h := f.Chart.About()
	f.Title, f.Desc, f.Kind = h.Title, h.Desc, "marks"
	wide := chart.SVG(f.Chart, chart.Options{Width: chart.WideWidth, Theme: chart.Styled, ID: f.ID + "-w", Class: "wide"})
	narrow := chart.SVG(
		f.Chart,
		chart.Options{Width: chart.NarrowWidth, Theme: chart.Styled, ID: f.ID + "-n", Class: "narrow"},
	)
	f.Wide, f.Narrow = template.HTML(wide.Bytes), template.HTML(narrow.Bytes)
	data := markData{Tips: f.Chart.Tips(), Wide: drawnOf(&wide), Narrow: drawnOf(&narrow)}
	f.Data = data
	if l, ok := f.Chart.(*chart.Lanes); ok {
		f.Kind = "lanes"
		f.Data = struct {
			markData
			Time laneData `json:"time"`
		}{data, laneDataOf(l)}
	}
}

func drawnOf(p *chart.Picture) drawnAs {
	round := func(v float64) float64 { return math.Round(v*10) / 10 }
	d := drawnAs{
		Size: [2]float64{round(p.Width), round(p.Height)},
		Plot: [4]float64{round(p.Plot.X), round(p.Plot.Y), round(p.Plot.W), round(p.Plot.H)}, Marks: []float64{},
	}
	for _, m := range p.Marks {
		d.Marks = append(d.Marks, round(m.X), round(m.Y), round(m.W), round(m.H), float64(m.Tip))
	}
	return d
}

// Hint says how the values of a figure are reached by keyboard.
func (f *figure) Hint() string {
	if f.Kind == "lanes" {
		return "Arrow keys step through lanes and spans, plus and minus zoom, 0 shows all."
	}
	return "Arrow keys step through the values."
}

// Sort is the attribute that a cell sorts by; "" is its text.
func (c cell) Sort() string {
	if !c.Known {
		return ""
	}
	return strconv.FormatFloat(c.Value, 'g', -1, 64)
}

// Classes are the classes of a cell in a column.
func (t *table) Classes(i int, c cell) string {
	var out []string
	if i < len(t.Columns) && t.Columns[i].Num {
		out = append(out, "num")
	}
	if c.Class != "" {
		out = append(out, c.Class)
	}
	if len(c.Text) > 44 {
		out = append(out, "long")
	}
	return strings.Join(out, " ")
}

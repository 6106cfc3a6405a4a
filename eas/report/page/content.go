package page

import (
	"html/template"
	"strings"

	"easim/eas/report/chart"
)

// chapter is what the page says about one input.
type chapter struct {
	ID        string
	Kind      string // "run", "comparison", ...
	Title     string
	Subtitle  string
	Headlines []headline
	Cards     []card
	Sections  []section
	Warnings  []string
	Of        string     // a part: the workload that it is about
	Parts     []*chapter // of a comparison over several workloads
}

// all are the chapter and its parts, in order.
func (c *chapter) all() []*chapter { return append([]*chapter{c}, c.Parts...) }

// headline is the answer in one sentence.
type headline struct {
	Words   []phrase
	Detail  string
	Verdict string // better, worse, same, unclear, or ""
	Label   string // what the verdict is called
}

// phrase is a piece of a sentence.
type phrase struct {
	Text   string
	Strong bool
}

// Unbroken is the text as a page shows it.
func (p phrase) Unbroken() string { return unbroken(p.Text) }

// Unbroken is the detail as a page shows it.
func (h headline) Unbroken() string { return unbroken(h.Detail) }

// unbroken keeps numbers and their percent signs on one line.
func unbroken(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }

// card is one number that is seen first.
type card struct {
	Name, Value, Unit, Note string
}

// Pieces are the parts of the name between which a line may break.
func (c card) Pieces() []string { return pieces(c.Name) }

// section is a part of a chapter under its own title.
type section struct {
	ID, Title string
	Lead      []string // paragraphs
	Choose    string   // what the figures of a choice differ in; "": all are shown
	Figures   []*figure
	Tables    []*table
	Fold      string // the tables are behind these words; "": they are not
}

// figure is a picture in the page.
type figure struct {
	ID      string
	Chart   chart.Chart
	Choice  string // its name in a choice
	Numbers *table // the same as numbers; may be nil

	// What the template shows, filled in by draw.
	Title, Desc  string
	Wide, Narrow template.HTML
	Kind         string
	Data         any
}

// table is rows under heads.
type table struct {
	Caption string
	Columns []column
	Rows    [][]cell
	Foot    []string // notes
	Limit   int      // rows that are shown at first; 0: all
}

// column is one column of a table.
type column struct {
	Head string
	Num  bool
}

// Pieces are the parts of the head between which a line may break.
func (c column) Pieces() []string { return pieces(c.Head) }

// cell is one entry. A column sorts by Value where Known, else by Text.
type cell struct {
	Text  string
	Sub   string // what stands below it, smaller
	Value float64
	Known bool
	Class string
}

func words(text string) cell { return cell{Text: text} }

func num(v float64, text string) cell { return cell{Text: text, Value: v, Known: true} }

func maybeNum(v *float64, text func(float64) string) cell {
	if v == nil {
		return cell{Text: "–"}
	}
	return num(*v, text(*v))
}

// over puts a second line below the text.
func (c cell) over(text string) cell {
	c.Sub = text
	return c
}

// classed gives a cell a class of its own.
func (c cell) classed(class string) cell {
	c.Class = class
	return c
}

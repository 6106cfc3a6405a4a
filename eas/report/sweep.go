package report

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/wording"
	"easim/eas/sweep"
)

// SweepOptions say how a summary is written as text.
type SweepOptions struct {
	Style      Style
	AllMetrics bool // also those of the workload's own beyond the first
}

// maxTextPoints is how many points the text form lists.
const maxTextPoints = 32

// metricsPerTable is how many metrics stand side by side.
const metricsPerTable = 2

// Sweep is the summary of a sweep as text for a person: a table for each axis, the
// points, the Pareto fronts, and which axis matters.
func Sweep(s *sweep.Summary, o SweepOptions) []byte {
	w := sweepText{s: s, o: o}
	w.choose()
	w.head()
	if len(s.Pivots) > 0 {
		w.pivots()
	} else {
		for i := range s.Axes {
			w.axis(&s.Axes[i])
		}
		w.points()
		w.fronts()
		w.effects()
	}
	w.notes()
	return w.b.Bytes()
}

// sweepText is a text on its way.
type sweepText struct {
	s     *sweep.Summary
	o     SweepOptions
	shown []int // metrics
	b     bytes.Buffer
}

func (w *sweepText) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// choose leaves out what would make the tables too wide: of the workload's own
// metrics all but those that stand against energy.
func (w *sweepText) choose() {
	var against []string
	for i := range w.s.Fronts {
		against = append(against, w.s.Fronts[i].Y.Path)
	}
	beside := 1 // the first energy
	for i, m := range w.s.Metrics {
		switch {
		case w.o.AllMetrics || against == nil || !strings.HasPrefix(m.Path, "throughput."):
			w.shown = append(w.shown, i)
		case slices.Contains(against, m.Path):
			w.shown = slices.Insert(w.shown, min(beside, len(w.shown)), i)
			beside++
		}
	}
}

func (w *sweepText) head() {
	s := w.s
	w.printf("%s\n", w.o.Style.bold(s.Title))
	points := wording.Plural(s.Points, "point")
	if s.Points < s.Of {
		points = fmt.Sprintf("%d of %d points", s.Points, s.Of)
	}
	w.printf("%d of %d runs: %s, seeds %s\n", s.Runs, s.Total, points, compare.FormatSeeds(s.Seeds))
	w.printf("means with half of their 95 %% interval over the seeds; changes against %s\n", s.Reference)
	if slices.ContainsFunc(s.Axes, func(a sweep.AxisSummary) bool { return a.Context }) &&
		slices.ContainsFunc(s.Axes, func(a sweep.AxisSummary) bool { return !a.Context }) {
		w.printf("points are set against the reference on their own board and workload\n")
	}
	if slices.ContainsFunc(s.Axes, unpaired) {
		w.printf("where no two points differ in one axis only, changes are less what the other axes do (least squares)\n")
	}
}

// unpaired reports whether a change along an axis is one between points that differ
// on other axes too.
func unpaired(a sweep.AxisSummary) bool {
	return slices.ContainsFunc(a.Levels, func(l sweep.Level) bool {
		return slices.ContainsFunc(l.Cells, func(c sweep.Cell) bool { return c.DeltaPct != nil && !c.Paired })
	})
}

// axis is the table of an axis.
func (w *sweepText) axis(a *sweep.AxisSummary) {
	others := ""
	if len(w.s.Axes) > 1 {
		others = ", over all values of the other axes"
	}
	w.printf("\n%s\n", w.o.Style.bold(a.Name+others))
	for shown := range slices.Chunk(w.shown, metricsPerTable) {
		t := w.table(a.Name, "points")
		w.metricColumns(t, shown)
		digits := digitsOf(len(a.Levels), func(i int) []sweep.Cell { return a.Levels[i].Cells })
		for i := range a.Levels {
			l := &a.Levels[i]
			w.row(t, []string{l.Value, fmt.Sprint(l.Points)}, shown, l.Cells, digits, l.Reference)
		}
		w.b.Write(t.Text(w.o.Style))
	}
	for _, m := range w.shown {
		if m < len(a.Shapes) {
			if text := shapeText(&a.Shapes[m], a); text != "" {
				w.printf("  %s\n", text)
			}
		}
	}
}

func (w *sweepText) table(first string, others ...string) *Table {
	t := &Table{Indent: 2, Columns: []Column{{first, Left}}}
	for _, o := range others {
		t.Columns = append(t.Columns, Column{o, Right})
	}
	return t
}

func (w *sweepText) metricColumns(t *Table, shown []int) {
	for _, i := range shown {
		m := &w.s.Metrics[i]
		head := shortMetric(m.Path)
		if m.Unit != "" {
			head += ", " + m.Unit
		}
		t.Columns = append(t.Columns, Column{head, Right}, Column{"change, %", Right})
	}
}

// row appends one row of cells behind its heads.
func (w *sweepText) row(t *Table, heads []string, shown []int, cells []sweep.Cell, digits []int, reference bool) {
	for _, i := range shown {
		heads = append(heads, meanText(&cells[i], digits[i]), cellChange(&cells[i], reference))
	}
	t.Add(heads...)
}

// digitsOf are the digits behind the point that suit the largest mean of each metric
// in n rows.
func digitsOf(n int, cells func(row int) []sweep.Cell) []int {
	var out []int
	for i := range n {
		for m, c := range cells(i) {
			if m == len(out) {
				out = append(out, wording.Decimals(0))
			}
			if c.Mean != nil {
				out[m] = min(out[m], wording.Decimals(*c.Mean))
			}
		}
	}
	return out
}

// meanText is a mean with half of its interval.
func meanText(c *sweep.Cell, digits int) string {
	if c.Mean == nil {
		return unknown
	}
	text := fixed(*c.Mean, digits)
	if c.CI95 == nil || c.CI95[0] == c.CI95[1] {
		return text
	}
	return text + " ± " + fixed((c.CI95[1]-c.CI95[0])/2, digits)
}

// cellChange is the change of a cell in percent, behind a ~ if it may be none.
func cellChange(c *sweep.Cell, reference bool) string {
	switch {
	case reference:
		return "reference"
	case c.DeltaPct == nil:
		return unknown
	case c.DeltaCI == nil:
		return wording.Signed(*c.DeltaPct, 2)
	}
	text := wording.Signed(*c.DeltaPct, 2)
	if half := fixed((c.DeltaCI[1]-c.DeltaCI[0])/2, 2); strings.Trim(half, "0.") != "" {
		text += " ± " + half
	}
	if c.DeltaCI[0] <= 0 && c.DeltaCI[1] >= 0 && c.DeltaCI[0] != c.DeltaCI[1] {
		return "~ " + text
	}
	return text
}

// shapeText says how a metric follows an axis.
func shapeText(s *sweep.Shape, a *sweep.AxisSummary) string {
	if len(a.Levels) < 2 || s.Form == "" {
		return ""
	}
	name := shortMetric(s.Metric)
	switch {
	case s.Trend && s.Form == "flat":
		return fmt.Sprintf("%s: no trend along %s, as far as the sample can tell", name, a.Name)
	case s.Trend:
		return fmt.Sprintf("%s: %s with %s on the whole, by %s %%", name, s.Form, a.Name, fixed(s.SpanPct, 2))
	case s.Form == "flat" && s.SpanPct == 0:
		return name + ": the same at every step"
	case s.Form == "flat":
		return name + ": no step to the next value is sure at 5 % over all steps (an interval is of one change)"
	case s.Form == "peak":
		return fmt.Sprintf("%s: not monotonic, highest at %s, within %s %%", name, s.At, fixed(s.SpanPct, 2))
	case s.Form == "valley":
		return fmt.Sprintf("%s: not monotonic, lowest at %s, within %s %%", name, s.At, fixed(s.SpanPct, 2))
	case !s.Monotonic:
		return fmt.Sprintf("%s: not monotonic, up and down within %s %%", name, fixed(s.SpanPct, 2))
	}
	text := fmt.Sprintf("%s: %s with %s, monotonic, by %s %%", name, s.Form, a.Name, fixed(s.SpanPct, 2))
	if s.Knee != "" {
		text += ", knee at " + s.Knee
		if s.Log {
			text += " (on a logarithmic scale)"
		}
	}
	return text
}

// points lists the points, if they are few and say more than the axes do.
func (w *sweepText) points() {
	s := w.s
	if len(s.Axes) < 2 || len(s.Table) == 0 {
		return
	}
	if len(s.Table) > maxTextPoints && s.Points <= sweep.MaxPoints {
		w.printf("\n%d points; --all-points lists them, --pivot A,B and --where show a part\n", len(s.Table))
		return
	}
	w.printf("\n%s\n", w.o.Style.bold("Points"))
	for shown := range slices.Chunk(w.shown, metricsPerTable) {
		t := w.table(s.Axes[0].Name)
		for i := range s.Axes[1:] {
			t.Columns = append(t.Columns, Column{s.Axes[i+1].Name, Left})
		}
		w.metricColumns(t, shown)
		if len(s.Fronts) > 0 {
			t.Columns = append(t.Columns, Column{"", Left})
		}
		digits := digitsOf(len(s.Table), func(i int) []sweep.Cell { return s.Table[i].Cells })
		for i := range s.Table {
			p := &s.Table[i]
			w.row(t, slices.Clone(p.Values), shown, p.Cells, digits, p.Reference)
			if last := len(t.Rows) - 1; p.Front {
				t.Rows[last] = append(t.Rows[last], "Pareto")
			}
		}
		w.b.Write(t.Text(w.o.Style))
	}
}

// maxFronts is how many Pareto fronts the text form lists.
const maxFronts = 8

func (w *sweepText) fronts() {
	for i := range w.s.Fronts {
		if i == maxFronts {
			w.printf("\nand %d more Pareto fronts; --where shows a part, --format json all\n", len(w.s.Fronts)-maxFronts)
			return
		}
		w.front(&w.s.Fronts[i])
	}
}

// front lists a Pareto front.
func (w *sweepText) front(f *sweep.Front) {
	const most = 20
	title := fmt.Sprintf("Pareto front of %s (%s is better) and %s (%s is better)",
		shortMetric(f.X.Path), f.X.Better, shortMetric(f.Y.Path), f.Y.Better)
	if f.Context != "" {
		title += ", " + f.Context
	}
	w.printf("\n%s\n", w.o.Style.bold(fmt.Sprintf("%s: %d of %s", title, len(f.Points), wording.Plural(f.Of, "point"))))
	if len(f.Points) == f.Of && f.Of > most {
		return
	}
	t := w.table("")
	t.Columns = nil
	for i := range w.s.Axes {
		t.Columns = append(t.Columns, Column{w.s.Axes[i].Name, Left})
	}
	for _, m := range [...]sweep.MetricInfo{f.X, f.Y} {
		t.Columns = append(t.Columns, Column{strings.TrimSuffix(shortMetric(m.Path)+", "+m.Unit, ", "), Right})
	}
	x, y := 0.0, 0.0
	for i := range f.Points {
		x, y = max(x, math.Abs(f.Points[i].X)), max(y, math.Abs(f.Points[i].Y))
	}
	for i := range f.Points[:min(most, len(f.Points))] {
		p := &f.Points[i]
		t.Add(append(slices.Clone(p.Values), fixed(p.X, wording.Decimals(x)), fixed(p.Y, wording.Decimals(y)))...)
	}
	w.b.Write(t.Text(w.o.Style))
	if len(f.Points) > most {
		w.printf("  and %d more\n", len(f.Points)-most)
	}
}

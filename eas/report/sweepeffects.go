package report

import (
	"fmt"
	"strings"

	"easim/eas/report/wording"
	"easim/eas/sweep"
)

// effects says which axis matters, and which two together.
func (w *sweepText) effects() {
	if len(w.s.Axes) < 2 {
		return
	}
	var tables []*sweep.EffectTable
	for _, m := range w.shown {
		for i := range w.s.Effects {
			if w.s.Effects[i].Metric == w.s.Metrics[m].Path {
				tables = append(tables, &w.s.Effects[i])
			}
		}
	}
	if len(tables) == 0 {
		return
	}
	title := "What matters: share of the variance between the points, %"
	if tables[0].Relative {
		title += " (each context counted relative to its mean)"
	}
	w.printf("\n%s\n", w.o.Style.bold(title))
	t := &Table{Indent: 2, Columns: []Column{
		{"", Left}, {"axis", Left}, {"share", Right}, {"swing, % of the mean", Right}, {"p", Right},
	}}
	for _, e := range tables {
		name := shortMetric(e.Metric)
		if e.Note != "" {
			t.Add(name, e.Note)
			continue
		}
		for i := range e.Main {
			t.Add(effectRow(name, &e.Main[i])...)
			name = ""
		}
		for i := range e.Pairs {
			t.Add(effectRow(name, &e.Pairs[i])...)
			name = ""
		}
	}
	w.b.Write(t.Text(w.o.Style))
}

func effectRow(name string, e *sweep.Effect) []string {
	p := ""
	if e.P != nil {
		p = "<0.001"
		if *e.P >= 0.001 {
			p = fixed(*e.P, 3)
		}
	}
	swing := ""
	if e.SwingPct != nil {
		swing = fixed(*e.SwingPct, 2)
	}
	return []string{name, strings.Join(e.Axes, " x "), fixed(e.SharePct, 1), swing, p}
}

// pivots shows each metric as a table of one axis against another.
func (w *sweepText) pivots() {
	for _, m := range w.shown {
		p := &w.s.Pivots[m]
		title := shortMetric(p.Metric)
		if p.Unit != "" {
			title += ", " + p.Unit
		}
		w.printf("\n%s\n", w.o.Style.bold(fmt.Sprintf("%s: %s against %s", title, p.Rows, p.Columns)))
		t := &Table{Indent: 2, Columns: []Column{{p.Rows, Left}}}
		for _, head := range p.ColHead {
			t.Columns = append(t.Columns, Column{p.Columns + "=" + head, Right})
		}
		digits := wording.Decimals(0)
		for i := range p.Cells {
			for _, c := range p.Cells[i] {
				if c.Mean != nil {
					digits = min(digits, wording.Decimals(*c.Mean))
				}
			}
		}
		for i := range p.RowHead {
			row := []string{p.RowHead[i]}
			for j := range p.Cells[i] {
				row = append(row, meanText(&p.Cells[i][j], digits))
			}
			t.Add(row...)
		}
		w.b.Write(t.Text(w.o.Style))
	}
}

// notes are failures and warnings.
func (w *sweepText) notes() {
	const most = 10
	for i, f := range w.s.Failures {
		if i == most {
			w.printf("and %d more failed runs\n", len(w.s.Failures)-most)
			break
		}
		first, _, _ := strings.Cut(f.Error, "\n")
		w.printf("\n%s run %d (%s), seed %d: %s\n", w.o.Style.warning("failed:"), f.Run, f.Point, f.Seed, first)
	}
	if len(w.s.Warnings) == 0 {
		return
	}
	w.printf("\n%s\n", w.o.Style.bold("Warnings"))
	for _, text := range w.s.Warnings {
		w.printf("  %s %s\n", w.o.Style.warning("!"), strings.TrimLeft(wrap(text, 4), " "))
	}
}

package report

import (
	"encoding/json"
	"fmt"
	"strconv"

	"easim/eas/sweep"
)

// SweepJSON is the summary of a sweep in the form that scripts read.
func SweepJSON(s *sweep.Summary) ([]byte, error) {
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(out, '\n'), nil
}

// SweepCSV is the summary of a sweep as one table: a row for each metric of each
// value of an axis (table "axis", the other axes empty) and of each point (table
// "point"), or, if pivot tables are asked for, of each of their cells (table
// "pivot"). A value that is not known is empty; numbers are exact.
func SweepCSV(s *sweep.Summary) []byte {
	c := sweepCSV{s: s}
	c.t.Columns = append(c.t.Columns, Column{"table", Left})
	for i := range s.Axes {
		c.t.Columns = append(c.t.Columns, Column{s.Axes[i].Name, Left})
	}
	for _, head := range [...]string{
		"metric", "unit", "better", "n", "mean", "sd", "ci95_lo", "ci95_hi", "reference", "delta_pct", "delta_ci95_lo",
		"delta_ci95_hi", "front",
	} {
		c.t.Columns = append(c.t.Columns, Column{head, Left})
	}
	for m := range s.Pivots {
		c.pivot(m)
	}
	if len(s.Pivots) == 0 {
		c.levels()
	}
	return c.t.CSV()
}

type sweepCSV struct {
	s *sweep.Summary
	t Table
}

// levels are the tables of the axes and the points.
func (c *sweepCSV) levels() {
	for a := range c.s.Axes {
		for i := range c.s.Axes[a].Levels {
			l := &c.s.Axes[a].Levels[i]
			values := make([]string, len(c.s.Axes))
			values[a] = l.Value
			c.cells("axis", values, l.Cells, l.Reference, false)
		}
	}
	for i := range c.s.Table {
		p := &c.s.Table[i]
		c.cells("point", p.Values, p.Cells, p.Reference, p.Front)
	}
}

func (c *sweepCSV) cells(table string, values []string, cells []sweep.Cell, reference, front bool) {
	for m := range cells {
		c.cell(table, values, m, &cells[m], reference, front)
	}
}

func (c *sweepCSV) cell(table string, values []string, metric int, k *sweep.Cell, reference, front bool) {
	m := &c.s.Metrics[metric]
	row := append([]string{table}, values...)
	row = append(row, m.Path, m.Unit, m.Better, strconv.Itoa(k.N), optional(k.Mean), optional(k.SD))
	row = append(append(row, ends(k.CI95)...), strconv.FormatBool(reference), optional(k.DeltaPct))
	c.t.Add(append(append(row, ends(k.DeltaCI)...), strconv.FormatBool(front))...)
}

func ends(interval *[2]float64) []string {
	if interval == nil {
		return []string{"", ""}
	}
	return []string{number(interval[0]), number(interval[1])}
}

func (c *sweepCSV) pivot(metric int) {
	p := &c.s.Pivots[metric]
	for i := range p.Cells {
		for j := range p.Cells[i] {
			values := make([]string, len(c.s.Axes))
			for a := range c.s.Axes {
				switch c.s.Axes[a].Name {
				case p.Rows:
					values[a] = p.RowHead[i]
				case p.Columns:
					values[a] = p.ColHead[j]
				}
			}
			c.cell("pivot", values, metric, &p.Cells[i][j], false, false)
		}
	}
}

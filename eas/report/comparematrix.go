package report

import (
	"fmt"
	"slices"

	"easim/eas/compare"
)

// matrix is every variant against every other, metric by metric.
type matrix struct {
	table *Table
	signs signs
	style Style
}

// newMatrix lays out the changes of one workload: for each metric a row for each
// variant, with a column for each that it is compared with.
func newMatrix(rows []compare.Change, conclusions []compare.Conclusion, s Style) *matrix {
	m := &matrix{signs: s.signs(), style: s, table: &Table{Indent: 2, Columns: []Column{{"", Left}, {"", Left}}}}
	var bases, variants []string
	for i := range conclusions {
		bases, variants = addName(bases, conclusions[i].Base), addName(variants, conclusions[i].Variant)
	}
	cells := map[[3]string]*compare.Change{}
	for i := range rows {
		c := &rows[i]
		cells[[3]string{c.Metric, c.Variant, c.Base}] = c
	}
	for _, base := range bases {
		m.table.Columns = append(m.table.Columns, Column{base, Right})
	}
	for _, metric := range metricsOf(rows) {
		head := metricName(metric)
		for i, variant := range variants {
			line := []string{head, variant}
			head = ""
			for _, base := range bases[:i+1] {
				line = append(line, m.cell(cells[[3]string{metric, variant, base}]))
			}
			m.table.Add(line...)
		}
	}
	return m
}

// metricsOf are the metrics of all pairs in the order of each, though a pair may
// lack some.
func metricsOf(rows []compare.Change) []string {
	var out []string
	at := 0
	for i := range rows {
		if i > 0 && (rows[i].Base != rows[i-1].Base || rows[i].Variant != rows[i-1].Variant) {
			at = 0
		}
		if have := slices.Index(out, rows[i].Metric); have >= 0 {
			at = have + 1
		} else {
			out = slices.Insert(out, at, rows[i].Metric)
			at++
		}
	}
	return out
}

func addName(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

func (m *matrix) fits() bool { return m.table.width() <= maxTable }

// cell is the change in percent and the sign of its verdict; a dot for what is left
// out.
func (m *matrix) cell(c *compare.Change) string {
	switch {
	case c == nil:
		return "."
	case c.DeltaPct == nil:
		return unknown
	}
	sign := m.signs.unclear
	switch c.Verdict {
	case compare.Better:
		sign = m.signs.better
	case compare.Worse:
		sign = m.signs.worse
	case compare.Same:
		sign = m.signs.same
	}
	return plusMinus(*c.DeltaPct, 2) + " " + sign
}

// text is the table and what its signs mean; nothing if it has no rows.
func (m *matrix) text() []byte {
	if len(m.table.Rows) == 0 {
		return nil
	}
	return fmt.Appendf(m.table.Text(m.style), "  %s\n", m.style.faint(fmt.Sprintf(
		"%s better, %s worse, %s same, %s unclear", m.signs.better, m.signs.worse, m.signs.same, m.signs.unclear)))
}

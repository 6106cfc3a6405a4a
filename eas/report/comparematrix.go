package report

import (
	"fmt"

	"easim/eas/compare"
	"easim/eas/report/wording"
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
	p := wording.NewPairs(rows, conclusions)
	for _, base := range p.Bases {
		m.table.Columns = append(m.table.Columns, Column{base, Right})
	}
	for _, metric := range p.Metrics {
		head := wording.Metric(metric)
		for i, variant := range p.Variants {
			line := []string{head, variant}
			head = ""
			for _, c := range p.Row(metric, i) {
				line = append(line, m.cell(c))
			}
			m.table.Add(line...)
		}
	}
	return m
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
	return wording.Signed(*c.DeltaPct, 2) + " " + sign
}

// text is the table and what its signs mean; nothing if it has no rows.
func (m *matrix) text() []byte {
	if len(m.table.Rows) == 0 {
		return nil
	}
	return fmt.Appendf(m.table.Text(m.style), "  %s\n", m.style.faint(fmt.Sprintf(
		"%s better, %s worse, %s same, %s unclear", m.signs.better, m.signs.worse, m.signs.same, m.signs.unclear)))
}

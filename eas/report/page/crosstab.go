package page

import (
	"slices"
	"strings"
)

// crosstab is cells by row and column, both in the order in which they came.
type crosstab struct {
	rows, columns []string
	cells         map[[2]string]cell
}

func (x *crosstab) set(row, col string, c cell) {
	if x.cells == nil {
		x.cells = map[[2]string]cell{}
	}
	if !slices.Contains(x.rows, row) {
		x.rows = append(x.rows, row)
	}
	if !slices.Contains(x.columns, col) {
		x.columns = append(x.columns, col)
	}
	x.cells[[2]string{row, col}] = c
}

// fold puts columns whose cells all say the same below the table.
func (x *crosstab) fold(t *table) {
	var same []string
	x.columns = slices.DeleteFunc(x.columns, func(col string) bool {
		text := x.constant(col)
		if text != "" {
			name, unit, _ := strings.Cut(col, ", ")
			same = append(same, strings.TrimSpace(name+" "+text+" "+unit))
		}
		return text != ""
	})
	if len(same) > 0 {
		t.Foot = append(t.Foot, "The same in all: "+strings.Join(same, "; ")+".")
	}
}

// fill appends the rows to a table that has the head of the first column.
func (x *crosstab) fill(t *table) {
	for _, col := range x.columns {
		t.Columns = append(t.Columns, column{col, true})
	}
	for _, row := range x.rows {
		line := []cell{words(row)}
		for _, col := range x.columns {
			c, ok := x.cells[[2]string{row, col}]
			if !ok {
				c = words("–")
			}
			line = append(line, c)
		}
		t.Rows = append(t.Rows, line)
	}
}

// constant is the text of a column whose cells all have one; else "".
func (x *crosstab) constant(col string) string {
	text := x.cells[[2]string{x.rows[0], col}].Text
	for _, row := range x.rows {
		if c := x.cells[[2]string{row, col}]; c.Text != text || len(x.rows) == 1 {
			return ""
		}
	}
	return text
}

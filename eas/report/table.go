package report

import (
	"bytes"
	"encoding/csv"
	"strings"
	"unicode/utf8"
)

// Align says where a column's cells stand.
type Align uint8

// The alignments.
const (
	Left  Align = iota
	Right       // for numbers
	Below       // on a line of their own under the row, behind the column's head
)

// Column is one column of a [Table].
type Column struct {
	Head  string
	Align Align
}

// Table is text in rows and columns. Rows may be shorter than Columns; one of a
// single cell is a title, as wide as it likes.
type Table struct {
	Columns []Column
	Rows    [][]string
	Indent  int // spaces before each line of the text form
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Text renders the table with aligned columns, two spaces apart, under its heads.
// The last column is not padded; if it is [Left], text that is too long for the
// line goes on below itself.
func (t *Table) Text(s Style) []byte {
	widths := t.widths()
	var b bytes.Buffer
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		if c.Align != Below {
			head[i] = c.Head
		}
	}
	if strings.Join(head, "") != "" {
		b.WriteString(s.faint(t.line(head, widths)))
		b.WriteByte('\n')
	}
	for _, row := range t.Rows {
		b.WriteString(t.line(row, widths))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func (t *Table) widths() []int {
	w := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		w[i] = utf8.RuneCountInString(c.Head)
	}
	for _, row := range t.Rows {
		if len(row) == 1 && len(w) > 1 {
			continue
		}
		for i, cell := range row {
			w[i] = max(w[i], utf8.RuneCountInString(cell))
		}
	}
	return w
}

// line is a row: its cells beside each other, and below them those of the columns
// that stand there.
func (t *Table) line(cells []string, widths []int) string {
	var b strings.Builder
	var below []string
	at, gap := 0, t.Indent // at is where a cell begins
	last := t.last()
	for i, cell := range cells {
		c := t.Columns[i]
		if c.Align == Below {
			if cell != "" {
				below = append(below, strings.TrimLeft(c.Head+" "+cell, " "))
			}
			continue
		}
		b.WriteString(strings.Repeat(" ", gap))
		at += gap
		gap = 2
		pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
		switch {
		case c.Align == Right:
			b.WriteString(pad + cell)
		case i == last:
			b.WriteString(hang(cell, at))
			continue
		default:
			b.WriteString(cell + pad)
		}
		at += widths[i]
	}
	line := strings.TrimRight(b.String(), " ")
	if below != nil {
		line += "\n" + wrap(strings.Join(below, "; "), t.Indent+4)
	}
	return line
}

// last is the last column that does not stand below.
func (t *Table) last() int {
	i := len(t.Columns) - 1
	for i > 0 && t.Columns[i].Align == Below {
		i--
	}
	return i
}

// split cuts a table between its columns into ones that fit the line, each with the
// first column. Every row must be whole.
func (t *Table) split() []*Table {
	var out []*Table
	widths := t.widths()
	for from := 1; from < len(t.Columns); {
		to, width := from, t.Indent+widths[0]
		for to < len(t.Columns) && (to == from || width+2+widths[to] <= lineWidth) {
			width += 2 + widths[to]
			to++
		}
		part := &Table{Indent: t.Indent, Columns: append(t.Columns[:1:1], t.Columns[from:to]...)}
		for _, row := range t.Rows {
			part.Add(append(row[:1:1], row[from:to]...)...)
		}
		out = append(out, part)
		from = to
	}
	return out
}

// CSV renders the table as RFC 4180, heads first.
func (t *Table) CSV() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = c.Head
	}
	rows := append([][]string{head}, t.Rows...)
	if err := w.WriteAll(rows); err != nil {
		panic("report: " + err.Error()) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}

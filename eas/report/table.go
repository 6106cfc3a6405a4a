package report

import (
	"bytes"
	"encoding/csv"
	"strings"
	"unicode/utf8"
)

// Align says on which side a column's cells stand.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Right
)

// Column is one column of a [Table].
type Column struct {
	Head  string
	Align Align
}

// Table is text in rows and columns. Rows may be shorter than Columns.
type Table struct {
	Columns []Column
	Rows    [][]string
	Indent  int // spaces before each line of the text form
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Text renders the table with aligned columns, two spaces apart, under its
// heads. The last column is not padded, so it may hold long text.
func (t *Table) Text(s Style) []byte {
	widths := t.widths()
	var b bytes.Buffer
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = c.Head
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
		for i, cell := range row {
			w[i] = max(w[i], utf8.RuneCountInString(cell))
		}
	}
	return w
}

func (t *Table) line(cells []string, widths []int) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", t.Indent))
	for i, cell := range cells {
		if i > 0 {
			b.WriteString("  ")
		}
		pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		if t.Columns[i].Align == Right {
			b.WriteString(pad + cell)
		} else {
			b.WriteString(cell + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
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

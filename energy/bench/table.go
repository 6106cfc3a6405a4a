package bench

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits of a CSV file.
const (
	maxCSV  = 8 << 20
	maxRows = 100_000
	maxLine = 4096
)

// record is a row of a CSV file with a header.
type record struct {
	line  int
	cells []string
}

// readCSV reads a file whose header has the columns that are wanted, in any order
// and case; the records have the cells of those columns. A column may have other
// names, divided by "|".
func readCSV(src []byte, columns []string) ([]record, error) {
	if len(src) > maxCSV {
		return nil, fmt.Errorf("bench: larger than %d MB", maxCSV>>20)
	}
	if line, what := oddLine(src); what != "" {
		return nil, fmt.Errorf("bench: line %d: %s", line, what)
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(src), "\xef\xbb\xbf")))
	r.Comment = '#'
	r.ReuseRecord = true
	r.TrimLeadingSpace = true
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("bench: header: %w", err)
	}
	at, missing := columnsOf(head, columns)
	if missing != "" {
		return nil, fmt.Errorf("bench: header: no column %q", missing)
	}
	var out []record
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("bench: %w", err)
		}
		if len(out) == maxRows {
			return nil, fmt.Errorf("bench: more than %d rows", maxRows)
		}
		rec := record{cells: make([]string, len(at))}
		rec.line, _ = r.FieldPos(0)
		for i, c := range at {
			rec.cells[i] = strings.Clone(strings.TrimSpace(row[c]))
		}
		out = append(out, rec)
	}
}

// oddLine looks for a line that no table of numbers has: one that is very long, or
// one whose quotes do not end on it, so that a row could grow without bound.
func oddLine(src []byte) (line int, what string) {
	for text := range bytes.Lines(src) {
		line++
		switch {
		case len(text) > maxLine:
			return line, fmt.Sprintf("longer than %d bytes", maxLine)
		case bytes.Count(text, []byte{'"'})%2 != 0:
			return line, "a quote that does not end on its line"
		}
	}
	return 0, ""
}

// columnsOf finds the columns in a header; missing is the first that is not there.
func columnsOf(head, columns []string) (at []int, missing string) {
	for _, c := range columns {
		names := strings.Split(c, "|")
		i := slices.IndexFunc(head, func(h string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(strings.TrimSpace(h), n) })
		})
		if i < 0 {
			return nil, names[0]
		}
		at = append(at, i)
	}
	return at, ""
}

// number reads a cell; not-a-number and infinities are no numbers.
func number(cell string) (float64, bool) {
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// whole reads a cell that holds an integer from 0 to limit.
func whole(cell string, limit float64) (int64, bool) {
	v, ok := number(cell)
	return int64(v), ok && v == math.Trunc(v) && v >= 0 && v <= limit
}

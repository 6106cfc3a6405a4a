package pelt

import (
	"encoding/csv"
	"strconv"
	"testing"

	"easim/testdata"
)

// table is a vector file: one row a record, its columns found by name.
type table struct {
	t      *testing.T
	name   string
	column map[string]int
	rows   [][]string
}

// readVectors reads a file of vectors; a missing one fails.
func readVectors(t *testing.T, name string) *table {
	t.Helper()
	r := csv.NewReader(testdata.Vectors(t, name))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(rows) < 2 {
		t.Fatalf("%s: no rows", name)
	}
	tab := &table{t: t, name: name, column: map[string]int{}, rows: rows[1:]}
	for i, c := range rows[0] {
		tab.column[c] = i
	}
	return tab
}

// text returns a field of row i.
func (v *table) text(i int, column string) string {
	v.t.Helper()
	c, ok := v.column[column]
	if !ok {
		v.t.Fatalf("%s: no column %q", v.name, column)
	}
	return v.rows[i][c]
}

// int returns a field of row i as a number.
func (v *table) int(i int, column string) int64 {
	v.t.Helper()
	n, err := strconv.ParseInt(v.text(i, column), 10, 64)
	if err != nil {
		v.t.Fatalf("%s: row %d: %v", v.name, i, err)
	}
	return n
}

func (v *table) uint(i int, column string) uint64 {
	v.t.Helper()
	return uint64(v.int(i, column))
}

// avg returns the Avg that the columns of row i hold.
func (v *table) avg(i int) Avg {
	v.t.Helper()
	return Avg{
		LastUpdate:    v.int(i, "last_update_ns"),
		LoadSum:       v.uint(i, "load_sum"),
		RunnableSum:   v.uint(i, "runnable_sum"),
		UtilSum:       uint32(v.uint(i, "util_sum")),
		PeriodContrib: uint32(v.uint(i, "period_contrib")),
		LoadAvg:       v.uint(i, "load_avg"),
		RunnableAvg:   v.uint(i, "runnable_avg"),
		UtilAvg:       v.uint(i, "util_avg"),
	}
}

package experiment

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// Table is a table of published numbers: system, experiment, config, metric and
// value a row.
type Table struct{ values map[string]float64 }

// ReadTable reads the CSV form of a table.
func ReadTable(src []byte) (Table, error) {
	const columns = 5
	r := csv.NewReader(bytes.NewReader(src))
	records, err := r.ReadAll()
	if err != nil {
		return Table{}, fmt.Errorf("experiment: published table: %w", err)
	}
	t := Table{values: map[string]float64{}}
	for i, rec := range records {
		if i == 0 {
			continue // heads
		}
		if len(rec) < columns {
			return Table{}, fmt.Errorf("experiment: published table, row %d: %d columns, want at least %d", i, len(rec), columns)
		}
		v, err := strconv.ParseFloat(rec[columns-1], 64)
		if err != nil {
			return Table{}, fmt.Errorf("experiment: published table, row %d: %w", i, err)
		}
		t.values[strings.Join(rec[:columns-1], ",")] = v
	}
	return t, nil
}

// Value returns the number of a row, which is named by its first four columns,
// joined by commas.
func (t Table) Value(row string) (float64, bool) {
	v, ok := t.values[row]
	return v, ok
}

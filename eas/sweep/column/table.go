package column

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Table is the columns of a file of runs.
type Table struct {
	index    *os.File
	remove   string // the index, if it is a temporary one
	segments []*kept
	rows     int
}

// IndexFile is where the index of a file of runs is kept: beside it, with the
// ending .index.
func IndexFile(runs string) string { return strings.TrimSuffix(runs, filepath.Ext(runs)) + ".index" }

// Open opens a file of runs and brings its index up to date. A last line without
// an end is left out. Where the index cannot be kept, it is made anew each time.
// Another process may append to the file meanwhile; the table does not see it.
func Open(runs string) (*Table, error) {
	b, err := newBuild(runs)
	if err != nil {
		return nil, err
	}
	defer b.close()
	if err := b.update(); err != nil {
		return nil, fmt.Errorf("%s: %w", runs, err)
	}
	t := &Table{index: b.index, remove: b.remove, segments: b.segments}
	b.index, b.remove = nil, ""
	for _, s := range t.segments {
		t.rows += int(s.rows)
	}
	return t, nil
}

// Close releases the index file.
func (t *Table) Close() error {
	return closeIndex(t.index, t.remove)
}

func closeIndex(f *os.File, remove string) error {
	var err error
	if f != nil {
		err = f.Close()
	}
	if remove != "" {
		err = errors.Join(err, os.Remove(remove))
	}
	return err
}

// Rows is the number of runs.
func (t *Table) Rows() int { return t.rows }

// Columns are the names of all numbers, in the order in which they first appear.
func (t *Table) Columns() []string {
	var out []string
	seen := map[string]bool{}
	var last *names
	for _, s := range t.segments {
		if s.names == last {
			continue
		}
		last = s.names
		for _, name := range s.names.list {
			if !seen[name] {
				seen[name] = true
				out = append(out, name)
			}
		}
	}
	return out
}

// Numbers returns a column, row by row; NaN where a run says null or nothing.
func (t *Table) Numbers(name string) ([]float64, error) {
	out := make([]float64, t.rows)
	at := 0
	for _, s := range t.segments {
		part := out[at : at+int(s.rows)]
		at += int(s.rows)
		i, ok := s.names.byID[name]
		if !ok {
			fillNaN(part)
			continue
		}
		if err := s.column(t.index, i, part); err != nil {
			return nil, fmt.Errorf("column %s: %w", name, err)
		}
	}
	return out, nil
}

func fillNaN(rows []float64) {
	for i := range rows {
		rows[i] = math.NaN()
	}
}

// Texts returns a column of texts, row by row; "" where a run has none. Kept are
// the platform, workload, profile and version, the unit, meter and completeness of
// energies, and the unit and direction of metrics.
func (t *Table) Texts(name string) ([]string, error) {
	out := make([]string, 0, t.rows)
	var rows []float64
	for _, s := range t.segments {
		rows = slices.Grow(rows[:0], int(s.rows))[:s.rows]
		i := slices.IndexFunc(s.meta.Texts, func(m metaText) bool { return m.Name == name })
		if i < 0 {
			fillNaN(rows)
		} else if err := s.column(t.index, int(s.columns)+i, rows); err != nil {
			return nil, fmt.Errorf("column %s: %w", name, err)
		}
		for _, v := range rows {
			word := ""
			if v == v {
				if int(v) >= len(s.meta.Texts[i].Words) {
					return nil, fmt.Errorf("column %s: %w", name, errIndex)
				}
				word = s.meta.Texts[i].Words[int(v)]
			}
			out = append(out, word)
		}
	}
	return out, nil
}

// Warnings are the warnings of the runs, each with the number of runs that have
// it, the most frequent first.
func (t *Table) Warnings() []Count {
	var out []Count
	at := map[string]int{}
	for _, s := range t.segments {
		for _, w := range s.meta.Warnings {
			i, ok := at[w.Text]
			if !ok {
				i = len(out)
				at[w.Text] = i
				out = append(out, Count{Text: w.Text})
			}
			out[i].N += w.N
		}
	}
	slices.SortStableFunc(out, func(a, b Count) int { return b.N - a.N })
	return out
}

// close releases what update left open.
func (b *build) close() {
	_ = errors.Join(b.runs.Close(), closeIndex(b.index, b.remove)) // files that were only read
}

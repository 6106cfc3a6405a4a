package sweep

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"easim/eas/compare"
	"easim/eas/sweep/column"
)

// Results are the runs of a sweep, as columns.
type Results struct {
	Plan     *Plan
	Found    int // runs that are there
	Failures []Failure

	table *column.Table
	run   []int32 // of each row, the number of its run from 0; -1: not looked at
}

// Open opens the folder of a sweep, complete or not, and brings the index of its
// results up to date.
func Open(dir string) (*Results, error) {
	p, err := openPlan(dir)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, ResultsFile)
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		return nil, badInput("sweep: %s holds no results yet; easim sweep --resume -o %s makes them", dir, dir)
	}
	table, err := column.Open(file)
	if err != nil {
		return nil, badInput("sweep: %w; easim sweep --resume -o %s repairs it", err, dir)
	}
	r := &Results{Plan: p, table: table}
	if err := r.match(dir); err != nil {
		_ = table.Close()
		return nil, err
	}
	r.readFailures(filepath.Join(dir, FailuresFile))
	return r, nil
}

// Close releases the files.
func (r *Results) Close() error { return r.table.Close() }

// match finds out which run each row is.
func (r *Results) match(dir string) error {
	numbers, err := r.table.Numbers("run")
	if err != nil {
		return err
	}
	r.run = make([]int32, len(numbers))
	seen := make([]bool, r.Plan.Runs())
	for row, v := range numbers {
		n := int(v) - 1
		if !(v >= 1) || n >= len(seen) {
			return badInput("sweep: %s: line %d of %s belongs to no run of %s; one of the two was changed",
				dir, row+1, ResultsFile, MatrixFile)
		}
		r.run[row] = int32(n)
		if seen[n] {
			r.run[row] = -1
			continue
		}
		seen[n] = true
		r.Found++
	}
	return nil
}

func (r *Results) readFailures(file string) {
	src, err := os.ReadFile(file)
	if err != nil {
		return
	}
	for line := range bytes.Lines(src) {
		n, ok := r.Plan.runOf(line)
		text, isFailure := errorOf(line)
		if ok && isFailure {
			r.Failures = append(r.Failures, r.Plan.failure(n, text))
		}
	}
}

// Warnings are the warnings of the runs, each with the number of runs that have it.
func (r *Results) Warnings() []column.Count { return r.table.Warnings() }

// Values returns a number of each run, in the order of the runs; NaN where it is
// not known or the run is missing. A path that ends in /s is divided by the length
// of the window in seconds.
func (r *Results) Values(path string) ([]float64, error) {
	base, rate := strings.CutSuffix(path, compare.PerSecond)
	rows, err := r.table.Numbers(base)
	if err != nil {
		return nil, err
	}
	if rate {
		length, err := r.table.Numbers(compare.WindowPath)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			rows[i] = float64(rows[i]*1e9) / length[i]
		}
	}
	return r.byRun(rows), nil
}

func (r *Results) byRun(rows []float64) []float64 {
	out := make([]float64, r.Plan.Runs())
	for i := range out {
		out[i] = math.NaN()
	}
	for row, n := range r.run {
		if n >= 0 && !math.IsInf(rows[row], 0) {
			out[n] = rows[row]
		}
	}
	return out
}

// texts returns a text of each run; "" where it has none or is missing.
func (r *Results) texts(path string) ([]string, error) {
	rows, err := r.table.Texts(path)
	if err != nil {
		return nil, err
	}
	out := make([]string, r.Plan.Runs())
	for row, n := range r.run {
		if n >= 0 {
			out[n] = rows[row]
		}
	}
	return out, nil
}

// Readings describes every number that a run has. The unit of one that has several
// in different runs is "mixed". Value is 1, or 0 if it is 0 in the first runs.
func (r *Results) Readings() ([]compare.Reading, error) {
	energyUnit, err := r.oneText("energy.unit")
	if err != nil {
		return nil, err
	}
	var out []compare.Reading
	for _, path := range r.table.Columns() {
		d := compare.Describe(path, energyUnit)
		d.Value, d.Known = 1, true
		if path == "energy.mid" {
			values, err := r.table.Numbers(path)
			if err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(values, func(v float64) bool { return v != 0 && v == v }) {
				d.Value = 0
			}
		}
		if strings.HasPrefix(path, "throughput.metrics.") {
			if d.Unit, err = r.oneText(path + ".unit"); err != nil {
				return nil, err
			}
			if d.Better, err = r.oneText(path + ".better"); err != nil {
				return nil, err
			}
		}
		out = append(out, d)
	}
	return out, nil
}

// Mixed is the unit of a number that has several.
const Mixed = "mixed"

// oneText is the one text of a column; Mixed if there are several.
func (r *Results) oneText(path string) (string, error) {
	texts, err := r.table.Texts(path)
	if err != nil {
		return "", err
	}
	one := ""
	for _, t := range texts {
		switch {
		case t == "" || t == one:
		case one == "":
			one = t
		default:
			return Mixed, nil
		}
	}
	return one, nil
}

// Title says what the sweep is about: what all runs have in common.
func (r *Results) Title() (string, error) {
	var parts []string
	for _, path := range [...]string{"scenario.workload", "scenario.platform", "scenario.profile"} {
		text, err := r.oneText(path)
		if err != nil {
			return "", err
		}
		if text == Mixed || text == "" {
			text = "several " + path[len("scenario."):] + "s"
		}
		parts = append(parts, text)
	}
	return fmt.Sprintf("%s on %s, %s", parts[0], parts[1], parts[2]), nil
}

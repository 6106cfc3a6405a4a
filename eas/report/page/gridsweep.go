package page

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/sweep"
)

// NewSweep takes from the results of a sweep what a page shows. The runs that are
// shown closer are read after that, with [Sweep.ReadLines].
func NewSweep(r *sweep.Results, s *sweep.Summary) (*Sweep, error) {
	p := r.Plan
	g := &Sweep{
		title: s.Title, seeds: p.Seeds, summary: s, warnings: s.Warnings, total: p.Runs(), found: r.Found,
		runs: map[int]*eas.Result{}, digests: map[int]string{},
	}
	for i := range p.Axes {
		a := &p.Axes[i]
		numbers, ordered := a.Numbers()
		if !ordered {
			numbers = nil
		}
		g.axes = append(g.axes, axis{name: a.Name, values: a.Values, numbers: numbers, context: a.Context()})
	}
	for i := range p.Points() {
		at := make([]int, len(g.axes))
		for k, v := range p.Point(i).Coordinates() {
			at[k] = int(v)
		}
		g.points = append(g.points, at)
	}
	g.setReferences()
	all, err := r.Readings()
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	for _, m := range all {
		if !shownMeasure(&m) {
			continue
		}
		values, err := r.Values(m.Path)
		if err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
		g.measures = append(g.measures, measure{m.Path, m.Unit, m.Better, values})
	}
	if len(g.measures) == 0 || g.measures[0].path != "energy.total" {
		return nil, errors.New("page: the runs know no total energy")
	}
	return g, nil
}

// shownMeasure reports whether a page shows a number of the runs.
func shownMeasure(m *compare.Reading) bool {
	switch m.Path {
	case "energy.total", compare.WorkMetric:
		return true
	case "energy.little", "energy.mid", "energy.big":
		return m.Value != 0
	}
	return strings.HasPrefix(m.Path, metricPrefix)
}

// maxDigests is how many runs the page lists with their digests.
const maxDigests = 2000

// ReadLines reads results.jsonl: the digest of every run that is listed, and the
// runs that are shown closer.
func (g *Sweep) ReadLines(r io.Reader) error {
	wanted := map[int]bool{}
	for _, i := range g.selected() {
		for s := range g.seeds[:min(len(g.seeds), maxSampleSeeds)] {
			wanted[g.run(i, s)] = true
		}
	}
	in := bufio.NewReaderSize(r, 1<<20)
	for {
		text, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) { // a line without an end is not whole
			return nil
		}
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
		n := runNumber(text)
		if n < 0 || n >= g.total {
			continue
		}
		if n < maxDigests {
			g.digests[n] = digestIn(text)
		}
		if wanted[n] {
			l := &line{}
			if err := json.Unmarshal(text, l); err != nil {
				return fmt.Errorf("page: run %d: %w", n+1, err)
			}
			if err := checkRun(&l.Result); err != nil {
				return fmt.Errorf("page: run %d: %w", n+1, err)
			}
			g.runs[n] = &l.Result
		}
	}
}

// runNumber is the number of a line's run, counted from 0; -1 if it has none.
func runNumber(text []byte) int {
	rest, ok := bytes.CutPrefix(text, []byte(`{"run":`))
	end := bytes.IndexByte(rest, ',')
	if !ok || end < 0 {
		return -1
	}
	n, err := strconv.Atoi(string(rest[:end]))
	if err != nil {
		return -1
	}
	return n - 1
}

// digestIn is the digest in a line.
func digestIn(text []byte) string {
	_, rest, ok := bytes.Cut(text, []byte(`"digest":"`))
	end := bytes.IndexByte(rest, '"')
	if !ok || end < 0 {
		return ""
	}
	return string(rest[:end])
}

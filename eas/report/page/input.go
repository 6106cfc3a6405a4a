package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/experiment"
)

// Input is one thing that a page shows. Exactly one of Runs, Sweep, Comparison and
// Replica is there.
type Input struct {
	Name       string        // of the file or folder
	Runs       []*eas.Result // of one scenario, on one or several seeds
	Sweep      *Sweep
	Comparison *compare.Comparison
	Replica    *experiment.Replica
	Timelines  []Timeline
	Notes      []string // for the reader: failed runs, lines that were left out
}

// ErrUnknownInput is wrapped by the error for a file that is none of ours.
var ErrUnknownInput = errors.New("neither the JSON of a run, a comparison or an experiment, nor lines of runs")

// Decode reads what `run`, `compare` and `experiment run` write with --format json,
// or runs one a line as `sweep` keeps them. name is for the reader.
func Decode(name string, src []byte) (Input, error) {
	in := Input{Name: name}
	var keys struct {
		Scenario, Digest, Variants, Comparisons, Rows, Signs json.RawMessage
	}
	dec := json.NewDecoder(bytes.NewReader(src))
	if err := dec.Decode(&keys); err != nil {
		return in, fmt.Errorf("%w: %w", ErrUnknownInput, err)
	}
	var err error
	switch {
	case keys.Variants != nil && keys.Comparisons != nil:
		in.Comparison = new(compare.Comparison)
		err = json.Unmarshal(src, in.Comparison)
	case keys.Rows != nil && keys.Signs != nil:
		in.Replica = new(experiment.Replica)
		err = json.Unmarshal(src, in.Replica)
	case keys.Scenario != nil && keys.Digest != nil:
		var runs []*eas.Result
		var at []points
		if runs, at, err = decodeRuns(bytes.NewReader(src)); err == nil {
			in.setRuns(runs, at)
		}
	default:
		return in, ErrUnknownInput
	}
	if err != nil {
		return in, fmt.Errorf("reading it: %w", err)
	}
	return in, in.check()
}

// setRuns makes it a sweep if the runs differ in more than their seeds.
func (in *Input) setRuns(runs []*eas.Result, at []points) {
	in.Runs, in.Sweep = runs, nil
	if g := ofRuns(runs, at); g != nil {
		in.Runs, in.Sweep = nil, g
	}
}

// line is a run as a sweep keeps it: with its point in front.
type line struct {
	Axes points `json:"axes"`
	eas.Result
}

// points are the values of a point by axis, in order.
type points []struct{ axis, value string }

// UnmarshalJSON reads an object of texts and numbers in the order in which it
// stands.
func (p *points) UnmarshalJSON(src []byte) error {
	*p = nil
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("axes: want an object, have %q", src)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return fmt.Errorf("axes: %w", err)
		}
		value, err := dec.Token()
		if err != nil {
			return fmt.Errorf("axes: %w", err)
		}
		*p = append(*p, struct{ axis, value string }{fmt.Sprint(key), fmt.Sprint(value)})
	}
	return nil
}

// decodeRuns reads runs one after another, with the points that they name.
func decodeRuns(r io.Reader) ([]*eas.Result, []points, error) {
	var runs []*eas.Result
	var at []points
	dec := json.NewDecoder(r)
	for {
		var l line
		switch err := dec.Decode(&l); {
		case errors.Is(err, io.EOF):
			return runs, at, nil
		case err != nil:
			return nil, nil, fmt.Errorf("run %d: %w", len(runs)+1, err)
		}
		if err := checkRun(&l.Result); err != nil {
			return nil, nil, fmt.Errorf("run %d: %w", len(runs)+1, err)
		}
		res := l.Result
		runs, at = append(runs, &res), append(at, l.Axes)
	}
}

// check refuses what has the keys of ours but cannot be drawn.
func (in *Input) check() error {
	if in.Replica != nil && len(in.Replica.Blocks) == 0 {
		return errors.New("an experiment without blocks")
	}
	if in.Comparison == nil {
		return nil
	}
	if len(in.Comparison.Variants) < 2 {
		return errors.New("a comparison of fewer than two variants")
	}
	for i := range in.Comparison.Variants {
		for _, r := range in.Comparison.Variants[i].Runs {
			if err := checkRun(r); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkRun(r *eas.Result) error {
	switch {
	case r == nil:
		return errors.New("a run that is null")
	case r.Format != eas.ResultFormat:
		return fmt.Errorf("a run in format %d; this version reads format %d", r.Format, eas.ResultFormat)
	case len(r.Energy.Clusters) == 0 || len(r.CPUs) == 0:
		return errors.New("a run without clusters or CPUs")
	}
	return nil
}

// chapter makes the chapter of an input.
func (in *Input) chapter() *chapter {
	var c *chapter
	switch {
	case in.Comparison != nil:
		c = compareChapter(in.Name, in.Comparison, in.Timelines)
	case in.Replica != nil:
		c = replicaChapter(in.Name, in.Replica)
	case in.Sweep != nil:
		c = sweepChapter(in.Name, in.Sweep, in.Timelines)
	default:
		c = runChapter(in.Name, in.Runs, in.Timelines)
	}
	c.Warnings = append(c.Warnings, in.Notes...)
	return c
}

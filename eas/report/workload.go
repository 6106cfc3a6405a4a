package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"easim/eas/report/wording"
	"easim/eas/workload"
)

// Workloads is the list of built-in workloads.
func Workloads(list []workload.BuiltinInfo) *Table {
	t := &Table{Columns: []Column{{"name", Left}, {"what", Left}}}
	for _, b := range list {
		t.Add(b.Name, b.Doc)
	}
	return t
}

// WorkloadHead is what a workload says about itself as a whole.
type WorkloadHead struct {
	Name, Title, Source string
	Calibration         string // what 1 µs of work means, in words
	DurationNS          int64
	Threads             int
	Warnings            []string
}

// Workload is a workload as text for a person: each phase with its operations
// and what one activation, a pass over the phase, demands.
func Workload(h WorkloadHead, phases []workload.PhaseInfo, style Style) []byte {
	var b bytes.Buffer
	title := h.Name
	if h.Title != "" {
		title += ": " + h.Title
	}
	fmt.Fprintf(&b, "%s\n", style.bold(title))
	if h.Source != "" {
		fmt.Fprintf(&b, "%s\n", wrap("source: "+h.Source, 0))
	}
	size := fmt.Sprintf("%s, %s; 1 µs of work is %s",
		wording.Plural(h.Threads, "thread"), lengthText(h.DurationNS), h.Calibration)
	fmt.Fprintf(&b, "%s\n\n", wrap(size, 0))
	b.Write(WorkloadPhases(phases).Text(style))
	if share := totalShare(phases); share > 0 {
		fmt.Fprintf(&b, "\nphases with a period demand at most %s %% of a CPU of capacity 1024 together\n", fixed(share, 1))
	}
	for _, w := range h.Warnings {
		fmt.Fprintf(&b, "%s %s\n", style.warning("!"), strings.TrimLeft(wrap(w, 2), " "))
	}
	return b.Bytes()
}

func lengthText(ns int64) string {
	switch {
	case ns == workload.Forever:
		return "runs until it is stopped"
	case ns <= 0:
		return "no length of its own"
	}
	return "length " + seconds(ns)
}

// WorkloadPhases is one row a phase.
func WorkloadPhases(phases []workload.PhaseInfo) *Table {
	t := &Table{Columns: []Column{
		{"task", Left},
		{"threads", Right},
		{"phase", Left},
		{"loop", Right},
		{"demand µs", Right},
		{"stall µs", Right},
		{"period µs", Right},
		{"% of 1024", Right},
		{"operations", Left},
	}}
	for i := range phases {
		p := &phases[i]
		loop := count(p.Loop)
		if p.Loop == workload.Forever {
			loop = "forever"
		}
		share, period := unknown, unknown
		if p.SharePct >= 0 {
			share = fixed(p.SharePct, 2)
		}
		if p.PeriodUS > 0 {
			period = short(p.PeriodUS)
		}
		t.Add(p.Task, strconv.Itoa(p.Threads), p.Phase, loop, short(p.DemandUS), short(p.StallUS), period, share, p.Ops)
	}
	return t
}

// totalShare adds up the tasks' most demanding phases: a thread is in one phase at
// a time.
func totalShare(phases []workload.PhaseInfo) float64 {
	total, most := 0.0, 0.0
	for i := range phases {
		p := &phases[i]
		if i > 0 && p.Task != phases[i-1].Task {
			total, most = total+most, 0
		}
		most = max(most, p.SharePct*float64(p.Threads))
	}
	return total + most
}

// short is a number with at most three digits after the point, none if it is
// whole.
func short(v float64) string {
	text := strconv.FormatFloat(v, 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

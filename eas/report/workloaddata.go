package report

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/eas/workload"
	"easim/energy/diag"
)

// WorkloadHeadOf returns what w says about itself; list holds the warnings of its
// file.
func WorkloadHeadOf(w *workload.Workload, list diag.List) WorkloadHead {
	h := WorkloadHead{
		Name: w.Name, Title: w.Title, Source: w.Source, DurationNS: w.DurationNS, Calibration: calibrationText(w.Calib),
	}
	for i := range w.Tasks {
		h.Threads += w.Tasks[i].Instances
	}
	h.Warnings = append(h.Warnings, w.Warnings...)
	if len(h.Warnings) == 0 {
		for _, d := range list.Only(diag.Warning) {
			h.Warnings = append(h.Warnings, d.String())
		}
	}
	return h
}

func calibrationText(c workload.Calibration) string {
	switch {
	case c.HasCPU:
		return "1 µs at the top speed of CPU " + strconv.Itoa(int(c.CPU))
	case c.Capacity > 0:
		return "1 µs at capacity " + count(int64(c.Capacity))
	}
	return "1 µs at capacity 1024"
}

// WorkloadList is the list of built-in workloads with the parameters of the
// generators, as text for a person.
func WorkloadList(list []workload.BuiltinInfo, s Style) []byte {
	var b bytes.Buffer
	b.Write(Workloads(list).Text(s))
	for i := 0; i < len(list); {
		names, params := []string{list[i].Name}, list[i].Params
		for i++; i < len(list) && slices.Equal(params, list[i].Params); i++ {
			names = append(names, list[i].Name)
		}
		if len(params) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", s.bold("Parameters of "+strings.Join(names, ", ")+" (NAME:key=value,key=value)"))
		t := &Table{Indent: 2, Columns: []Column{{"parameter", Left}, {"default", Left}, {"what", Left}}}
		for _, p := range params {
			t.Add(p.Name, p.Default, p.Doc)
		}
		b.Write(t.Text(s))
	}
	return b.Bytes()
}

// WorkloadData is a workload in its JSON form.
type WorkloadData struct {
	Format      int         `json:"format"`
	Name        string      `json:"name"`
	Title       string      `json:"title"`
	Source      string      `json:"source"`
	Calibration string      `json:"calibration"`
	DurationNS  int64       `json:"duration_ns"` // 0: says nothing; -1: until it is stopped
	Threads     int         `json:"threads"`
	Phases      []PhaseData `json:"phases"`
	Warnings    []string    `json:"warnings"`
}

// PhaseData is one phase; nil is not known.
type PhaseData struct {
	Task       string   `json:"task"`
	Threads    int      `json:"threads"`
	Phase      string   `json:"phase"`
	Loop       int64    `json:"loop"` // -1: forever
	DemandUS   float64  `json:"demand_us"`
	StallUS    float64  `json:"stall_us"`
	PeriodUS   *float64 `json:"period_us"`
	SharePct   *float64 `json:"share_pct"` // of a CPU of capacity 1024
	Operations string   `json:"operations"`
}

// WorkloadDataOf returns the JSON form of a workload.
func WorkloadDataOf(h WorkloadHead, phases []workload.PhaseInfo) WorkloadData {
	out := WorkloadData{
		Format: 1, Name: h.Name, Title: h.Title, Source: h.Source, Calibration: h.Calibration,
		DurationNS: h.DurationNS, Threads: h.Threads, Phases: []PhaseData{}, Warnings: append([]string{}, h.Warnings...),
	}
	for i := range phases {
		p := &phases[i]
		d := PhaseData{
			Task: p.Task, Threads: p.Threads, Phase: p.Phase, Loop: p.Loop,
			DemandUS: p.DemandUS, StallUS: p.StallUS, Operations: p.Ops,
		}
		if p.PeriodUS > 0 {
			d.PeriodUS = &p.PeriodUS
		}
		if p.SharePct >= 0 {
			d.SharePct = &p.SharePct
		}
		out.Phases = append(out.Phases, d)
	}
	return out
}

// BuiltinData is a built-in workload in its JSON form.
type BuiltinData struct {
	Name   string             `json:"name"`
	Doc    string             `json:"doc"`
	Params []BuiltinParamData `json:"params"`
}

// BuiltinParamData is one parameter of a generator.
type BuiltinParamData struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Doc     string `json:"doc"`
}

// WorkloadListData returns the JSON form of the list of built-in workloads.
func WorkloadListData(list []workload.BuiltinInfo) []BuiltinData {
	out := make([]BuiltinData, 0, len(list))
	for _, b := range list {
		d := BuiltinData{Name: b.Name, Doc: b.Doc, Params: []BuiltinParamData{}}
		for _, p := range b.Params {
			d.Params = append(d.Params, BuiltinParamData{p.Name, p.Default, p.Doc})
		}
		out = append(out, d)
	}
	return out
}

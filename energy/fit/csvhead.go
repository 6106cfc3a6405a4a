package fit

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy/diag"
)

// field is what a column of the CSV holds.
type field uint8

const (
	fieldCluster field = iota
	fieldBusy
	fieldFreq
	fieldVolt
	fieldPower
	fieldEnergy
	fieldDuration
	fieldScore
	fieldCount
)

// column is a heading that is understood, how many of the field's own units (kHz,
// µV, µW, µJ, seconds) one of its numbers is, and what its unit is called.
type column struct {
	name  string
	field field
	scale float64
	unit  string
}

var columns = [...]column{
	{"cluster", fieldCluster, 1, ""},
	{"core", fieldCluster, 1, ""},
	{"cpus", fieldBusy, 1, ""},
	{"cpus_busy", fieldBusy, 1, ""},
	{"busy_cpus", fieldBusy, 1, ""},
	{"n", fieldBusy, 1, ""},
	{"freq_hz", fieldFreq, 1e-3, "Hz"},
	{"freq_khz", fieldFreq, 1, "kHz"},
	{"freq_mhz", fieldFreq, 1e3, "MHz"},
	{"freq_ghz", fieldFreq, 1e6, "GHz"},
	{"volt_uv", fieldVolt, 1, "uV"},
	{"volt_mv", fieldVolt, 1e3, "mV"},
	{"volt_v", fieldVolt, 1e6, "V"},
	{"power_uw", fieldPower, 1, "uW"},
	{"power_mw", fieldPower, 1e3, "mW"},
	{"power_w", fieldPower, 1e6, "W"},
	{"energy_uj", fieldEnergy, 1, "uJ"},
	{"energy_mj", fieldEnergy, 1e3, "mJ"},
	{"energy_j", fieldEnergy, 1e6, "J"},
	{"duration_us", fieldDuration, 1e-6, "us"},
	{"duration_ms", fieldDuration, 1e-3, "ms"},
	{"duration_s", fieldDuration, 1, "s"},
	{"score", fieldScore, 1, ""},
}

// bare are headings that lack their unit, and what to write instead.
var bare = [...]struct{ name, want string }{
	{"freq", "freq_khz or freq_mhz"},
	{"frequency", "freq_khz or freq_mhz"},
	{"mhz", "freq_mhz"},
	{"khz", "freq_khz"},
	{"volt", "volt_uv or volt_mv"},
	{"voltage", "volt_uv or volt_mv"},
	{"power", "power_mw or power_uw"},
	{"energy", "energy_mj or energy_j"},
	{"duration", "duration_s or duration_ms"},
	{"time", "duration_s or duration_ms"},
}

// head says in which column each field stands (-1: in none).
type head struct {
	at    [fieldCount]int
	as    [fieldCount]column
	width int
}

func readHead(cells []string, line int, list *diag.List) head {
	h := head{width: len(cells)}
	for f := range h.at {
		h.at[f] = -1
	}
	names := make([]string, 0, len(columns))
	for _, c := range columns {
		names = append(names, c.name)
	}
	for i, cell := range cells {
		name := strings.ToLower(strings.TrimSpace(cell))
		at := slices.IndexFunc(columns[:], func(c column) bool { return c.name == name })
		if at < 0 {
			h.unknown(name, line, names, list)
			continue
		}
		c := columns[at]
		if h.at[c.field] >= 0 {
			fail(list, "column-twice", line, "keep one of the two", "columns %s and %s say the same", h.as[c.field].name, c.name)
			continue
		}
		h.at[c.field], h.as[c.field] = i, c
	}
	h.require(line, list)
	return h
}

// unknown: a column without its unit is an error, any other one is left out.
func (h *head) unknown(name string, line int, names []string, list *diag.List) {
	for _, b := range bare {
		if b.name == name {
			fail(list, "column-unit", line, "write "+b.want, "column %q does not say its unit", name)
			return
		}
	}
	detail := ""
	if near, ok := diag.Nearest(name, names); ok {
		detail = fmt.Sprintf("did you mean %q?", near)
	}
	warn(list, "unknown-column", line, detail, "column %q is not known; left out", name)
}

func (h *head) require(line int, list *diag.List) {
	for _, need := range [...]struct {
		field  field
		detail string
	}{
		{fieldCluster, "add a column cluster: the name of the cluster or of its cores"},
		{fieldBusy, "add a column cpus: how many CPUs of the cluster were busy"},
		{fieldFreq, "add a column freq_khz or freq_mhz"},
	} {
		if h.at[need.field] < 0 {
			fail(list, "column-missing", line, need.detail, "a column is missing")
		}
	}
	switch {
	case h.at[fieldPower] < 0 && h.at[fieldEnergy] < 0:
		fail(list, "column-missing", line, "add power_mw, or energy_mj with duration_s", "neither power nor energy")
	case h.at[fieldPower] < 0 && h.at[fieldDuration] < 0:
		fail(list, "column-missing", line, "add duration_s: power is energy over duration", "energy without duration")
	}
}

func fail(list *diag.List, code string, line int, detail, format string, args ...any) {
	list.Add(diag.Diagnostic{
		Severity: diag.Error, Code: code, Line: line, Detail: detail, Summary: fmt.Sprintf(format, args...),
	})
}

func warn(list *diag.List, code string, line int, detail, format string, args ...any) {
	list.Add(diag.Diagnostic{
		Severity: diag.Warning, Code: code, Line: line, Detail: detail, Summary: fmt.Sprintf(format, args...),
	})
}

package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/eas"
	"easim/eas/compare"
)

// foldSources are the words that provenance stands behind.
const foldSources = "Show sources, scenario, parameters and digests"

// provenance says where the numbers of the samples come from, which program made
// them, and how to make them again.
func provenance(samples []sample, version string) section {
	s := section{ID: "provenance", Title: "Where the numbers come from", Fold: foldSources}
	if version != "" {
		s.Lead = append(
			s.Lead,
			"Made with easim "+version+". The same scenario, seed and version give the same digest on every machine.",
		)
	}
	s.Tables = []*table{
		sourceTable(samples),
		scenarioTable(samples),
		paramTable(samples),
		commandTable(samples),
		digestTable(samples),
	}
	return s
}

// sourceTable lists the sources of the data, each once.
func sourceTable(samples []sample) *table {
	t := &table{
		Caption: "Sources",
		Columns: []column{{Head: "what"}, {Head: "name"}, {Head: "source, and what it is worth"}},
	}
	add := func(what, name, source string) {
		row := []cell{words(what), words(name), words(source)}
		if !slices.ContainsFunc(t.Rows, func(o []cell) bool { return slices.Equal(o, row) }) {
			t.Rows = append(t.Rows, row)
		}
	}
	for i := range samples {
		r := samples[i].runs[0]
		p, sc := &r.Provenance, &r.Scenario
		add("platform", sc.Platform, p.Platform)
		add("workload", sc.Workload, p.Workload)
		if p.Model == p.Meter {
			add("power, believed and metered", tableName(&p.Model), trusted(&p.Model))
		} else {
			add("power, as the scheduler believed", tableName(&p.Model), trusted(&p.Model))
			add("power, as metered", tableName(&p.Meter), trusted(&p.Meter))
		}
		for k := range p.Rates {
			add("speed of "+p.Rates[k].CPUType, p.Rates[k].Set, p.Rates[k].Source)
		}
	}
	return t
}

func tableName(s *eas.TableSource) string {
	name := s.Name
	if s.Kind != s.Name {
		name += ", kind " + s.Kind
	}
	return name + ", " + s.Unit
}

func trusted(s *eas.TableSource) string {
	if s.Trust == "" {
		return s.Source
	}
	return s.Source + ". Trust: " + s.Trust
}

// fields are the parts of a scenario, in the order in which they are shown.
var fields = [...]struct {
	name string
	of   func(*eas.Result) string
}{
	{"platform", func(r *eas.Result) string { return r.Scenario.Platform }},
	{"workload", func(r *eas.Result) string { return r.Scenario.Workload }},
	{"profile", func(r *eas.Result) string { return r.Scenario.Profile }},
	{"patches", func(r *eas.Result) string { return strings.Join(r.Scenario.Patches, ", ") }},
	{"governor", func(r *eas.Result) string { return r.Scenario.Governor }},
	{"idle governor", func(r *eas.Result) string { return r.Scenario.Idle }},
	{"model", func(r *eas.Result) string { return r.Scenario.Model }},
	{"meter", func(r *eas.Result) string { return r.Energy.Meter }},
	{"rate", func(r *eas.Result) string { return r.Scenario.Rate }},
	{"calibration", calibration},
	{"duration", func(r *eas.Result) string { return seconds(r.Scenario.DurationNS) }},
	{"warm-up", func(r *eas.Result) string { return seconds(r.Scenario.WarmupNS) }},
}

func calibration(r *eas.Result) string {
	c := &r.Scenario.Calib
	text := "1 µs of work at " + strconv.FormatFloat(c.Capacity, 'g', 6, 64)
	if c.CPU != nil {
		text += fmt.Sprintf(" (top speed of cpu%d)", *c.CPU)
	}
	return text
}

func named(samples []sample, heads ...column) []column {
	for i := range samples {
		heads = append(heads, column{Head: samples[i].name})
	}
	return heads
}

func scenarioTable(samples []sample) *table {
	t := &table{Caption: "Scenario", Columns: named(samples, column{Head: ""})}
	row := func(name string, of func(*sample) string) {
		cells := []cell{words(name)}
		empty := true
		for i := range samples {
			text := of(&samples[i])
			empty = empty && text == ""
			cells = append(cells, words(text))
		}
		if !empty {
			t.Rows = append(t.Rows, cells)
		}
	}
	for _, f := range fields {
		row(f.name, func(s *sample) string { return f.of(s.runs[0]) })
	}
	row("features on", func(s *sample) string { return strings.Join(s.runs[0].Scenario.Features, " ") })
	row("seeds", func(s *sample) string { return compare.FormatSeeds(seedsOf(s.runs)) })
	row("version", func(s *sample) string { return s.runs[0].Version })
	return t
}

func seedsOf(runs []*eas.Result) []uint64 {
	out := make([]uint64, len(runs))
	for i, r := range runs {
		out[i] = r.Scenario.Seed
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// paramTable lists every parameter in force; those that are not at their default
// come first.
func paramTable(samples []sample) *table {
	t := &table{
		Caption: "Parameters in force",
		Columns: append(named(samples, column{Head: "parameter"}), column{Head: "default"}, column{Head: "unit"}),
	}
	var changed, rest [][]cell
	for _, p := range eas.Params() {
		cells, moved, known := []cell{words(p.Name).classed("code")}, false, false
		for i := range samples {
			v, ok := samples[i].runs[0].Scenario.Params.Get(p.Name)
			text := paramText(v)
			if !ok {
				text = ""
			}
			known, moved = known || ok, moved || ok && v != p.Default && p.Default != scaled
			cells = append(cells, words(text))
		}
		cells = append(cells, words(paramText(p.Default)), words(p.Unit))
		switch {
		case moved:
			changed = append(changed, cells)
		case known:
			rest = append(rest, cells)
		}
	}
	t.Rows = append(changed, rest...)
	t.Limit = max(len(changed), 3)
	t.Foot = []string{fmt.Sprintf("First those that are not at their default (%d), then the rest.", len(changed))}
	return t
}

// scaled is how a run shows a parameter that follows from the platform.
const scaled = -1

func paramText(v int64) string {
	if v == scaled {
		return "by platform"
	}
	return strconv.FormatInt(v, 10)
}

func digestTable(samples []sample) *table {
	t := &table{Caption: "Runs", Limit: shownTasks, Columns: []column{
		{Head: "sample"},
		{"seed", true},
		{Head: "digest of the events"},
		{Head: "digest of the decisions"},
		{"events", true},
	}}
	for i := range samples {
		for _, r := range samples[i].runs {
			seed := strconv.FormatUint(r.Scenario.Seed, 10)
			t.Rows = append(t.Rows, []cell{
				words(samples[i].name), num(float64(r.Scenario.Seed), seed), words(r.Digest).classed("code"),
				words(r.ScheduleDigest).classed("code"), num(float64(r.Events), strconv.FormatInt(r.Events, 10)),
			})
		}
	}
	return t
}

// commandTable says how to make the first run of each sample again.
func commandTable(samples []sample) *table {
	t := &table{Caption: "Make it again", Columns: []column{{Head: "sample"}, {Head: "command"}}}
	for i := range samples {
		t.Rows = append(t.Rows, []cell{words(samples[i].name), words(command(samples[i].runs[0])).classed("code")})
	}
	return t
}

// command is the command line that gives r once more: the profile and what differs
// from it.
func command(r *eas.Result) string {
	sc := &r.Scenario
	args := []string{
		"easim", "run", "--platform", sc.Platform, "--workload", sc.Workload, "--profile", sc.Profile,
		"--governor", sc.Governor, "--idle", sc.Idle, "--model", sc.Model, "--meter", r.Energy.Meter,
		"--duration", flagTime(sc.DurationNS), "--warmup", flagTime(sc.WarmupNS), "--seed", strconv.FormatUint(sc.Seed, 10),
	}
	again := r.Again()
	if again.CalibCPU != "" {
		args = append(args, "--calib-cpu", again.CalibCPU)
	}
	for _, p := range sc.Patches {
		args = append(args, "--patch", p)
	}
	features, settings := ofProfile(sc.Profile)
	for _, f := range again.Layers[0].Features {
		if off, isOff := strings.CutPrefix(f, "NO_"); isOff == slices.Contains(features, off) {
			args = append(args, "--feat", f)
		}
	}
	for _, p := range again.Layers[0].Params {
		if settings[p.Key] != p.Value {
			args = append(args, "--set", p.Key+"="+p.Value)
		}
	}
	for i, a := range args {
		args[i] = quoted(a)
	}
	return strings.Join(args, " ")
}

// ofProfile are the features that a profile switches on, and every parameter as it
// leaves it.
func ofProfile(name string) (features []string, settings map[string]string) {
	settings = map[string]string{}
	for _, p := range eas.Params() {
		settings[p.Name] = strconv.FormatInt(p.Default, 10)
	}
	for _, p := range eas.Profiles() {
		if strings.EqualFold(p.Name, name) {
			features = p.Features
			for _, set := range p.Params {
				settings[set.Key] = set.Value
			}
		}
	}
	return features, settings
}

// quoted puts an argument in quotes if a shell would break it up.
func quoted(arg string) string {
	if arg != "" && strings.Trim(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=./:,%+") == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

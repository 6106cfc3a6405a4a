package compare

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"easim/eas"
)

func runOf(t *testing.T, s eas.Scenario) *eas.Result {
	t.Helper()
	r, err := eas.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// flatten is the oracle of [Readings]: every number of the JSON text itself.
func flatten(path string, v any, out map[string]float64) {
	switch x := v.(type) {
	case float64:
		out[path] = x
	case map[string]any:
		if value, isMetric := x["value"]; isMetric {
			flatten(path, value, out)
			return
		}
		for key, w := range x {
			flatten(join(path, key), w, out)
		}
	case []any:
		for i, w := range x {
			name := strconv.Itoa(i)
			if m, ok := w.(map[string]any); ok {
				if n, ok := m["name"].(string); ok {
					name = n
				} else if id, ok := m["id"].(float64); ok {
					name = strconv.Itoa(int(id))
				}
			}
			flatten(join(path, name), w, out)
		}
	}
}

func TestReadingsAreTheJSON(t *testing.T) {
	for _, workload := range []string{"video-1080p", "geekbench-st:work=1ms,gap=0s", "hackbench:groups=1,fds=2,loops=3"} {
		s := small(1)
		s.Workload, s.Warmup = workload, eas.SpanOf(0)
		r := runOf(t, s)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{}
		flatten("", doc, want)
		known := 0
		for _, got := range Readings(r) {
			if !got.Known {
				continue
			}
			known++
			if v, ok := want[got.Path]; !ok || v != got.Value {
				t.Errorf("%s: %s = %v, the JSON has %v, %v", workload, got.Path, got.Value, v, ok)
			}
		}
		if known != len(want) {
			t.Errorf("%s: %d numbers, the JSON has %d", workload, known, len(want))
		}
	}
}

func TestReadingDirections(t *testing.T) {
	all := Readings(runOf(t, eas.Scenario{Duration: eas.SpanOf(100e6), Warmup: eas.SpanOf(0)}))
	for _, want := range []Reading{
		{Path: "energy.big", Unit: "bogo-mJ", Better: lower},
		{Path: "energy.clusters.LITTLE.core_busy", Unit: "bogo-mJ", Better: lower},
		{Path: "energy.clusters.LITTLE.busy_freq_ns.450000", Unit: "ns"},
		{Path: "throughput.work_capacity_s", Unit: "capacity-s", Better: higher},
		{Path: "throughput.metrics.frames_per_s", Unit: "1/s", Better: higher},
		{Path: "throughput.metrics.frames_late", Better: lower},
		{Path: "tasks.DispSync.missed", Better: lower},
		{Path: "tasks.DispSync.wakeup_latency_us.p99", Unit: "us", Better: lower},
		{Path: "tasks.DispSync.energy", Unit: "bogo-mJ", Better: lower},
		{Path: "cpus.0.freq_ns.450000", Unit: "ns"},
		{Path: "scheduler.migrations.active"},
		{Path: "scheduler.overutilized_ns", Unit: "ns"},
	} {
		i := slices.IndexFunc(all, func(r Reading) bool { return r.Path == want.Path })
		if i < 0 || all[i].Unit != want.Unit || all[i].Better != want.Better {
			t.Errorf("want %+v, have index %d of %d", want, i, len(all))
		}
	}
}

func TestReadingsTellEqualNamesApart(t *testing.T) {
	r := &eas.Result{Tasks: []eas.TaskResult{{Name: "a", Missed: 1}, {Name: "a", Missed: 2}}}
	got := map[string]float64{}
	for _, x := range Readings(r) {
		got[x.Path] = x.Value
	}
	if got["tasks.a.missed"] != 1 || got["tasks.a.missed#2"] != 2 {
		t.Errorf("%v", got)
	}
}

var someReadings = []Reading{
	{Path: "energy.total", Better: lower, Unit: "mJ", Known: true},
	{Path: "energy.mid", Better: lower, Known: true},
	{Path: "energy.clusters.LITTLE.total", Better: lower},
	{Path: WorkMetric, Better: higher, Known: true},
	{Path: "throughput.metrics.score_mt", Better: higher, Unit: "points"},
	{Path: "tasks.a.missed", Better: lower},
	{Path: "tasks.b.0.missed", Better: lower},
	{Path: "scheduler.switches"},
	{Path: "scheduler.overutilized_ns", Unit: "ns"},
}

func paths(list []Reading) string {
	var out []string
	for _, r := range list {
		out = append(out, r.Path)
	}
	return strings.Join(out, " ")
}

func TestChoose(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"energy.total", "energy.total"},
		{"TOTAL", "energy.total"},
		{"Score_MT", "throughput.metrics.score_mt"},
		{"work_capacity_s", WorkMetric},
		{"switches total switches", "scheduler.switches energy.total"},
		{"switches/s switches", "scheduler.switches/s scheduler.switches"},
		{"tasks.*.missed", "tasks.a.missed tasks.b.0.missed"},
		{"*total", "energy.total energy.clusters.LITTLE.total"},
		{"*", paths(someReadings)},
	} {
		got, err := Choose(someReadings, strings.Fields(c.names))
		if err != nil || paths(got) != c.want {
			t.Errorf("Choose(%q) = %q, %v; want %q", c.names, paths(got), err, c.want)
		}
	}
	for name, want := range map[string]string{
		"energy.totl": `did you mean "energy.total"?`,
		"score_st":    `did you mean "score_mt"?`,
		"xyz":         "shows the paths",
		"tasks.*.x":   "unknown metric",
		"totl/s":      `did you mean "total"?`,
	} {
		if got, err := Choose(someReadings, []string{name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Choose(%q) = %v, %v; want an error with %q", name, got, err, want)
		}
	}
	units := map[string]string{"switches/s": "1/s", "total/s": "mJ/s", "overutilized_ns/s": "ns/s"}
	for name, want := range units {
		if got, err := Choose(someReadings, []string{name}); err != nil || got[0].Unit != want {
			t.Errorf("unit of %s: %v, %v; want %q", name, got, err, want)
		}
	}
}

func TestEnergyIsNeverAlone(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Metrics: []string{"total"}}, "energy.total " + WorkMetric + " throughput.metrics.score_mt"},
		{Options{Metrics: []string{"total", "tasks.a.missed"}}, "energy.total tasks.a.missed"},
		{
			Options{Metrics: []string{"total", "of-another-workload", "tasks.a.missed"}},
			"energy.total tasks.a.missed",
		},
	} {
		if got := paths(c.o.choose(someReadings)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	o := Options{Limits: []Limit{{Metric: "switches", Pct: 1}}}
	if got := paths(o.choose(someReadings)); !strings.HasSuffix(got, "score_mt scheduler.switches") {
		t.Errorf("%q", got)
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"a*c", "abc", true},
		{"a*c", "ac", true},
		{"a*c", "abcd", false},
		{"*", "", true},
		{"a*b*c", "axbxc", true},
		{"a*b*c", "axcxb", false},
		{"*ab", "aab", true},
		{"a*a", "a", false},
		{"*a*", "bab", true},
	} {
		if got := matches(c.pattern, c.text); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.pattern, c.text, got)
		}
	}
}

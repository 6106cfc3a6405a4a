package eas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// files is what ReadFile finds in a test.
type files map[string]string

func (f files) read(name string) ([]byte, error) {
	if text, ok := f[name]; ok {
		return []byte(text), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// theFiles are the workloads of the tests: a mixture, one endless run on a big
// CPU, one that ends, and one that would be refused.
func theFiles() files {
	return files{
		"mix.toml": `format = 1
name = "mix"
[[task]]
name = "ui"
period_us = 16000
run_us = 2500
jitter_pct = 20
[[task]]
name = "batch"
instances = 3
period_us = 50000
run_us = 9000
[[task]]
name = "rt"
policy = "fifo"
priority = 10
period_us = 20000
run_us = 700
`,
		"spin.toml": `format = 1
name = "spin"
[[task]]
name = "spin"
cpus = "1"
ops = [{ run_us = 3_600_000_000 }]
`,
		"ends.toml": `format = 1
name = "ends"
[[task]]
name = "once"
instances = 2
loop = 5
ops = [{ run_us = 20000 }, { sleep_us = 5000 }]
`,
		"dl.toml": `format = 1
name = "dl"
[[task]]
name = "dl"
policy = "deadline"
dl_runtime_us = 1000
dl_deadline_us = 10000
dl_period_us = 10000
period_us = 10000
run_us = 500
`,
	}
}

func mustRun(t *testing.T, s Scenario, watchers ...sched.Tracer) *Result {
	t.Helper()
	if s.ReadFile == nil {
		s.ReadFile = theFiles().read
	}
	r, err := Run(context.Background(), s, watchers...)
	if err != nil {
		t.Fatal(err)
	}
	checkResult(t, r)
	return r
}

// checkResult holds a result against the laws that any one obeys.
func checkResult(t *testing.T, r *Result) {
	t.Helper()
	wall := r.Window.LengthNS
	total := func(n NamedInts) int64 {
		sum := int64(0)
		for _, e := range n {
			sum += e.Value
		}
		return sum
	}
	busy := int64(0)
	for _, c := range r.CPUs {
		busy += c.BusyNS
		if c.BusyNS+c.IdleNS != wall || total(c.FreqNS) != wall || total(c.BusyFreqNS) != c.BusyNS ||
			total(c.IdleStateNS) != c.IdleNS || total(c.IdleRequestedNS) != c.IdleNS {
			t.Errorf("cpu%d: busy %d, idle %d, parts do not make %d", c.ID, c.BusyNS, c.IdleNS, wall)
		}
	}
	tasks, work := int64(0), 0.0
	for _, task := range r.Tasks {
		tasks += task.BusyNS
		work += task.WorkCapacityS
		if task.LittleNS+task.MidNS+task.BigNS != task.BusyNS {
			t.Errorf("task %s: kinds do not make %d ns", task.Name, task.BusyNS)
		}
	}
	if tasks > busy { // the launcher's time is the difference
		t.Errorf("tasks ran for %d ns, CPUs for %d", tasks, busy)
	}
	if math.Abs(work-r.Throughput.WorkCapacityS) > 1e-9 {
		t.Errorf("tasks did work %v, throughput says %v", work, r.Throughput.WorkCapacityS)
	}
	sum := 0.0
	for _, c := range r.Energy.Clusters {
		parts := 0.0
		for _, p := range [...]*float64{c.CoreBusy, c.CoreIdle, c.ClusterBusy, c.ClusterIdle} {
			if p != nil {
				parts += *p
			}
		}
		if math.Abs(parts-c.Total) > 1e-9*math.Abs(c.Total) {
			t.Errorf("cluster %s: parts %v, total %v", c.Name, parts, c.Total)
		}
		sum += c.Total
		if total(c.BusyFreqNS)+total(c.IdleStateNS) != wall {
			t.Errorf("cluster %s: times do not make %d", c.Name, wall)
		}
	}
	e := &r.Energy
	if e.Total != sum || math.Abs(e.Little+e.Mid+e.Big-sum) > 1e-9*sum {
		t.Errorf("energy %v + %v + %v, clusters %v, total %v", e.Little, e.Mid, e.Big, sum, e.Total)
	}
}

func TestDefaultRun(t *testing.T) {
	t.Parallel()
	r := mustRun(t, Scenario{})
	s := &r.Scenario
	if s.Platform != "juno-r2" || s.Workload != "video-1080p" || s.Profile != "easv5.2" || s.Governor != "sched" ||
		s.Idle != "menu" || s.Seed != 1 || s.DurationNS != 10e9 || s.WarmupNS != 1e9 {
		t.Errorf("the default scenario is %+v", *s)
	}
	if r.Energy.Total <= 0 || r.Throughput.WorkCapacityS <= 0 || len(r.Tasks) != 17 {
		t.Errorf("energy %v, work %v, %d tasks", r.Energy.Total, r.Throughput.WorkCapacityS, len(r.Tasks))
	}
	if v, ok := s.Params.Get("busy_factor"); !ok || v != 32 {
		t.Errorf("params: busy_factor = %d, %v", v, ok)
	}
}

// TestSpinnerWork: the window's edges cut a run that is longer than the window,
// and the work is that of the window, exactly.
func TestSpinnerWork(t *testing.T) {
	t.Parallel()
	for _, warm := range [...]int64{0, 700e6 + 1, second} {
		r := mustRun(t, Scenario{
			Workload: "spin.toml", Governor: "performance", Duration: SpanOf(2500e6 + 7), Warmup: SpanOf(warm),
		})
		task := &r.Tasks[0]
		// The one CPU it may use runs at 1024 from time 0 on.
		want := float64(task.BusyNS) / 1e9
		if task.WorkCapacityS != want || task.BigNS != task.BusyNS {
			t.Errorf("warm-up %d: work %v in %d ns, want %v", warm, task.WorkCapacityS, task.BusyNS, want)
		}
		if idle := r.Window.LengthNS - task.BusyNS; idle < 0 || warm > 0 && idle != 0 {
			t.Errorf("warm-up %d: a spinner was not running for %d ns of the window", warm, idle)
		}
	}
}

func TestDigests(t *testing.T) {
	t.Parallel()
	base := Scenario{Workload: "mix.toml", Duration: SpanOf(2 * second)}
	a := mustRun(t, base)
	switches := 0
	b := mustRun(t, base, sched.Tracer{
		SchedSwitch: func(des.Time, energy.CPUID, sched.TaskID, sched.TaskID, bool) { switches++ },
	})
	checked := base
	checked.CheckInvariants = true
	c := mustRun(t, checked)
	other := base
	other.Seed = 2
	d := mustRun(t, other)
	if a.Digest != b.Digest || a.ScheduleDigest != b.ScheduleDigest || switches == 0 {
		t.Errorf("a watcher changed the run: %s %s, %d switches seen", a.Digest, b.Digest, switches)
	}
	if a.Digest != c.Digest {
		t.Errorf("checking the invariants changed the run: %s %s", a.Digest, c.Digest)
	}
	if a.Digest == d.Digest {
		t.Error("another seed gives the same run")
	}
	if len(a.Digest) != 16 || len(a.ScheduleDigest) != 16 {
		t.Errorf("digests %q %q, want 16 hex digits", a.Digest, a.ScheduleDigest)
	}
	if one, two := jsonOf(t, a), jsonOf(t, b); one != two {
		t.Error("the same run gives other JSON")
	}
}

func jsonOf(t *testing.T, r *Result) string {
	t.Helper()
	out, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestWorkloadEnds: the window closes with the last task, and no warm-up is cut
// off unless asked for.
func TestWorkloadEnds(t *testing.T) {
	t.Parallel()
	r := mustRun(t, Scenario{Workload: "ends.toml"})
	if !r.Window.Ended || r.Scenario.WarmupNS != 0 {
		t.Errorf("window %+v, warm-up %d", r.Window, r.Scenario.WarmupNS)
	}
	// 2 threads x 5 x 20 ms at capacity 1024.
	if w := r.Throughput.WorkCapacityS; w != 0.2 {
		t.Errorf("work %v, want 0.2: all of it", w)
	}
	if got := r.Tasks[0].Activations; got != 5 {
		t.Errorf("%d activations, want 5", got)
	}
	cut := mustRun(t, Scenario{Workload: "ends.toml", Duration: SpanOf(50e6)})
	if cut.Window.Ended || cut.Window.LengthNS != 50e6 {
		t.Errorf("window %+v, want 50 ms and not ended", cut.Window)
	}
	late := Scenario{Workload: "ends.toml", Warmup: SpanOf(5 * second), ReadFile: theFiles().read}
	_, err := Run(context.Background(), late)
	wantInput(t, err, "within the warm-up of 5s")
}

func TestCutShort(t *testing.T) {
	t.Parallel()
	r := mustRun(t, Scenario{Workload: "geekbench-st", Duration: SpanOf(second)})
	if len(r.Throughput.Metrics) == 0 || r.Throughput.Metrics[0].Value != nil {
		t.Errorf("metrics %+v, want a score without a value", r.Throughput.Metrics)
	}
	if !strings.Contains(strings.Join(r.Warnings, "\n"), "cut short") {
		t.Errorf("warnings %q do not say that the workload was cut short", r.Warnings)
	}
}

// TestMeterMeasured: a table that does not tell cores from clusters, nor what idling
// costs, leaves these parts open and says so.
func TestMeterMeasured(t *testing.T) {
	t.Parallel()
	r := mustRun(t, Scenario{Platform: "hikey960", Workload: "mix.toml", Meter: "measured", Duration: SpanOf(second)})
	e := &r.Energy
	if !e.Partial || e.Unit != "mJ" || e.Meter != "measured" {
		t.Errorf("partial %v, unit %s, meter %s", e.Partial, e.Unit, e.Meter)
	}
	c := &e.Clusters[0]
	if c.CoreBusy != nil || c.CoreIdle != nil || c.ClusterIdle != nil || c.ClusterBusy == nil || *c.ClusterBusy <= 0 {
		t.Errorf("parts %v %v %v %v", c.CoreBusy, c.CoreIdle, c.ClusterBusy, c.ClusterIdle)
	}
	if r.Tasks[0].Energy != nil {
		t.Errorf("task energy %v, want none", *r.Tasks[0].Energy)
	}
	if !strings.Contains(strings.Join(r.Warnings, "\n"), "lower bounds") {
		t.Errorf("warnings: %q", r.Warnings)
	}
}

func TestModelConverted(t *testing.T) {
	t.Parallel()
	r := mustRun(t, Scenario{Workload: "mix.toml", Model: "em", Duration: SpanOf(second)})
	if r.Scenario.Model != "eas1x-derived" || len(r.Warnings) == 0 {
		t.Errorf("model %s, warnings %q", r.Scenario.Model, r.Warnings)
	}
	if r.Energy.Partial {
		t.Error("the meter's table is complete, and still the energy is partial")
	}
}

func TestRate(t *testing.T) {
	t.Parallel()
	little := Scenario{Workload: "mix.toml", Duration: SpanOf(second)}
	slow := mustRun(t, little)
	little.Layers = []Layer{{Params: []Setting{{"rate", "593"}}}}
	fast := mustRun(t, little)
	if fast.Scenario.Rate != "593" || fast.Provenance.Rates[0].Set != "593" {
		t.Errorf("rate %q, provenance %+v", fast.Scenario.Rate, fast.Provenance.Rates)
	}
	if slow.Digest == fast.Digest {
		t.Error("another rate set changes nothing")
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, Scenario{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func wantInput(t *testing.T, err error, text string) {
	t.Helper()
	var input *InputError
	if !errors.As(err, &input) {
		t.Errorf("error %v, want an InputError", err)
		return
	}
	if !strings.Contains(err.Error(), text) {
		t.Errorf("error %q does not say %q", err, text)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	set := func(k, v string) []Layer { return []Layer{{Params: []Setting{{k, v}}}} }
	for _, c := range []struct {
		name string
		s    Scenario
		want string
	}{
		{"platform", Scenario{Platform: "juno-r3"}, `did you mean "juno-r`},
		{"platform file", Scenario{Platform: "my/board.toml"}, "no such file"},
		{"workload", Scenario{Workload: "vidoe-1080p"}, `did you mean "video-1080p"`},
		{"workload file", Scenario{Workload: "w.json"}, `workload file "w.json": no such file`},
		{"profile", Scenario{Profile: "easv5"}, `did you mean "easv5.2"`},
		{"governor", Scenario{Governor: "schedutill"}, `did you mean "schedutil"`},
		{"idle", Scenario{Idle: "men"}, `did you mean "menu"`},
		{"meter", Scenario{Meter: "es1x"}, `did you mean "eas1x"`},
		{"model", Scenario{Model: "emm"}, `did you mean "em"`},
		{"model kind", Scenario{Platform: "hikey960", Model: "measured"}, "reads tables of kind eas1x"},
		{"feature", Scenario{Layers: []Layer{{Features: []string{"NO_ENERGY_AWAR"}}}}, `did you mean "ENERGY_AWARE"?`},
		{"patch", Scenario{Layers: []Layer{{Patches: []string{"x"}}}}, `unknown patch "x"`},
		{"parameter", Scenario{Layers: set("busy_facto", "1")}, `did you mean "busy_factor"?`},
		{"parameter value", Scenario{Layers: set("busy_factor", "0")}, "outside 1..1024"},
		{"rate", Scenario{Layers: set("rate", "384")}, `did you mean "383"`},
		{"almost rate", Scenario{Layers: set("rat", "384")}, `did you mean "rate"?`},
		{"calibration", Scenario{CalibCPU: "fast"}, "want a CPU (0 to 5) or a capacity up to 1024"},
		{"calibration range", Scenario{CalibCPU: "2000"}, "want a CPU (0 to 5) or a capacity up to 1024"},
		{"duration", Scenario{Duration: SpanOf(0)}, "want a duration above 0"},
		{"long", Scenario{Duration: SpanOf(2e15)}, "at most"},
		{"deadline class", Scenario{Workload: "dl.toml"}, "SCHED_DEADLINE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.s.ReadFile = theFiles().read
			_, err := Run(context.Background(), c.s)
			wantInput(t, err, c.want)
		})
	}
}

func TestCalibration(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		calib string
		want  float64
		cpu   int
	}{{"", 1024, -1}, {"1", 1024, 1}, {"0", 383.958, 0}, {"446", 446, -1}} {
		r := mustRun(t, Scenario{Workload: "mix.toml", CalibCPU: c.calib, Duration: SpanOf(100e6), Warmup: SpanOf(0)})
		got := r.Scenario.Calib
		if math.Abs(got.Capacity-c.want) > 0.001 || (got.CPU == nil) != (c.cpu < 0) || got.CPU != nil && *got.CPU != c.cpu {
			t.Errorf("calibration %q: %+v, want capacity %v CPU %d", c.calib, got, c.want, c.cpu)
		}
	}
}

func ExampleRun() {
	s := Scenario{Workload: "periodic:tasks=1,task_util=0.10", Duration: SpanOf(2 * second)}
	r, err := Run(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, %s: %.2f capacity-s of work, %d missed\n",
		r.Scenario.Platform, r.Scenario.Profile, r.Throughput.WorkCapacityS, r.Tasks[0].Missed)
	// Output: juno-r2, easv5.2: 0.20 capacity-s of work, 0 missed
}

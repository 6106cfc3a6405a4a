package check

import (
	"math"
	"strings"
	"testing"

	"easim/eas"
	"easim/eas/des"
	"easim/eas/sched"
	"easim/eas/workload"
	"easim/energy"
	"easim/platforms"
)

const ms = int64(1_000_000)

// story is a run of 100 ms on Juno r0, CPUs 1 and 2 big, that was made up. The
// launcher is task 0, the workload starts at 10 ms, a is task 1, b-0 and b-1 are
// tasks 2 and 3, and d, a daemon, is task 4.
//
//	CPU 0   10 a 30   50 b-1 100
//	CPU 1   ------- 30 a 90 -----    (a ends)
//	CPU 2   0 main 10 b-0 100        (b-1 first ran here, 5 to 10)
//	CPU 3   40 d 60
func story(t *testing.T) *record {
	t.Helper()
	p, err := platforms.Load("juno-r0")
	if err != nil {
		t.Fatal(err)
	}
	w := &workload.Workload{Tasks: []workload.TaskSpec{
		{Name: "a", Instances: 1},
		{Name: "b", Instances: 2},
		{Name: "d", Instances: 1, Daemon: true},
	}}
	seen := newWatch(len(p.CPUs))
	tr := seen.tracer()
	for id, name := range []string{"main", "a", "b-0", "b-1", "d"} {
		tr.TaskNew(0, sched.TaskID(id), name)
	}
	for _, e := range []struct {
		at   int64
		cpu  energy.CPUID
		task sched.TaskID
	}{
		{0, 2, 0},
		{5, 2, 3},
		{10, 2, 2},
		{10, 0, 1},
		{30, 0, sched.NoTask},
		{30, 1, 1},
		{40, 3, 4},
		{50, 0, 3},
		{60, 3, sched.NoTask},
		{90, 1, sched.NoTask},
	} {
		tr.SchedSwitch(des.Time(e.at*ms), e.cpu, sched.NoTask, e.task, false)
	}
	tr.TaskExit(des.Time(90*ms), 1)
	tr.SchedMigrate(des.Time(30*ms), 1, 0, 1, sched.MigrateActive)
	tr.SchedMigrate(des.Time(50*ms), 3, 2, 0, sched.MigrateWakeup)
	tr.Balance(des.Time(20*ms), 1, 1, sched.CPUNewlyIdle)
	tr.Balance(des.Time(30*ms), 1, 1, sched.CPUIdle)
	tr.Balance(des.Time(30*ms), 1, 0, sched.CPUIdle)
	tr.Balance(des.Time(95*ms), 0, 1, sched.CPUNotIdle)
	three := 3.0
	res := &eas.Result{
		Window: eas.Window{StartNS: 20 * ms, LengthNS: 80 * ms},
		Tasks: []eas.TaskResult{
			{Name: "a", Activations: 10, Missed: 1},
			{Name: "b-0", Activations: 4, Missed: 3},
			{Name: "b-1"},
			{Name: "d", Activations: 1, Missed: 1},
		},
		CPUs:       []eas.CPUResult{{ID: 0, FreqNS: eas.NamedInts{{Name: "450000", Value: 7}}}},
		Throughput: eas.Throughput{Metrics: []eas.Metric{{Name: "score", Value: &three}, {Name: "none"}}},
	}
	res.Scenario.WarmupNS = 10 * ms
	return newRecord(p, w, res, seen)
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	r := story(t)
	inf := math.Inf(1)
	little, big := CPUs{Class: energy.Little}, CPUs{Class: energy.Big}
	at := func(n int64) Instant { return Instant{Event: Start, Plus: n * ms} }
	for _, c := range []struct {
		name string
		c    Criterion
		want []float64
		who  string // of the first sample
		why  string
	}{
		{"residency", Criterion{Kind: "residency", On: big}, []float64{60.0 / 70 * 100, 100, 0}, "a", ""},
		{"residency of one", Criterion{Kind: "residency", Tasks: []string{"b"}, On: little}, []float64{0, 100}, "b-0", ""},
		{
			"residency in a time",
			Criterion{Kind: "residency", Tasks: []string{"a"}, On: big, From: at(10), To: at(40)},
			[]float64{20.0 / 30 * 100},
			"a", "",
		},
		{
			"residency of none",
			Criterion{Kind: "residency", Tasks: []string{"d"}, On: little, From: at(60)},
			nil, "",
			"d did not run",
		},
		{"first", Criterion{Kind: "first-cpu", On: big}, []float64{200.0 / 3}, "a on CPU 0", ""},
		{"last", Criterion{Kind: "last-cpu", On: big}, []float64{200.0 / 3}, "b-1 on CPU 0", ""},
		{
			"last of two",
			Criterion{Kind: "last-cpu", On: big, Tasks: []string{"a", "b"}},
			[]float64{200.0 / 3},
			"b-1 on CPU 0", "",
		},
		{
			"switch",
			Criterion{Kind: "switch", Tasks: []string{"a", "b"}, Near: at(0), FromClass: energy.Little, ToClass: energy.Big},
			[]float64{20, inf, inf},
			"a", "",
		},
		{
			"switch down",
			Criterion{Kind: "switch", Tasks: []string{"b"}, Near: at(50), FromClass: energy.Big, ToClass: energy.Little},
			[]float64{inf, 10},
			"b-0", "",
		},
		{
			"switch after",
			Criterion{
				Kind: "switch", Tasks: []string{"a"}, Near: at(21), Side: After, FromClass: energy.Little, ToClass: energy.Big,
			},
			[]float64{inf},
			"a", "",
		},
		{
			"switch before",
			Criterion{
				Kind: "switch", Tasks: []string{"a"}, Near: at(19), Side: Before, FromClass: energy.Little, ToClass: energy.Big,
			},
			[]float64{inf},
			"a", "",
		},
		{"busy", Criterion{Kind: "busy", On: big}, []float64{(60 + 80) / 160.0 * 100}, "", ""},
		{"busy of tasks", Criterion{Kind: "busy", On: big, Tasks: []string{"a"}}, []float64{60 / 160.0 * 100}, "", ""},
		{"busy of CPUs", Criterion{Kind: "busy", On: big, OfCPUs: 1}, []float64{140 / 80.0 * 100}, "", ""},
		{"busy each", Criterion{Kind: "busy", On: big, Each: true}, []float64{75, 100}, "CPU 1", ""},
		{"busy with a daemon", Criterion{Kind: "busy", On: CPUs{Set: energy.CPUSetOf(3)}}, []float64{25}, "", ""},
		{"busy never", Criterion{Kind: "busy", On: CPUs{Set: energy.CPUSetOf(5)}}, []float64{0}, "", ""},
		{"slack", Criterion{Kind: "slack", Tasks: []string{"a", "b"}}, []float64{10, 75}, "a", "b-1 completed no activation"},
		{"balance", Criterion{Kind: "balance", On: big, Level: "DIE"}, []float64{2, 0}, "CPU 1", ""},
		{"balance idle", Criterion{Kind: "balance", On: big, Level: "DIE", Idle: "newly-idle"}, []float64{1, 0}, "CPU 1", ""},
		{"balance below", Criterion{Kind: "balance", On: big, Level: "MC"}, []float64{1, 0}, "CPU 1", ""},
		{
			"balance late",
			Criterion{Kind: "balance", Level: "DIE", On: little, From: at(80)},
			[]float64{1, 0, 0, 0},
			"CPU 0",
			"",
		},
		{"migrations", Criterion{Kind: "migrations"}, []float64{2}, "", ""},
		{"migrations active", Criterion{Kind: "migrations", Reason: "active"}, []float64{1}, "", ""},
		{"migrations of", Criterion{Kind: "migrations", Tasks: []string{"b"}, Reason: "active"}, []float64{0}, "", ""},
		{"spread", Criterion{Kind: "spread"}, []float64{80.0 / 50}, "b-0 over b-1", ""},
		{
			"spread to nothing",
			Criterion{Kind: "spread", Tasks: []string{"a", "d"}, From: at(60)},
			[]float64{inf},
			"a over d", "",
		},
		{
			"fairness",
			Criterion{Kind: "fairness", Tasks: []string{"b"}},
			[]float64{130 * 130 / (2.0 * (80*80 + 50*50))},
			"",
			"",
		},
		{"fairness of nobody", Criterion{Kind: "fairness", Tasks: []string{"d"}, From: at(60)}, nil, "", "no task ran"},
		// CPU 1 idles before 30 ms: 10 ms of the window beside a on CPU 0, and from 90 ms beside b-1.
		{"idle beside", Criterion{Kind: "idle-beside", On: little, IdleClass: energy.Big}, []float64{10, 0}, "CPU 1", ""},
		{
			"idle beside, before the window",
			Criterion{Kind: "idle-beside", On: little, IdleClass: energy.Big, From: at(0)},
			[]float64{20, 0},
			"CPU 1", "",
		},
		{
			"idle beside nobody",
			Criterion{Kind: "idle-beside", On: little, Tasks: []string{"d"}, IdleClass: energy.Big, From: at(60)},
			[]float64{0, 0},
			"CPU 1", "no task ran there",
		},
		{
			"metric",
			Criterion{Kind: "metric", Path: "tasks.b-0.missed", Per: "tasks.b-0.activations"},
			[]float64{0.75},
			"",
			"",
		},
		{"metric of a CPU", Criterion{Kind: "metric", Path: "cpus.0.freq_ns.450000"}, []float64{7}, "", ""},
		{"metric of the workload", Criterion{Kind: "metric", Path: "throughput.metrics.score"}, []float64{3}, "", ""},
		{"metric unknown", Criterion{Kind: "metric", Path: "throughput.metrics.none"}, nil, "", "is not known"},
		{"metric wrong", Criterion{Kind: "metric", Path: "tasks.x.missed"}, nil, "", "the run has no tasks.x.missed"},
		{"metric no number", Criterion{Kind: "metric", Path: "tasks.a"}, nil, "", "is not known"},
		{"metric text", Criterion{Kind: "metric", Path: "scenario.platform"}, nil, "", "is no number"},
		{"metric per nothing", Criterion{Kind: "metric", Path: "tasks.a.missed", Per: "tasks.b-1.missed"}, nil, "", "is 0"},
		{
			"no such exit",
			Criterion{Kind: "spread", To: Instant{Event: Exit, Tasks: []string{"b"}, Nth: 1}},
			nil, "",
			"no moment exit 1 of b",
		},
		{
			"nothing to see",
			Criterion{Kind: "residency", On: big, From: at(50), To: at(40)},
			nil, "",
			"the time it looks at is empty",
		},
	} {
		m := info(t, c.c.Kind).measure(&c.c, r)
		if len(m.samples) != len(c.want) || !strings.Contains(m.unsure, c.why) || (c.why == "") != (m.unsure == "") {
			t.Errorf("%s: samples %v, unsure %q; want %v, %q", c.name, m.samples, m.unsure, c.want, c.why)
			continue
		}
		for i, s := range m.samples {
			if s.value != c.want[i] && math.Abs(s.value-c.want[i]) > 1e-9 || i == 0 && s.who != c.who {
				t.Errorf("%s: sample %d is %v (%q), want %v (%q)", c.name, i, s.value, s.who, c.want[i], c.who)
			}
		}
	}
}

func info(t *testing.T, name string) *kindInfo {
	t.Helper()
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i]
		}
	}
	t.Fatalf("no kind %q", name)
	return nil
}

func TestBalanceWithoutLevel(t *testing.T) {
	t.Parallel()
	r := story(t)
	one := *r.platform
	one.Clusters = one.Clusters[:1]
	r.platform, r.watch.passes = &one, nil
	c := Criterion{Kind: "balance", Level: "DIE", On: CPUs{Set: energy.CPUSetOf(0)}}
	if m := c.balance(r); !strings.Contains(m.skipped, "CPU 0 has no domain DIE") {
		t.Errorf("%+v", m)
	}
}

func TestInstants(t *testing.T) {
	t.Parallel()
	r := story(t)
	for _, c := range []struct {
		in   Instant
		want int64 // ms; -1: there is none
		text string
	}{
		{Instant{Event: Start, Plus: 3 * ms}, 13, "3ms"},
		{Instant{Event: WindowStart}, 20, "start"},
		{Instant{Event: WindowEnd, Plus: -ms}, 99, "end -1ms"},
		{Instant{Event: Exit, Tasks: []string{"a", "b"}, Nth: 1}, 90, "exit 1 of a, b"},
		{Instant{Event: Exit, Tasks: []string{"a"}, Nth: -1}, 90, "exit -1 of a"},
		{Instant{Event: Exit, Tasks: []string{"a"}, Nth: 2}, -1, "exit 2 of a"},
		{Instant{Event: Exit, Tasks: []string{"a"}, Nth: -2}, -1, "exit -2 of a"},
		{Instant{Event: FirstRun, Tasks: []string{"b"}, Nth: -1, Plus: ms}, 51, "first run -1 of b +1ms"},
		{Instant{}, -1, "none"},
	} {
		at, ok := r.at(c.in)
		if ok != (c.want >= 0) || ok && at != c.want*ms || c.in.String() != c.text {
			t.Errorf("%q: %d, %v; want %q at %d ms", c.in, at, ok, c.text, c.want)
		}
	}
}

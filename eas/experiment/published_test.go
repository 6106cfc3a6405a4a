package experiment

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"easim/eas"
	"easim/energy/diag"
)

func loadNamed(t *testing.T, name string) *Experiment {
	t.Helper()
	x, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Every experiment loads, can be run as it stands, and says where each parameter
// is from.
func TestExperimentsLoad(t *testing.T) {
	for _, name := range Names() {
		x := loadNamed(t, name)
		complete := x.Title != "" && x.Doc != "" && x.Source != "" && len(x.Published) > 0 && len(x.Parameters) > 0
		if x.Name != name || !complete {
			t.Errorf("%s: incomplete: %+v", name, x)
		}
		cells, variants := x.cells(RepeatOptions{})
		for i := range variants {
			if _, err := eas.Inspect(variants[i].Scenario); err != nil {
				t.Errorf("%s, %s: %v", name, cells[i].label, err)
			}
		}
		for i := range x.Parameters {
			p := &x.Parameters[i]
			if p.Apply == "" {
				continue
			}
			from, err := x.value(p.Apply)
			if err != nil {
				t.Errorf("%s: %s: %v", name, p.Name, err)
			} else if _, err := scaled(from, 1.2); err != nil {
				t.Errorf("%s: %s: %v", name, p.Name, err)
			}
		}
	}
	if _, err := Load("S4-PERF"); err != nil {
		t.Errorf("names are case-insensitive: %v", err)
	}
	if _, err := Load("s4-perv"); err == nil || !strings.Contains(err.Error(), `did you mean "s4-perf"?`) {
		t.Errorf("a mistyped name: %v", err)
	}
}

// The four tables have one set of platform and workload parameters.
func TestOneSetOfParameters(t *testing.T) {
	seen := map[string]Parameter{}
	jitter := map[string]string{}
	for _, name := range Names() {
		x := loadNamed(t, name)
		for _, p := range x.Parameters {
			if have, ok := seen[p.Name]; ok && (have.Value != p.Value || have.Apply != p.Apply) {
				t.Errorf("%s: %s is %q, elsewhere %q", name, p.Name, p.Value, have.Value)
			}
			seen[p.Name] = p
		}
		for _, w := range x.Common.Workload {
			if have, ok := jitter[w.Name]; ok && have != w.Value {
				t.Errorf("%s: workload parameter %s is %s, elsewhere %s", name, w.Name, w.Value, have)
			}
			jitter[w.Name] = w.Value
		}
	}
}

// The changes that follow from the published values are those that the mails
// state, rounded as they are there.
func TestPublishedChanges(t *testing.T) {
	table, err := ReadTable(mustRead("published.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ experiment, config, metric, row string }{
		{"s4-perf", "0001", "throughput.metrics.score_st", "S4,A-perf,0001,geekbench_ST_gain_pct_published"},
		{"s4-perf", "0001", "throughput.metrics.score_mt", "S4,A-perf,0001,geekbench_MT_gain_pct_published"},
		{"s4-perf", "0001+0003", "throughput.metrics.score_st", "S4,A-perf,0001+0003,geekbench_ST_gain_pct_published"},
		{"s4-perf", "0001+0003", "throughput.metrics.score_mt", "S4,A-perf,0001+0003,geekbench_MT_gain_pct_published"},
		{"s4-perf", "all7", "throughput.metrics.score_st", "S4,A-perf,all7,geekbench_ST_gain_pct_published"},
		{"s4-perf", "all7", "throughput.metrics.score_mt", "S4,A-perf,all7,geekbench_MT_gain_pct_published"},
		{"s4-power", "perf+power", "energy.little", "S4,B-power,perf+power_opt,delta_LITTLE_pct_published"},
		{"s4-power", "perf+power", "energy.big", "S4,B-power,perf+power_opt,delta_big_pct_published"},
		{"s4-power", "perf+power", "energy.total", "S4,B-power,perf+power_opt,delta_total_pct_published"},
		{"s4-rbtree", "rbtree", "energy.little", "S4,C-rbtree,rbtree_vs_LB_MIN,delta_LITTLE_pct_published"},
		{"s4-rbtree", "rbtree", "energy.big", "S4,C-rbtree,rbtree_vs_LB_MIN,delta_big_pct_published"},
		{"s4-rbtree", "rbtree", "energy.total", "S4,C-rbtree,rbtree_vs_LB_MIN,delta_total_pct_published"},
	} {
		want, ok := table.Value(c.row)
		if !ok {
			t.Fatalf("no row %s", c.row)
		}
		plan := loadNamed(t, c.experiment).Plan()
		i := slices.IndexFunc(plan.Rows, func(r ResultRow) bool { return r.Config == c.config && r.Metric == c.metric })
		if i < 0 || plan.Rows[i].PublishedDeltaPct == nil {
			t.Errorf("%s: no published change of %s by %s", c.experiment, c.metric, c.config)
			continue
		}
		near(t, c.row, *plan.Rows[i].PublishedDeltaPct, want, 0.0051)
	}
}

// The means and deviations of the published runs.
func TestPublishedMeans(t *testing.T) {
	x := loadNamed(t, "s4-rbtree")
	for _, c := range []struct {
		config, metric string
		want, tol      float64
	}{
		{"LB_MIN", "energy.little", 11.2768128, 1e-9},
		{"LB_MIN", "energy.big", 8.7721554, 1e-9},
		{"rbtree", "energy.total", 20.0061148, 1e-9},
		{"LB_MIN", "sd(energy.big)", 0.56, 0.005},
		{"rbtree", "sd(energy.big)", 0.11, 0.005},
	} {
		near(t, c.config+" "+c.metric, x.published(c.config, c.metric).Value, c.want, c.tol)
	}
}

// The two bounds of the multi-threaded score, from the CPUs' speeds alone: 2.06
// and 2.64 for rate 383.
func TestAnchors(t *testing.T) {
	p, _, err := eas.LoadPlatform("juno-r2", nil)
	if err != nil {
		t.Fatal(err)
	}
	speeds := topSpeeds(p, "")
	n := len(speeds)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"nobody pulls", sections(StaticJoin(speeds), defaultBandwidth, n), 2.06},
		{"ideal puller", sections(IdealPull(speeds), defaultBandwidth, n), 2.64},
		{"six equal shares, 6 x 383 / 1024", StaticJoin(speeds), 2.24},
		// By hand: the bigs end at 1, take two threads with 0.626 left, end at 1.626,
		// take the last two with 0.392 left, end at 2.018.
		{"six threads in 2.018", IdealPull(speeds), 6 / 2.018},
	} {
		near(t, c.name, c.got, c.want, 0.02*c.want)
	}
	if got := topSpeeds(p, "593"); got[0] != 593*1024 {
		t.Errorf("rate set 593: %v", got)
	}
	near(t, "equal CPUs", IdealPull([]float64{7, 7, 7}), 3, 1e-12)
	near(t, "one CPU", IdealPull([]float64{7}), 1, 1e-12)
	near(t, "a fast and a slow one", IdealPull([]float64{1, 3}), 2/(1+2.0/3), 1e-12)
}

func TestRanked(t *testing.T) {
	pct := func(v float64) *float64 { return &v }
	rows := []*ResultRow{
		{Config: "c", SimulatedDeltaPct: pct(3)},
		{Config: "a", SimulatedDeltaPct: pct(1)},
		{Config: "b", SimulatedDeltaPct: pct(1)},
	}
	got := ranked(rows, func(r *ResultRow) float64 { return *r.SimulatedDeltaPct })
	if want := []string{"a = b", "c"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestScaled(t *testing.T) {
	for _, c := range []struct {
		text   string
		factor float64
		want   string
	}{
		{"500ms", 0.8, "400ms"},
		{"1.3", 1.2, "1.56"},
		{"5", 1.2, "6"},
		{"50", 0.8, "40"},
		{"21333", 1.2, "25600"},
		{"27us", 0.8, "21.6us"},
		{"0", 1.2, "0"},
	} {
		if got, err := scaled(c.text, c.factor); err != nil || got != c.want {
			t.Errorf("scaled(%q, %g) = %q, %v; want %q", c.text, c.factor, got, err, c.want)
		}
	}
	if _, err := scaled("exit", 1.2); err == nil {
		t.Error("a word was multiplied")
	}
}

// tiny is an experiment of runs of a few milliseconds, of a table of its own.
const tiny = `
format = 1
name = "tiny"
title = "t"
source = "s"
doc = "d"
platform = "juno-r2"
workload = "periodic"
seeds = "1..3"
duration = "200ms"
warmup = "50ms"
workload_params = { tasks = 5, util = 0.3, jitter = 10 }
metrics = ["energy.total", "sd(energy.total)", "scheduler.wakeups/s"]
counts = ["scheduler.switches", "scheduler.overutilized_ns"]
own_time = true
[clip]
config = "base"
row = "S,x,base,e"
[[block]]
name = "first"
[[block]]
name = "second"
note = "more tasks"
workload_params = { tasks = 9 }
[[config]]
name = "base"
[[config]]
name = "fast"
base = "base"
governor = "performance"
[[config]]
name = "other"
base = "base"
blocks = ["second"]
features = "LB_MIN"
params = { busy_factor = 1 }
[[published]]
config = "base"
metric = "energy.total"
rows = ["S,x,base,e"]
[[published]]
config = "fast"
metric = "energy.total"
rows = ["S,x,fast,e"]
[[published]]
config = "base"
metric = "scheduler.wakeups/s"
rows = ["S,x,base,e"]
divide = 4
[[published]]
config = "fast"
metric = "scheduler.wakeups/s"
rows = ["S,x,fast,e"]
noise = "not significant"
[[parameter]]
name = "jitter"
value = "10"
kind = "assumed"
source = "why not"
apply = "workload.jitter"
[[parameter]]
name = "gap"
value = "50"
kind = "assumed"
source = "why not"
apply = "set.launcher_gap_us"
`

func tinyExperiment(t *testing.T) *Experiment { return decodeTiny(t, tiny) }

func decodeTiny(t *testing.T, src string) *Experiment {
	t.Helper()
	table, err := ReadTable([]byte("system,experiment,config,metric,value,sd\nS,x,base,e,10,\nS,x,fast,e,9,\n"))
	if err != nil {
		t.Fatal(err)
	}
	x, list := Decode("tiny.toml", []byte(src), table, nil)
	if err := list.Err(); err != nil {
		t.Fatal(list.Render([]byte(src)))
	}
	return x
}

func rowOf(t *testing.T, r *Replica, config, metric string) *ResultRow {
	t.Helper()
	for i := range r.Rows {
		if r.Rows[i].Config == config && r.Rows[i].Metric == metric {
			return &r.Rows[i]
		}
	}
	t.Fatalf("no row %s %s", config, metric)
	return nil
}

func TestRepeat(t *testing.T) {
	x := tinyExperiment(t)
	r, err := x.Repeat(t.Context(), RepeatOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n := x.Runs(RepeatOptions{}); n != 15 || len(r.Rows) != 15 || len(r.Blocks) != 2 {
		t.Errorf("%d runs, %d rows, %d blocks", n, len(r.Rows), len(r.Blocks))
	}
	fast := rowOf(t, r, "fast", "energy.total")
	switch {
	case *fast.Published != 9 || *fast.PublishedDeltaPct != -10:
		t.Errorf("published %v, %v", *fast.Published, *fast.PublishedDeltaPct)
	case *fast.SimulatedDeltaPct <= 0 || *fast.SignAgrees || *fast.Base != "base",
		fast.CI95Pct[0] > *fast.SimulatedDeltaPct:
		t.Errorf("%+v", fast)
	}
	base := rowOf(t, r, "base", "energy.total")
	near(t, "change", *fast.SimulatedDeltaPct, 100*(*fast.Simulated / *base.Simulated - 1), 1e-9)
	if base.SimulatedDeltaPct != nil || base.SignAgrees != nil || base.N != 3 {
		t.Errorf("%+v", base)
	}
	if s := rowOf(t, r, "fast", "sd(energy.total)"); s.SimulatedDeltaPct == nil || *s.Simulated <= 0 ||
		math.Abs(*s.SimulatedDeltaPct-100*(fast.SD/base.SD-1)) > 1e-9 {
		t.Errorf("%+v", s)
	}
	w := rowOf(t, r, "fast", "scheduler.wakeups/s")
	if w.SignAgrees != nil || w.Note != "not significant" || w.Unit != "1/s" {
		t.Errorf("%+v", w)
	}
	if w := rowOf(t, r, "base", "scheduler.wakeups/s"); *w.Published != 2.5 {
		t.Errorf("published %v, want 10 / 4", *w.Published)
	}
	second := rowOf(t, r, "fast (second)", "energy.total")
	if second.Published != nil || second.SignAgrees != nil || *second.Base != "base (second)" ||
		second.SimulatedDeltaPct == nil {
		t.Errorf("%+v", second)
	}
	if r.Signs != (Signs{0, 1}) || len(r.OwnTime) != 2 || r.OwnTime[0].NSPerEvent <= 0 || len(r.Counts) != 4 {
		t.Errorf("signs %+v, own time %+v, counts %+v", r.Signs, r.OwnTime, r.Counts)
	}
	// 10 J over the mean power of base: energy in mJ over 0.2 s.
	near(t, "clip length", r.Derived[0].Value, 10_000*0.2 / *base.Simulated, 1e-6)
	if want := "--platform juno-r2 --workload periodic:jitter=10,tasks=9,util=0.3 --feat LB_MIN --set busy_factor=1 " +
		"--duration 200ms --warmup 50ms"; r.Configs[4].Flags != want {
		t.Errorf("flags %q, want %q", r.Configs[4].Flags, want)
	}
}

// Where the energies of both clusters were published, so was their ratio; it is
// printed for each block.
func TestRatios(t *testing.T) {
	x := decodeTiny(t, strings.Replace(tiny, `["energy.total"`, `["energy.little", "energy.big", "energy.total"`, 1)+`
[[published]]
config = "base"
metric = "energy.little"
rows = ["S,x,base,e"]
[[published]]
config = "base"
metric = "energy.big"
rows = ["S,x,fast,e"]
`)
	x.OwnTime = false
	r, err := x.Repeat(t.Context(), RepeatOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := r.Derived[2:] // behind the clip's length in two blocks
	if len(got) != 2 || got[0].Name != "LITTLE/big of base" || got[1].Name != "LITTLE/big of base (second)" ||
		got[0].How != "published 1.111" { // 10 / 9
		t.Fatalf("%+v", got)
	}
	little, big := rowOf(t, r, "base", "energy.little"), rowOf(t, r, "base", "energy.big")
	near(t, "ratio", got[0].Value, *little.Simulated / *big.Simulated, 1e-12)
}

// What the table says is the same whatever the number of workers.
func TestRepeatIsDeterministic(t *testing.T) {
	x := tinyExperiment(t)
	x.OwnTime = false
	text := func(workers int) string {
		r, err := x.Repeat(t.Context(), RepeatOptions{Runner: Runner{Workers: workers}, Seeds: []uint64{4, 5}})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v %+v", deref(r.Rows), r.Counts[0].Summary)
	}
	if one, four := text(1), text(4); one != four {
		t.Errorf("%s\n%s", one, four)
	}
}

func deref(rows []ResultRow) string {
	out := ""
	for i := range rows {
		out += rows[i].Config + " " + rows[i].Metric + " " + strconv.FormatFloat(*rows[i].Simulated, 'g', -1, 64) + "\n"
	}
	return out
}

func TestSensitivity(t *testing.T) {
	x := tinyExperiment(t)
	s, err := x.Sensitivity(t.Context(), RepeatOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Rows) != 4 || x.MovedRuns(RepeatOptions{}) != 5*6 {
		t.Fatalf("%d rows, %d runs", len(s.Rows), x.MovedRuns(RepeatOptions{}))
	}
	for i, want := range [...][2]string{{"10", "8"}, {"10", "12"}, {"50", "40"}, {"50", "60"}} {
		if r := &s.Rows[i]; r.From != want[0] || r.To != want[1] || r.Signs.Of != 1 || len(r.Changes) != 2 {
			t.Errorf("%+v", r)
		}
	}
	if *s.Rows[0].Changes[0].SimulatedDeltaPct == *s.Unmoved.Changes[0].SimulatedDeltaPct {
		t.Error("moving a parameter changed nothing")
	}
}

// Every fault of a file is found in one go, with its line.
func TestDecodeFaults(t *testing.T) {
	src := strings.NewReplacer(
		"format = 1", "format = 2",
		`seeds = "1..3"`, `seeds = "3..1"`,
		`duration = "200ms"`, `duration = "200"`,
		`base = "base"`+"\n"+`governor`, `base = "bass"`+"\n"+`governor`,
		`blocks = ["second"]`, `blocks = ["secnd"]`,
		`rows = ["S,x,fast,e"]`+"\n"+`[[published]]`, `rows = ["S,x,fst,e"]`+"\n"+`[[published]]`,
		`kind = "assumed"`+"\n"+`source = "why not"`+"\n"+`apply = "set.launcher_gap_us"`,
		`kind = "asumed"`+"\n"+`sauce = "why not"`+"\n"+`apply = "launcher"`,
	).Replace(tiny)
	table, err := ReadTable([]byte("a,b,c,d,value\nS,x,base,e,10\nS,x,fast,e,9\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, list := Decode("tiny.toml", []byte(src), table, nil)
	text := list.Render([]byte(src))
	for _, want := range []string{
		"format 2 is not known", "counts down", `"200" is not a length`, `no configuration "bass"`, `no block "secnd"`,
		`did you mean "second"?`, `published.csv has no row "S,x,fst,e"`, `unknown kind "asumed"`, `unknown key "sauce"`,
		`"launcher" cannot be varied`, `did you mean "assumed"?`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, d := range list {
		if d.Line == 0 || d.Severity != diag.Error {
			t.Errorf("no line: %+v", d)
		}
	}
	if _, list := Decode("x.toml", []byte("a = ="), table, nil); !list.HasErrors() || list[0].Line != 1 {
		t.Errorf("a syntax error: %+v", list)
	}
	if _, err := ReadTable([]byte("a,b,c,d,value\nS,x,y,z,ten\n")); err == nil {
		t.Error("a table with a word for a number was read")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(tiny))
	for _, name := range Names() {
		f.Add(mustRead(name + ".toml"))
	}
	table, err := ReadTable(mustRead("published.csv"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(_ *testing.T, src []byte) {
		x, list := Decode("x.toml", src, table, nil)
		if !list.HasErrors() {
			x.Plan()
		}
	})
}

func ExampleLoad() {
	x, err := Load("s4-perf")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := x.published("baseline", "throughput.metrics.score_st")
	fmt.Println(x.Name, p.Value)
	// Output: s4-perf 953.2
}

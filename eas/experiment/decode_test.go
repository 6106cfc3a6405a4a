package experiment

import (
	"strings"
	"testing"

	"easim/energy/diag"
)

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

package check

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"easim/eas"
	"easim/energy"
	"easim/energy/diag"
)

const goodFile = `format = 1
name = "Good"
title = "a good one"
source = "this test"
notes = "none"
platform = "juno-r0"
profile = "easv5.2-perf"
governor = "schedutil"
duration = "3s"
warmup = "500ms"
seeds = [7, 3]
[params]
busy_factor = 4
[requires]
kinds = ["little", "Big"]
cpus = { little = 4 }
profiles = ["easv5.2-perf"]
capped = { class = "big", khz = 450_000, below = "little" }
[[workload.task]]
name = "hog"
ops = [{ run_us = 1000 }, { sleep_us = 10 }]
[[criterion]]
name = "lives on LITTLEs"
kind = "Residency"
tasks = ["hog"]
class = "little"
from = "100ms"
to = { exit = ["hog"], nth = -1, plus = "-5ms" }
min = 85
max = 100
min_samples = 3
[[criterion]]
name = "about so many"
kind = "balance"
cpus = "0,3"
level = "die"
idle = "newly-idle"
want = 200
tolerance_pct = 15
`

func TestDecode(t *testing.T) {
	t.Parallel()
	got, list := Decode("dir/good.toml", []byte(goodFile))
	if len(list) > 0 {
		t.Fatalf("diagnostics: %v", list)
	}
	v := func(x float64) *float64 { return &x }
	want := &Scenario{
		Name: "Good", Title: "a good one", Source: "this test", Notes: "none",
		Run: eas.Scenario{
			Platform: "juno-r0", Profile: "easv5.2-perf", Governor: "schedutil", Workload: "Good.workload.toml",
			Duration: eas.SpanOf(3e9), Warmup: eas.SpanOf(5e8),
			Layers: []eas.Layer{{Params: []eas.Setting{{Key: "busy_factor", Value: "4"}}}},
		},
		Seeds: []uint64{7, 3},
		Requires: Requires{
			Kinds: []energy.Kind{energy.Little, energy.Big}, CPUs: [4]int{energy.Little: 4}, Profiles: []string{"easv5.2-perf"},
			Capped: Capped{Class: energy.Big, Below: energy.Little, KHz: 450_000},
		},
		Criteria: []Criterion{
			{
				Name: "lives on LITTLEs", Kind: "Residency", Threshold: Threshold{Min: v(85), Max: v(100)}, MinSamples: 3,
				Tasks: []string{"hog"}, On: CPUs{Class: energy.Little}, From: Instant{Event: Start, Plus: 1e8},
				To: Instant{Event: Exit, Tasks: []string{"hog"}, Nth: -1, Plus: -5e6}, MarginPct: 20,
			},
			{
				Name: "about so many", Kind: "balance", Threshold: Threshold{Min: v(170), Max: v(230)}, MinSamples: 1,
				On: CPUs{Set: energy.CPUSetOf(0, 3)}, Level: "DIE", Idle: "newly-idle", MarginPct: 20,
			},
		},
	}
	ignore := cmp.Options{
		cmpopts.IgnoreUnexported(Scenario{}, Criterion{}),
		cmp.Comparer(func(a, b energy.CPUSet) bool { return a == b }),
	}
	if d := cmp.Diff(want, got, ignore); d != "" {
		t.Errorf("scenario (-want +got):\n%s", d)
	}
	if !strings.Contains(string(got.inline), "run_us = 1000") {
		t.Errorf("workload: %s", got.inline)
	}
}

func TestDecodeDefaults(t *testing.T) {
	t.Parallel()
	src := "format = 1\nname = \"x\"\nworkload = \"w.toml\"\nplatform = \"b.toml\"\n" +
		"[[criterion]]\nname = \"c\"\nkind = \"slack\"\nmax = 15\n"
	s, list := Decode(filepath.Join("dir", "x.toml"), []byte(src))
	if len(list) > 0 {
		t.Fatalf("diagnostics: %v", list)
	}
	if !slices.Equal(s.Seeds, []uint64{1, 2, 3, 4, 5}) {
		t.Errorf("seeds %v", s.Seeds)
	}
	work, board := filepath.Join("dir", "w.toml"), filepath.Join("dir", "b.toml")
	if s.Run.Workload != work || s.Run.Platform != board || s.inline != nil {
		t.Errorf("workload %q, platform %q: want files beside the scenario", s.Run.Workload, s.Run.Platform)
	}
}

func TestDecodeFaults(t *testing.T) {
	t.Parallel()
	const head = "format = 1\nname = \"x\"\nworkload = \"mp3\"\n" // lines 1 to 3
	const crit = "[[criterion]]\nname = \"c\"\n"                  // lines 4 and 5
	for _, c := range []struct{ name, src, want string }{
		{"syntax", "format = 1\nname = x\n", "f.toml:2: error: "},
		{"no format", "name = \"x\"\nworkload = \"mp3\"\n" + crit + "kind = \"slack\"\nmax = 1\n", `missing key "format"`},
		{"format", "format = 2\n", "format 2 is not known"},
		{"unknown key", head + "polls = 1\n", `unknown key "polls"`},
		{"seed", head + "seed = 1\n", `did you mean "seeds"?`},
		{"no name", "format = 1\nname = \"\"\n", "the name is empty"},
		{"no criterion", head, "the scenario asks for nothing"},
		{"no workload", "format = 1\nname = \"x\"\n", `missing key "workload"`},
		{"no seeds", head + "seeds = []\n", "f.toml:4: error: seeds: 0 seeds, want 1 to 1000"},
		{"seed 0", head + "seeds = [0]\n", "seeds[0]: seed 0"},
		{"seed twice", head + "seeds = [2, 2]\n", "seeds[1]: seed 2 is there twice"},
		{
			"setting", head + "governor = \"schedutill\"\n",
			`f.toml:4: error: governor: unknown governor "schedutill"; did you mean "schedutil"?`,
		},
		{"parameter", head + "[params]\nbusy_facto = 1\n", "f.toml:5: error: params.busy_facto"},
		{"profile", head + "profile = \"easv52\"\n", `unknown profile "easv52"; did you mean "easv5.2"?`},
		{
			"class", head + "[requires]\nkinds = [\"tiny\"]\n",
			`f.toml:5: error: requires.kinds[0]: unknown class "tiny"; want one of: little, mid, big`,
		},
		{"cpus", head + "[requires]\ncpus = { big = 0 }\n", "0 CPUs, want 1 to 512"},
		{"capped", head + "[requires]\ncapped = { class = \"big\" }\n", `missing key "khz"`},
		{"requires", head + "[requires]\nkind = [\"big\"]\n", `did you mean "kinds"?`},
		{
			"kind", head + crit + "kind = \"residence\"\nmin = 1\n",
			`f.toml:6: error: criterion[0].kind: unknown kind "residence"; did you mean "residency"?`,
		},
		{"no kind", head + crit + "min = 1\n", `missing key "kind"`},
		{"no bound", head + crit + "kind = \"slack\"\n", "the criterion has no bound"},
		{"bounds", head + crit + "kind = \"slack\"\nmin = 1\nwant = 2\ntolerance_pct = 1\n", "want excludes min"},
		{"want alone", head + crit + "kind = \"slack\"\nwant = 2\n", `missing key "tolerance_pct"`},
		{"tolerance", head + crit + "kind = \"slack\"\nwant = 2\ntolerance_pct = -1\n", "a tolerance of -1 %"},
		{"no CPUs", head + crit + "kind = \"residency\"\nmin = 1\n", `missing key "class"`},
		{"bad CPUs", head + crit + "kind = \"residency\"\nmin = 1\ncpus = \"a\"\n", `"a" is no list of CPUs`},
		{"both CPUs", head + crit + "kind = \"residency\"\nmin = 1\ncpus = \"1\"\nclass = \"big\"\n", "exclude each other"},
		{
			"not its key", head + crit + "kind = \"slack\"\nmax = 1\nlevel = \"DIE\"\n",
			"f.toml:8: error: criterion[0].level: slack takes no level",
		},
		{"no tasks", head + crit + "kind = \"slack\"\nmax = 1\ntasks = []\n", "the list of tasks is empty"},
		{"level", head + crit + "kind = \"balance\"\nmax = 1\nlevel = \"NUMA\"\n", `unknown level "NUMA"`},
		{"no level", head + crit + "kind = \"balance\"\nmax = 1\nidle = \"busy\"\n", `missing key "level"`},
		{"switch", head + crit + "kind = \"switch\"\nmax = 1\nnear = \"1s\"\n", `missing key "from_class"`},
		{"metric", head + crit + "kind = \"metric\"\nmax = 1\nper = \"x\"\n", `missing key "path"`},
		{"time", head + crit + "kind = \"spread\"\nmax = 1\nfrom = \"3\"\n", `criterion[0].from: "3" is not a time`},
		{"event", head + crit + "kind = \"spread\"\nmax = 1\nfrom = { nth = 1 }\n", "the instant wants one event"},
		{
			"two events", head + crit + "kind = \"spread\"\nmax = 1\nto = { exit = [\"a\"], run = [\"a\"] }\n",
			"the instant wants one event",
		},
		{
			"nth", head + crit + "kind = \"spread\"\nmax = 1\nto = { exit = [\"a\"], nth = 0 }\n",
			"criterion[0].to.nth: nth is 0",
		},
		{"margin", head + crit + "kind = \"energy\"\nmax = 1\nmargin_pct = 100\n", "100 is out of range, want 0 to 99"},
		{
			"each and of_cpus", head + crit + "kind = \"busy\"\nmax = 1\neach = true\nof_cpus = 2\n",
			"of_cpus and each exclude each other",
		},
		{"no array", head + "criterion = 3\n", "want an array of tables"},
		{"no table", head + "criterion = [1]\n", "want a table, have 1"},
		{
			"workload's fault", "format = 1\nname = \"x\"\n\n[[workload.task]]\nname = \"a\"\nrun = 3\n",
			`f.toml:6: error: workload.task[0].run: unknown key "run"`,
		},
		{
			"workload without tasks", "format = 1\nname = \"x\"\n[workload]\ntitle = \"x\"\n",
			"workload.task: the workload has no tasks",
		},
		{"deep", "a = " + strings.Repeat("[", 100) + strings.Repeat("]", 100), "too deep"},
	} {
		s, list := Decode("f.toml", []byte(c.src))
		text := ""
		for _, d := range list {
			text += d.String() + "\n"
		}
		if s != nil || !strings.Contains(text, c.want) {
			t.Errorf("%s: scenario %v, and %q does not say %q", c.name, s != nil, text, c.want)
		}
	}
}

// TestDecodeAllAtOnce: the faults of all three readers come in one list, by line.
func TestDecodeAllAtOnce(t *testing.T) {
	t.Parallel()
	_, list := Decode("f.toml", []byte("format = 1\nname = \"x\"\nidle = \"men\"\n"+
		"[[workload.task]]\nname = \"a\"\nperiod_us = 0\nrun_us = 1\n"+
		"[[criterion]]\nname = \"c\"\nkind = \"slack\"\nmax = \"x\"\n"))
	var lines []int
	for _, d := range list {
		lines = append(lines, d.Line)
	}
	if !slices.Equal(lines, []int{3, 6, 11}) {
		t.Errorf("lines %v: %v", lines, list)
	}
}

// TestFutureProfile: a scenario may be written for a profile that does not exist
// yet, if it says so.
func TestFutureProfile(t *testing.T) {
	t.Parallel()
	src := "format = 1\nname = \"x\"\nworkload = \"mp3\"\nprofile = \"linux-9.9\"\n" +
		"[requires]\nprofiles = [\"linux-9.9\"]\n" +
		"[[criterion]]\nname = \"c\"\nkind = \"slack\"\nmax = 15\n"
	s, list := Decode("f.toml", []byte(src))
	if len(list) > 0 {
		t.Fatalf("diagnostics: %v", list)
	}
	rep, err := Run(context.Background(), []*Scenario{s}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "this version has no profile linux-9.9"
	if o := &rep.Scenarios[0]; o.Status != Skipped || !strings.Contains(o.Reason, want) {
		t.Errorf("%s: %q", o.Status, o.Reason)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(goodFile))
	for _, suite := range Suites() {
		for _, s := range suite.Scenarios {
			f.Add(s.src)
		}
	}
	f.Add([]byte("format = 1\nname = \"x\"\n" +
		"[[criterion]]\nfrom = { exit = [1], nth = 99999999999 }\nmin = nan\n[workload]\ntask = [[1]]\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		s, list := Decode("fuzz.toml", src)
		if (s == nil) != list.HasErrors() {
			t.Errorf("scenario %v with %v", s != nil, list)
		}
		for _, d := range list {
			if d.Summary == "" || d.File != "fuzz.toml" || d.Severity == diag.SeverityInvalid {
				t.Errorf("diagnostic without text, file or severity: %+v", d)
			}
		}
		if s == nil {
			return
		}
		again, _ := Decode("fuzz.toml", src)
		if again == nil || again.Name != s.Name || len(again.Criteria) != len(s.Criteria) {
			t.Error("the same file reads differently the second time")
		}
	})
}

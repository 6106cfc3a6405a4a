package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"easim/eas"
	"easim/energy/diag"
)

// TestSuites runs everything that comes with the program. What fails is known, and
// each scenario's notes name the rule that is responsible.
func TestSuites(t *testing.T) {
	t.Parallel()
	want := map[string]Status{
		"legacy/CapacityCapping":   Fail,
		"legacy/SmallTaskPacking":  Fail,
		"cases/case-33":            Undecided,
		"cases/case-37":            Fail,
		"cases/case-37-background": Undecided,
		"cases/case-57":            Undecided,
		"cases/case-57-clusters":   Fail,
	}
	var all []*Scenario
	for _, suite := range Suites() {
		if suite.Doc == "" || len(suite.Scenarios) == 0 {
			t.Errorf("suite %s has no doc or no scenarios", suite.Name)
		}
		all = append(all, suite.Scenarios...)
	}
	rep, err := Run(t.Context(), all, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rep.Scenarios {
		o := &rep.Scenarios[i]
		name := o.Suite + "/" + o.Name
		status, known := want[name]
		if !known {
			status = Pass
		}
		if o.Status != status {
			t.Errorf("%s: %s, want %s:\n%s", name, o.Status, status, (&Report{Scenarios: []Outcome{*o}}).Text())
		}
		if o.Status != Pass && o.Notes == "" {
			t.Errorf("%s does not pass, and its notes do not say why", name)
		}
		if o.Title == "" || o.Source == "" {
			t.Errorf("%s has no title or no source", name)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("there is no scenario %s", name)
	}
}

// TestAcceptance pins what the published acceptance suite has to show: of its six
// best known tests at least four pass as they stand.
func TestAcceptance(t *testing.T) {
	t.Parallel()
	passed := 0
	for _, name := range []string{
		"HeavyLoad", "OffloadMigrationAndIdlePull", "SmallTaskPacking", "WakeMigration", "CapacityCapping", "ForkMigration",
	} {
		rep, err := Run(t.Context(), find(t, name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if o := &rep.Scenarios[0]; o.Platform != "juno-r0" || o.Profile != "easv5.2-perf" {
			t.Errorf("%s ran on %s under %s", name, o.Platform, o.Profile)
		}
		passed += rep.Summary.Passed
	}
	if passed < 4 {
		t.Errorf("%d of 6 pass, want at least 4", passed)
	}
}

func find(t *testing.T, name string) []*Scenario {
	t.Helper()
	s, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFind(t *testing.T) {
	t.Parallel()
	if got := find(t, "LEGACY"); len(got) < 6 || got[0].Suite != "legacy" {
		t.Errorf("suite legacy: %d scenarios", len(got))
	}
	if got := find(t, "heavyload"); len(got) != 1 || got[0].Name != "HeavyLoad" {
		t.Errorf("HeavyLoad: %v", got)
	}
	for name, want := range map[string]string{
		"HeavyLaod": `did you mean "HeavyLoad"?`, "nonsense": "easim check --list names them",
	} {
		if _, err := Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestWorkers: the number of workers changes nothing.
func TestWorkers(t *testing.T) {
	t.Parallel()
	var want []byte
	for _, n := range []int{1, 4} {
		two := append(find(t, "ForkMigration"), find(t, "OneSmallTask")...)
		rep, err := Run(t.Context(), two, Options{Workers: n, Seeds: []uint64{9, 2}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(rep)
		if err != nil {
			t.Fatal(err)
		}
		if want != nil && !bytes.Equal(got, want) {
			t.Errorf("%d workers: %s\nwant %s", n, got, want)
		}
		want = got
	}
	if !bytes.Contains(want, []byte(`"seeds":[9,2]`)) {
		t.Errorf("the seeds asked for are not in %s", want)
	}
}

func TestSkipped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		over eas.Scenario
		want string
	}{
		{"HeavyLoad", eas.Scenario{Platform: "hikey620"}, "has 8 CPUs of class little, and it needs 4"},
		{"case-33", eas.Scenario{Profile: "easv5.2"}, "it was written for profile easv5.2-perf, and runs under easv5.2"},
	} {
		rep, err := Run(t.Context(), find(t, c.name), Options{Over: c.over})
		if err != nil {
			t.Fatal(err)
		}
		if o := &rep.Scenarios[0]; o.Status != Skipped || !strings.Contains(o.Reason, c.want) || !rep.Summary.OK() {
			t.Errorf("%s: %s %q, want %q", c.name, o.Status, o.Reason, c.want)
		}
	}
}

// decodeGood reads a scenario that has no fault.
func decodeGood(t *testing.T, text string) *Scenario {
	t.Helper()
	s, list := Decode("f.toml", []byte(text))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return s
}

const small = `format = 1
name = "small"
platform = "juno-r0"
duration = "200ms"
warmup = "0s"
seeds = [1, 2]
[[workload.task]]
name = "a"
period_us = 10_000
util = 0.1
`

func TestRequires(t *testing.T) {
	t.Parallel()
	const crit = "[[criterion]]\nname = \"c\"\nkind = \"slack\"\nmax = 100\n"
	for _, c := range []struct{ requires, want string }{
		{"kinds = [\"mid\"]\n", "platform juno-r0 has no CPU of class mid"},
		{"capped = { class = \"big\", khz = 450_000, below = \"little\" }\n", ""},
		{
			"capped = { class = \"big\", khz = 625_000, below = \"little\" }\n",
			"has capacity 579 at 625000 kHz, no less than the 447",
		},
		{"capped = { class = \"mid\", khz = 625_000, below = \"little\" }\n", "no CPUs of class mid and little"},
	} {
		rep, err := Run(t.Context(), []*Scenario{decodeGood(t, small+crit+"[requires]\n"+c.requires)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Scenarios[0].Reason; !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", c.requires, got, c.want)
		}
	}
}

// TestRefused: what only the platform and the workload can tell is told with line
// and key, too.
func TestRefused(t *testing.T) {
	t.Parallel()
	const crit = "[[criterion]]\nname = \"c\"\n" // lines 11 and 12
	for _, c := range []struct {
		name, src, want string
		over            eas.Scenario
	}{
		{
			"task", small + crit + "kind = \"slack\"\nmax = 1\ntasks = [\"b\"]\n",
			`f.toml:15: error: criterion[0].tasks: the workload has no task "b"`,
			eas.Scenario{},
		},
		{
			"task of an instant", small + crit + "kind = \"spread\"\nmax = 1\nto = { exit = [\"b\"] }\n",
			"f.toml:15: error: criterion[0].to: ",
			eas.Scenario{},
		},
		{
			"class", small + crit + "kind = \"residency\"\nmin = 1\nclass = \"mid\"\n", "platform juno-r0 has no such CPUs",
			eas.Scenario{},
		},
		{
			"CPUs", small + crit + "kind = \"residency\"\nmin = 1\ncpus = \"7\"\n", "platform juno-r0 has no such CPUs",
			eas.Scenario{},
		},
		{"table", small + crit + "kind = \"energy\"\nmax = 1\ntable = \"eas2x\"\n", `did you mean "eas1x"`, eas.Scenario{}},
		{"platform", small + crit + "kind = \"slack\"\nmax = 1\n", `did you mean "juno-r`, eas.Scenario{Platform: "juno-r3"}},
		{
			"file", small + crit + "kind = \"slack\"\nmax = 1\n", `platform file "gone.toml": no such file`,
			eas.Scenario{Platform: "gone.toml"},
		},
		{"workload", small + crit + "kind = \"slack\"\nmax = 1\n", `unknown workload "mp4"`, eas.Scenario{Workload: "mp4"}},
		{
			"other workload", small + crit + "kind = \"slack\"\nmax = 1\ntasks = [\"a\"]\n", `the workload has no task "a"`,
			eas.Scenario{Workload: "mp3"},
		},
		{"governor", small + crit + "kind = \"slack\"\nmax = 1\n", `scenario small: `, eas.Scenario{Governor: "x"}},
	} {
		c.over.ReadFile = func(string) ([]byte, error) { return nil, fs.ErrNotExist }
		_, err := Run(t.Context(), []*Scenario{decodeGood(t, c.src)}, Options{Over: c.over})
		var input *eas.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want an InputError that says %q", c.name, err, c.want)
		}
		var list *diag.ListError
		if errors.As(err, &list) && input.Text == nil {
			t.Errorf("%s: the error does not carry the file's text", c.name)
		}
	}
}

// TestOver: what is laid over a scenario counts, and so do the files it names.
func TestOver(t *testing.T) {
	t.Parallel()
	s := decodeGood(t, small+"[[criterion]]\nname = \"c\"\nkind = \"metric\"\npath = \"scenario.seed\"\nmin = 6\n"+
		"[[criterion]]\nname = \"p\"\nkind = \"metric\"\npath = \"scenario.params.busy_factor\"\nmin = 3\nmax = 3\n")
	layer := eas.Layer{Params: []eas.Setting{{Key: "busy_factor", Value: "3"}, {Key: "rate", Value: "447"}}}
	o := Options{Over: eas.Scenario{Layers: []eas.Layer{layer}}, Seeds: []uint64{7}}
	rep, err := Run(t.Context(), []*Scenario{s}, o)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Summary.Passed != 1 {
		t.Errorf("%s", rep.Text())
	}
}

// TestInterrupted: what was judged when ctx ends is in the report, a scenario that
// was not run to the end is not.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	const crit = "[[criterion]]\nname = \"c\"\nkind = \"slack\"\nmax = 100\n"
	second := decodeGood(t, strings.Replace(small, `duration = "200ms"`, `duration = "200h"`, 1)+crit)
	second.Name = "second"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// The one worker looks up the first scenario again when it runs it, after all
	// were prepared; the second is looked up next when the first is done.
	prepared, started := false, false
	watch := func(name string, read func()) *Scenario {
		s := decodeGood(t, small+crit)
		if name == "second" {
			s = second
		}
		own := s.inline
		s.inline, s.Run.Workload = nil, name+".toml"
		s.Run.ReadFile = func(string) ([]byte, error) {
			read()
			return own, nil
		}
		return s
	}
	first := watch("first", func() { started = prepared })
	second = watch("second", func() {
		prepared = true
		if started {
			cancel()
		}
	})
	rep, err := Run(ctx, []*Scenario{first, second}, Options{Workers: 1})
	if !errors.Is(err, context.Canceled) || rep == nil {
		t.Fatalf("report %v, error %v, want a report and context.Canceled", rep, err)
	}
	if want := (Summary{Passed: 1}); rep.Summary != want || rep.Scenarios[0].Name != "small" ||
		len(rep.Scenarios[0].Criteria[0].Runs) != 2 || len(rep.Warnings) != 1 ||
		!strings.HasSuffix(string(rep.Text()), "1 passed\n! interrupted: only 1 of 2 scenarios were run\n") {
		t.Errorf("%s", rep.Text())
	}
}

// TestRunFails: a run that cannot go on is an error, no verdict.
func TestRunFails(t *testing.T) {
	t.Parallel()
	const stuck = `{"tasks": {"a": {"loop": -1, "run": 0}}, "global": {"duration": 1, "calibration": 10}}`
	over := eas.Scenario{Workload: "stuck.json", ReadFile: func(string) ([]byte, error) { return []byte(stuck), nil }}
	s := decodeGood(t, small+"[[criterion]]\nname = \"c\"\nkind = \"slack\"\nmax = 1\n")
	_, err := Run(t.Context(), []*Scenario{s}, Options{Over: over, Seeds: []uint64{3}})
	var input *eas.InputError
	if err == nil || errors.As(err, &input) || !strings.Contains(err.Error(), "scenario small, seed 3") {
		t.Errorf("error %v", err)
	}
}

func ExampleRun() {
	s, list := Decode("my.toml", []byte(`
format   = 1
name     = "packing"
platform = "juno-r0"
duration = "1s"
[[workload.task]]
name      = "small"
period_us = 16_000
util      = 0.05
[[criterion]]
name  = "it lives on LITTLEs"
kind  = "residency"
class = "little"
min   = 90
`))
	if err := list.Err(); err != nil {
		fmt.Println(err)
		return
	}
	rep, err := Run(context.Background(), []*Scenario{s}, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(rep.Text()))
	// Output:
	// PASS       packing (juno-r0, easv5.2, seeds 1..5)
	//   PASS       it lives on LITTLEs  100 %  >= 90  small, seed 1
	//
	// 1 scenario: 1 passed
}

func ExampleFind() {
	scenarios, err := Find("ForkMigration")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %s\n", scenarios[0].Name, scenarios[0].Title)
	// Output: ForkMigration: new tasks start on a big CPU
}

func ExampleDecode() {
	_, list := Decode("my.toml", []byte("format = 1\nname = \"x\"\nworkload = \"mp3\"\n"+
		"[[criterion]]\nname = \"c\"\nkind = \"slck\"\nmax = 15\n"))
	fmt.Print(list.Render(nil))
	// Output:
	// my.toml:6: error: criterion[0].kind: unknown kind "slck"
	//         did you mean "slack"?
}

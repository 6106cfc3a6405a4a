package eas

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const goodScenario = `format = 1
platform = "boards/mine.toml"
workload = "periodic:tasks=3,task_util=0.1"
profile = "EASv5.2"
features = ["NO_ENERGY_AWARE", "LB_BIAS"]
governor = "schedutil"
idle = "ladder"
meter = "eas1x"
model = "em"
duration = "2500ms"
warmup = "0s"
seed = 7
calib_cpu = 1
check_invariants = true
[params]
busy_factor = 1
rate = "593"
`

func TestDecodeScenario(t *testing.T) {
	t.Parallel()
	got, list := DecodeScenario("dir/s.toml", []byte(goodScenario))
	if len(list) > 0 {
		t.Fatalf("diagnostics: %v", list)
	}
	want := Scenario{
		Platform: filepath.Join("dir", "boards", "mine.toml"), Workload: "periodic:tasks=3,task_util=0.1", Profile: "easv5.2",
		Layers: []Layer{{
			Features: []string{"NO_ENERGY_AWARE", "LB_BIAS"},
			Params:   []Setting{{"busy_factor", "1"}, {"rate", "593"}},
		}},
		Governor: "schedutil", Idle: "ladder", Model: "em", Meter: "eas1x", CalibCPU: "1",
		Duration: SpanOf(2500e6), Warmup: SpanOf(0), Seed: 7, CheckInvariants: true,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("scenario (-want +got):\n%s", d)
	}
}

func TestDecodeScenarioFlagNames(t *testing.T) {
	t.Parallel()
	const src = "format = 1\nfeat = \"NO_LB_BIAS\"\n[set]\nbusy_factor = 4\npreempt = \"none\"\n"
	got, list := DecodeScenario("s.toml", []byte(src))
	if len(list) > 0 {
		t.Fatalf("diagnostics: %v", list)
	}
	want := Layer{Features: []string{"NO_LB_BIAS"}, Params: []Setting{{"busy_factor", "4"}, {"preempt", "none"}}}
	if d := cmp.Diff(want, got.Layers[0]); d != "" {
		t.Errorf("layer (-want +got):\n%s", d)
	}
}

func TestDecodeScenarioFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, src, want string }{
		{"syntax", "format = 1\nplatform = juno\n", "s.toml:2: error: "},
		{"no format", "seed = 1\n", `missing key "format"`},
		{"format", "format = 2\n", "format 2 is not known"},
		{"unknown key", "format = 1\nplatfrom = \"x\"\n", `s.toml:2: error: platfrom: unknown key`},
		{"near key", "format = 1\nplatfrom = \"x\"\n", `did you mean "platform"?`},
		{"type", "format = 1\nplatform = 3\n", "want text in quotes, have 3"},
		{"profile", "format = 1\nprofile = \"easv52\"\n", `unknown profile "easv52"; did you mean "easv5.2"?`},
		{"governor", "format = 1\ngovernor = \"schedutill\"\n", `did you mean "schedutil"?`},
		{"idle", "format = 1\nidle = \"mneu\"\n", `did you mean "menu"?`},
		{"duration", "format = 1\nduration = \"10\"\n", `"10" is not a length of time`},
		{"no duration", "format = 1\nduration = \"0s\"\n", "the window has no length"},
		{"warmup", "format = 1\nwarmup = \"-1s\"\n", `"-1s" is not a length of time`},
		{"seed", "format = 1\nseed = 0\n", "seed 0"},
		{"feature", "format = 1\nfeatures = [\"ENERGY_AWRE\"]\n", `did you mean "ENERGY_AWARE"?`},
		{"patch", "format = 1\npatches = [\"x\"]\n", `unknown patch "x"`},
		{"parameter", "format = 1\n[params]\nbusy_facto = 1\n", `s.toml:3: error: params.busy_facto: `},
		{"parameter range", "format = 1\n[params]\nbusy_factor = 0\n", "outside 1..1024"},
	} {
		_, list := DecodeScenario("s.toml", []byte(c.src))
		text := ""
		for _, d := range list {
			text += d.String() + "\n"
		}
		if !list.HasErrors() || !strings.Contains(text, c.want) {
			t.Errorf("%s: %q does not say %q", c.name, text, c.want)
		}
	}
}

func TestDecodeScenarioAllAtOnce(t *testing.T) {
	t.Parallel()
	_, list := DecodeScenario("s.toml", []byte("format = 1\ngovernor = \"x\"\nidle = \"y\"\nseed = -1\nextra = 1\n"))
	if len(list) != 4 {
		t.Errorf("%d faults, want 4: %v", len(list), list)
	}
	for i, d := range list {
		if d.Line != i+2 {
			t.Errorf("fault %d: line %d, want %d: %v", i, d.Line, i+2, d)
		}
	}
}

func FuzzDecodeScenario(f *testing.F) {
	f.Add([]byte(goodScenario))
	f.Add([]byte("format = 1\nfeat = 3\n[set]\nrate = 1\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		_, list := DecodeScenario("fuzz.toml", src)
		for _, d := range list {
			if d.Summary == "" || d.File != "fuzz.toml" {
				t.Errorf("diagnostic without text or file: %+v", d)
			}
		}
	})
}

// TestOver: the flags win over the file, and their layers come later.
func TestOver(t *testing.T) {
	t.Parallel()
	file := Scenario{
		Platform: "a", Governor: "sched", Duration: SpanOf(5), Seed: 3,
		Layers: []Layer{{Params: []Setting{{"busy_factor", "1"}}}},
	}
	flags := Scenario{Governor: "schedutil", Warmup: SpanOf(0), Layers: []Layer{{Features: []string{"NO_LB_BIAS"}}}}
	got := file.Over(flags)
	want := Scenario{
		Platform: "a", Governor: "schedutil", Duration: SpanOf(5), Warmup: SpanOf(0), Seed: 3,
		Layers: []Layer{{Params: []Setting{{"busy_factor", "1"}}}, {Features: []string{"NO_LB_BIAS"}}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("scenario (-want +got):\n%s", d)
	}
	if len(file.Layers) != 1 {
		t.Error("Over changed its receiver")
	}
}

// TestPrecedence: profile < file < flags.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	file := Layer{
		Features: []string{"NO_ENERGY_AWARE"},
		Params:   []Setting{{"busy_factor", "2"}, {"sched_nr_migrate", "8"}},
	}
	flags := Layer{Features: []string{"ENERGY_AWARE,NO_LB_BIAS"}, Params: []Setting{{"busy_factor", "3"}}}
	u, err := resolve(Scenario{Layers: []Layer{file, flags}})
	if err != nil {
		t.Fatal(err)
	}
	on := strings.Join(u.features.Names(), ",")
	if !strings.Contains(on, "ENERGY_AWARE") || strings.Contains(on, "LB_BIAS") {
		t.Errorf("features %s", on)
	}
	if u.params.BusyFactor != 3 || u.params.NrMigrate != 8 {
		t.Errorf("busy_factor %d, sched_nr_migrate %d, want 3 and 8", u.params.BusyFactor, u.params.NrMigrate)
	}
}

// TestLengths: asked for > the workload's own > default.
func TestLengths(t *testing.T) {
	t.Parallel()
	own := files{"own.toml": `format = 1
name = "own"
duration_s = 3
[[task]]
name = "a"
period_us = 10000
run_us = 100
`}
	for _, c := range []struct {
		name string
		s    Scenario
		want lengths
	}{
		{"default", Scenario{}, lengths{10 * second, second, false}},
		{"asked", Scenario{Duration: SpanOf(5), Warmup: SpanOf(7)}, lengths{5, 7, false}},
		{"own", Scenario{Workload: "own.toml"}, lengths{3 * second, second, false}},
		{"asked over own", Scenario{Workload: "own.toml", Duration: SpanOf(5)}, lengths{5, second, false}},
		{"to the end", Scenario{Workload: "geekbench-st"}, lengths{3600 * second, 0, true}},
	} {
		c.s.ReadFile = own.read
		u, err := resolve(c.s)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if u.length != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, u.length, c.want)
		}
	}
}

func TestIsFile(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"juno-r2": false, "video-1080p": false, "easv5.2": false, "-": true, "a/b": true, "x.toml": true, "X.JSON": true,
		"./x": true,
	} {
		if got := IsFile(name); got != want {
			t.Errorf("IsFile(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestNamedIntsRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var want NamedInts
		for range rapid.IntRange(0, 8).Draw(t, "n") {
			want = append(want, NamedInt{rapid.String().Draw(t, "name"), rapid.Int64().Draw(t, "value")})
		}
		src, err := want.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var got NamedInts
		if err := got.UnmarshalJSON(src); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%s (-want +got):\n%s", src, d)
		}
	})
	var n NamedInts
	for _, bad := range [...]string{`[]`, `{"a":"b"}`, `{"a":1.5}`, `{"a":`, `3`} {
		if n.UnmarshalJSON([]byte(bad)) == nil {
			t.Errorf("%s is read as integers", bad)
		}
	}
}

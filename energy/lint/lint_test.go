package lint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/lint"
	"easim/platforms"
)

// board reads a file of testdata/platforms.
func board(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("..", "..", "testdata", "platforms", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// spoil replaces old by new in the clean board, which must hold it.
func spoil(t *testing.T, pairs ...string) string {
	t.Helper()
	src := board(t, "clean.toml")
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(src, pairs[i]) {
			t.Fatalf("the clean board does not hold %q", pairs[i])
		}
		src = strings.Replace(src, pairs[i], pairs[i+1], 1)
	}
	return src
}

// found returns "CODE path" of each finding.
func found(list diag.List) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code+" "+d.Path)
	}
	return out
}

func TestCleanBoard(t *testing.T) {
	t.Parallel()
	if _, list := lint.File("clean.toml", []byte(board(t, "clean.toml"))); len(list) > 0 {
		t.Errorf("findings on the clean board:\n%s", list.Render(nil))
	}
}

const (
	eas1xSmall = "  core_busy = [30, 60, 120]\n"
	emSmall    = "core_busy = [30_001, 60_002, 120_003]"
	emLarge    = "core_busy = [160_001, 360_002, 640_003]"
)

// Each doubt of this package by an example: what is changed in the clean board,
// and the only findings that come of it.
func TestDoubts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change []string
		want   []string
	}{
		"no domain source": {
			[]string{"cpus = \"2\"\nsource = \"made up\"\nfreq_khz", "cpus = \"2\"\nfreq_khz"},
			[]string{"EM015 freq_domain[1].source"},
		},
		"no cluster source": {
			[]string{"cpus = \"0-1\"\nsource = \"made up\"\n\n  [[", "cpus = \"0-1\"\n\n  [["},
			[]string{"EM015 cluster[0].source"},
		},
		"no trust": {[]string{"trust = \"none\"\n", ""}, []string{"EM015 table[0].trust"}},
		"to do":    {[]string{"title = \"two", "title = \"TODO two"}, []string{"EM015 title"}},
		"MHz": {
			[]string{"[400_000, 600_000, 1_000_000]", "[400, 600, 1000]"},
			[]string{"EM048 freq_domain[0].freq_khz"},
		},
		"mV": {
			[]string{"[700_000, 800_000, 900_000]", "[700, 800, 900]"},
			[]string{"EM049 freq_domain[0].volt_uv"},
		},
		"V": {[]string{"[700_000, 800_000, 900_000]", "[1, 1, 1]"}, []string{"EM049 freq_domain[0].volt_uv"}},
		"ns": {
			[]string{"transition_latency_us = 300", "transition_latency_us = 300_000"},
			[]string{"EM059 freq_domain[0].transition_latency_us"},
		},
		"idle ns": {
			[]string{"residency_us = 1000", "residency_us = 1_000_000"},
			[]string{"EM059 cluster[0].idle_state[1].residency_us"},
		},
		"latency": {
			[]string{"residency_us = 1000", "residency_us = 250"},
			[]string{"EM057 cluster[0].idle_state[1].residency_us"},
		},
		"unreachable": {
			[]string{"exit_us = 1\n  residency_us = 1\n", "exit_us = 300\n  residency_us = 1000\n"},
			[]string{"EM058 cluster[0].idle_state[0]"},
		},
		"1023": {
			[]string{"[409, 716, 1024]", "[409, 716, 1023]"},
			[]string{"EM084 table[0].domain[1].capacity[2]"},
		},
		"dmips": {
			[]string{"dmips_per_mhz = 500", "dmips_per_mhz = 441"},
			[]string{"EM085 table[0].domain[0].capacity[2]", "EM085 table[1].domain[0].capacity[2]"},
		},
		"gap": {
			[]string{"[409, 716, 1024]", "[200, 716, 1024]"},
			[]string{"EM086 table[0].domain[1].capacity[1]", "EM094 table[0].domain[1].core_busy[0]"},
		},
		"class gap": {[]string{"[409, 716, 1024]", "[600, 716, 1024]"}, []string{"EM086 table[0].domain[1].capacity[0]"}},
		"flat":      {[]string{"[204, 307, 512]", "[300, 300, 512]"}, []string{"EM087 table[0].domain[0].capacity[1]"}},
		"free core": {
			[]string{"[30, 60, 120]", "[0, 60, 120]"},
			[]string{"EM092 table[0].domain[0].core_busy[0]", "EM103 table[0].domain[0].core_idle[0]"},
		},
		"free idling": {
			[]string{"core_idle = [6, 5]", "core_idle = [0, 0]"},
			[]string{"EM092 table[0].domain[0].core_idle[0]"},
		},
		"free cluster": {
			[]string{"cluster_busy = [20, 30, 50]", "cluster_busy = [0, 0, 0]", "  cluster_idle = [15, 15, 4]\n", ""},
			[]string{"EM092 table[0].domain[0].cluster_busy"},
		},
		"free cluster idling": {
			[]string{"cluster_idle = [15, 15, 4]", "cluster_idle = [0, 0, 0]"},
			[]string{"EM092 table[0].domain[0].cluster_idle[0]"},
		},
		"falling power": {
			[]string{eas1xSmall, "  core_busy = [30, 60, 55]\n"},
			[]string{"EM093 table[0].domain[0].core_busy[2]", "EM094 table[0].domain[0].core_busy[0]"},
		},
		"wasteful": {
			[]string{eas1xSmall, "  core_busy = [50, 60, 120]\n"},
			[]string{"EM094 table[0].domain[0].core_busy[0]"},
		},
		"pointless": {
			[]string{"[160, 360, 640]", "[60, 150, 270]"},
			[]string{"EM095 table[0].domain[0].core_busy[2]"},
		},
		"em in mW": {
			[]string{
				"unit = \"uW\"",
				"unit = \"mW\"",
				emSmall,
				"core_busy = [30, 60, 120]",
				emLarge,
				"core_busy = [160, 360, 640]",
			},
			[]string{"EM096 table[1].unit"},
		},
		"mW taken for uW": {
			[]string{emSmall, "core_busy = [30, 60, 120]", emLarge, "core_busy = [160, 360, 640]"},
			[]string{"EM097 table[1].domain[0].core_busy", "EM097 table[1].domain[1].core_busy"},
		},
		"uW taken for mW": {
			[]string{
				"unit = \"uW\"",
				"unit = \"mW\"",
				emSmall,
				"core_busy = [9_001, 15_002, 25_003]",
				emLarge,
				"core_busy = [20_001, 38_002, 60_003]",
			},
			[]string{"EM096 table[1].unit", "EM097 table[1].domain[0].core_busy", "EM097 table[1].domain[1].core_busy"},
		},
		"rows in two units": {
			[]string{"[160, 360, 640]", "[1600, 3600, 7400]", eas1xSmall, "  core_busy = [13, 25, 60]\n"},
			[]string{"EM098 table[0]"},
		},
		"a frequency in MHz among kHz": {
			[]string{"[400_000, 600_000, 1_000_000]", "[400, 600_000, 1_000_000]"},
			[]string{"EM098 freq_domain[0].freq_khz", "EM082 table[1].domain[0].capacity[0]"},
		},
		"a voltage in mV among uV": {
			[]string{"[700_000, 800_000, 900_000]", "[700, 800_000, 900_000]"},
			[]string{"EM098 freq_domain[0].volt_uv"},
		},
		"a power in mW among uW": {
			[]string{emSmall, "core_busy = [30, 60_002, 120_003]"},
			[]string{"EM098 table[1].domain[0].core_busy[1]"},
		},
		"a cluster's power in another scale": {
			[]string{"cluster_busy = [25, 35, 60]", "cluster_busy = [25, 35, 60_000]"},
			[]string{"EM098 table[0].domain[1].cluster_busy[2]"},
		},
		"idle in another scale": {
			[]string{"core_idle = [16, 15, 0]", "core_idle = [1, 1, 0]"},
			[]string{"EM098 table[0].domain[1].core_idle[0]"},
		},
		"tables in two units": {
			[]string{emSmall, "core_busy = [2_001, 4_002, 9_003]", eas1xSmall, "  core_busy = [300, 600, 1200]\n"},
			[]string{"EM095 table[0].domain[0].core_busy[2]", "EM098 table[1].domain[0].core_busy"},
		},
		"copied": {
			[]string{"cluster_busy = [25, 35, 60]", "cluster_busy = [160, 360, 640]"},
			[]string{"EM099 table[0].domain[1].cluster_busy"},
		},
		"deeper dearer": {
			[]string{"cluster_idle = [15, 15, 4]", "cluster_idle = [15, 15, 16]"},
			[]string{"EM102 table[0].domain[0].cluster_idle[2]"},
		},
		"idle core": {
			[]string{"core_idle = [16, 15, 0]", "core_idle = [400, 15, 0]"},
			[]string{"EM103 table[0].domain[1].core_idle[0]"},
		},
		"idle cluster": {
			[]string{"cluster_idle = [20, 20]", "cluster_idle = [40, 20]"},
			[]string{"EM104 table[0].domain[1].cluster_idle[0]"},
		},
		"constant": {
			[]string{"cluster_idle = [15, 15, 4]", "cluster_idle = [15, 15, 15]"},
			[]string{"EM105 table[0].domain[0].cluster_idle[2]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := spoil(t, c.change...)
			_, list := lint.File("b.toml", []byte(src))
			if got := found(list); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q\n%s", got, c.want, list.Render([]byte(src)))
			}
			for _, d := range list {
				if d.Line == 0 || d.Detail == "" || d.Summary == "" || d.File != "b.toml" {
					t.Errorf("a finding without place or remedy: %+v", d)
				}
			}
		})
	}
}

// Unit mistakes are named in the message.
func TestUnitsAreNamed(t *testing.T) {
	t.Parallel()
	for want, change := range map[string][]string{
		"the numbers look like MHz":  {"[400_000, 600_000, 1_000_000]", "[400, 600, 1000]"},
		"the numbers look like Hz":   {"[400_000, 600_000, 1_000_000]", "[400_000_000, 600_000_000, 1_000_000_000]"},
		"the numbers look like mV":   {"[700_000, 800_000, 900_000]", "[700, 800, 900]"},
		"the numbers look like nV":   {"[700_000, 800_000, 900_000]", "[700_000_000, 800_000_000, 900_000_000]"},
		"the numbers look like mW":   {emSmall, "core_busy = [30, 60, 120]"},
		"the numbers look like uW":   {eas1xSmall, "  core_busy = [30_000, 10_000, 120_000]\n"},
		"it looks like nanoseconds":  {"transition_latency_us = 300", "transition_latency_us = 300_000"},
		"they look like nanoseconds": {"entry_us = 100", "entry_us = 300_000"},
	} {
		_, list := lint.File("b.toml", []byte(spoil(t, change...)))
		if !slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return strings.HasSuffix(d.Summary, want) }) {
			t.Errorf("no finding says %q:\n%s", want, list.Render(nil))
		}
	}
}

// Every law is broken by some test input, and every finding has the code of a law.
func TestEveryRuleHasAnExample(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	note := func(list diag.List) {
		for _, d := range list {
			if _, ok := lint.Lookup(d.Code); !ok {
				t.Errorf("a finding of no law: %q %s", d.Code, d)
			}
			seen[d.Code] = true
		}
	}
	files, err := filepath.Glob("../../testdata/platforms/invalid/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no invalid files", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		_, list := lint.File(f, src)
		note(list)
	}
	for _, change := range [][]string{
		{"title = \"two", "title = \"TODO two"},
		{"[400_000, 600_000, 1_000_000]", "[400, 600, 1000]"},
		{"[700_000, 800_000, 900_000]", "[700, 800, 900]"},
		{"residency_us = 1000", "residency_us = 250"},
		{"exit_us = 1\n  residency_us = 1\n", "exit_us = 300\n  residency_us = 1000\n"},
		{"entry_us = 100", "entry_us = 300_000"},
		{"[409, 716, 1024]", "[409, 716, 1023]"},
		{"[409, 716, 1024]", "[600, 600, 1024]"},
		{"[160, 360, 640]", "[60, 150, 270]"},
		{emSmall, "core_busy = [30, 60, 120]"},
		{"core_idle = [16, 15, 0]", "core_idle = [1, 1, 0]"},
		{"cluster_busy = [25, 35, 60]", "cluster_busy = [160, 360, 640]"},
		{"cluster_idle = [15, 15, 4]", "cluster_idle = [0, 15, 15]"},
		{"cluster_idle = [15, 15, 4]", "cluster_idle = [22, 22, 22]"},
		{"core_idle = [16, 15, 0]", "core_idle = [400, 15, 0]"},
		{"dmips_per_mhz = 500", "dmips_per_mhz = 441"},
	} {
		_, list := lint.File("b.toml", []byte(spoil(t, change...)))
		note(list)
	}
	_, list := lint.File("deep.toml", []byte("a = "+strings.Repeat("[", 99)))
	note(list)
	_, list = lint.File("large.toml", make([]byte, 5<<20))
	note(list)
	_, list = lint.File("many.toml", []byte(strings.Repeat("[[cpu_type]]\n", 513)))
	note(list)
	for _, do := range beyondTOML {
		p, list := energy.Decode("clean.toml", []byte(board(t, "clean.toml")))
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		do(p)
		note(lint.Check(p))
	}
	for _, r := range lint.Rules() {
		if !seen[r.Code] {
			t.Errorf("no example of %s %s", r.Code, r.Name)
		}
	}
}

// beyondTOML breaks the laws that no file can break.
var beyondTOML = [...]func(p *energy.Platform){
	func(p *energy.Platform) { p.Tables[0].Domains[0].ClusterIdle[0] = energy.UnknownPower },
	func(p *energy.Platform) { p.CPUs = make([]energy.CPU, energy.MaxCPUs+1) },
	func(p *energy.Platform) { *p = energy.Platform{} },
	func(p *energy.Platform) { p.Tables[0].Kind = 9 },
	func(p *energy.Platform) { p.Clusters[0].Kind = energy.KindInvalid },
	func(p *energy.Platform) { p.Clusters[0].IdleStates[1].Level = energy.IdleInvalid },
	func(p *energy.Platform) { p.Types[0].Rates = nil },
	func(p *energy.Platform) { p.FreqDomains[0].OPPs = make([]energy.OPP, 257) },
	func(p *energy.Platform) { p.CPUs[1].Type = 7 },
	func(p *energy.Platform) { p.Clusters[0].CPUs = energy.CPUSet{} },
	func(p *energy.Platform) { p.Types[0].DMIPSPerMHz = -1 },
}

// Of files made to have very many findings few are kept, since judging compares them
// with each other; and an error stays one.
func TestManyFindings(t *testing.T) {
	t.Parallel()
	clean := board(t, "clean.toml")
	for name, src := range map[string]string{
		"unknown keys":  clean + strings.Repeat("[[x]]\na = 1\n", 3_000),
		"dotted keys":   dotted(3_000) + clean,
		"empty parts":   "format = 1\n" + strings.Repeat("[[table.domain]]\n", 3_000),
		"too many keys": "format = 1\nx = [" + strings.Repeat("1,", 250_000) + "]\n",
		"bad powers":    strings.Replace(clean, "[30, 60, 120]", "["+strings.Repeat("-1,", 5_000)+"]", 1),
	} {
		_, list := lint.File("b.toml", []byte(src))
		out, _, _ := lint.Fix("b.toml", []byte(src), lint.FixOptions{})
		if len(list) > 2001 || !list.HasErrors() || string(out) != src {
			t.Errorf("%s: %d findings, errors: %v", name, len(list), list.HasErrors())
		}
	}
}

// dotted is n lines of keys that no platform has.
func dotted(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d.a = 1\n", i)
	}
	return b.String()
}

func TestRules(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^EM[0-9]{3}$`)
	var codes, names []string
	for _, r := range lint.Rules() {
		if !form.MatchString(r.Code) || r.Title == "" || r.Remedy == "" || r.Severity == diag.SeverityInvalid {
			t.Errorf("incomplete rule %+v", r)
		}
		codes, names = append(codes, r.Code), append(names, r.Name)
		for _, key := range []string{r.Code, strings.ToLower(r.Code), r.Name} {
			if got, ok := lint.Lookup(key); !ok || got != r {
				t.Errorf("Lookup(%q) = %v, %v", key, got, ok)
			}
		}
	}
	if !slices.IsSorted(codes) || len(slices.Compact(codes)) != len(names) {
		t.Errorf("codes are not in order or not unique: %v", codes)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(lint.Rules()) {
		t.Error("names are not unique")
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	list := diag.List{{Severity: diag.Error, Code: "EM090"}, {Severity: diag.Warning, Code: "EM093"}}
	for _, c := range []struct {
		policy lint.Policy
		valid  bool
		errors int
	}{
		{lint.Policy{}, false, 1},
		{lint.Policy{Allow: []string{"em090"}}, true, 0},
		{lint.Policy{Allow: []string{"power-range"}}, true, 0},
		{lint.Policy{Allow: []string{"EM093"}}, false, 1},
		{lint.Policy{Allow: []string{"EM090"}, Strict: true}, false, 0},
		{lint.Policy{Allow: []string{"EM090", "power-order"}, Strict: true}, true, 0},
	} {
		out, valid := c.policy.Apply(list)
		if valid != c.valid || out.Count(diag.Error) != c.errors || len(out) != 2 {
			t.Errorf("%+v: %v, %v", c.policy, out, valid)
		}
	}
	if list[0].Severity != diag.Error {
		t.Error("Apply changed its input")
	}
	err := lint.Policy{Allow: []string{"EM090", "EM9O"}}.Check()
	if err == nil || !strings.Contains(err.Error(), "did you mean") {
		t.Errorf("Check = %v", err)
	}
}

// What the lint says of the built-in boards: no errors, and these doubts, which
// their notes speak of.
func TestBuiltInBoards(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"apple-m1": "", "gs101": "EM094 EM095", "hikey620": "EM094 EM104", "hikey960": "EM057", "juno-r0": "EM084 EM104",
		"juno-r2": "EM085 EM086 EM094", "mt8173": "EM057", "mt8183": "", "mt8186": "EM086 EM095", "mt8192": "EM094",
		"odroid-xu3": "EM046 EM094 EM095", "pixel": "EM092 EM094", "r8a77951": "EM085 EM094", "rk3399": "EM094",
		"rk3588": "EM086 EM095", "sc7180": "EM085 EM094 EM103", "sc7280": "EM095", "sc8180x": "EM057 EM094",
		"sc8280xp": "EM095", "sdm845": "EM093 EM094 EM095", "sm8150": "EM085 EM093 EM094 EM095 EM104",
		"sm8250": "EM093 EM094 EM095", "tc2": "EM092 EM093 EM094 EM098", "zuma": "EM086 EM094 EM095",
		"zumapro": "EM093 EM094 EM095",
	}
	if len(want) != len(platforms.Names()) {
		t.Errorf("%d boards are expected, there are %d", len(want), len(platforms.Names()))
	}
	for _, name := range platforms.Names() {
		src, err := platforms.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		_, list := lint.File(name, src)
		var codes []string
		for _, d := range list {
			codes = append(codes, d.Code)
			if d.Severity == diag.Error {
				t.Errorf("%s", d)
			}
		}
		slices.Sort(codes)
		if got := strings.Join(slices.Compact(codes), " "); got != want[name] {
			t.Errorf("%s: %q, want %q", name, got, want[name])
		}
	}
}

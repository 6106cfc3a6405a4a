package lisa

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/draft"
	"easim/energy/jsontree"
)

// TestFaultyValues: each is named with its line, and none is taken for a number.
func TestFaultyValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, src, code string }{
		{"a CPU below 0", "conf:\n freq-domains: [[-1]]", "cpu-list"},
		{"a CPU far off", "conf:\n freq-domains: [[0, 512]]", "cpu-list"},
		{"a CPU of letters", "conf:\n freq-domains: [[zero]]", "cpu-list"},
		{"a CPU in two domains", "conf:\n freq-domains: [[0, 1], [1]]", "cpu-overlap"},
		{"too few CPUs", "conf:\n cpus-count: 1\n freq-domains: [[0, 1]]", "cpu-count"},
		{"too many CPUs", "conf:\n cpus-count: 100000", "cpu-count"},
		{"no frequency", "conf:\n freq-domains: [[0]]\n freqs: {0: [x]}", "freqs"},
		{"a frequency of 0", "conf:\n freq-domains: [[0]]\n freqs: {0: [0]}", "freqs"},
		{"frequencies of nobody", "conf:\n freq-domains: [[0]]\n freqs: {7: [1]}", "freqs"},
		{"no list", "conf:\n freq-domains: [[0]]\n freqs: {0: 5}", "freqs"},
		{"a capacity of 2000", "conf:\n cpu-capacities: {0: 2000}", "capacity-range"},
		{"infinite", "conf:\n cpu-capacities: {0: .inf}", "capacity-range"},
		{"not a number", "conf:\n cpus-count: .nan", "cpu-count"},
		{
			"negative in JSON",
			`{"cpus_count": 1, "clusters": {"big": [0]},
				"nrg_model": {"big": {"cpu": {"cap_max": 1, "nrg_max": -5}, "cluster": {"nrg_max": 1}}}}`,
			"power-range",
		},
	} {
		_, list, err := Import("x", []byte(c.src), draft.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		i := slices.Index(codes(list), c.code)
		if i < 0 || list[i].Line == 0 {
			t.Errorf("%s: no %s with a line in %v", c.name, c.code, list)
		}
	}
	for _, src := range []string{"", "just text", "a: b", "[1, 2]", "{}", "- 1"} {
		if _, _, err := Import("x", []byte(src), draft.Options{}); err == nil {
			t.Errorf("%q is taken for a platform", src)
		}
	}
}

// TestBombs: texts that would take the parser gigabytes or minutes are refused
// before it sees them, and aliases do not multiply.
func TestBombs(t *testing.T) {
	const conf = "conf:\n cpus-count: 1\n x: "
	laughs := "conf:\n cpus-count: 1\n a0: &a0 [x, x]\n"
	for i := range 30 {
		laughs += fmt.Sprintf(" a%d: &a%d [*a%[3]d, *a%[3]d, *a%[3]d, *a%[3]d]\n", i+1, i+1, i)
	}
	for name, src := range map[string]string{
		"rows":    conf + "\n  " + strings.Repeat("- ", 50_000) + "x",
		"lists":   conf + strings.Repeat("[", 50_000),
		"maps":    conf + strings.Repeat("{a: ", 50_000),
		"tags":    conf + strings.Repeat("!a ", 100_000) + "x",
		"anchors": conf + strings.Repeat("&a ", 100_000) + "x",
		"keys":    conf + "\n  " + strings.Repeat("? ", 50_000) + "x",
		"many":    conf + "[" + strings.Repeat("1,", 400_000) + "]",
		"large":   conf + strings.Repeat("x", 2<<20),
		"deep":    conf + deepBlock(200),
		"laughs":  laughs,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := Import("x", []byte(src), draft.Options{})
		runtime.ReadMemStats(&after)
		var fault *jsontree.SyntaxError
		if name == "laughs" {
			if err != nil {
				t.Errorf("laughs: %v", err)
			}
		} else if !errors.As(err, &fault) {
			t.Errorf("%s: %v", name, err)
		}
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 64 {
			t.Errorf("%s: %d MB", name, mb)
		}
	}
}

func deepBlock(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\n" + strings.Repeat(" ", i+2) + "a:")
	}
	return b.String()
}

// TestLargestAllowed: what the limits let through stays small in memory.
func TestLargestAllowed(t *testing.T) {
	for name, src := range map[string]string{
		"list":  "conf:\n cpus-count: 1\n x: [" + strings.Repeat("1,", maxSigns-100) + "1]",
		"rows":  "conf:\n cpus-count: 1\n x:\n" + strings.Repeat("  - 1\n", maxSigns/2-100),
		"pairs": "conf:\n cpus-count: 1\n x:\n" + strings.Repeat("  a: 1\n", maxPairs-10),
		"tags":  "conf:\n cpus-count: 1\n x: " + strings.Repeat("!a ", maxTags-10) + "1",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := Import("x", []byte(src), draft.Options{})
		runtime.ReadMemStats(&after)
		mb := (after.TotalAlloc - before.TotalAlloc) >> 20
		t.Logf("%s: %d MB, %v", name, mb, err)
		if mb > 800 { // in all; a fraction of it at a time
			t.Errorf("%s: %d MB", name, mb)
		}
	}
}

func FuzzImport(f *testing.F) {
	f.Add([]byte(modelYAML))
	f.Add([]byte(hikey))
	f.Add([]byte(pixel))
	f.Add([]byte(numbered))
	f.Add(
		[]byte("conf: {cpu-capacities: {0: 446, 1: 1024}, freq-domains: [[0], [1]], freqs: {big: [2000], little: [1000]}}"),
	)
	f.Add([]byte("a: &a [*a, !b {c: d}]\n? x\n: |\n  y\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, list, err := Import("fuzz", src, draft.Options{})
		if err != nil {
			return
		}
		if p == nil {
			if !list.HasErrors() {
				t.Fatal("no platform and no reason")
			}
			return
		}
		_, faults := energy.Decode("fuzz", energy.Encode(p))
		for _, d := range faults {
			if d.Code == "toml-syntax" || d.Code == "wrong-type" || d.Code == "unknown-key" {
				t.Fatalf("%v\n%s", d, energy.Encode(p))
			}
		}
	})
}

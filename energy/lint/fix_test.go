package lint_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"easim/energy/diag"
	"easim/energy/lint"
)

// Each correction by an example: the spoiled board is what the correction makes
// the clean one of, layout and comments included.
func TestFix(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil []string
		codes string
		units bool
		clean bool // the clean board comes out, to the byte
	}{
		"nothing": {nil, "", false, true},
		"1023": {
			[]string{"[409, 716, 1024]\n  core_busy = [160, 360", "[409, 716, 1023]\n  core_busy = [160, 360"},
			"EM084",
			false,
			true,
		},
		"1023 in an energy model": {
			[]string{
				"[409, 716, 1024]\n  core_busy = [160_001", "[409, 716, 1023]\n  core_busy = [160_001",
			}, "EM084", false, true,
		},
		"kernel capacities": {
			[]string{
				"[409, 716, 1024]\n  core_busy = [160_001", "[400, 700, 1024]\n  core_busy = [160_001",
			}, "EM082", false, true,
		},
		"kHz": {[]string{"[400_000, 600_000, 1_000_000]", "[400, 600, 1000]"}, "EM048", true, false},
		"mV":  {[]string{"[700_000, 800_000, 900_000]", "[700, 800, 900]"}, "EM049", true, true},
		"ns":  {[]string{"transition_latency_us = 300\n", "transition_latency_us = 300_000\n"}, "EM059", true, true},
		"uW": {
			[]string{
				"unit = \"uW\"",
				"unit = \"mW\"",
				emSmall,
				"core_busy = [9_001, 15_002, 25_003]",
				emLarge,
				"core_busy = [20_001, 38_002, 60_003]",
			},
			"EM097",
			true,
			false,
		},
		"units without leave": {
			[]string{"[700_000, 800_000, 900_000]", "[700, 800, 900]"}, "", false, false,
		},
		"descending": {
			[]string{
				"[400_000, 600_000, 1_000_000]\nvolt_uv = [700_000, 800_000, 900_000]",
				"[1_000_000, 600_000, 400_000]\nvolt_uv = [900_000, 800_000, 700_000]",
				"[204, 307, 512]\n  core_busy = [30, 60, 120]\n  cluster_busy = [20, 30, 50]",
				"[512, 307, 204]\n  core_busy = [120, 60, 30]\n  cluster_busy = [50, 30, 20]",
				"[204, 307, 512]\n  core_busy = [30_001, 60_002, 120_003]",
				"[512, 307, 204]\n  core_busy = [120_003, 60_002, 30_001]",
			}, "EM041", false, true,
		},
		"twice": {
			[]string{
				"[400_000, 600_000, 1_000_000]\nvolt_uv = [700_000, 800_000, 900_000]",
				"[400_000, 600_000, 600_000, 1_000_000]\nvolt_uv = [700_000, 800_000, 800_000, 900_000]",
				"[204, 307, 512]\n  core_busy = [30, 60, 120]\n  cluster_busy = [20, 30, 50]",
				"[204, 307, 307, 512]\n  core_busy = [30, 60, 60, 120]\n  cluster_busy = [20, 30, 30, 50]",
				"[204, 307, 512]\n  core_busy = [30_001, 60_002, 120_003]",
				"[204, 307, 307, 512]\n  core_busy = [30_001, 60_002, 60_002, 120_003]",
			}, "EM041", false, true,
		},
		"aliases": {[]string{"title =", "aliases = [\"a\", \"a\", \"clean\"] # names\ntitle ="}, "EM012", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := []byte(spoil(t, c.spoil...))
			out, done, skipped := lint.Fix("b.toml", src, lint.FixOptions{Units: c.units})
			var codes []string
			for _, d := range done {
				codes = append(codes, d.Code)
			}
			if got := strings.Join(codes, " "); got != c.codes || len(skipped) > 0 {
				t.Errorf("done %q, want %q; skipped %v", got, c.codes, skipped)
			}
			if c.clean && string(out) != board(t, "clean.toml") {
				t.Errorf("the clean board does not come out:\n%s", out)
			}
			again, more, _ := lint.Fix("b.toml", out, lint.FixOptions{Units: c.units})
			if len(more) > 0 || !bytes.Equal(again, out) {
				t.Errorf("a second time: %v", more)
			}
			if c.codes != "" {
				if _, list := lint.File("b.toml", out); list.HasErrors() {
					t.Errorf("errors remain:\n%s", list.Render(out))
				}
			}
		})
	}
}

// domain is a frequency domain as the clean board has it.
func domain(cpus, freq string) string {
	return "[[freq_domain]]\ncpus = \"" + cpus + "\"\nsource = \"made up\"\nfreq_khz = [" + freq + "]\n" +
		"volt_uv = [700_000, 800_000, 900_000]\ntransition_latency_us = 300\n\n"
}

// What is not safe is not done, and said.
func TestFixRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ src, want string }{
		"rows in the other order": {
			spoil(t, "[400_000, 600_000, 1_000_000]", "[1_000_000, 600_000, 400_000]"),
			"break another law",
		},
		"two values": {
			spoil(t, "[400_000, 600_000, 1_000_000]\nvolt_uv = [700_000, 800_000, 900_000]",
				"[400_000, 600_000, 600_000, 1_000_000]\nvolt_uv = [700_000, 800_000, 810_000, 900_000]"),
			"has two values, 800_000 and 810_000",
		},
		"comments": {
			spoil(t, "[400_000, 600_000, 1_000_000]\n", "[\n  1_000_000, # fast\n  600_000,\n  400_000 # slow\n]\n"),
			"has comments between its numbers",
		},
		"inline": {
			spoil(t, domain("0-1", "400_000, 600_000, 1_000_000"), "", domain("2", "400_000, 700_000, 1_000_000"), ""),
			"cannot be edited",
		},
	} {
		src := []byte(c.src)
		if name == "inline" {
			inline := "freq_domain = [{cpus = \"0-1\", source = \"x\", freq_khz = [600_000, 400_000, 1_000_000]}, " +
				"{cpus = \"2\", source = \"x\", freq_khz = [400_000, 700_000, 1_000_000]}]\n"
			src = []byte(strings.Replace(c.src, "title =", inline+"title =", 1))
		}
		out, done, skipped := lint.Fix("b.toml", src, lint.FixOptions{})
		if len(done) > 0 || !bytes.Equal(out, src) || len(skipped) == 0 || !strings.Contains(skipped[0].Error(), c.want) {
			t.Errorf("%s: done %v, skipped %v, want %q", name, done, skipped, c.want)
		}
	}
}

// Comments and layout beside a corrected number stay.
func TestFixKeepsLayout(t *testing.T) {
	t.Parallel()
	src := spoil(t, "capacity = [409, 716, 1024]\n  core_busy = [160, 360, 640]",
		"capacity = [ # measured\n    409,   # at 400 MHz\n    716, 1023, # top\n  ] # row\n  core_busy = [160, 360, 640]")
	out, done, skipped := lint.Fix("b.toml", []byte(src), lint.FixOptions{})
	if want := strings.Replace(src, "1023,", "1024,", 1); string(out) != want || len(done) != 1 || len(skipped) > 0 {
		t.Errorf("%v %v\n%s", done, skipped, out)
	}
}

// A meter is marked where there is one table to choose from.
func TestFixMeter(t *testing.T) {
	t.Parallel()
	src := spoil(t, "default_meter = true\n", "")
	if out, done, _ := lint.Fix("b.toml", []byte(src), lint.FixOptions{}); len(done) > 0 || string(out) != src {
		t.Errorf("two tables: %v", done)
	}
	one := src[:strings.Index(src, "[[table]]\nname = \"em\"")]
	out, done, _ := lint.Fix("b.toml", []byte(one), lint.FixOptions{})
	const want = "unit = \"bogo-mW\"\ndefault_meter = true\n"
	if len(done) != 1 || done[0].Code != "EM060" || !strings.Contains(string(out), want) {
		t.Errorf("one table: %v\n%s", done, out)
	}
}

// Whatever the input, judging and correcting end, and a correction never adds
// errors nor touches a file without findings.
func FuzzFix(f *testing.F) {
	dir := filepath.Join("..", "..", "testdata", "platforms")
	for _, pattern := range []string{"*.toml", "invalid/*.toml"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src, true)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, units bool) {
		_, before := lint.File("f.toml", src)
		out, done, _ := lint.Fix("f.toml", src, lint.FixOptions{Units: units})
		_, after := lint.File("f.toml", out)
		if after.Count(diag.Error) > before.Count(diag.Error) || len(done) == 0 && !bytes.Equal(src, out) {
			t.Errorf("%d errors before, %d after %v", before.Count(diag.Error), after.Count(diag.Error), done)
		}
	})
}

package energy_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/diag"
	"easim/testdata"
)

// small is a platform file with each construct once, in canonical form.
const small = `format = 1
name = "small"
title = "a board of three CPUs"
aliases = ["s", "tiny"]
source = "made up"
notes = """
Two lines, a "quote", a back\\slash,
and three quotes: ""\".
"""
boot_cpu = 2

[[cpu_type]]
name = "a"
cpus = "0-1"
dmips_per_mhz = 485
rate = [181.875, 323.333]

[[cpu_type]]
name = "b"
cpus = "2"

  [[cpu_type.rate_set]]
  name = "one"
  source = "somewhere"
  int = [512, 1024]
  fp = [400, 800.5]
  mem = [300, 310]

  [[cpu_type.rate_set]]
  name = "two"
  source = "elsewhere"
  int = [500, 1000000]

[[cluster]]
name = "LITTLE"
kind = "little"
cpus = "0-1"
source = "a device tree"

  [[cluster.idle_state]]
  name = "WFI"
  level = "core"
  exit_us = 1
  residency_us = 1

  [[cluster.idle_state]]
  name = "off"
  level = "cluster"
  entry_us = 100
  exit_us = 200
  residency_us = 1000
  wakeup_us = 250

[[cluster]]
name = "big"
kind = "big"
cpus = "2"

  [[cluster.idle_state]]
  name = "WFI"
  level = "core"
  exit_us = 1
  residency_us = 1

[[freq_domain]]
cpus = "0-1"
source = "a firmware"
freq_khz = [500_000, 1_000_000]
volt_uv = [800_000, 900_000]
transition_latency_us = 1450

[[freq_domain]]
cpus = "2"
freq_khz = [600_000, 1_200_000]

[[table]]
name = "eas1x"
kind = "eas1x"
unit = "bogo-mW"
default_meter = true
source = "made up"
trust = "none"
notes = "short"

  [[table.domain]]
  cpus = "0-1"
  capacity = [200, 400]
  core_busy = [20, 60]
  cluster_busy = [10, 20]
  core_idle = [5, 5]
  cluster_idle = [8, 8, 2]

  [[table.domain]]
  cpus = "2"
  capacity = [512, 1024]
  core_busy = [100, 400]
  cluster_busy = [30, 50]

[[table]]
name = "points"
kind = "measured"
unit = "uW"
source = "made up"

  [[table.domain]]
  cpus = "0-1"
  capacity = [200, 400]
  busy = [
    [30_000, 80_000],
    [50_000, 140_000],
  ]

  [[table.domain]]
  cpus = "2"
  capacity = [512, 1024]
  busy = [
    [130_000, 450_000],
  ]
`

func decode(t *testing.T, src string) *energy.Platform {
	t.Helper()
	p, list := energy.Decode("small.toml", []byte(src))
	if err := list.Err(); err != nil {
		t.Fatalf("%v\n%s", err, list.Render([]byte(src)))
	}
	return p
}

func TestDecode(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	little, big := energy.CPU{Type: 0, Cluster: 0, Domain: 0}, energy.CPU{Type: 1, Cluster: 1, Domain: 1}
	want := []energy.CPU{little, little, big}
	if !reflect.DeepEqual(p.CPUs, want) || p.BootCPU != 2 {
		t.Errorf("CPUs = %v, boot CPU %d", p.CPUs, p.BootCPU)
	}
	if want := "Two lines, a \"quote\", a back\\slash,\nand three quotes: \"\"\"."; p.Notes != want {
		t.Errorf("Notes = %q, want %q", p.Notes, want)
	}
	// 181.875 is exact in 1/1024; 323.333 is rounded to the nearest.
	if got := p.Types[0].Rates[0].Int; got[0] != 186240 || got[1] != 331093 {
		t.Errorf("rates = %v", got)
	}
	if got := p.Types[1].Rates[1].Int[1]; got != 1_000_000<<energy.RateShift {
		t.Errorf("the fastest rate = %d", got)
	}
	if got := p.Tables[0].Domains[0].CoreIdle; !reflect.DeepEqual(got, []energy.Power{5, 5, energy.UnknownPower}) {
		t.Errorf("core idle = %v, want the left-out tail unknown", got)
	}
	if got := p.Tables[0].Domains[1].CoreIdle; got != nil {
		t.Errorf("core idle = %v, want nil: unknown", got)
	}
	if s := p.Clusters[0].IdleStates; s[1].LatencyUS() != 250 || s[0].LatencyUS() != 1 {
		t.Errorf("latencies %d and %d, want wakeup_us where it is given", s[1].LatencyUS(), s[0].LatencyUS())
	}
}

func TestEncodeIsCanonical(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	if got := string(energy.Encode(p)); got != small {
		t.Errorf("Encode(Decode(f)) differs from f:\n%s", got)
	}
	if q := decode(t, string(energy.Encode(p))); !reflect.DeepEqual(p, q) {
		t.Error("Decode(Encode(p)) differs from p")
	}
}

// A type that gives no rate works as the scheduler believes: by the eas1x table
// if there is one.
func TestRateFollowsCapacity(t *testing.T) {
	t.Parallel()
	p := decode(t, strings.Replace(small, "rate = [181.875, 323.333]\n", "", 1))
	want := []energy.RateSet{{
		Name: "capacity", Source: "equal to the capacities of table eas1x",
		Int: []energy.Rate{200 << energy.RateShift, 400 << energy.RateShift},
	}}
	if got := p.Types[0].Rates; !reflect.DeepEqual(got, want) {
		t.Errorf("rates = %v, want %v", got, want)
	}
}

func TestRateOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   float64
		want energy.Rate
		ok   bool
	}{
		{1, 1024, true},
		{0.5 / 1024, 1, true},
		{0.4 / 1024, 0, false},
		{0, 0, false},
		{-1, 0, false},
		{1 << 20, energy.MaxRate, true},
		{1<<20 + 1, 0, false},
	} {
		if got, ok := energy.RateOf(c.in); got != c.want || ok != c.ok {
			t.Errorf("RateOf(%v) = %d, %v; want %d, %v", c.in, got, ok, c.want, c.ok)
		}
	}
}

// Each file of testdata/platforms/invalid breaks one law (warn-*.toml: raises one
// doubt) and says in its first lines what Decode has to say about it.
func TestInvalidFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(testdata.Root(t), "testdata", "platforms", "invalid", "*.toml"))
	if err != nil || len(files) < 80 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, list := energy.Decode(name, src)
			if warns := strings.HasPrefix(name, "warn-"); list.HasErrors() == warns || (p == nil) == warns {
				t.Errorf("errors: %v, platform: %v", list.HasErrors(), p != nil)
			}
			compareWanted(t, src, list)
		})
	}
}

func compareWanted(t *testing.T, src []byte, list diag.List) {
	t.Helper()
	var want, got []string
	for line := range strings.Lines(string(src)) {
		if text, ok := strings.CutPrefix(line, "# want: "); ok {
			want = append(want, strings.TrimSuffix(text, "\n"))
		}
	}
	for _, d := range list {
		got = append(got, fmt.Sprintf("%d: %s: %s: %s", d.Line, d.Severity, d.Path, d.Summary))
		if d.Detail == "" {
			t.Errorf("%s: no remedy", d)
		}
		if d.Line > bytes.Count(src, []byte("\n"))+1 {
			t.Errorf("%s: beyond the file's end", d)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Hostile sizes end in a fault, at once.
func TestDecodeLimits(t *testing.T) {
	t.Parallel()
	for want, src := range map[string]string{
		"nested too deeply":     small + "x = " + strings.Repeat("{a=", 100_000),
		"file larger than 4 MB": small + strings.Repeat("#\n", 3<<20),
		"600 [[cluster]]":       small + strings.Repeat("[[cluster]]\n", 598),
		"2 rates for 1000 OPPs": strings.Replace(small, "[600_000, 1_200_000]", "["+strings.Repeat("1,", 1000)+"]", 1),
	} {
		p, list := energy.Decode("big.toml", []byte(src))
		found := false
		for _, d := range list {
			found = found || d.Summary == want
		}
		if p != nil || !found {
			t.Errorf("%s: not said; %d faults, first %v", want, len(list), list[0])
		}
	}
}

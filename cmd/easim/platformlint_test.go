package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"easim/eas"
	"easim/energy"
	"easim/energy/lint"
	"easim/platforms"
)

// Every built-in board runs for a second under the default profile and workload;
// its energy is partial exactly where its table does not say what idling costs.
func TestEveryBoardRuns(t *testing.T) {
	for _, name := range platforms.Names() {
		code, stdout, stderr := run("", "run", "--platform", name, "--duration", "1s", "--format", "json")
		if code != exitDone {
			t.Errorf("%s: exit code %d: %s", name, code, stderr)
			continue
		}
		var res eas.Result
		if err := json.Unmarshal([]byte(stdout), &res); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, err := platforms.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		meter := p.DefaultMeter()
		if res.Energy.Meter != meter.Name || !(res.Energy.Total > 0) || len(res.CPUs) != len(p.CPUs) ||
			res.Throughput.WorkCapacityS <= 0 {
			t.Errorf("%s: meter %s, total %v, %d CPUs, work %v", name, res.Energy.Meter, res.Energy.Total, len(res.CPUs),
				res.Throughput.WorkCapacityS)
		}
		if knows := knowsIdle(meter); knows == res.Energy.Partial {
			t.Errorf("%s: idle costs known %v, energy partial %v", name, knows, res.Energy.Partial)
		}
	}
}

// knowsIdle reports whether a table says of every idle state what it costs.
func knowsIdle(table *energy.PowerTable) bool {
	for _, d := range table.Domains {
		for _, row := range [][]energy.Power{d.CoreIdle, d.ClusterIdle} {
			if row == nil || slices.Contains(row, energy.UnknownPower) {
				return false
			}
		}
	}
	return true
}

// Odd case 19, with the governor: a small CPU is not stuck at a low frequency
// (msm-4.9 commit d870d26fb3ff). A task of utilisation 400 on a LITTLE CPU of Juno
// r0, capacity 447, runs at its top of 850 MHz; normalised by 1024 it would be
// 450 MHz.
func TestCase19SmallCPU(t *testing.T) {
	work := `format = 1
name = "steady"
calib_capacity = 447
[[task]]
name = "t"
cpus = "0"
period_us = 10_000
run_us = 9_000
`
	file := filepath.Join(t.TempDir(), "steady.toml")
	if err := os.WriteFile(file, []byte(work), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, governor := range []string{"schedutil", "sched"} {
		code, stdout, stderr := run("", "run", "--platform", "juno-r0", "--workload", file, "--governor", governor,
			"--calib-cpu", "447", "--set", "rate=447", "--duration", "1s", "--format", "json")
		if code != exitDone {
			t.Fatalf("%s: exit code %d: %s", governor, code, stderr)
		}
		var res struct {
			CPUs []struct {
				Busy map[string]int64 `json:"busy_freq_ns"`
			} `json:"cpus"`
		}
		if err := json.Unmarshal([]byte(stdout), &res); err != nil {
			t.Fatal(err)
		}
		busy, total := res.CPUs[0].Busy, int64(0)
		for _, ns := range busy {
			total += ns
		}
		if share := float64(busy["850000"]) / float64(total); share < 0.95 {
			t.Errorf("%s: %.1f %% of the busy time at 850 MHz: %v", governor, 100*share, busy)
		}
	}
}

// The forms of the verdicts are well formed and say the same.
func TestValidateForms(t *testing.T) {
	garbage := filepath.Join("..", "..", "testdata", "platforms", "garbage.toml")
	dir := t.TempDir()
	sarif, junit := filepath.Join(dir, "f.sarif"), filepath.Join(dir, "f.xml")
	code, stdout, stderr := run("", "platform", "validate", garbage, "juno-r0", "--sarif", sarif, "--junit", junit)
	if code != exitInput || !strings.Contains(stdout, "juno-r0: ok") || !strings.Contains(stderr, "[EM090 power-range]") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	for format, file := range map[string]string{"sarif": sarif, "junit": junit} {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, got, _ := run("", "platform", "lint", garbage, "juno-r0", "--format", format); got != string(want) {
			t.Errorf("%s: the file and standard output differ", format)
		}
		var v any
		if format == "sarif" && json.Unmarshal(want, &v) != nil {
			t.Errorf("%s is no JSON", file)
		}
		var x struct {
			Tests int `xml:"tests,attr"`
		}
		if format == "junit" && (xml.Unmarshal(want, &x) != nil || x.Tests < 9) {
			t.Errorf("%s: %d tests", file, x.Tests)
		}
	}
	gone := filepath.Join(dir, "no", "f.sarif")
	if code, _, stderr := run("", "platform", "validate", "juno-r0", "--sarif", gone); code != exitFailed {
		t.Errorf("a file that cannot be written: exit code %d, %s", code, stderr)
	}
}

// --rules lists every law in each form.
func TestValidateRules(t *testing.T) {
	for _, format := range []string{"text", "json", "csv"} {
		code, stdout, stderr := run("", "platform", "validate", "--rules", "--format", format)
		if code != exitDone {
			t.Fatalf("%s: %s", format, stderr)
		}
		for _, r := range lint.Rules() {
			if !strings.Contains(stdout, r.Code) || !strings.Contains(stdout, r.Name) {
				t.Errorf("%s: %s %s is missing", format, r.Code, r.Name)
			}
		}
	}
}

package main

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"easim/eas"
)

// TestReportCommand: the command that a page gives makes the run again, event for
// event.
func TestReportCommand(t *testing.T) {
	dir := t.TempDir()
	for _, flags := range []string{
		"--workload mp3 --duration 200ms --seed 7",
		"--platform hikey960 --workload periodic:tasks=6,util=0.3 --duration 200ms --profile easv5.2-perf " +
			"--feat NO_MISFIT_KICK,LB_MIN --set busy_factor=4 --set tick_phase_ns=250 " +
			"--governor schedutil --idle ladder --meter em",
		"--workload hackbench --duration 50ms --warmup 10ms --calib-cpu 600 --set rate=383",
	} {
		code, stdout, stderr := run("", append([]string{"run", "--format", "json"}, strings.Fields(flags)...)...)
		if code != exitDone {
			t.Fatalf("%s: exit code %d, %s", flags, code, stderr)
		}
		file := filepath.Join(dir, "run.json")
		if err := os.WriteFile(file, []byte(stdout), 0o666); err != nil {
			t.Fatal(err)
		}
		code, text, stderr := run("", "report", "--window", "none", "-o", "-", file)
		if code != exitDone {
			t.Fatalf("%s: exit code %d, %s", flags, code, stderr)
		}
		m := regexp.MustCompile(`>easim (run [^<]*)</td>`).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%s: no command in the page", flags)
		}
		words, err := splitWords(html.UnescapeString(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		code, again, stderr := run("", append(words, "--format", "json")...)
		if code != exitDone {
			t.Fatalf("%s: %s: exit code %d, %s", flags, m[1], code, stderr)
		}
		var a, b eas.Result
		if err1, err2 := json.Unmarshal([]byte(stdout), &a), json.Unmarshal([]byte(again), &b); err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if a.Digest != b.Digest || a.Energy.Total != b.Energy.Total {
			t.Errorf("%s: digest %s, made again by\neasim %s\n%s", flags, a.Digest, m[1], b.Digest)
		}
	}
}

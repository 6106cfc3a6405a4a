package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestCheckExitCodes: 0 if all pass or make no sense here, 3 if one does not pass,
// 2 if one cannot be run as it stands.
func TestCheckExitCodes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const head = "format = 1\nname = \"x\"\nplatform = \"juno-r0\"\nduration = \"200ms\"\n[[workload.task]]\nname = \"a\"\n" +
		"period_us = 10_000\nutil = 0.1\n[[criterion]]\nname = \"c\"\nkind = \"residency\"\nclass = \"little\"\n"
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"--list"}, exitDone},
		{[]string{"ForkMigration"}, exitDone},
		{[]string{"ForkMigration", "--platform", "hikey620"}, exitDone}, // skipped
		{[]string{write("good.toml", head+"min = 90\n")}, exitDone},
		{[]string{write("bad.toml", head+"max = 10\n")}, exitCheck},
		{[]string{write("few.toml", head+"min = 90\nmin_samples = 1000\n")}, exitCheck},
		{[]string{write("wrong.toml", head)}, exitInput},
		{[]string{write("task.toml", head+"min = 90\ntasks = [\"b\"]\n")}, exitInput},
		{[]string{filepath.Join(dir, "gone.toml")}, exitInput},
		{[]string{"nonsense"}, exitInput},
		{[]string{"ForkMigration", "--seeds", "0"}, exitInput},
		{[]string{"ForkMigration", "--jobs", "0"}, exitInput},
		{[]string{"ForkMigration", "--governor", "nonsense"}, exitInput},
		{[]string{"ForkMigration", "--junit", filepath.Join(dir, "gone", "x.xml")}, exitFailed},
	} {
		if got, _, stderr := run("", append([]string{"check"}, c.args...)...); got != c.want {
			t.Errorf("easim check %s: exit code %d, want %d; %s", strings.Join(c.args, " "), got, c.want, stderr)
		}
	}
}

// TestCheckStdin: a scenario may come from standard input.
func TestCheckStdin(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "eas", "check", "suites", "legacy", "forkmigration.toml"))
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run(string(src), "check", "-", "--format", "csv")
	if code != exitDone || !strings.Contains(stdout, ",ForkMigration,PASS,") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestInterruptCheck: what was judged until Ctrl-C is shown and stands in the JUnit
// file, and the code is 130.
func TestInterruptCheck(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	const endless = "format = 1\nname = \"x\"\nduration = \"200h\"\n[[workload.task]]\nname = \"a\"\n" +
		"period_us = 1000\nrun_us = 100\n[[criterion]]\nname = \"c\"\nkind = \"slack\"\nmax = 15\n"
	in := &interrupting{Reader: *strings.NewReader(endless)}
	var out, stderr bytes.Buffer
	file := filepath.Join(t.TempDir(), "out.xml")
	// The first is skipped on that board, and so known before anything runs.
	args := []string{"easim", "check", "ForkMigration", "-", "--platform", "hikey620", "-j", "1", "--junit", file}
	code := mainCode(args, in, &out, &stderr)
	if code != exitInterrupted || !strings.Contains(out.String(), "SKIPPED    ForkMigration") ||
		!strings.Contains(out.String(), "\n! interrupted: only 1 of 2 scenarios were run\n") ||
		!strings.Contains(stderr.String(), "easim: interrupted") {
		t.Errorf("exit code %d, want %d; stdout %q, stderr %q", code, exitInterrupted, out.String(), stderr.String())
	}
	xml, err := os.ReadFile(file)
	if err != nil || !regexp.MustCompile(`(?s)ForkMigration.*</testsuites>\n$`).Match(xml) {
		t.Errorf("JUnit file %q, %v", xml, err)
	}
}

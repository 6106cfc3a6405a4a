package main

import (
	"os"
	"path/filepath"
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

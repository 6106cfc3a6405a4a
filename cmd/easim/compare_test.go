package main

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
)

// TestInterruptCompare: what was done until Ctrl-C is shown, and the code is 130.
func TestInterruptCompare(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	const endless = "format = 1\nname = \"x\"\n[[task]]\nname = \"a\"\nperiod_us = 1000\nrun_us = 100\n"
	in := &interrupting{Reader: *strings.NewReader(endless)}
	var out, stderr bytes.Buffer
	args := []string{"easim", "compare", "--workload", "-", "--duration", "200h", "-v", "a=", "-v", "b=--feat LB_MIN", "-j", "1"}
	code := mainCode(args, in, &out, &stderr)
	if code != exitInterrupted || !strings.Contains(out.String(), "b        1..5      0  --feat LB_MIN") ||
		!strings.Contains(out.String(), "! interrupted: only 0 of 10 runs were made") ||
		!strings.Contains(stderr.String(), "interrupted") {
		t.Errorf("exit code %d, want %d; stdout %q, stderr %q", code, exitInterrupted, out.String(), stderr.String())
	}
}

func TestCompareExitCodes(t *testing.T) {
	common := []string{"compare", "--duration", "50ms", "--warmup", "0s", "--seeds", "1..2", "-v", "a="}
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"-v", "b="}, exitDone},
		{[]string{"-v", "b=--governor performance", "--fail-above", "total=1e6%"}, exitDone},
		{[]string{"-v", "b=--governor performance", "--fail-above", "total=-99%"}, exitCheck},
		{[]string{"-v", "b=--governor nonsense"}, exitInput},
		{[]string{"-v", "A="}, exitInput},
		{nil, exitInput},
	} {
		args := append(common[:len(common):len(common)], c.args...)
		if got, _, stderr := run("", args...); got != c.want {
			t.Errorf("easim %s: exit code %d, want %d; %s", strings.Join(args, " "), got, c.want, stderr)
		}
	}
	stuck := `{"tasks": {"a": {"loop": -1, "run": 0}}, "global": {"duration": 1, "calibration": 10}}`
	args := append(common[:len(common):len(common)], "-v", "b=--workload -")
	if got, _, stderr := run(stuck, args...); got != exitFailed || !strings.Contains(stderr, "2 of the runs failed") {
		t.Errorf("a run that cannot go on: exit code %d, want %d; %s", got, exitFailed, stderr)
	}
}

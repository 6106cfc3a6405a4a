package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSweepInterrupt: Ctrl-C keeps what is done, says how to go on, and exits 130.
func TestSweepInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted there")
	}
	dir := filepath.Join(t.TempDir(), "out")
	args := []string{"sweep", "--axis", "busy_factor=1..1000", "--seeds", "1..100", "--duration", "1s", "-o", dir}
	cmd := exec.Command("easim", args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(dir, "results.jsonl")
	await(t, "the sweep", func() bool {
		info, err := os.Stat(results)
		return err == nil && info.Size() > 100_000
	})
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // its exit code is looked at
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || stdout.Len() > 0 ||
		!strings.Contains(stderr.String(), "runs are kept; easim sweep --resume -o "+dir+" does the rest") {
		t.Errorf("exit code %d, want %d; stdout %q, stderr %q", code, exitInterrupted, stdout.String(), stderr.String())
	}
	text, err := os.ReadFile(results)
	if err != nil || !bytes.HasSuffix(text, []byte("}\n")) {
		t.Errorf("the results end in %.30q, %v", text[max(0, len(text)-30):], err)
	}
}

// TestSweepBar: on a terminal a bar shows how far the sweep is, elsewhere not.
func TestSweepBar(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("script(1) makes the terminal, in the manner of util-linux")
	}
	needTools(t, "script", "stty")
	dir := t.TempDir()
	const sweep = "easim sweep --axis busy_factor=1..20 --seeds 1..5 --duration 3s -o "
	out := shell(t, dir, "script -qec 'stty cols 100 rows 30; "+sweep+"tty' log >/dev/null; cat log", "TERM=xterm")
	for _, want := range []string{" of 100 runs ", " runs/s, ", " to go, 0 failed", "["} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q on the terminal:\n%s", want, out)
		}
	}
	if out := shell(t, dir, sweep+"plain"); strings.Contains(out, "\x1b") {
		t.Errorf("a bar without a terminal:\n%s", out)
	}
}

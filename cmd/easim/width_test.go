package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"easim/eas/experiment"
)

// TestTextWidth: no line of text that lists, shows or judges what comes with the
// program goes past 120 columns.
func TestTextWidth(t *testing.T) {
	const width = 120
	commands := []string{
		"features", "params", "check --list", "check --seeds 1..2", "platform list", "workload list", "experiment list",
		"platform show rk3399", "workload show geekbench", "workload show video-1080p",
	}
	for _, name := range experiment.Names() {
		commands = append(commands, "experiment show "+name, "experiment run --seeds 1..2 "+name)
	}
	for _, command := range commands {
		code, text, stderr := run("", strings.Fields(command)...)
		if code != exitDone && code != exitCheck || text == "" {
			t.Errorf("easim %s: exit code %d, stderr %q", command, code, stderr)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("easim %s: %d columns: %s", command, n, line)
			}
		}
	}
}

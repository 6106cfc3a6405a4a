package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// TestHelpWidth: every command has help, no line of which goes past 110 columns, and
// every flag and command has a line of its own there.
func TestHelpWidth(t *testing.T) {
	const width = 110
	var visit func(path []string, cmds []*cli.Command)
	visit = func(path []string, cmds []*cli.Command) {
		for _, cmd := range cmds {
			args := append(path[:len(path):len(path)], cmd.Name)
			if cmd.Hidden || cmd.Name == "help" {
				continue
			}
			code, text, stderr := run("", append(args, "--help")...)
			if code != exitDone || stderr != "" || !strings.Contains(text, "easim "+strings.Join(args, " ")+" - ") {
				t.Fatalf("%v --help: exit code %d, stdout %q, stderr %q", args, code, text, stderr)
			}
			for line := range strings.Lines(text) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%v --help: %d columns: %s", args, n, line)
				}
			}
			for _, f := range cmd.Flags {
				if !strings.Contains(text, "\n   --"+f.Names()[0]) {
					t.Errorf("%v --help: no line for --%s", args, f.Names()[0])
				}
			}
			visit(args, cmd.Subcommands)
		}
	}
	visit(nil, new(env).app().Commands)
}

func TestHelpOptions(t *testing.T) {
	got := helpOptions([]cli.Flag{
		&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Value: "x.html", Usage: "`FILE` to write"},
		&cli.IntFlag{Name: "n", Usage: "try `N` " + strings.Repeat("very ", 20) + "hard"},
		&cli.BoolFlag{Name: "a-name-far-too-long-for-the-column", Usage: "do not"},
		&cli.StringSliceFlag{Name: "set", Usage: "a thing"},
	})
	want := `   --out, -o FILE  FILE to write (default: x.html)
   -n N            try N very very very very very very very very very very very very very very very
                   very very very very very hard
   --a-name-far-too-long-for-the-column
                   do not
   --set VALUE     a thing; repeatable
   --help, -h      show help
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

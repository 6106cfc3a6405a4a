package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/energy/diag"
)

// errUsage is wrapped by every error of the command line.
var errUsage = errors.New("usage")

func badUsage(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errUsage, fmt.Sprintf(format, args...))
}

// usageError makes a readable error of what the flag parser says.
func usageError(c *cli.Context, err error, _ bool) error {
	const undefined, noValue = "flag provided but not defined: -", "flag needs an argument: -"
	text := err.Error()
	switch {
	case strings.HasPrefix(text, undefined):
		name := strings.TrimLeft(strings.TrimPrefix(text, undefined), "-")
		var known []string
		for _, f := range c.Command.Flags {
			for _, n := range f.Names() {
				if len(n) > 1 {
					known = append(known, "--"+n)
				}
			}
		}
		hint := "see " + c.Command.HelpName + " --help"
		if near, ok := diag.Nearest("--"+name, known); ok {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return badUsage("unknown flag %q; %s", "--"+name, hint)
	case strings.HasPrefix(text, noValue):
		return badUsage("flag --%s needs a value", strings.TrimLeft(strings.TrimPrefix(text, noValue), "-"))
	}
	return badUsage("%s", text)
}

// unknownCommand is the action of a command that only has others below it.
func unknownCommand(c *cli.Context) error {
	if !c.Args().Present() {
		if c.Command.HelpName == c.App.Name || c.Command.Name == c.App.Name {
			return cli.ShowAppHelp(c)
		}
		return cli.ShowSubcommandHelp(c)
	}
	cmds := c.Command.Subcommands
	if len(cmds) == 0 {
		cmds = c.App.Commands
	}
	return unknownName(c.Command.HelpName, c.Args().First(), cmds)
}

func noArgs(c *cli.Context) error {
	if c.Args().Present() {
		return badUsage("unexpected argument %q; %s takes flags only", c.Args().First(), c.Command.HelpName)
	}
	return nil
}

// permute moves a command's flags before its other arguments, since the parser
// stops at the first that is no flag: `show juno-r2 --format json` works.
func permute(app *cli.App, args []string) []string {
	if len(args) == 0 {
		return args
	}
	var cmd *cli.Command
	cmds, at := app.Commands, 1
	for ; at < len(args); at++ {
		i := slices.IndexFunc(cmds, func(c *cli.Command) bool { return c.HasName(args[at]) })
		if i < 0 {
			break
		}
		cmd, cmds = cmds[i], cmds[i].Subcommands
	}
	if cmd == nil {
		return args
	}
	out, rest := slices.Clone(args[:at]), []string(nil)
	for i := at; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			rest = append(append(rest, "--"), args[i+1:]...)
			i = len(args)
		case len(a) < 2 || a[0] != '-':
			rest = append(rest, a)
		default:
			out = append(out, a)
			if takesValue(cmd, a) && i+1 < len(args) {
				i++
				out = append(out, args[i])
			}
		}
	}
	return append(out, rest...)
}

// takesValue reports whether arg is a flag of cmd whose value is the next
// argument.
func takesValue(cmd *cli.Command, arg string) bool {
	name := strings.TrimLeft(arg, "-")
	for _, f := range cmd.Flags {
		if slices.Contains(f.Names(), name) {
			_, isBool := f.(*cli.BoolFlag)
			return !isBool
		}
	}
	return false
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/energy/diag"
	"easim/energy/lint"
)

func (e *env) platformFixCommand() *cli.Command {
	return &cli.Command{
		Name:      "fix",
		Usage:     "correct what needs no decision in a platform file; the rest of it stays as it is",
		ArgsUsage: "FILE.toml",
		Description: "Prints the corrected file, and on standard error what was done. `platform validate --rules` says\n" +
			"which laws can be corrected. The exit code is 2 if errors remain.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "write the file in place instead of printing it"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the corrected file to `FILE`"},
			&cli.BoolFlag{Name: "units", Usage: "also correct units that were recognised as wrong; look at the findings first"},
		},
		Action: e.platformFix,
	}
}

func (e *env) platformFix(c *cli.Context) error {
	name, err := oneArg(c)
	if err != nil {
		return err
	}
	target := c.String("output")
	if c.Bool("write") {
		if target != "" || !eas.IsFile(name) || name == eas.Stdin {
			return badUsage("--write wants the name of a file, and no --output")
		}
		target = name
	}
	src, err := e.platformSource(name)
	if err != nil {
		return err
	}
	if p, list := lint.File(name, src); p == nil {
		return &eas.InputError{Err: withCodes(list).Err(), Text: src}
	}
	out, done, skipped := lint.Fix(name, src, lint.FixOptions{Units: c.Bool("units")})
	for _, d := range done {
		fmt.Fprintf(e.stderr, "%s: fixed %s: %s: %s\n", name, d.Code, d.Path, d.Text)
	}
	for _, s := range skipped {
		fmt.Fprintf(e.stderr, "%s: not fixed: %s\n", name, strings.ReplaceAll(s.Error(), "lint: ", ""))
	}
	if err := e.writeFixed(target, src, out); err != nil {
		return err
	}
	if _, list := lint.File(name, out); list.HasErrors() {
		fmt.Fprint(e.stderr, withCodes(list.Only(diag.Error)).Render(out))
		return fmt.Errorf("invalid input: %w", errReported)
	}
	return nil
}

// writeFixed writes the file that was corrected: to standard output without a
// target, and not at all if the target has that content already.
func (e *env) writeFixed(target string, src, out []byte) error {
	if target == "" {
		return e.write(out)
	}
	if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, out) && bytes.Equal(src, out) {
		return nil
	}
	if err := os.WriteFile(target, out, 0o666); err != nil {
		return fmt.Errorf("writing the corrected file: %w", err)
	}
	return nil
}

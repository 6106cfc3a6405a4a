package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report"
	"easim/energy/diag"
)

func strictFlag() cli.Flag {
	return &cli.BoolFlag{Name: "strict", Usage: "warnings make a file invalid too"}
}

// check is the verdict about one file.
type check struct {
	name     string
	warnings diag.List // with errors they are in err
	err      error
}

func newCheck(name string, list diag.List, err error) check {
	return check{name: name, warnings: list.Only(diag.Warning), err: err}
}

// faults is everything that was found, errors and warnings.
func (k *check) faults() diag.List {
	var list *diag.ListError
	switch {
	case errors.As(k.err, &list):
		return list.List
	case k.err != nil:
		return diag.List{{Severity: diag.Error, Summary: plain(k.err), File: k.name}}
	}
	return k.warnings
}

// validate checks each file of the command line: verdicts to standard output,
// faults to standard error. One invalid file makes the exit code 2.
func (e *env) validate(c *cli.Context, load func(name string) check) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	if !c.Args().Present() {
		return badUsage("%s needs at least one file", c.Command.HelpName)
	}
	bad := false
	var verdicts []report.Verdict
	for _, name := range c.Args().Slice() {
		k := load(name)
		faults := k.faults()
		valid := k.err == nil && !(c.Bool("strict") && len(faults) > 0)
		bad = bad || !valid
		verdicts = append(verdicts, report.NewVerdict(name, valid, faults))
		e.showFaults(&k, faults)
	}
	if err := e.writeVerdicts(form, verdicts); err != nil {
		return err
	}
	if bad {
		return fmt.Errorf("invalid input: %w", errReported)
	}
	return nil
}

func (e *env) showFaults(k *check, faults diag.List) {
	var input *eas.InputError
	var text []byte
	if errors.As(k.err, &input) {
		text = input.Text
	}
	fmt.Fprint(e.stderr, faults.Render(text))
}

func (e *env) writeVerdicts(form string, verdicts []report.Verdict) error {
	switch form {
	case formatJSON:
		return e.writeJSON(verdicts)
	case formatCSV:
		return e.write(report.VerdictCSV(verdicts))
	}
	return e.write(report.Verdicts(verdicts))
}

// oneArg returns the only argument.
func oneArg(c *cli.Context) (string, error) {
	if c.Args().Len() != 1 {
		return "", badUsage("%s needs one argument: %s", c.Command.HelpName, c.Command.ArgsUsage)
	}
	return c.Args().First(), nil
}

package main

import (
	"errors"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	behaviour "easim/eas/check"
	"easim/eas/compare"
	"easim/eas/report"
)

func (e *env) checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "run behaviour scenarios with pass criteria: PASS, FAIL, UNDECIDED, SKIPPED",
		Description: "An argument is a suite, a scenario of one, or a FILE.toml; without one all suites\n" +
			"run. Each scenario says on which board, under which profile and on which seeds it\n" +
			"runs; flags given here win. The exit code is 3 if something failed or was left\n" +
			"undecided.",
		ArgsUsage: "[SUITE, SCENARIO or FILE.toml]...",
		Flags: append(scenarioFlags(), formatFlag(), seedsFlag(), jobsFlag(),
			junitFlag("the result"),
			&cli.BoolFlag{Name: "list", Usage: "list the suites and their scenarios, and run nothing"}),
		Action: e.check,
	}
}

func (e *env) check(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	if c.Bool("list") {
		return e.listChecks(form)
	}
	scenarios, err := e.checkScenarios(c)
	if err != nil {
		return err
	}
	o, err := e.checkOptions(c)
	if err != nil {
		return err
	}
	rep, err := behaviour.Run(c.Context, scenarios, o)
	if rep == nil {
		return err
	}
	rep.Version = version
	if err := errors.Join(writeJUnit(c, rep.JUnit), e.writeCheck(form, rep), err); err != nil {
		return err
	}
	if !rep.Summary.OK() {
		return notPassed(rep.Summary.String())
	}
	return nil
}

// notPassed is the error of a check that did not pass; like a limit that was
// exceeded it makes the exit code 3.
type notPassed string

func (n notPassed) Error() string { return string(n) }

func (n notPassed) Is(target error) bool { return target == errLimit }

func (e *env) checkOptions(c *cli.Context) (behaviour.Options, error) {
	var o behaviour.Options
	var err error
	if o.Over, err = e.scenario(c); err != nil {
		return o, err
	}
	o.Over.Seed = 0
	o.Over.ReadFile = compare.NewFiles(o.Over.ReadFile).Read
	if o.Seeds, err = seedList(c, ""); err != nil {
		return o, err
	}
	o.Workers, err = jobs(c)
	return o, err
}

// checkScenarios finds what the arguments name; without any, all suites.
func (e *env) checkScenarios(c *cli.Context) ([]*behaviour.Scenario, error) {
	var out []*behaviour.Scenario
	if !c.Args().Present() {
		for _, suite := range behaviour.Suites() {
			out = append(out, suite.Scenarios...)
		}
		return out, nil
	}
	for _, name := range c.Args().Slice() {
		found, err := e.checkScenario(name)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func (e *env) checkScenario(name string) ([]*behaviour.Scenario, error) {
	if !eas.IsFile(name) {
		found, err := behaviour.Find(name)
		if err != nil {
			return nil, badUsage("%s", strings.TrimPrefix(err.Error(), "check: "))
		}
		return found, nil
	}
	src, err := eas.ReadInput(e.readFile, name, "scenario")
	if err != nil {
		return nil, err
	}
	s, list := behaviour.Decode(name, src)
	if err := list.Err(); err != nil {
		return nil, &eas.InputError{Err: err, Text: src}
	}
	for _, w := range list {
		e.warn([]string{w.String()})
	}
	return []*behaviour.Scenario{s}, nil
}

func (e *env) writeCheck(form string, rep *behaviour.Report) error {
	switch form {
	case formatJSON:
		e.warn(rep.Warnings)
		return e.writeJSON(rep)
	case formatCSV:
		e.warn(rep.Warnings)
		return e.write(rep.CSV())
	}
	return e.write(rep.Text())
}

// checkInfo is the JSON form of a line of --list.
type checkInfo struct {
	Suite    string `json:"suite"`
	Scenario string `json:"scenario"`
	Title    string `json:"title"`
	Source   string `json:"source"`
}

func (e *env) listChecks(form string) error {
	t := &report.Table{Columns: []report.Column{{Head: "suite"}, {Head: "scenario"}, {Head: "title"}}}
	var infos []checkInfo
	for _, suite := range behaviour.Suites() {
		for _, s := range suite.Scenarios {
			infos = append(infos, checkInfo{suite.Name, s.Name, s.Title, s.Source})
			t.Add(suite.Name, s.Name, s.Title)
		}
	}
	switch form {
	case formatJSON:
		return e.writeJSON(infos)
	case formatCSV:
		return e.write(t.CSV())
	}
	return e.write(t.Text(e.style()))
}

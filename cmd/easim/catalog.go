package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report"
	"easim/eas/sched"
	"easim/energy/diag"
)

func (e *env) featuresCommand() *cli.Command {
	return &cli.Command{
		Name:   "features",
		Usage:  "list profiles, scheduler features, patches and governors",
		Flags:  []cli.Flag{formatFlag()},
		Action: e.features,
	}
}

func (e *env) features(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	if err := noArgs(c); err != nil {
		return err
	}
	w := report.Switches{
		Profiles: eas.Profiles(), Features: sched.FeatureList(), Patches: eas.Patches(),
		Governors: eas.Governors(), IdleGovernors: eas.IdleGovernors(),
	}
	switch form {
	case formatJSON:
		return e.writeJSON(w.Data())
	case formatCSV:
		return e.write(w.FeatureTable().CSV())
	}
	return e.write(w.Text(e.style()))
}

func (e *env) paramsCommand() *cli.Command {
	return &cli.Command{
		Name:      "params",
		Usage:     "list parameters: kernel name and path, unit, default, range, meaning",
		ArgsUsage: "[NAME or part of one]...",
		Flags:     []cli.Flag{formatFlag()},
		Action:    e.params,
	}
}

func (e *env) params(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	list, err := chosenParams(c.Args().Slice())
	if err != nil {
		return err
	}
	switch form {
	case formatJSON:
		return e.writeJSON(report.ParamDataOf(list))
	case formatCSV:
		return e.write(report.ParamTable(list).CSV())
	}
	return e.write(report.Params(list, e.style()))
}

// chosenParams are the parameters whose names contain one of words; all without
// words.
func chosenParams(words []string) ([]sched.ParamInfo, error) {
	all := eas.Params()
	if len(words) == 0 {
		return all, nil
	}
	var out []sched.ParamInfo
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
		for _, w := range words {
			if strings.Contains(strings.ToLower(p.Name), strings.ToLower(w)) {
				out = append(out, p)
				break
			}
		}
	}
	if len(out) == 0 {
		return nil, badUsage("no parameter is called %q; %s", words[0], diag.Suggest(words[0], names))
	}
	return out, nil
}

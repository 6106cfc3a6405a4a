package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"easim/eas/experiment"
	"easim/eas/report"
)

func (e *env) experimentCommand() *cli.Command {
	repeat := []cli.Flag{formatFlag(), experimentSeedsFlag(), jobsFlag()}
	return &cli.Command{
		Name:  "experiment",
		Usage: "published tables, made again and printed beside the published values",
		Subcommands: []*cli.Command{
			{
				Name:   "list",
				Usage:  "list the experiments",
				Flags:  []cli.Flag{formatFlag()},
				Action: e.experimentList,
			},
			{
				Name:      "show",
				Usage:     "show an experiment: what was published, what is run, what it rests on",
				ArgsUsage: "NAME",
				Flags:     []cli.Flag{formatFlag()},
				Action:    e.experimentShow,
			},
			{
				Name:      "run",
				Usage:     "run an experiment and print its table",
				ArgsUsage: "NAME",
				Flags: append(repeat[:len(repeat):len(repeat)],
					&cli.BoolFlag{Name: "principal", Usage: "only what stands beside published values"}),
				Action: e.experimentRun,
			},
			{
				Name:      "sensitivity",
				Usage:     "move each assumed parameter by 20 % and count the signs that hold",
				ArgsUsage: "NAME",
				Flags:     repeat,
				Action:    e.experimentSensitivity,
			},
		},
	}
}

func experimentSeedsFlag() cli.Flag {
	return &cli.StringFlag{Name: "seeds", Usage: "`LIST` of seeds, such as 1..5 (default: the experiment's own)"}
}

func (e *env) experimentList(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	if err := noArgs(c); err != nil {
		return err
	}
	var list []*experiment.Experiment
	var plans []*experiment.Replica
	for _, name := range experiment.Names() {
		x, err := experiment.Load(name)
		if err != nil {
			return err
		}
		list, plans = append(list, x), append(plans, x.Plan())
	}
	switch t := report.ExperimentList(list); form {
	case formatJSON:
		return e.writeJSON(plans)
	case formatCSV:
		return e.write(t.CSV())
	default:
		return e.write(t.Text(e.style()))
	}
}

func (e *env) experimentShow(c *cli.Context) error {
	x, form, err := e.loadExperiment(c)
	if err != nil {
		return err
	}
	switch form {
	case formatJSON:
		return e.writeJSON(x.Plan())
	case formatCSV:
		return e.write(report.ExperimentCSV(x.Plan()))
	}
	return e.write(report.Experiment(x, e.style()))
}

func (e *env) loadExperiment(c *cli.Context) (*experiment.Experiment, string, error) {
	form, err := format(c)
	if err != nil {
		return nil, "", err
	}
	name, err := oneArg(c)
	if err != nil {
		return nil, "", err
	}
	x, err := experiment.Load(name)
	return x, form, err
}

// repeatOptions reads what run and sensitivity have in common; runs says how many
// there will be.
func (e *env) repeatOptions(
	c *cli.Context, runs func(experiment.RepeatOptions) int,
) (experiment.RepeatOptions, func(), error) {
	var o experiment.RepeatOptions
	var err error
	if o.Seeds, err = seedList(c, ""); err != nil {
		return o, nil, err
	}
	n, err := jobs(c)
	if err != nil {
		return o, nil, err
	}
	o.PrincipalOnly = c.Bool("principal")
	r, wipe := e.runner(n, runs(o))
	o.Runner = r
	return o, wipe, nil
}

func (e *env) experimentRun(c *cli.Context) error {
	x, form, err := e.loadExperiment(c)
	if err != nil {
		return err
	}
	o, wipe, err := e.repeatOptions(c, x.Runs)
	if err != nil {
		return err
	}
	got, err := x.Repeat(c.Context, o)
	wipe()
	if got == nil {
		return err
	}
	got.Version = version
	if werr := e.writeExperiment(form, got); werr != nil {
		return werr
	}
	return errors.Join(err, failedRuns(len(got.Failures)))
}

func failedRuns(n int) error {
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of the runs failed", n)
}

func (e *env) writeExperiment(form string, r *experiment.Replica) error {
	switch form {
	case formatJSON:
		e.warn(r.Warnings)
		out, err := report.ExperimentJSON(r)
		if err != nil {
			return err
		}
		return e.write(out)
	case formatCSV:
		e.warn(r.Warnings)
		return e.write(report.ExperimentCSV(r))
	}
	return e.write(report.Replica(r, e.style()))
}

func (e *env) experimentSensitivity(c *cli.Context) error {
	x, form, err := e.loadExperiment(c)
	if err != nil {
		return err
	}
	o, wipe, err := e.repeatOptions(c, x.MovedRuns)
	if err != nil {
		return err
	}
	got, err := x.Sensitivity(c.Context, o)
	wipe()
	if got == nil || err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	got.Version = version
	if werr := e.writeSensitivity(form, got); werr != nil {
		return werr
	}
	failed := got.Unmoved.Failures
	for i := range got.Rows {
		failed += got.Rows[i].Failures
	}
	return errors.Join(err, failedRuns(failed))
}

func (e *env) writeSensitivity(form string, r *experiment.Sensitivity) error {
	switch form {
	case formatJSON:
		out, err := report.SensitivityJSON(r)
		if err != nil {
			return err
		}
		return e.write(out)
	case formatCSV:
		return e.write(report.SensitivityCSV(r))
	}
	return e.write(report.Sensitivity(r, e.style()))
}

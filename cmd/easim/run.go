package main

import (
	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report"
)

func (e *env) runCommand() *cli.Command {
	return &cli.Command{
		Name:  "run",
		Usage: "simulate one scenario: energy, throughput, latency, residency",
		Description: "Without flags it plays a 1080p video on a Juno R2 under EASv5.2.\n" +
			"The window that is measured begins after the warm-up and lasts --duration, or\n" +
			"until the last task of a workload that ends.",
		Flags: append(scenarioFlags(), formatFlag(),
			&cli.BoolFlag{Name: "all-tasks", Usage: "text: show every task instead of the busiest 20"}),
		Action: e.run,
	}
}

func (e *env) run(c *cli.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	form, err := format(c)
	if err != nil {
		return err
	}
	s, err := e.scenario(c)
	if err != nil {
		return err
	}
	r, err := eas.Run(c.Context, s)
	if err != nil {
		return err
	}
	r.Version = version
	switch form {
	case formatJSON:
		e.warn(r.Warnings)
		out, err := report.JSON(r)
		if err != nil {
			return err
		}
		return e.write(out)
	case formatCSV:
		e.warn(r.Warnings)
		return e.write(report.CSV(r))
	}
	return e.write(report.Summary(r, report.SummaryOptions{Style: e.style(), AllTasks: c.Bool("all-tasks")}))
}

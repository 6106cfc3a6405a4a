package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas/report"
	"easim/eas/sweep"
)

func (e *env) sweepShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "what a sweep shows: a table for each axis, the Pareto front, which axis matters",
		ArgsUsage: "DIR",
		Description: "Means are over all points with that value, with the 95 % interval over the seeds; changes\n" +
			"are relative, between points that differ in that axis only, paired by seed.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{
				Name:  "metric",
				Usage: "show `PATH` of the run's JSON, such as energy.big, score_mt or 'tasks.*.missed'; repeatable",
			},
			&cli.StringSliceFlag{
				Name: "ref", Usage: "take changes against `AXIS=VALUE` (default: the first value of each axis); repeatable",
			},
			&cli.StringSliceFlag{
				Name: "where", KeepSpace: true, Usage: "look only at points that meet `CONDITION`; repeatable",
			},
			&cli.StringFlag{
				Name: "pareto", Usage: "`A,B`: the two metrics of the Pareto front (default: total energy and performance)",
			},
			&cli.StringFlag{Name: "pivot", Usage: "`ROWS,COLUMNS`: each metric as a table of one axis against another"},
			&cli.BoolFlag{Name: "all-points", Usage: "list all points"},
			&cli.BoolFlag{Name: "csv", Usage: "the same as --format csv"},
			formatFlag(),
		},
		Action: e.sweepShow,
	}
}

func (e *env) sweepShow(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	if c.Bool("csv") {
		if c.IsSet("format") && form != formatCSV {
			return badUsage("--csv and --format %s exclude each other", form)
		}
		form = formatCSV
	}
	dir, err := oneArg(c)
	if err != nil {
		return err
	}
	return e.showSweep(form, dir, sweep.SummaryOptions{
		Metrics: c.StringSlice("metric"), Reference: c.StringSlice("ref"), Where: c.StringSlice("where"),
		Pareto: pair(c.String("pareto")), Pivot: pair(c.String("pivot")),
		AllPoints: c.Bool("all-points") || form == formatCSV,
	}, report.SweepOptions{AllMetrics: c.IsSet("metric")})
}

// pair cuts A,B; nothing is nil.
func pair(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

// showSweep prints the summary of a folder.
func (e *env) showSweep(form, dir string, o sweep.SummaryOptions, text report.SweepOptions) error {
	r, err := sweep.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close() //nolint:errcheck // only read
	s, err := sweep.Summarize(r, o)
	if err != nil {
		return err
	}
	s.Version = version
	switch form {
	case formatJSON:
		e.warn(s.Warnings)
		out, err := report.SweepJSON(s)
		if err != nil {
			return err
		}
		return e.write(out)
	case formatCSV:
		e.warn(s.Warnings)
		return e.write(report.SweepCSV(s))
	}
	text.Style = e.style()
	return e.write(report.Sweep(s, text))
}

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas/experiment"
	"easim/eas/report"
)

const defaultSeeds = "1..5"

func (e *env) compareCommand() *cli.Command {
	return &cli.Command{
		Name:  "compare",
		Usage: "compare variants of a scenario: energy beside performance, with intervals",
		Description: "Each variant is a name and the flags that make it, laid over the common ones. The\n" +
			"first is the baseline. All run on the same seeds, and differences are taken seed\n" +
			"by seed:\n\n" +
			"   easim compare -v base='' -v lbmin='--feat LB_MIN' --seeds 1..5\n\n" +
			"A variant with --seeds of its own is compared as an independent sample.",
		Flags:  append(scenarioFlags(), compareFlags()...),
		Action: e.compare,
	}
}

func compareFlags() []cli.Flag {
	return []cli.Flag{
		formatFlag(), seedsFlag(), jobsFlag(),
		&cli.StringSliceFlag{
			Name: "variant", Aliases: []string{"v"}, KeepSpace: true,
			Usage: "a variant, `NAME='FLAGS'`; the first is the baseline",
		},
		&cli.StringSliceFlag{
			Name: "metric", Usage: "show `PATH` of the run's JSON, such as energy.big or 'tasks.*.missed'; repeatable",
		},
		&cli.StringSliceFlag{
			Name: "fail-above", Usage: "exit 3 if a variant is worse than the baseline by more than `METRIC=PERCENT`",
		},
	}
}

func seedsFlag() cli.Flag {
	return &cli.StringFlag{Name: "seeds", Usage: "`LIST` of seeds, such as 1..5 or 1,2,7 (default " + defaultSeeds + ")"}
}

func jobsFlag() cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "`N` runs at a time (default: one a core)"}
}

func (e *env) compare(c *cli.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	form, err := format(c)
	if err != nil {
		return err
	}
	o := experiment.CompareOptions{Metrics: c.StringSlice("metric")}
	for _, text := range c.StringSlice("fail-above") {
		l, err := experiment.ParseLimit(text)
		if err != nil {
			return badUsage("--fail-above: %s", plain(err))
		}
		o.Limits = append(o.Limits, l)
	}
	variants, err := e.variants(c)
	if err != nil {
		return err
	}
	jobs, err := jobs(c)
	if err != nil {
		return err
	}
	total := 0
	for i := range variants {
		total += len(variants[i].Seeds)
	}
	r, wipe := e.runner(jobs, total)
	o.Runner = r
	got, err := experiment.Compare(c.Context, variants, o)
	wipe()
	if got == nil {
		return err
	}
	got.Version = version
	if werr := e.writeComparison(form, got); werr != nil {
		return werr
	}
	return errors.Join(err, comparisonError(got))
}

func jobs(c *cli.Context) (int, error) {
	if n := c.Int("jobs"); n > 0 || !c.IsSet("jobs") {
		return n, nil
	}
	return 0, badUsage("--jobs %d: want at least 1", c.Int("jobs"))
}

func (e *env) writeComparison(form string, c *experiment.Comparison) error {
	switch form {
	case formatJSON:
		e.warn(c.Warnings)
		out, err := report.ComparisonJSON(c)
		if err != nil {
			return err
		}
		return e.write(out)
	case formatCSV:
		e.warn(c.Warnings)
		return e.write(report.ComparisonCSV(c))
	}
	return e.write(report.Comparison(c, e.style()))
}

// errLimit is the error of a comparison that does not keep a limit.
var errLimit = errors.New("a limit was exceeded")

// comparisonError is the error of a comparison that is not as it should be: runs
// that failed, or limits that were exceeded.
func comparisonError(c *experiment.Comparison) error {
	var failed []string
	for i := range c.Variants {
		for _, f := range c.Variants[i].Failures {
			failed = append(failed, fmt.Sprintf("%s, seed %d: %s", c.Variants[i].Name, f.Seed, f.Error))
		}
	}
	switch {
	case len(failed) > 0:
		return fmt.Errorf("%d of the runs failed:\n  %s", len(failed), strings.Join(failed, "\n  "))
	case c.Exceeded():
		return errLimit
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas/compare"
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
			"A variant with --seeds of its own is compared as an independent sample. Several\n" +
			"--workload are compared one by one, and then by their geometric mean:\n\n" +
			"   easim compare -v base='' -v lbmin='--feat LB_MIN' --workload mp3 --workload geekbench",
		Flags:  append(compareScenarioFlags(), compareFlags()...),
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
		&cli.BoolFlag{Name: "all-pairs", Usage: "compare each variant with each other, not only with the baseline"},
		&cli.StringSliceFlag{
			Name: "metric", Usage: "show `PATH` of the run's JSON, such as energy.big or 'tasks.*.missed'; repeatable",
		},
		&cli.BoolFlag{
			Name:  "only-significant",
			Usage: "leave out what does not differ, but never the performance beside an energy",
		},
		&cli.BoolFlag{
			Name:  "why",
			Usage: "show every OPP, idle state, cause, task class and power behind a change of energy, not the largest only",
		},
		&cli.StringSliceFlag{
			Name: "fail-above", Usage: "exit 3 if a variant is worse than the baseline by more than `METRIC=PERCENT`",
		},
		junitFlag("limits and failed runs"),
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
	o, err := compareOptions(c)
	if err != nil {
		return err
	}
	variants, err := e.variants(c, len(o.Workloads) > 0)
	if err != nil {
		return err
	}
	jobs, err := jobs(c)
	if err != nil {
		return err
	}
	total := 0
	for i := range variants {
		total += len(variants[i].Seeds) * max(1, len(o.Workloads))
	}
	r, wipe := e.runner(jobs, total)
	o.Runner = r
	got, err := compare.Variants(c.Context, variants, o)
	wipe()
	if got == nil {
		return err
	}
	got.Version = version
	if errors.Is(err, context.Canceled) {
		done := 0
		for i := range got.Variants {
			done += len(got.Variants[i].Runs)
		}
		got.Warnings = append(got.Warnings, fmt.Sprintf("interrupted: only %d of %d runs were made", done, total))
	}
	return errors.Join(e.publish(c, form, got), err, comparisonError(got))
}

// compareOptions reads the flags that say what is looked at.
func compareOptions(c *cli.Context) (compare.Options, error) {
	o := compare.Options{Metrics: c.StringSlice("metric"), AllPairs: c.Bool("all-pairs")}
	for _, text := range c.StringSlice("fail-above") {
		l, err := compare.ParseLimit(text)
		if err != nil {
			return o, badUsage("--fail-above: %s", plain(err))
		}
		o.Limits = append(o.Limits, l)
	}
	if names := workloads(c); len(names) > 1 {
		o.Workloads = names
	}
	return o, nil
}

func jobs(c *cli.Context) (int, error) {
	if n := c.Int("jobs"); n > 0 || !c.IsSet("jobs") {
		return n, nil
	}
	return 0, badUsage("--jobs %d: want at least 1", c.Int("jobs"))
}

// publish writes a comparison where it is wanted. The JUnit file holds everything,
// whatever is shown.
func (e *env) publish(c *cli.Context, form string, got *compare.Comparison) error {
	err := writeJUnit(c, func() ([]byte, error) { return report.ComparisonJUnit(got) })
	if c.Bool("only-significant") {
		got = got.Significant()
	}
	text := report.Comparison
	if c.Bool("why") {
		text = report.WholeComparison
	}
	return errors.Join(err, e.writeComparison(form, text, got))
}

func (e *env) writeComparison(
	form string, text func(*compare.Comparison, report.Style) []byte, c *compare.Comparison,
) error {
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
	return e.write(text(c, e.style()))
}

// errLimit is the error of a comparison that does not keep a limit.
var errLimit = errors.New("a limit was exceeded")

// comparisonError is the error of a comparison that is not as it should be: runs
// that failed, or limits that were exceeded.
func comparisonError(c *compare.Comparison) error {
	var failed []string
	for i := range c.Variants {
		for _, f := range c.Variants[i].Failures {
			failed = append(failed, fmt.Sprintf("%s, seed %d: %s", c.Variants[i].Label(), f.Seed, f.Error))
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

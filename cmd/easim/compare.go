package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/experiment"
	"easim/eas/report"
	"easim/energy/diag"
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
			Name: "variant", Aliases: []string{"v"}, KeepSpace: true, Usage: "a variant, `NAME='FLAGS'`; the first is the baseline",
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

// variants reads the common flags and each -v, and checks that all can be run.
func (e *env) variants(c *cli.Context) ([]experiment.Variant, error) {
	common, err := e.scenario(c)
	if err != nil {
		return nil, err
	}
	common.ReadFile = experiment.NewFiles(e.readFile).Read
	seeds, err := seedList(c, defaultSeeds)
	if err != nil {
		return nil, err
	}
	texts := c.StringSlice("variant")
	if len(texts) < 2 {
		return nil, badUsage("compare needs at least two variants, for example -v base='' -v lbmin='--feat LB_MIN'")
	}
	var out []experiment.Variant
	for _, text := range texts {
		v, err := e.variant(text, common, seeds)
		if err != nil {
			return nil, err
		}
		for i := range out {
			if strings.EqualFold(out[i].Name, v.Name) {
				return nil, badUsage("two variants are called %q; give each a name of its own", v.Name)
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// seedList reads --seeds, or --seed as a list of one.
func seedList(c *cli.Context, otherwise string) ([]uint64, error) {
	text := c.String("seeds")
	switch {
	case text != "" && c.String("seed") != "":
		return nil, badUsage("give --seed or --seeds, not both")
	case text == "" && c.IsSet("seeds"):
		return nil, badUsage("--seeds %q: want numbers or ranges, such as 1..5", text)
	case text == "":
		text = c.String("seed")
	}
	if text == "" {
		text = otherwise
	}
	if text == "" {
		return nil, nil
	}
	seeds, err := experiment.ParseSeeds(text)
	if err != nil {
		return nil, badUsage("--%s", plain(err))
	}
	return seeds, nil
}

// variant reads NAME=FLAGS.
func (e *env) variant(text string, common eas.Scenario, seeds []uint64) (experiment.Variant, error) {
	name, flags, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	v := experiment.Variant{Name: name, Flags: strings.TrimSpace(flags), Seeds: seeds}
	switch {
	case !ok || name == "" || strings.HasPrefix(name, "-"):
		return v, badUsage("variant %q: want NAME='FLAGS', for example lbmin='--feat LB_MIN', or base='' for none", text)
	case strings.ContainsAny(name, ",\"'\n"):
		return v, badUsage("variant %q: a name holds no quotes, commas or line breaks", name)
	}
	c, err := e.parseFlags(flags)
	if err != nil {
		return v, variantError(name, err)
	}
	if v.Scenario, err = e.scenario(c); err != nil {
		return v, variantError(name, err)
	}
	own, err := seedList(c, "")
	if err != nil {
		return v, variantError(name, err)
	}
	if own != nil {
		v.Seeds = own
	}
	v.Scenario.ReadFile = nil
	v.Scenario = common.Over(v.Scenario)
	if _, err := eas.Inspect(v.Scenario); err != nil {
		return v, variantError(name, err)
	}
	return v, nil
}

// variantError names the variant, unless the error shows the lines of a file.
func variantError(name string, err error) error {
	var list *diag.ListError
	if errors.As(err, &list) {
		return err
	}
	return badUsage("variant %s: %s", name, plain(errors.New(strings.TrimPrefix(err.Error(), errUsage.Error()+": "))))
}

// parseFlags parses the flags of a variant with the flags of a scenario.
func (e *env) parseFlags(text string) (*cli.Context, error) {
	words, err := splitWords(text)
	if err != nil {
		return nil, badUsage("%q: %s", text, err)
	}
	flags := append(scenarioFlags(), seedsFlag())
	set := flag.NewFlagSet("variant", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range flags {
		if err := f.Apply(set); err != nil {
			return nil, err
		}
	}
	c := cli.NewContext(nil, set, nil)
	c.Command = &cli.Command{Name: "compare", HelpName: "easim compare", Flags: flags}
	if err := set.Parse(words); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			err = errors.New("flag provided but not defined: -help")
		}
		return nil, usageError(c, err, false)
	}
	if set.NArg() > 0 {
		return nil, badUsage("unexpected argument %q; a variant takes flags only", set.Arg(0))
	}
	return c, nil
}

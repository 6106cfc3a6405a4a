package main

import (
	"errors"
	"flag"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/compare"
	"easim/energy/diag"
)

// variants reads the common flags and each -v, and checks that all can be run. If
// all of several workloads are run, no variant has one of its own.
func (e *env) variants(c *cli.Context, several bool) ([]compare.Variant, error) {
	common, err := e.scenario(c)
	if err != nil {
		return nil, err
	}
	common.ReadFile = compare.NewFiles(e.readFile).Read
	seeds, err := seedList(c, defaultSeeds)
	if err != nil {
		return nil, err
	}
	texts := c.StringSlice("variant")
	if len(texts) < 2 {
		return nil, badUsage("compare needs at least two variants, for example -v base='' -v lbmin='--feat LB_MIN'")
	}
	var out []compare.Variant
	for _, text := range texts {
		v, err := e.variant(text, common, seeds, several)
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
	seeds, err := compare.ParseSeeds(text)
	if err != nil {
		return nil, badUsage("--%s", plain(err))
	}
	return seeds, nil
}

// variant reads NAME=FLAGS.
func (e *env) variant(
	text string, common eas.Scenario, seeds []uint64, several bool,
) (compare.Variant, error) {
	name, flags, ok := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	v := compare.Variant{Name: name, Flags: strings.TrimSpace(flags), Seeds: seeds}
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
	if several && v.Scenario.Workload != "" {
		return v, badUsage("variant %s: has a workload of its own; of several --workload each variant runs all", name)
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
	text := plain(errors.New(strings.TrimPrefix(err.Error(), errUsage.Error()+": ")))
	return badUsage("variant %s: %s", name, strings.ReplaceAll(text, "\n", "; "))
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

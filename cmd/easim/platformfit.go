package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report"
	"easim/energy"
	"easim/energy/diag"
	"easim/energy/export"
	"easim/energy/fit"
)

func (e *env) platformFitCommand() *cli.Command {
	return &cli.Command{
		Name:      "fit",
		Usage:     "find core and cluster costs in measured samples",
		ArgsUsage: "SAMPLES.csv",
		Description: "The first line of the CSV names the columns: cluster, cpus (how many are busy), freq_mhz or\n" +
			"freq_khz, power_mw (or energy_mj and duration_s), optionally volt_mv and score, the speed of one busy CPU.\n" +
			"Without a file the samples are those of a table of kind measured of --platform. With --toml or -o the\n" +
			"costs become a power table of --platform; otherwise they are only reported.",
		Flags: []cli.Flag{
			formatFlag(),
			&cli.StringFlag{Name: "platform", Usage: "the board that was measured, `NAME or FILE.toml`"},
			&cli.StringFlag{Name: "from", Usage: "`TABLE` of kind measured that holds the samples (default: the first)"},
			&cli.StringFlag{
				Name: "model", Value: fit.Linear.String(),
				Usage: "`MODEL`: linear (a line over busy CPUs at each OPP) or formula (C V² f + leakage)",
			},
			&cli.BoolFlag{Name: "monotone", Usage: "make costs rise with frequency (linear model)"},
			&cli.BoolFlag{Name: "drop-outliers", Usage: "leave marked samples out of the fit"},
			&cli.Float64Flag{Name: "confidence", Value: 0.95, Usage: "of the intervals, `0 to 1`"},
			&cli.Float64Flag{Name: "base-mw", Usage: "subtract what the rest of the board draws, `MW`"},
			&cli.BoolFlag{Name: "toml", Usage: "print the power table, as it stands in a platform file"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the platform with the table added to `FILE`"},
			&cli.StringFlag{Name: "name", Value: "fit", Usage: "`NAME` of the table"},
			&cli.StringFlag{Name: "kind", Usage: "`KIND` of the table: eas1x (default), em or measured"},
			&cli.StringFlag{Name: "unit", Value: energy.UnitUW, Usage: "`UNIT` of the table: uW, mW or bogo-mW"},
			&cli.StringFlag{
				Name: "capacity", Usage: "take capacities from this `TABLE` where there is no score (default: the first)",
			},
		},
		Action: e.platformFit,
	}
}

// fitting is one call of the command.
type fitting struct {
	p       *energy.Platform // nil: none was named
	samples []fit.Sample
	file    string // of the samples; "" if they are a table
	src     []byte
	table   fit.TableOptions
}

func (e *env) platformFit(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	o, err := fitOptions(c)
	if err != nil {
		return err
	}
	var f fitting
	if err := f.options(c); err != nil {
		return err
	}
	if err := e.fitInput(c, &f); err != nil {
		return err
	}
	r, err := fit.Fit(f.samples, o)
	if err != nil {
		return f.fault(err)
	}
	r.Warnings.Locate(f.file, nil)
	fmt.Fprint(e.stderr, r.Warnings.Render(f.src))
	if c.Bool("toml") || c.IsSet("output") {
		if err := e.fitTable(c, &f, r); err != nil {
			return err
		}
	}
	if !c.Bool("toml") {
		if err := e.fitReport(form, r); err != nil {
			return err
		}
	}
	if r.Warnings.HasErrors() {
		return fmt.Errorf("samples that make no sense: %w", errReported)
	}
	return nil
}

func fitOptions(c *cli.Context) (fit.Options, error) {
	o := fit.Options{
		Monotone: c.Bool("monotone"), DropOutliers: c.Bool("drop-outliers"),
		Confidence: c.Float64("confidence"), BaseUW: 1000 * c.Float64("base-mw"),
	}
	var ok bool
	if o.Model, ok = fit.ParseModel(strings.ToLower(c.String("model"))); !ok {
		return o, badUsage("unknown model %q; %s", c.String("model"),
			diag.Suggest(c.String("model"), []string{fit.Linear.String(), fit.Formula.String()}))
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		return o, badUsage("--confidence %g: want a number between 0 and 1", o.Confidence)
	}
	if !(o.BaseUW >= 0 && o.BaseUW < 1e12) {
		return o, badUsage("--base-mw %g: want a power of at least 0", c.Float64("base-mw"))
	}
	return o, nil
}

// options reads what kind of table is wanted.
func (f *fitting) options(c *cli.Context) error {
	f.table = fit.TableOptions{Name: c.String("name"), Unit: c.String("unit"), CapacityTable: c.String("capacity")}
	if c.IsSet("kind") {
		var ok bool
		if f.table.Kind, ok = energy.ParseTableKind(strings.ToLower(c.String("kind"))); !ok {
			return badUsage("unknown kind %q; %s", c.String("kind"),
				diag.Suggest(c.String("kind"), []string{"eas1x", "em", "measured"}))
		}
	}
	units := []string{energy.UnitUW, energy.UnitMW, energy.UnitBogoMW}
	if !slices.Contains(units, f.table.Unit) {
		return badUsage("unknown unit %q; %s", f.table.Unit, diag.Suggest(f.table.Unit, units))
	}
	if !c.IsSet("platform") && (c.Bool("toml") || c.IsSet("output") || !c.Args().Present()) {
		return badUsage("name the board that was measured: --platform NAME or FILE.toml")
	}
	if c.Args().Len() > 1 {
		return badUsage("%s takes one file: %s", c.Command.HelpName, c.Command.ArgsUsage)
	}
	return nil
}

// fitInput reads platform and samples.
func (e *env) fitInput(c *cli.Context, f *fitting) error {
	var err error
	if c.IsSet("platform") {
		if f.p, err = e.board(c.String("platform")); err != nil {
			return err
		}
		if f.table.CapacityTable != "" {
			if _, err := f.p.FindTable(f.table.CapacityTable); err != nil {
				return &eas.InputError{Err: err}
			}
		}
	}
	if !c.Args().Present() {
		return f.measured(c)
	}
	f.file = c.Args().First()
	if f.src, err = eas.ReadInput(e.readFile, f.file, "sample"); err != nil {
		return err
	}
	var list diag.List
	f.samples, list = fit.Read(f.file, f.src)
	if err := list.Err(); err != nil {
		return &eas.InputError{Err: err, Text: f.src}
	}
	fmt.Fprint(e.stderr, list.Render(f.src))
	f.table.Source = fmt.Sprintf("fitted from %s (sha256 %.16x)", filepath.Base(f.file), sha256.Sum256(f.src))
	if f.p != nil {
		if f.samples, err = fit.Place(f.samples, f.p); err != nil {
			return f.fault(err)
		}
	}
	return nil
}

// fault is an error about the samples, with the name of their file.
func (f *fitting) fault(err error) error {
	if f.file != "" {
		err = fmt.Errorf("%s: %s", f.file, plain(err))
	}
	return &eas.InputError{Err: err}
}

// measured takes the samples from a table of the platform.
func (f *fitting) measured(c *cli.Context) error {
	t := f.p.TableOfKind(energy.TableMeasured)
	if c.IsSet("from") {
		var err error
		if t, err = f.p.FindTable(c.String("from")); err != nil {
			return &eas.InputError{Err: err}
		}
	}
	if t == nil {
		return &eas.InputError{Err: fmt.Errorf("platform %s has no table of kind measured; name a file of samples", f.p.Name)}
	}
	var err error
	if f.samples, err = fit.FromTable(f.p, t); err != nil {
		return &eas.InputError{Err: err}
	}
	f.table.Source = fmt.Sprintf("fitted from table %s (%s)", t.Name, t.Source)
	if f.table.CapacityTable == "" {
		f.table.CapacityTable = t.Name
	}
	return nil
}

// fitTable writes the power table, alone or with its platform.
func (e *env) fitTable(c *cli.Context, f *fitting, r *fit.Result) error {
	t, list := r.Table(f.p, f.table)
	if list.HasErrors() {
		fmt.Fprint(e.stderr, list[len(r.Warnings.Only(diag.Error)):].Render(nil))
		return fmt.Errorf("no table: %w", errReported)
	}
	if f.p.Table(t.Name) != nil && c.IsSet("output") {
		return badUsage("platform %s has a table %q already; choose another --name", f.p.Name, t.Name)
	}
	p := *f.p
	p.Tables = append(slices.Clone(p.Tables), t)
	if err := p.Validate().Err(); err != nil {
		return &eas.InputError{Err: err}
	}
	if target := c.String("output"); target != "" {
		if err := os.WriteFile(target, energy.Encode(&p), 0o666); err != nil {
			return fmt.Errorf("writing the platform: %w", err)
		}
	}
	if !c.Bool("toml") {
		return nil
	}
	return e.write(export.Table(&p, &t))
}

func (e *env) fitReport(form string, r *fit.Result) error {
	switch form {
	case formatJSON:
		return e.writeJSON(report.FitDataOf(r))
	case formatCSV:
		return e.write(report.FitCSV(r))
	}
	return e.write(report.Fit(r, e.style()))
}

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/energy"
	"easim/energy/diag"
	"easim/energy/export"
)

// The further values of --format that platform export knows.
const (
	formatTOML      = "toml"
	formatDTS       = "dts"
	formatDebugfs   = "debugfs"
	formatDebugfsMW = "debugfs-mw"
)

func (e *env) platformExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write a board for other programs: device tree, debugfs, CSV, JSON, canonical TOML",
		ArgsUsage: "NAME or FILE.toml",
		Description: "dts: cpus node, OPP tables with opp-microwatt, capacity-dmips-mhz, idle states, sched-energy-costs.\n" +
			"debugfs: the energy model as Linux 6.12 shows it (debugfs-mw: 5.8 to 5.10, in milliwatts).\n" +
			"What a form cannot hold is said on standard error.",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "format", Value: formatTOML,
				Usage: "`FORMAT`: toml (text is the same), dts, debugfs, debugfs-mw, json or csv",
			},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "em", Usage: "`TABLE` of kind em for dts and debugfs (default: the first, or one derived)"},
			&cli.StringFlag{Name: "eas1x", Usage: "`TABLE` of kind eas1x for dts (default: the first)"},
		},
		Action: e.platformExport,
	}
}

func (e *env) platformExport(c *cli.Context) error {
	known := []string{formatTOML, formatText, formatDTS, formatDebugfs, formatDebugfsMW, formatJSON, formatCSV}
	form := strings.ToLower(c.String("format"))
	if !slices.Contains(known, form) {
		return badUsage("unknown format %q; %s", c.String("format"), diag.Suggest(form, known))
	}
	name, err := oneArg(c)
	if err != nil {
		return err
	}
	p, err := e.board(name)
	if err != nil {
		return err
	}
	out, err := e.exported(c, p, form)
	if err != nil {
		return err
	}
	if target := c.String("output"); target != "" {
		if err := os.WriteFile(target, out, 0o666); err != nil {
			return fmt.Errorf("writing the export: %w", err)
		}
		return nil
	}
	return e.write(out)
}

func (e *env) exported(c *cli.Context, p *energy.Platform, form string) ([]byte, error) {
	switch form {
	case formatDTS:
		out, lost, err := export.DeviceTree(p, export.Options{EM: c.String("em"), EAS1x: c.String("eas1x")})
		if err != nil {
			return nil, &eas.InputError{Err: err}
		}
		for _, w := range lost {
			e.warn([]string{w.Summary + "; " + w.Detail})
		}
		return out, nil
	case formatDebugfs, formatDebugfsMW:
		return e.exportDebugfs(c, p, form)
	case formatJSON:
		return export.JSON(p)
	case formatCSV:
		return export.CSV(p)
	}
	return energy.Encode(p), nil
}

func (e *env) exportDebugfs(c *cli.Context, p *energy.Platform, form string) ([]byte, error) {
	t, warning, err := p.ModelTable(energy.TableEM)
	if c.IsSet("em") {
		warning = ""
		t, err = p.FindTable(c.String("em"))
	}
	if err != nil {
		return nil, &eas.InputError{Err: err}
	}
	if warning != "" {
		e.warn([]string{warning})
	}
	write := export.Debugfs
	if form == formatDebugfsMW {
		write = export.DebugfsMilliWatts
	}
	out, err := write(p, t)
	if err != nil {
		return nil, &eas.InputError{Err: err}
	}
	return out, nil
}

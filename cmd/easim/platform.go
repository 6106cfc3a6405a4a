package main

import (
	"github.com/urfave/cli/v2"

	"easim/eas/report"
	"easim/energy"
	"easim/platforms"
)

func (e *env) platformCommand() *cli.Command {
	return &cli.Command{
		Name:  "platform",
		Usage: "boards: list them, show one, check a file",
		Subcommands: []*cli.Command{
			{
				Name:   "list",
				Usage:  "list the built-in boards",
				Flags:  []cli.Flag{formatFlag()},
				Action: e.platformList,
			},
			{
				Name:      "show",
				Usage:     "show a board: clusters, speeds, idle states, power tables, sources",
				ArgsUsage: "NAME or FILE.toml",
				Flags: []cli.Flag{
					formatFlag(),
					&cli.BoolFlag{Name: "toml", Usage: "print the platform file in canonical form, as a base for one of your own"},
				},
				Action: e.platformShow,
			},
			e.platformValidateCommand(),
			e.platformFixCommand(),
			e.platformNewCommand(),
			e.platformSchemaCommand(),
			e.platformImportCommand(),
			e.platformCollectCommand(),
			e.platformExportCommand(),
			e.platformFitCommand(),
			e.platformTippingCommand(),
			e.platformPlotCommand(),
		},
	}
}

func (e *env) platformList(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	if err := noArgs(c); err != nil {
		return err
	}
	var list []*energy.Platform
	var data []report.PlatformData
	for _, name := range platforms.Names() {
		p, err := platforms.Load(name)
		if err != nil {
			return err
		}
		list, data = append(list, p), append(data, report.PlatformDataOf(p))
	}
	switch t := report.Platforms(list); form {
	case formatJSON:
		return e.writeJSON(data)
	case formatCSV:
		return e.write(t.CSV())
	default:
		return e.write(t.Text(e.style()))
	}
}

func (e *env) platformShow(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	name, err := oneArg(c)
	if err != nil {
		return err
	}
	p, err := e.board(name)
	if err != nil {
		return err
	}
	switch {
	case c.Bool("toml"):
		return e.write(energy.Encode(p))
	case form == formatJSON:
		return e.writeJSON(report.PlatformDataOf(p))
	case form == formatCSV:
		return e.write(report.PlatformCSV(p))
	}
	return e.write(report.Platform(p, e.style()))
}

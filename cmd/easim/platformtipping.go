package main

import (
	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report"
	"easim/energy"
	"easim/energy/tipping"
)

func (e *env) platformTippingCommand() *cli.Command {
	return &cli.Command{
		Name:      "tipping",
		Usage:     "where each class of CPUs is the cheapest, and where CPUs and the board tip over",
		ArgsUsage: "NAME or FILE.toml",
		Description: "Cost is power for each unit of capacity, by one power table. A task of a given utilisation runs\n" +
			"at the lowest OPP that leaves it 20 % of room, as schedutil and the EAS 1.x governor do.",
		Flags: append([]cli.Flag{
			formatFlag(),
			&cli.IntFlag{Name: "vary", Value: 5, Usage: "try powers that are off by `PERCENT`"},
		}, costFlags()...),
		Action: e.platformTipping,
	}
}

// costFlags are the flags that say what work costs.
func costFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "table", Usage: "power `TABLE` to go by (default: the one that counts the energy)"},
		&cli.IntFlag{
			Name: "busy", Value: 1,
			Usage: "`N` CPUs, or all of a smaller cluster, are busy together and share its cost",
		},
		&cli.BoolFlag{Name: "core-only", Usage: "leave the clusters' shared part out, as if they were awake anyway"},
	}
}

// costReport loads the board that the command names and compares its classes.
func (e *env) costReport(c *cli.Context, vary int) (*tipping.Report, error) {
	name, err := oneArg(c)
	if err != nil {
		return nil, err
	}
	if vary < 1 || vary > 99 {
		return nil, badUsage("--vary %d: want 1 to 99 percent", vary)
	}
	p, err := e.board(name)
	if err != nil {
		return nil, err
	}
	largest := 0
	for i := range p.Clusters {
		largest = max(largest, p.Clusters[i].CPUs.Len())
	}
	if n := c.Int("busy"); n < 1 || n > largest {
		return nil, badUsage("--busy %d: want 1 to %d, the CPUs of the largest cluster of %s", n, largest, p.Name)
	}
	t := p.DefaultMeter()
	if c.IsSet("table") {
		if t, err = p.FindTable(c.String("table")); err != nil {
			return nil, &eas.InputError{Err: err}
		}
	}
	r, err := tipping.New(p, t, tipping.Options{Busy: c.Int("busy"), CoreOnly: c.Bool("core-only"), Percent: vary})
	if err != nil {
		return nil, &eas.InputError{Err: err}
	}
	return r, nil
}

// board loads a platform and says on standard error what is doubtful about it.
func (e *env) board(name string) (*energy.Platform, error) {
	p, warnings, err := eas.LoadPlatform(name, e.readFile)
	if err != nil && !eas.IsFile(name) {
		return nil, unknownBoard(name, err)
	}
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		e.warn([]string{w.String()})
	}
	return p, nil
}

func (e *env) platformTipping(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	r, err := e.costReport(c, c.Int("vary"))
	if err != nil {
		return err
	}
	switch form {
	case formatJSON:
		return e.writeJSON(report.TippingDataOf(r))
	case formatCSV:
		return e.write(report.TippingCSV(r))
	}
	return e.write(report.Tipping(r, e.style()))
}

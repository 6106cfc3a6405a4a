package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas/report"
	"easim/eas/report/chart"
	"easim/energy/diag"
)

func (e *env) platformPlotCommand() *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "draw power and cost of work against capacity, and what idle states save",
		ArgsUsage: "NAME or FILE.toml",
		Flags: append([]cli.Flag{
			&cli.StringFlag{
				Name: "output", Aliases: []string{"o"},
				Usage: "write the picture to `FILE`, .svg or .png (default: SVG to standard output)",
			},
			&cli.StringFlag{Name: "picture", Usage: "draw only `NAME`: power, cost or idle"},
			&cli.IntFlag{Name: "width", Usage: "`PIXELS` (default 860); a PNG has twice as many"},
			&cli.BoolFlag{Name: "dark", Usage: "light on dark"},
		}, costFlags()...),
		Action: e.platformPlot,
	}
}

func (e *env) platformPlot(c *cli.Context) error {
	target := c.String("output")
	ext := strings.ToLower(filepath.Ext(target))
	if target != "" && ext != ".svg" && ext != ".png" {
		return badUsage("--output %q: want a name that ends in .svg or .png", target)
	}
	if n := c.Int("width"); c.IsSet("width") && (n < 200 || n > 10_000) {
		return badUsage("--width %d: want 200 to 10000", n)
	}
	r, err := e.costReport(c, 5)
	if err != nil {
		return err
	}
	charts, err := onePicture(report.PlatformCharts(r), c.String("picture"))
	if err != nil {
		return err
	}
	o := chart.Options{Width: float64(c.Int("width"))}
	if c.Bool("dark") {
		o.Theme = chart.Dark
	}
	var out []byte
	if ext == ".png" {
		if out, err = report.StackPNG(charts, o); err != nil {
			return err
		}
	} else {
		out = report.StackSVG(charts, o)
	}
	if target == "" {
		return e.write(out)
	}
	if err := os.WriteFile(target, out, 0o666); err != nil {
		return fmt.Errorf("writing the picture: %w", err)
	}
	return nil
}

// onePicture picks the chart of that name; all for "".
func onePicture(charts []chart.Chart, name string) ([]chart.Chart, error) {
	if name == "" {
		return charts, nil
	}
	var names []string
	for _, ch := range charts {
		names = append(names, ch.About().Name)
	}
	i := slices.Index(names, strings.ToLower(name))
	switch {
	case i >= 0:
		return charts[i : i+1], nil
	case strings.EqualFold(name, "idle"):
		return nil, badUsage("the table does not know idle powers: there is no picture %q", name)
	}
	return nil, badUsage("unknown picture %q; %s", name, diag.Suggest(name, names))
}

package main

import (
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas/report"
	"easim/eas/report/chart"
	"easim/eas/report/page"
	"easim/energy/diag"
)

func (e *env) plotCommand() *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "one picture out of a report, as PNG or SVG",
		ArgsUsage: "DIR or FILE...",
		Description: "Takes what `easim report` takes. Without -o it lists the pictures there are.\n\n" +
			"   easim plot out --picture curve-score-mt -o curve.svg",
		Flags: append(
			windowFlags(),
			formatFlag(),
			&cli.StringFlag{Name: "picture", Usage: "`NAME` of the picture (default: the first)"},
			&cli.StringFlag{
				Name:    "output",
				Aliases: []string{"o"},
				Usage:   "`FILE` to write; its ending says the format: .png or .svg",
			},
			&cli.StringFlag{Name: "theme", Value: "light", Usage: "`THEME`: light or dark"},
			&cli.IntFlag{Name: "width", Value: chart.WideWidth, Usage: "width in `PIXELS`; of a PNG there are --scale as many"},
			&cli.Float64Flag{Name: "scale", Value: 2, Usage: "PNG: image pixels for one of --width, `N`"},
		),
		Action: e.plot,
	}
}

func (e *env) plot(c *cli.Context) error {
	o, err := plotOptions(c)
	if err != nil {
		return err
	}
	form, err := format(c)
	if err != nil {
		return err
	}
	inputs, err := e.inputs(c)
	if err != nil {
		return err
	}
	var pictures []page.Picture
	for i := range inputs {
		e.warn(inputs[i].Notes)
		pictures = append(pictures, page.Pictures(inputs[i])...)
	}
	file := c.String("output")
	if file == "" {
		return e.listPictures(form, pictures)
	}
	p, err := picture(pictures, c.String("picture"))
	if err != nil {
		return err
	}
	drawn := chart.Picture{}
	switch ending := strings.ToLower(filepath.Ext(file)); ending {
	case ".svg":
		drawn = chart.SVG(p.Chart, o)
	case ".png":
		if drawn, err = chart.PNG(p.Chart, o); err != nil {
			return err
		}
	default:
		return badUsage("--output %s: want a name that ends in .png or .svg", file)
	}
	return e.writeFile(file, drawn.Bytes)
}

func plotOptions(c *cli.Context) (chart.Options, error) {
	o := chart.Options{Title: true, Width: float64(c.Int("width")), Scale: c.Float64("scale")}
	switch strings.ToLower(c.String("theme")) {
	case "light":
	case "dark":
		o.Theme = chart.Dark
	default:
		return o, badUsage("unknown theme %q; want light or dark", c.String("theme"))
	}
	if o.Width < chart.NarrowWidth || o.Width > 4000 {
		return o, badUsage("--width %d: want %d to 4000", c.Int("width"), chart.NarrowWidth)
	}
	if o.Scale < 0.5 || o.Scale > 8 {
		return o, badUsage("--scale %g: want 0.5 to 8", o.Scale)
	}
	return o, nil
}

func (e *env) listPictures(form string, pictures []page.Picture) error {
	t := &report.Table{Columns: []report.Column{{Head: "picture"}, {Head: "title"}}}
	type entry struct {
		Name  string `json:"name"`
		Title string `json:"title"`
	}
	list := []entry{}
	for _, p := range pictures {
		t.Add(p.Name, p.Chart.About().Title)
		list = append(list, entry{p.Name, p.Chart.About().Title})
	}
	switch form {
	case formatJSON:
		return e.writeJSON(list)
	case formatCSV:
		return e.write(t.CSV())
	}
	return e.write(t.Text(e.style()))
}

// picture finds a picture by its name; the first without one.
func picture(pictures []page.Picture, name string) (page.Picture, error) {
	var names []string
	for _, p := range pictures {
		if name == "" || strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return page.Picture{}, badUsage("there is no picture in it")
	}
	return page.Picture{}, badUsage("no picture is called %q; %s", name, diag.Suggest(name, names))
}

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas/report"
	"easim/energy/diag"
)

// The values of --format.
const (
	formatText = "text"
	formatJSON = "json"
	formatCSV  = "csv"
)

func formatFlag() cli.Flag {
	return &cli.StringFlag{Name: "format", Value: formatText, Usage: "`FORMAT` of the result: text, json or csv"}
}

// format reads --format.
func format(c *cli.Context) (string, error) {
	known := []string{formatText, formatJSON, formatCSV}
	name := strings.ToLower(c.String("format"))
	if !slices.Contains(known, name) {
		return "", badUsage("unknown format %q; %s", c.String("format"), diag.Suggest(name, known))
	}
	return name, nil
}

func (e *env) write(out []byte) error {
	if _, err := e.stdout.Write(out); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

func (e *env) writeJSON(v any) error {
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return e.write(append(out, '\n'))
}

// style is colourful on a terminal that wants it (https://no-color.org).
func (e *env) style() report.Style {
	f, isFile := e.stdout.(*os.File)
	if !isFile || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return report.Style{}
	}
	info, err := f.Stat()
	return report.Style{Color: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (e *env) warn(warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(e.stderr, "easim: warning: %s\n", w)
	}
}

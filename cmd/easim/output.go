package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
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

// style is colourful on a terminal that wants it (https://no-color.org), and ASCII
// on one that is not set up for more. A file or pipe gets the same text everywhere.
func (e *env) style() report.Style {
	f, isFile := e.stdout.(*os.File)
	if !isFile {
		return report.Style{}
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return report.Style{}
	}
	return report.Style{
		Color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		ASCII: runtime.GOOS != "windows" && !isUTF8(os.Getenv),
	}
}

// isUTF8 reports whether the locale has UTF-8, by the variable that counts (POSIX,
// Environment Variables, 8.2).
func isUTF8(getenv func(string) string) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToUpper(v)
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false
}

func (e *env) warn(warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(e.stderr, "easim: warning: %s\n", w)
	}
}

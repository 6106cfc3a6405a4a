package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report"
	"easim/energy/diag"
	"easim/energy/lint"
	"easim/platforms"
)

// The further values of --format that platform validate knows.
const (
	formatSARIF = "sarif"
	formatJUnit = "junit"
)

func (e *env) platformValidateCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Aliases:   []string{"lint"},
		Usage:     "check platform files: all faults at once, with code, line, key and remedy",
		ArgsUsage: "NAME or FILE.toml...",
		Description: "Errors make a file unusable; warnings are doubts about its numbers. Every law has a code\n" +
			"(EM001 and on), listed by --rules. The exit code is 2 if a file is invalid.",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "format", Value: formatText, Usage: "`FORMAT` of the verdicts: text, json, csv, sarif or junit",
			},
			strictFlag(),
			&cli.StringSliceFlag{
				Name: "allow", Usage: "findings of this `CODE` (or name) never make a file invalid; repeatable",
			},
			&cli.StringFlag{Name: "sarif", Usage: "write the findings to `FILE` in SARIF 2.1.0 as well"},
			&cli.StringFlag{Name: "junit", Usage: "write the findings to `FILE` as a JUnit report as well"},
			&cli.BoolFlag{Name: "rules", Usage: "list every law: code, severity, what it means, what to do; checks no file"},
		},
		Action: e.platformValidate,
	}
}

func (e *env) platformValidate(c *cli.Context) error {
	form, err := lintFormat(c)
	if err != nil {
		return err
	}
	if c.Bool("rules") {
		if err := noArgs(c); err != nil {
			return err
		}
		return e.writeRules(form)
	}
	if !c.Args().Present() {
		return badUsage("%s needs at least one file", c.Command.HelpName)
	}
	policy := lint.Policy{Strict: c.Bool("strict"), Allow: splitCommas(c.StringSlice("allow"))}
	if err := policy.Check(); err != nil {
		return badUsage("%s", strings.TrimPrefix(err.Error(), "lint: "))
	}
	var results []lint.Result
	bad := false
	for _, name := range c.Args().Slice() {
		r := e.lintOne(name, policy)
		if err := c.Context.Err(); err != nil {
			return err
		}
		bad = bad || !r.Valid
		results = append(results, r)
	}
	if err := e.writeResults(form, results, policy); err != nil {
		return err
	}
	if err := writeReports(c, results, policy); err != nil {
		return err
	}
	if bad {
		return fmt.Errorf("invalid input: %w", errReported)
	}
	return nil
}

func lintFormat(c *cli.Context) (string, error) {
	known := []string{formatText, formatJSON, formatCSV, formatSARIF, formatJUnit}
	name := strings.ToLower(c.String("format"))
	if !slices.Contains(known, name) {
		return "", badUsage("unknown format %q; %s", c.String("format"), diag.Suggest(name, known))
	}
	return name, nil
}

func splitCommas(list []string) []string {
	var out []string
	for _, s := range list {
		for part := range strings.SplitSeq(s, ",") {
			if part = strings.TrimSpace(part); part != "" {
				out = append(out, part)
			}
		}
	}
	return out
}

// lintOne checks one file or built-in board and shows what it finds on standard
// error.
func (e *env) lintOne(name string, policy lint.Policy) lint.Result {
	src, err := e.platformSource(name)
	if err != nil {
		r := lint.Result{File: name, List: diag.List{{Severity: diag.Error, Summary: plain(err), File: name}}}
		fmt.Fprint(e.stderr, r.List.Render(nil))
		return r
	}
	_, list := lint.File(name, src)
	list, valid := policy.Apply(list)
	fmt.Fprint(e.stderr, withCodes(list).Render(src))
	return lint.Result{File: name, Valid: valid, List: list}
}

// platformSource is the text of a platform file or of a built-in board.
func (e *env) platformSource(name string) ([]byte, error) {
	if eas.IsFile(name) {
		return eas.ReadInput(e.readFile, name, "platform")
	}
	src, err := platforms.Source(name)
	if err != nil {
		return nil, unknownBoard(name, err)
	}
	return src, nil
}

// unknownBoard is the error of a name that is no built-in board's; a file of that
// name may be meant.
func unknownBoard(name string, err error) error {
	if _, e := os.Stat(name); e == nil && !eas.IsFile(name) {
		err = fmt.Errorf("unknown platform %q; write ./%s for the platform file of that name, or see easim platform import",
			name, name)
	}
	return &eas.InputError{Err: err}
}

// withCodes returns the findings with code and name of their rule in the text.
func withCodes(list diag.List) diag.List {
	out := slices.Clone(list)
	for i := range out {
		if r, ok := lint.Lookup(out[i].Code); ok {
			out[i].Summary += " [" + r.Code + " " + r.Name + "]"
		}
	}
	return out
}

// writeResults writes the verdicts to standard output.
func (e *env) writeResults(form string, results []lint.Result, policy lint.Policy) error {
	switch form {
	case formatSARIF:
		return e.writeMade(lint.SARIF(results))
	case formatJUnit:
		return e.writeMade(lint.JUnit(results, policy))
	}
	var verdicts []report.Verdict
	for i := range results {
		list := results[i].List
		if form == formatCSV {
			list = withCodes(list)
		}
		verdicts = append(verdicts, report.NewVerdict(results[i].File, results[i].Valid, list))
	}
	return e.writeVerdicts(form, verdicts)
}

func (e *env) writeMade(out []byte, err error) error {
	if err != nil {
		return err
	}
	return e.write(out)
}

// writeReports writes the files of --sarif and --junit.
func writeReports(c *cli.Context, results []lint.Result, policy lint.Policy) error {
	sarif, junit := c.String("sarif"), c.String("junit")
	var errs []error
	if sarif != "" {
		out, err := lint.SARIF(results)
		errs = append(errs, err, os.WriteFile(sarif, out, 0o666))
	}
	if junit != "" {
		out, err := lint.JUnit(results, policy)
		errs = append(errs, err, os.WriteFile(junit, out, 0o666))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("writing the findings: %w", err)
	}
	return nil
}

// ruleData is the JSON form of a law.
type ruleData struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Severity string `json:"severity"`
	Fixable  bool   `json:"fixable"`
	Title    string `json:"title"`
	Remedy   string `json:"remedy"`
}

func (e *env) writeRules(form string) error {
	t := &report.Table{Columns: []report.Column{
		{Head: "code"}, {Head: "name"}, {Head: "severity"}, {Head: "fix"}, {Head: "broken when"}, {Head: "remedy"},
	}}
	var data []ruleData
	for _, r := range lint.Rules() {
		data = append(data, ruleData{r.Code, r.Name, r.Severity.String(), r.Fixable, r.Title, r.Remedy})
		fix := ""
		if r.Fixable {
			fix = "yes"
		}
		t.Add(r.Code, r.Name, r.Severity.String(), fix, r.Title, r.Remedy)
	}
	switch form {
	case formatJSON:
		return e.writeJSON(data)
	case formatCSV:
		return e.write(t.CSV())
	case formatText:
		return e.write(t.Text(e.style()))
	}
	return badUsage("--rules comes as text, json or csv")
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/energy"
	"easim/energy/debugfs"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/importer"
	"easim/energy/jsontree"
)

func (e *env) platformImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "make a platform file of a device tree, a dump of a board, a LISA file or samples",
		ArgsUsage: "FILE, DIR or -",
		Description: "Recognises: device trees (.dtb; .dts if dtc is installed), dumps of a running board (a directory\n" +
			"such as /sys, a tar archive, what `easim platform collect` prints, a kernel log), LISA's plat_info.yml\n" +
			"and platform JSON, freqbench's results.json and .csv, Wattson's cpu_1d.csv; each also with gzip.\n" +
			"What the input does not say is left out and named on standard error. The exit code is 2 if the\n" +
			"input has faults; --allow accepts one by its code.",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name:    "output",
				Aliases: []string{"o"},
				Usage:   "write the platform to `FILE`.toml instead of printing it",
			},
			&cli.StringFlag{Name: "name", Usage: "`NAME` of the platform (default: from the input)"},
			&cli.StringFlag{Name: "boot-cpu", Usage: "device trees: `REG` of the CPU that boots, which Linux numbers 0 (0x100)"},
			&cli.StringSliceFlag{
				Name:  "domain",
				Usage: "`CPUS` that change frequency together (0-3), for inputs that do not say; repeatable, in the input's order",
			},
			&cli.StringFlag{Name: "opp-name", Usage: "device trees: use opp-microvolt-`NAME` (a speed bin)"},
			&cli.StringSliceFlag{
				Name:  "supported-hw",
				Usage: "device trees: `MASK` of the board's version, to leave out OPPs of others",
			},
			&cli.StringSliceFlag{Name: "allow", Usage: "a fault with this `CODE` is a warning; repeatable"},
		},
		Action: e.platformImport,
	}
}

func (e *env) platformCollectCommand() *cli.Command {
	return &cli.Command{
		Name:  "collect",
		Usage: "print a shell script that collects a dump of a running board for `platform import`",
		Description: "On the board, as root:   easim platform collect > collect.sh; sh collect.sh > board.txt\n" +
			"From another machine:    easim platform collect | ssh root@board sh > board.txt\n" +
			"The script is POSIX shell, reads files only and prints no serial numbers or addresses.",
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return e.write([]byte(debugfs.CollectScript()))
		},
	}
}

func (e *env) platformImport(c *cli.Context) error {
	name, err := oneArg(c)
	if err != nil {
		return err
	}
	o, err := importOptions(c)
	if err != nil {
		return err
	}
	src, err := e.importSource(name)
	if err != nil {
		return err
	}
	p, list, err := importer.Import(name, src, o)
	if err != nil {
		return importFault(name, src, err)
	}
	for i := range list {
		d := &list[i]
		if d.Severity == diag.Error && contains(c.StringSlice("allow"), d.Code) {
			d.Severity = diag.Warning
		}
		if d.Code != "" {
			d.Summary += " [" + d.Code + "]"
		}
	}
	fmt.Fprint(e.stderr, list.Render(textOf(src.Data)))
	if p == nil || list.HasErrors() {
		return fmt.Errorf("invalid input: %w", errReported)
	}
	return e.writePlatform(c.String("output"), p)
}

// importFault is the error of an input that no reader makes sense of, without the
// names of packages; a fault of its text is shown in its line.
func importFault(name string, src importer.Source, err error) error {
	var syntax *jsontree.SyntaxError
	if errors.As(err, &syntax) {
		if name == eas.Stdin {
			name = "standard input"
		}
		list := diag.List{{Severity: diag.Error, File: name, Line: syntax.Line, Summary: syntax.What}}
		return &eas.InputError{Err: list.Err(), Text: textOf(src.Data)}
	}
	text := strings.TrimPrefix(err.Error(), "importer: ")
	for _, reader := range []string{"bench", "debugfs", "devicetree", "lisa"} {
		text = strings.Replace(text, ": "+reader+": ", ": ", 1)
	}
	return &eas.InputError{Err: errors.New(text)}
}

func contains(list []string, code string) bool {
	for _, s := range splitCommas(list) {
		if strings.EqualFold(s, code) {
			return true
		}
	}
	return false
}

// textOf is the input as far as its lines can be shown.
func textOf(data []byte) []byte {
	if bytes.IndexByte(data, 0) >= 0 || bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		return nil
	}
	return data
}

// importOptions reads the flags.
func importOptions(c *cli.Context) (importer.Options, error) {
	o := importer.Options{Options: draft.Options{
		Name: c.String("name"), BootCPU: c.String("boot-cpu"), OPPName: c.String("opp-name"),
	}}
	if bad := badName(o.Name); bad != "" {
		return o, badUsage("--%s", bad)
	}
	var told energy.CPUSet
	for _, text := range c.StringSlice("domain") {
		s, err := energy.ParseCPUSet(text)
		if err != nil || s.Empty() {
			return o, badUsage("--domain %q: want CPUs, for example --domain 0-3", text)
		}
		if twice := told.And(s); !twice.Empty() {
			return o, badUsage("--domain %q: CPUs %s are in another domain already", text, twice)
		}
		told = told.Or(s)
		o.Domains = append(o.Domains, s)
	}
	for _, text := range splitCommas(c.StringSlice("supported-hw")) {
		v, err := strconv.ParseUint(text, 0, 32)
		if err != nil {
			return o, badUsage("--supported-hw %q: want a mask of bits, for example 0x2", text)
		}
		o.SupportedHW = append(o.SupportedHW, uint32(v))
	}
	if _, err := exec.LookPath("dtc"); err == nil {
		o.CompileTree = func(source []byte) ([]byte, error) { return compileTree(c.Context, source) }
	}
	return o, nil
}

// importSource opens what an argument names.
func (e *env) importSource(name string) (importer.Source, error) {
	if name != eas.Stdin {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return importer.Source{Dir: os.DirFS(name)}, nil
		} else if err == nil && info.Size() > importer.MaxBytes {
			return importer.Source{}, &eas.InputError{Err: fmt.Errorf("%s: larger than %d MB", name, importer.MaxBytes>>20)}
		} else if errors.Is(err, fs.ErrNotExist) {
			return importer.Source{}, &eas.InputError{Err: fmt.Errorf("no file or directory %q", name)}
		}
	}
	data, err := eas.ReadInput(e.readFile, name, "input")
	return importer.Source{Data: data}, err
}

// compileTree runs dtc on a source that reads no other files.
func compileTree(ctx context.Context, source []byte) ([]byte, error) {
	const patience = 20 * time.Second // a board takes less than one
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	cmd := exec.CommandContext(ctx, "dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-")
	cmd.Stdin = bytes.NewReader(source)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	blob, err := cmd.Output()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, fmt.Errorf("dtc: not done after %s", patience)
	}
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(complaints.String()), "\n")
		if first == "" {
			return nil, fmt.Errorf("dtc: %w", err)
		}
		return nil, fmt.Errorf("dtc: %s", strings.Replace(strings.TrimPrefix(first, "Error: "), "<stdin>:", "line ", 1))
	}
	return blob, nil
}

// writePlatform writes a platform file and says what is in it.
func (e *env) writePlatform(target string, p *energy.Platform) error {
	out := energy.Encode(p)
	if target == "" {
		return e.write(out)
	}
	if err := os.WriteFile(target, out, 0o666); err != nil {
		return fmt.Errorf("writing the platform: %w", err)
	}
	_, faults := energy.Decode(target, out)
	state := "complete"
	if n := faults.Count(diag.Error); n > 0 {
		state = fmt.Sprintf("not complete yet (easim platform validate %s)", target)
	}
	e.sayf("%s: %s, %s, %s, %s; %s", target, count(len(p.CPUs), "CPU"), count(len(p.Clusters), "cluster"),
		count(len(p.FreqDomains), "frequency domain"), count(len(p.Tables), "power table"), state)
	return nil
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

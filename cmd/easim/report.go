package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report/page"
	"easim/eas/sweep"
)

func (e *env) reportCommand() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "one HTML page of a run, a comparison, a sweep or an experiment",
		ArgsUsage: "DIR or FILE...",
		Description: "FILE is what run, compare or experiment run write with --format json, or runs one a\n" +
			"line; DIR is the folder of a sweep. Several runs are shown beside each other.\n\n" +
			"   easim run --format json > run.json; easim report run.json -o run.html\n\n" +
			"The page is one file that needs no network. For the timeline of CPUs, clocks and\n" +
			"tasks the run is made again, and checked against its digest.",
		Flags: append(
			windowFlags(),
			&cli.StringFlag{
				Name:    "output",
				Aliases: []string{"o"},
				Value:   "report.html",
				Usage:   "`FILE` to write; - is standard output",
			},
			&cli.StringFlag{Name: "title", Usage: "`TEXT` as title of the page"},
		),
		Action: e.reportPage,
	}
}

func windowFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{
		Name:  "window",
		Value: "auto",
		Usage: "the `TIME` of the measured window that timelines show: FROM..TO or FROM+LENGTH; " +
			"auto is the 200 ms in which most happens, none leaves timelines out",
	}}
}

func (e *env) reportPage(c *cli.Context) error {
	inputs, err := e.inputs(c)
	if err != nil {
		return err
	}
	out, err := page.HTML(inputs, page.Options{Title: c.String("title"), Version: version})
	if err != nil {
		return err
	}
	return e.writeFile(c.String("output"), out)
}

// writeFile writes to a file and says so, or to standard output.
func (e *env) writeFile(name string, out []byte) error {
	if name == "-" {
		return e.write(out)
	}
	if err := os.WriteFile(name, out, 0o666); err != nil {
		return badUsage("--output %s: %s", name, cause(err))
	}
	fmt.Fprintf(e.stderr, "%s: %.1f kB\n", name, float64(len(out))/1000)
	return nil
}

// cause is an error of the file system without the path, which is said already.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// inputs reads the arguments, and adds the timelines.
func (e *env) inputs(c *cli.Context) ([]page.Input, error) {
	if !c.Args().Present() {
		return nil, badUsage(
			"%s needs the folder of a sweep or a file of results; for example easim run --format json > run.json",
			c.Command.HelpName,
		)
	}
	w, err := window(c)
	if err != nil {
		return nil, err
	}
	var inputs []page.Input
	for _, name := range c.Args().Slice() {
		in, err := e.input(name)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	inputs = page.Merge(inputs)
	for i := range inputs {
		if err := e.timelines(c.Context, &inputs[i], w); err != nil {
			return nil, err
		}
	}
	return inputs, nil
}

// input reads one argument.
func (e *env) input(name string) (page.Input, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return sweepInput(name)
	}
	src, err := e.readFile(name)
	if err != nil {
		return page.Input{}, badUsage("%s: %s", name, cause(err))
	}
	in, err := page.Decode(filepath.Base(name), src)
	if err != nil {
		return in, badUsage("%s: %s", name, plain(err))
	}
	return in, nil
}

// sweepInput reads the folder of a sweep.
func sweepInput(dir string) (page.Input, error) {
	in := page.Input{Name: filepath.Base(filepath.Clean(dir))}
	r, err := sweep.Open(dir)
	if err != nil {
		return in, err
	}
	defer r.Close() //nolint:errcheck // only read
	s, err := sweep.Summarize(r, sweep.SummaryOptions{})
	if err != nil {
		return in, err
	}
	for _, f := range s.Failures {
		in.Notes = append(in.Notes, fmt.Sprintf("run %d failed: %s, seed %d: %s", f.Run, f.Point, f.Seed, f.Error))
	}
	if in.Sweep, err = page.NewSweep(r, s); err != nil {
		return in, err
	}
	lines, err := os.Open(filepath.Join(dir, sweep.ResultsFile))
	if err != nil {
		return in, badUsage("%s: %s", dir, cause(err))
	}
	defer lines.Close() //nolint:errcheck // only read
	return in, in.Sweep.ReadLines(lines)
}

// autoWindow is how long the window is that shows where most happens.
const autoWindow = 200 * time.Millisecond

// wantedWindow is what --window says.
type wantedWindow struct {
	none, auto bool
	endNS      int64 // auto: the latest end
	cut        eas.Cut
}

// window reads --window.
func window(c *cli.Context) (w wantedWindow, err error) {
	text := strings.ToLower(c.String("window"))
	switch text {
	case "none":
		return wantedWindow{none: true}, nil
	case "auto":
		return wantedWindow{auto: true}, nil
	}
	bad := badUsage("--window %q: want FROM..TO or FROM+LENGTH, for example 1s..1.2s or 1s+200ms, auto or none", text)
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		var isLength bool
		if from, to, isLength = strings.Cut(text, "+"); !isLength {
			return w, bad
		}
	}
	a, err1 := time.ParseDuration(from)
	b, err2 := time.ParseDuration(to)
	if isRange {
		b -= a
	}
	if err1 != nil || err2 != nil || a < 0 || b <= 0 {
		return w, bad
	}
	w.cut = eas.Cut{FromNS: a.Nanoseconds(), LengthNS: b.Nanoseconds()}
	return w, nil
}

// timelines makes the runs that are wanted again, all over the same window. One that
// cannot be made, or does not come out as it was, is left out with a note.
func (e *env) timelines(ctx context.Context, in *page.Input, w wantedWindow) error {
	if w.none {
		return nil
	}
	wanted := in.Wanted()
	for _, want := range wanted { // the window has to lie within all of them
		if n := want.Run.Window.LengthNS; w.endNS == 0 || n < w.endNS {
			w.endNS = n
		}
	}
	for _, want := range wanted {
		note := e.timeline(ctx, in, want, &w)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if note != "" {
			name := want.Name
			if name == "" {
				name = "the run"
			}
			in.Notes = append(in.Notes, "no timeline of "+name+": "+note)
		}
	}
	return nil
}

// timeline makes one run again; it returns why there is no timeline, or "".
func (e *env) timeline(ctx context.Context, in *page.Input, want page.Wanted, w *wantedWindow) string {
	s := want.Run.Again()
	s.ReadFile = e.readFile
	if w.auto {
		cut, err := eas.BusiestCut(ctx, s, autoWindow.Nanoseconds(), w.endNS)
		if err != nil {
			return plain(err)
		}
		w.auto, w.cut = false, cut
	}
	r, tl, err := eas.RunTimeline(ctx, s, w.cut)
	switch {
	case err != nil:
		return plain(err)
	case r.Digest != want.Run.Digest:
		return fmt.Sprintf(
			"made again it has another digest (%s, was %s); it is from another version, or from files that have changed",
			r.Digest,
			want.Run.Digest,
		)
	case tl.To <= tl.From:
		return "it ended before the window of --window"
	}
	in.Timelines = append(in.Timelines, page.Timeline{Name: want.Name, FromNS: w.cut.FromNS, Run: want.Run, Cut: tl})
	return ""
}

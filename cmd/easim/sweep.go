package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/sweep"
)

func (e *env) sweepCommand() *cli.Command {
	return &cli.Command{
		Name:      "sweep",
		Usage:     "run a grid of scenarios over many seeds, on all cores; stop and go on at will",
		ArgsUsage: "[FILE.toml]",
		Description: "An axis is a parameter, a parameter of the workload (workload.util), or feat, patch,\n" +
			"profile, platform, workload, governor, idle, meter, model, calib-cpu, duration, warmup,\n" +
			"rate. Its values are a list or a range:\n\n" +
			"   easim sweep --axis busy_factor=1..32x2 --axis feat=LB_MIN,NO_LB_MIN --seeds 1..5 -o out\n\n" +
			"   1,2,4     these              1..8           every whole number\n" +
			"   1..32x2   1, 2, 4, ... 32    0.1..0.9+0.1   steps\n\n" +
			"Every finished run is a line of out/results.jsonl at once. After an interruption of any\n" +
			"kind `easim sweep --resume -o out` does what is missing. `easim sweep show out` prints the\n" +
			"tables again. The axes may stand in a file instead; see README.",
		Flags:       append(scenarioFlags(), sweepFlags()...),
		Action:      e.sweep,
		Subcommands: []*cli.Command{e.sweepShowCommand()},
	}
}

func sweepFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{
			Name: "axis", KeepSpace: true, Usage: "vary `NAME=VALUES`; repeatable, the first varies slowest",
		},
		seedsFlag(),
		&cli.StringSliceFlag{
			Name: "where", KeepSpace: true,
			Usage: "keep only the points that meet `CONDITION`, such as 'busy_factor<=8 || feat==LB_MIN'; repeatable",
		},
		&cli.IntFlag{Name: "random", Usage: "take `N` points of the grid at random"},
		&cli.IntFlag{Name: "latin", Usage: "take a Latin hypercube of `N` points"},
		&cli.IntFlag{Name: "sample-seed", Usage: "`NUMBER` that the sample is drawn with (default 1)"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`DIR` of the results; made if it is not there"},
		&cli.BoolFlag{Name: "resume", Usage: "go on with what DIR holds; without axes, with the sweep that it holds"},
		&cli.StringFlag{
			Name: "shard", Usage: "do part `I/N` of the runs, for example 3/8; easim merge puts the parts together",
		},
		jobsFlag(), formatFlag(),
	}
}

// matrix reads what is to be run: a file, or the folder to go on with, and flags
// over it.
func (e *env) matrix(c *cli.Context, dir string) (sweep.Matrix, error) {
	m, err := e.matrixFile(c, dir)
	if err != nil {
		return m, err
	}
	flags, err := e.scenario(c)
	if err != nil {
		return m, err
	}
	flags.Platform, flags.Workload = m.Local(flags.Platform), m.Local(flags.Workload)
	m.Base = m.Base.Over(flags)
	if err := matrixAxes(c, &m); err != nil {
		return m, err
	}
	seeds, err := seedList(c, "")
	switch {
	case err != nil:
		return m, err
	case seeds != nil:
		m.Seeds = seeds
	case m.Base.Seed != 0:
		m.Seeds = []uint64{m.Base.Seed} // of a scenario file
	case m.Seeds == nil:
		m.Seeds = []uint64{1, 2, 3, 4, 5}
	}
	m.Base.Seed = 0
	m.Where = append(m.Where, c.StringSlice("where")...)
	for _, f := range [...]struct {
		name string
		to   *int
	}{{"random", &m.Random}, {"latin", &m.Latin}} {
		if c.IsSet(f.name) {
			m.Random, m.Latin = 0, 0
			if *f.to = c.Int(f.name); *f.to < 1 {
				return m, badUsage("--%s %d: want at least 1", f.name, *f.to)
			}
		}
	}
	if c.IsSet("random") && c.IsSet("latin") {
		return m, badUsage("--random and --latin exclude each other")
	}
	if n := c.Int("sample-seed"); c.IsSet("sample-seed") {
		if n < 1 {
			return m, badUsage("--sample-seed %d: want a whole number from 1", n)
		}
		m.SampleSeed = uint64(n)
	}
	m.Program = version
	return m, nil
}

// matrixFile reads the file of a sweep, if there is one.
func (e *env) matrixFile(c *cli.Context, dir string) (sweep.Matrix, error) {
	file := c.Args().First()
	if file == "" {
		file = filepath.Join(dir, sweep.MatrixFile)
		if !c.Bool("resume") || len(c.StringSlice("axis")) > 0 {
			return sweep.Matrix{}, nil
		}
		if info, err := os.Stat(file); err != nil || info.Size() == 0 {
			return sweep.Matrix{}, badUsage("%s holds no sweep to go on with; give its FILE.toml or its axes, too", dir)
		}
	}
	src, err := eas.ReadInput(e.readFile, file, "sweep")
	if err != nil {
		return sweep.Matrix{}, err
	}
	m, list := sweep.Decode(file, src)
	if err := list.Err(); err != nil {
		return m, &eas.InputError{Err: err, Text: src}
	}
	return m, nil
}

// matrixAxes adds the axes of the flags; one takes the place of the file's axis of
// that name.
func matrixAxes(c *cli.Context, m *sweep.Matrix) error {
	given := len(m.Axes)
	for _, text := range c.StringSlice("axis") {
		a, err := sweep.ParseAxis(text)
		if err != nil {
			return badUsage("%s", plain(err))
		}
		if a.Name == "platform" || a.Name == "workload" {
			for j := range a.Values {
				a.Values[j] = m.Local(a.Values[j])
			}
		}
		i := slices.IndexFunc(m.Axes[:given], func(b sweep.Axis) bool { return b.Name == a.Name })
		if i >= 0 {
			m.Axes[i] = a
		} else {
			m.Axes = append(m.Axes, a)
		}
	}
	return nil
}

// shard reads --shard I/N.
func shard(c *cli.Context) (i, n int, err error) {
	text := c.String("shard")
	if text == "" && !c.IsSet("shard") {
		return 0, 0, nil
	}
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(strings.TrimSpace(first))
	n, err2 := strconv.Atoi(strings.TrimSpace(second))
	if !ok || err1 != nil || err2 != nil || n < 1 || i < 1 || i > n {
		return 0, 0, badUsage("--shard %q: want I/N with I from 1 to N, for example 1/8 to 8/8", text)
	}
	return i, n, nil
}

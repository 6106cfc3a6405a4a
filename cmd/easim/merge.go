package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"easim/eas/compare"
	"easim/eas/sweep"
)

func (e *env) mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "put the parts of a sweep (easim sweep --shard I/N) together",
		ArgsUsage: "DIR...",
		Description: "The result is that of the whole sweep, byte for byte. Parts may be missing; easim sweep\n" +
			"--resume does them.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`DIR` of the whole, a new one"},
		},
		Action: e.merge,
	}
}

func (e *env) merge(c *cli.Context) error {
	dir := c.String("output")
	switch {
	case dir == "":
		return badUsage("say where the whole goes: -o DIR")
	case c.NArg() == 0:
		return badUsage("name the folders of the parts, for example: easim merge part-* -o whole")
	}
	m, err := sweep.Merge(c.Args().Slice(), dir)
	if m == nil {
		return err
	}
	text := fmt.Sprintf("%d of %d runs are in %s", m.Runs, m.Total, dir)
	if m.Runs < m.Total {
		text += fmt.Sprintf("; easim sweep --resume -o %s does the rest", dir)
	}
	e.sayf("%s", text)
	if err == nil {
		err = failedSweep(m.Failures, m.Total, dir)
	}
	return err
}

func seedText(seeds []uint64) string { return compare.FormatSeeds(seeds) }

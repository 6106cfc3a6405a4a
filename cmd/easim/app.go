package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"
)

// version is the version of the program; CHANGELOG.md says what changed.
const version = "0.1.0-dev"

// env is what a command may touch of the outside.
type env struct {
	ctx            context.Context // ends when the user interrupts
	stdin          io.Reader
	stdout, stderr io.Writer
	stdinRead      bool
}

// mainCode runs the program and returns its exit code.
func mainCode(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	e := &env{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	app := e.app()
	return e.report(app.RunContext(ctx, permute(app, args)))
}

func (e *env) app() *cli.App {
	app := &cli.App{
		Name:  "easim",
		Usage: "an energy-aware big.LITTLE scheduler, simulated",
		Description: "`easim run` simulates a video on a Juno R2 board under the EASv5.2 scheduler\n" +
			"and prints energy, throughput and residency. Every command has --help.",
		Version:   version,
		Flags:     []cli.Flag{cli.HelpFlag},
		Reader:    e.stdin,
		Writer:    e.stdout,
		ErrWriter: e.stderr,
		Commands: []*cli.Command{
			e.runCommand(), e.compareCommand(), e.sweepCommand(), e.mergeCommand(), e.experimentCommand(), e.checkCommand(),
			e.platformCommand(), e.workloadCommand(), e.featuresCommand(), e.paramsCommand(),
			e.reportCommand(), e.plotCommand(),
			e.completionCommand(), e.completeCommand(), e.manCommand(), e.versionCommand(), e.helpCommand(),
		},
		Action:                    unknownCommand,
		OnUsageError:              usageError,
		ExitErrHandler:            func(*cli.Context, error) {}, // mainCode decides; the default exits
		DisableSliceFlagSeparator: true,
	}
	for _, cmd := range app.Commands {
		finish(cmd)
	}
	return app
}

// finish gives a command and those below it the manners that are common to all.
func finish(cmd *cli.Command) {
	cmd.OnUsageError = usageError
	cmd.HideHelpCommand = true
	if cmd.Action == nil {
		cmd.Action = unknownCommand
	}
	cmd.CustomHelpTemplate = helpTemplate(cmd)
	for _, sub := range cmd.Subcommands {
		finish(sub)
	}
}

func (e *env) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version",
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			_, err := fmt.Fprintf(e.stdout, "easim %s\n", version)
			return err
		},
	}
}

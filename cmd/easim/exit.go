package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/energy/diag"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitInput       = 2
	exitCheck       = 3
	exitInterrupted = 130
)

// errReported is wrapped by the error of a command that has said on standard
// error what is wrong with its input.
var errReported = errors.New("reported")

// report prints what went wrong and returns the exit code.
func (e *env) report(err error) int {
	var input *eas.InputError
	var topic cli.ExitCoder // of the library: no such command to show the help of
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errReported):
		return exitInput
	case errors.Is(err, context.Canceled):
		e.sayf("%s", interruptedText(err))
		return exitInterrupted
	case errors.Is(err, errUsage):
		e.sayf("%s", strings.TrimPrefix(err.Error(), errUsage.Error()+": "))
		return exitInput
	case errors.As(err, &input):
		e.sayInput(input)
		return exitInput
	case errors.As(err, &topic):
		e.sayf("%s", err)
		return exitInput
	case errors.Is(err, errLimit):
		e.sayf("%s", plain(err))
		return exitCheck
	}
	e.sayf("%s", plain(err))
	return exitFailed
}

// interruptedText names what else went wrong, such as results that could not be
// written.
func interruptedText(err error) string {
	text := "interrupted"
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			if !errors.Is(one, context.Canceled) {
				text += "; " + plain(one)
			}
		}
	}
	return text
}

func (e *env) sayf(format string, args ...any) {
	fmt.Fprintf(e.stderr, "easim: "+format+"\n", args...)
}

// sayInput prints all that is wrong: each wrong name, every fault of a file.
func (e *env) sayInput(err *eas.InputError) {
	var list *diag.ListError
	switch several, ok := err.Err.(interface{ Unwrap() []error }); {
	case ok:
		for _, one := range several.Unwrap() {
			e.report(one)
		}
	case errors.As(err, &list):
		fmt.Fprint(e.stderr, list.List.Render(err.Text))
	default:
		e.sayf("%s", plain(err))
	}
}

// plain is the text of an error without the names of packages, line by line.
func plain(err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i := range lines {
		parts := strings.Split(lines[i], ": ")
		head, last := parts[:len(parts)-1], parts[len(parts)-1]
		lines[i] = strings.Join(append(slices.DeleteFunc(head, isPackage), last), ": ")
	}
	return strings.Join(lines, "\n")
}

// isPackage reports whether an error begins with name because it is of that package.
func isPackage(name string) bool {
	switch name {
	case "eas", "energy", "platforms", "sched", "workload", "rtapp", "report", "meter", "experiment", "compare",
		"export", "fit", "tipping", "sweep", "column", "page", "chart":
		return true
	}
	return false
}

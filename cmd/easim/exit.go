package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

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
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errReported):
		return exitInput
	case errors.Is(err, context.Canceled):
		e.sayf("interrupted")
		return exitInterrupted
	case errors.Is(err, errUsage):
		e.sayf("%s", strings.TrimPrefix(err.Error(), errUsage.Error()+": "))
		return exitInput
	case errors.As(err, &input):
		e.sayInput(input)
		return exitInput
	case errors.Is(err, errLimit):
		e.sayf("%s", plain(err))
		return exitCheck
	}
	e.sayf("%s", plain(err))
	return exitFailed
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

// plain is the text of an error without the names of packages in front, line by
// line.
func plain(err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i := range lines {
		lines[i] = withoutPackage(lines[i])
	}
	return strings.Join(lines, "\n")
}

func withoutPackage(text string) string {
	for {
		head, rest, ok := strings.Cut(text, ": ")
		if !ok {
			return text
		}
		switch head {
		case "eas", "energy", "platforms", "sched", "workload", "rtapp", "report", "meter", "experiment", "compare",
			"export", "fit", "tipping", "sweep", "column", "page", "chart":
			text = rest
		default:
			return text
		}
	}
}

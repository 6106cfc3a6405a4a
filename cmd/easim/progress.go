package main

import (
	"fmt"
	"os"

	"easim/eas/compare"
)

// runner runs on jobs workers (0: one a core) and shows the progress of total
// runs on standard error, if that is a terminal. The function it returns wipes
// the progress away.
func (e *env) runner(jobs, total int) (compare.Runner, func()) {
	r := compare.Runner{Workers: jobs}
	f, isFile := e.stderr.(*os.File)
	if !isFile {
		return r, func() {}
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 || os.Getenv("TERM") == "dumb" {
		return r, func() {}
	}
	done := 0
	r.OnDone = func(int, *compare.Outcome) {
		done++
		fmt.Fprintf(e.stderr, "\r%d of %d runs", done, total)
	}
	return r, func() { fmt.Fprint(e.stderr, "\r\x1b[K") }
}

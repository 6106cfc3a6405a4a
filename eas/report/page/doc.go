// Package page turns results into one HTML page that shows them to a colleague, and
// single pictures out of it into files. Values and texts go in, bytes come out: it
// opens no file.
//
//	input.go       Decode: what a file holds (a run, a comparison, a sweep, an experiment)
//	page.go        Page, HTML: chapters become one self-contained page
//	content.go     the parts of a chapter: sections, figures, tables
//	words.go       how numbers are written
//	run.go, compare.go, experiment.go, sweep.go    a chapter each
//	energy.go, residency.go, timeline.go, curve.go, pareto.go    the pictures
//	provenance.go  where the numbers come from, and how to make them again
//	assets/        the template, the style sheet and the script
//
// The page needs no network and says so itself (a content security policy), follows
// the reader's light or dark theme, prints, and is read on a phone: every picture is
// drawn for a wide and for a narrow page. What the script adds (hovering, sorting,
// zooming) is an extra; without it everything can be read.
//
// The package stands on floor 7 beside eas/report, whose texts it does not use, over
// eas/report/chart, which draws.
package page

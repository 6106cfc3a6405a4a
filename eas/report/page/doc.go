// Package page turns results into one HTML page that shows them to a colleague, and
// single pictures out of it into files. Values and texts go in, bytes come out: it
// opens no file.
//
//	input.go       Decode: what a file holds (a run, a comparison, an experiment, lines of runs)
//	page.go        HTML: chapters become one self-contained page
//	pictures.go    Pictures: what `easim plot` can draw; Wanted: runs to make a timeline of
//	content.go     the parts of a chapter: sections, figures, tables
//	words.go       how numbers are written
//
//	run.go, compare.go, experiment.go, sweep.go    a chapter each
//	comparehead.go, comparechange.go, comparetable.go, why.go    what a comparison says of a workload
//	geomean.go     what it says of several together
//	energy.go, residency.go, timeline.go           pictures of runs
//	curve.go, pareto.go, changes.go                pictures of sweeps
//	provenance.go                                  where the numbers come from, how to make them again
//
//	grid.go        Sweep: points, measures and their values
//	gridsweep.go   out of the folder of a sweep; gridruns.go, axes.go: out of plain runs
//	estimate.go    means, changes, contrasts, fronts; sweephead.go: the answer in words
//
//	assets/        the template, the style sheet and the script
//
// The page needs no network and forbids itself any (a content security policy),
// follows the reader's light or dark theme, prints, and is read on a phone: every
// picture is drawn for a wide and for a narrow page. What the script adds (hovering,
// sorting, choosing, zooming) is an extra; without it everything can be read.
//
// The package stands on floor 8 beside eas/report, over eas/sweep, eas/report/chart and
// eas/report/wording, which both put into words what they say alike.
package page

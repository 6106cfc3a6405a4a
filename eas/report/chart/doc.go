// Package chart draws pictures: values in, SVG or PNG out. It knows energies,
// tasks and schedulers by the colours of their parts only.
//
//	ink.go        Ink, Paint, Theme: colours by meaning, light and dark
//	picture.go    Draw: a Chart becomes an SVG or PNG with marks to hover over
//	canvas.go     the canvas that writes SVG; svgpath.go its paths
//	sheet.go      what the charts share: heads, legends, text, marks
//	axis.go       ticks and how numbers are written on axes
//	bars.go       Bars: stacked horizontal bars
//	curves.go     Curves: lines over an axis with bands of confidence
//	scatter.go    Scatter: points with a front
//	intervals.go  Intervals: changes with their intervals about zero
//	lanes.go      Lanes: spans of time, lane under lane
//
// Axes, lines, glyphs and text are those of gonum.org/v1/plot; the package adds a
// canvas of its own, since its SVG has to follow the theme of the page that it
// stands in (colours are CSS classes) and to fit whatever font is there (every text
// carries its measured length).
//
// The package stands on floor 6 beside eas/compare, which it does not know, and
// below the reports.
package chart

// Package wording puts numbers and comparisons into words, the same for a text on a
// terminal and for a page: how many digits a number is shown with, how a metric is
// called for short, how a probability is written, and which variants stand beside
// which in a table of every pair.
//
// It stands on floor 7, over eas/compare. eas/report and eas/report/page dress what
// it says, the one in columns and signs, the other in HTML and true minus signs.
package wording

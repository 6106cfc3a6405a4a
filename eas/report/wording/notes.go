package wording

import (
	"slices"
	"strconv"

	"easim/eas/compare"
)

// Notes are the footnotes of a table of changes, each once: why verdicts are what
// they are.
type Notes []string

// Verdict is the verdict of a change, behind it the mark of its note if it has one.
func (n *Notes) Verdict(c *compare.Change) string {
	if c.Note == "" {
		return c.Verdict
	}
	i := slices.Index(*n, c.Note)
	if i < 0 {
		i = len(*n)
		*n = append(*n, c.Note)
	}
	return c.Verdict + " " + Mark(i)
}

// Mark is the mark of note i: "(1)" of the first.
func Mark(i int) string { return "(" + strconv.Itoa(i+1) + ")" }

package report

import (
	"math"
	"slices"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/wording"
)

// The widths of a bar, in columns.
const (
	minBar = 9
	maxBar = 21
)

// addBars puts a column of bars at index at of a table whose rows are changes: from
// 0 in the middle to the change, with the interval around it. The bars are as wide
// as the table leaves room for; without room there are none.
func addBars(t *Table, at int, rows []compare.Change, s Style) {
	scale := barScale(rows)
	width := min(maxBar, maxTable-t.width()-len("  "))
	width -= 1 - width%2
	if scale == 0 || width < minBar {
		return
	}
	b := bar{signs: s.signs(), half: width / 2, scale: scale}
	t.Columns = slices.Insert(t.Columns, at, Column{b.head(), Left})
	for i := range rows {
		t.Rows[i] = slices.Insert(t.Rows[i], at, b.text(&rows[i]))
	}
}

// width is how wide the table is.
func (t *Table) width() int {
	total := t.Indent + 2*(len(t.Columns)-1)
	for _, w := range t.widths() {
		total += w
	}
	return total
}

// barScale is the scale of the rows that are not wild, so that one of these does not
// make a line of all others; if there is nothing else, that of all.
func barScale(rows []compare.Change) float64 {
	tame := slices.DeleteFunc(slices.Clone(rows), func(c compare.Change) bool { return wording.Wild(&c) })
	if scale := scaleOf(tame); scale > 0 {
		return scale
	}
	return scaleOf(rows)
}

// scaleOf is a round number, in percent and at least 1, that no change exceeds and
// no end of an interval, unless that is more than twice as far out as the largest
// change; 0 if nothing changes.
func scaleOf(rows []compare.Change) float64 {
	largest, ends := 0.0, 0.0
	for i := range rows {
		if d := rows[i].DeltaPct; d != nil {
			largest = max(largest, math.Abs(*d))
		}
		if ci := rows[i].CI95Pct; ci != nil {
			ends = max(ends, -ci[0], ci[1])
		}
	}
	if largest < 0.005 { // shows as 0
		return 0
	}
	largest = max(1, largest, min(ends, 2*largest))
	power := math.Pow10(int(math.Log10(largest)))
	for _, step := range [...]float64{1, 1.5, 2, 3, 5, 7} {
		if v := step * power; v >= largest {
			return v
		}
	}
	return 10 * power
}

// bar draws changes on one scale.
type bar struct {
	signs signs
	half  int     // columns on either side of 0
	scale float64 // percent at the ends
}

// head is the scale: its ends.
func (b *bar) head() string {
	lo, hi := "-"+number(b.scale), "+"+number(b.scale)
	if blanks := 2*b.half + 1 - len(lo) - len(hi); blanks > 0 {
		return lo + strings.Repeat(" ", blanks) + hi
	}
	return ""
}

// column is where a value stands; beyond the ends it is -1 or the width.
func (b *bar) column(pct float64) int {
	c := math.Round(pct / b.scale * float64(b.half))
	return b.half + int(max(-float64(b.half)-1, min(float64(b.half)+1, c)))
}

func (b *bar) text(c *compare.Change) string {
	if c.DeltaPct == nil {
		return ""
	}
	line := slices.Repeat([]rune{' '}, 2*b.half+1)
	end := b.column(*c.DeltaPct)
	for i := max(0, min(b.half, end)); i <= min(len(line)-1, max(b.half, end)); i++ {
		line[i] = b.signs.bar
	}
	line[b.half] = b.signs.zero
	if c.CI95Pct != nil && c.CI95Pct[0] != c.CI95Pct[1] {
		b.whiskers(line, c.CI95Pct)
	}
	switch {
	case end < 0:
		line[0] = b.signs.below
	case end >= len(line):
		line[len(line)-1] = b.signs.above
	case *c.DeltaPct != 0:
		line[end] = b.signs.point
	}
	return strings.TrimRight(string(line), " ")
}

// whiskers draws the interval over the bar.
func (b *bar) whiskers(line []rune, pct *[2]float64) {
	lo, hi := b.column(pct[0]), b.column(pct[1])
	for i := max(lo, 0); i <= min(hi, len(line)-1); i++ {
		switch line[i] {
		case ' ':
			line[i] = b.signs.interval
		case b.signs.zero:
			line[i] = b.signs.cross
		}
	}
	if lo < hi {
		line[max(lo, 0)] = b.signs.from
		line[min(hi, len(line)-1)] = b.signs.to
	}
	if lo < 0 {
		line[0] = b.signs.below
	}
	if hi >= len(line) {
		line[len(line)-1] = b.signs.above
	}
}

// signs are what a text is drawn with.
type signs struct {
	zero, bar, point, interval, cross, from, to, below, above rune
	better, worse, same, unclear                              string
}

func (s Style) signs() signs {
	if s.ASCII {
		return signs{
			zero: '|', bar: '=', point: 'o', interval: '-', cross: '+', from: '[', to: ']', below: '<', above: '>',
			better: "b", worse: "w", same: "=", unclear: "?",
		}
	}
	return signs{
		zero: '│', bar: '━', point: '●', interval: '─', cross: '┼', from: '├', to: '┤', below: '◂', above: '▸',
		better: "✓", worse: "✗", same: "=", unclear: "?",
	}
}

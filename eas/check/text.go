package check

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// lineWidth is how wide running text is set.
const lineWidth = 110

// Text is the report for a person: a line for each scenario, and below it one for
// each of its criteria.
func (r *Report) Text() []byte {
	var b bytes.Buffer
	suite := ""
	for i := range r.Scenarios {
		o := &r.Scenarios[i]
		if o.Suite != suite || i == 0 {
			suite = o.Suite
			if i > 0 {
				b.WriteByte('\n')
			}
			if suite != "" {
				fmt.Fprintf(&b, "%s\n", suite)
			}
		}
		o.text(&b)
	}
	if len(r.Scenarios) > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s\n", r.Summary)
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "! %s\n", w)
	}
	return b.Bytes()
}

// String is one line: how many scenarios came to what.
func (s Summary) String() string {
	noun := "scenarios"
	if s.Total() == 1 {
		noun = "scenario"
	}
	out := fmt.Sprintf("%d %s: %d passed", s.Total(), noun, s.Passed)
	for _, e := range [...]struct {
		n    int
		what string
	}{{s.Failed, "failed"}, {s.Undecided, "undecided"}, {s.Skipped, "skipped"}} {
		if e.n > 0 {
			out += fmt.Sprintf(", %d %s", e.n, e.what)
		}
	}
	return out
}

func (o *Outcome) text(b *bytes.Buffer) {
	head := o.Name
	if o.Title != "" {
		head += ": " + o.Title
	}
	head += fmt.Sprintf(" (%s, %s, %s)", o.Platform, o.Profile, seedList(o.Seeds))
	fmt.Fprintf(b, "%-9s  %s", o.Status, strings.TrimLeft(wrap(head, 11), " "))
	if o.Reason != "" {
		b.WriteString(wrap(o.Reason, 11))
	}
	names, values, bounds := 0, 0, 0
	for i := range o.Criteria {
		c := &o.Criteria[i]
		names = max(names, utf8.RuneCountInString(c.Name))
		values, bounds = max(values, utf8.RuneCountInString(c.shown())), max(bounds, len(c.Threshold.String()))
	}
	for i := range o.Criteria {
		c := &o.Criteria[i]
		line := fmt.Sprintf("  %-9s  %s%s  %s%s  %-*s", c.Status,
			c.Name, pad(names, c.Name), pad(values, c.shown()), c.shown(), bounds, c.Threshold)
		where := "  " + c.where() + "\n"
		if utf8.RuneCountInString(line+where) > lineWidth+1 {
			where = "\n" + wrap(where, 13)
		}
		b.WriteString(strings.TrimRight(line+where, " \n") + "\n")
	}
	if o.Notes != "" && (o.Status == Fail || o.Status == Undecided) {
		b.WriteString(wrap(o.Notes, 11))
	}
}

func pad(width int, text string) string {
	return strings.Repeat(" ", width-utf8.RuneCountInString(text))
}

// shown is the value with its unit.
func (c *CriterionOutcome) shown() string {
	v := c.Value.String()
	if c.Unit == "" || v == "-" || v == never {
		return v
	}
	return v + " " + c.Unit
}

// where says who did worst, on which seed, and what else there is to know.
func (c *CriterionOutcome) where() string {
	var parts []string
	if c.Who != "" {
		parts = append(parts, c.Who)
	}
	if c.Seed != 0 && len(c.Runs) > 1 {
		parts = append(parts, fmt.Sprintf("seed %d", c.Seed))
	}
	if c.Reason != "" {
		parts = append(parts, c.Reason)
	}
	return strings.Join(parts, ", ")
}

// seedList names seeds, a row of them as a range.
func seedList(seeds []uint64) string {
	if len(seeds) == 1 {
		return fmt.Sprintf("seed %d", seeds[0])
	}
	row := true
	parts := make([]string, len(seeds))
	for i, s := range seeds {
		row = row && s == seeds[0]+uint64(i)
		parts[i] = fmt.Sprint(s)
	}
	if row && len(seeds) > 2 {
		return fmt.Sprintf("seeds %d..%d", seeds[0], seeds[len(seeds)-1])
	}
	return "seeds " + strings.Join(parts, ",")
}

// wrap sets text in indented lines.
func wrap(text string, indent int) string {
	var b strings.Builder
	width := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case width == 0:
		case width+1+n <= lineWidth:
			b.WriteByte(' ')
			b.WriteString(word)
			width += 1 + n
			continue
		default:
			b.WriteByte('\n')
		}
		b.WriteString(strings.Repeat(" ", indent) + word)
		width = indent + n
	}
	return b.String() + "\n"
}

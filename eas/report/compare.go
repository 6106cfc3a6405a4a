package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"easim/eas/experiment"
)

// Comparison is a comparison as text for a person: a table for each variant
// beside the baseline, what follows from it, limits and warnings.
func Comparison(c *experiment.Comparison, s Style) []byte {
	w := comparison{c: c, s: s}
	w.variants()
	for i := 1; i < len(c.Variants); i++ {
		w.table(c.Variants[0].Name, c.Variants[i].Name)
	}
	w.limits()
	w.failures()
	w.warnings()
	return w.b.Bytes()
}

// comparison is a text on its way.
type comparison struct {
	c *experiment.Comparison
	s Style
	b bytes.Buffer
}

func (w *comparison) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// variants lists what is compared.
func (w *comparison) variants() {
	t := &Table{Columns: []Column{{"variant", Left}, {"seeds", Left}, {"runs", Right}, {"what", Left}}}
	for i := range w.c.Variants {
		v := &w.c.Variants[i]
		t.Add(v.Name, experiment.FormatSeeds(v.Seeds), strconv.Itoa(len(v.Runs)), variantText(v))
	}
	w.b.Write(t.Text(w.s))
}

// variantText says what a variant is: what was run, and its own flags.
func variantText(v *experiment.VariantResult) string {
	text := v.Flags
	if text == "" {
		text = "(no flags of its own)"
	}
	if len(v.Runs) == 0 {
		return text
	}
	sc := &v.Runs[0].Scenario
	return fmt.Sprintf("%s on %s, %s: %s", sc.Workload, sc.Platform, sc.Profile, text)
}

// table shows one variant beside the baseline.
func (w *comparison) table(base, variant string) {
	var rows []experiment.Change
	for i := range w.c.Comparisons {
		if c := &w.c.Comparisons[i]; c.Base == base && c.Variant == variant {
			rows = append(rows, *c)
		}
	}
	if len(rows) == 0 {
		return
	}
	w.printf("\n%s\n", w.s.bold(fmt.Sprintf("%s against %s, %s", variant, base, manner(&rows[0]))))
	t := &Table{Indent: 2, Columns: []Column{
		{"", Left},
		{"unit", Left},
		{base, Right},
		{variant, Right},
		{"change", Right},
		{"95 % interval, %", Left},
		{"p", Right},
		{"verdict", Left},
	}}
	var notes []string
	for i := range rows {
		c := &rows[i]
		verdict := c.Verdict
		if c.Note != "" {
			verdict += " " + note(&notes, c.Note)
		}
		t.Add(c.Metric, unitText(c), meanSD(&c.BaseSummary, c), meanSD(&c.VariantSummary, c),
			changeText(c), intervalText(c), pText(c), verdict)
	}
	w.b.Write(t.Text(w.s))
	for i, n := range notes {
		w.printf("  %s %s\n", w.s.faint("("+strconv.Itoa(i+1)+")"), n)
	}
	for i := range w.c.Conclusions {
		if k := &w.c.Conclusions[i]; k.Base == base && k.Variant == variant {
			w.printf("  %s\n", w.s.bold(conclusionText(k)))
		}
	}
}

// manner says how the two samples are compared.
func manner(c *experiment.Change) string {
	switch {
	case c.Exact:
		return "exact: chance has no part in either"
	case c.Paired:
		return "paired by seed"
	}
	return "independent samples (the seeds differ)"
}

// note returns the mark of a footnote, a new one if text is new.
func note(notes *[]string, text string) string {
	i := slices.Index(*notes, text)
	if i < 0 {
		*notes = append(*notes, text)
		i = len(*notes) - 1
	}
	return "(" + strconv.Itoa(i+1) + ")"
}

// unitText is the unit that is shown: times in ns become seconds.
func unitText(c *experiment.Change) string {
	if c.Unit == "ns" {
		return "s"
	}
	return c.Unit
}

func meanSD(s *experiment.Summary, c *experiment.Change) string {
	if s.N == 0 {
		return unknown
	}
	scale := 1.0
	if c.Unit == "ns" {
		scale = 1e-9
	}
	d := decimals(scale * math.Max(math.Abs(c.BaseSummary.Mean), math.Abs(c.VariantSummary.Mean)))
	if c.Exact || s.N == 1 {
		return fixed(scale*s.Mean, d)
	}
	return fixed(scale*s.Mean, d) + " ± " + fixed(scale*s.SD, d)
}

// changeText is the change in percent, behind a ~ if it may be none.
func changeText(c *experiment.Change) string {
	if c.DeltaPct == nil {
		if c.Delta == nil {
			return unknown
		}
		return plusMinus(*c.Delta, decimals(*c.Delta))
	}
	text := plusMinus(*c.DeltaPct, 2) + " %"
	if c.CI95 != nil && c.CI95[0] <= 0 && c.CI95[1] >= 0 && c.CI95[0] != c.CI95[1] {
		return "~ " + text
	}
	return text
}

// plusMinus is v with a sign in front, unless it shows as 0.
func plusMinus(v float64, digits int) string {
	text := fixed(v, digits)
	switch {
	case strings.Trim(text, "-0.") == "":
		return "0"
	case v > 0:
		return "+" + text
	}
	return text
}

func intervalText(c *experiment.Change) string {
	if c.CI95Pct == nil || c.Exact {
		return ""
	}
	return interval(c.CI95Pct)
}

func interval(pct *[2]float64) string {
	return "[" + plusMinus(pct[0], 2) + ", " + plusMinus(pct[1], 2) + "]"
}

func pText(c *experiment.Change) string {
	switch {
	case c.Exact:
		return "exact"
	case c.P == nil:
		return ""
	case *c.P < 0.001:
		return "<0.001"
	}
	return fixed(*c.P, 3)
}

func conclusionText(k *experiment.Conclusion) string {
	if k.Winner != nil {
		return *k.Winner + " wins: " + k.Why
	}
	return k.Why
}

func (w *comparison) limits() {
	if len(w.c.Limits) == 0 {
		return
	}
	w.printf("\n%s\n", w.s.bold("Limits"))
	t := &Table{Indent: 2, Columns: []Column{
		{"", Left},
		{"", Left},
		{"worse by at most", Right},
		{"change", Right},
		{"", Left},
	}}
	for i := range w.c.Limits {
		l := &w.c.Limits[i]
		change, verdict := unknown, "FAIL"
		if l.DeltaPct != nil {
			change = plusMinus(*l.DeltaPct, 2) + " %"
		}
		if l.Passed {
			verdict = "pass"
		}
		t.Add(l.Variant, l.Metric, number(l.LimitPct)+" %", change, verdict)
	}
	w.b.Write(t.Text(w.s))
}

func (w *comparison) failures() {
	for i := range w.c.Variants {
		v := &w.c.Variants[i]
		for _, f := range v.Failures {
			first, _, _ := strings.Cut(f.Error, "\n")
			w.printf("\n%s %s, seed %d: %s\n", w.s.warning("failed:"), v.Name, f.Seed, first)
		}
	}
}

func (w *comparison) warnings() {
	if len(w.c.Warnings) == 0 {
		return
	}
	w.printf("\n%s\n", w.s.bold("Warnings"))
	for _, text := range w.c.Warnings {
		w.printf("  %s %s\n", w.s.warning("!"), strings.TrimLeft(wrap(text, 4), " "))
	}
}

// ComparisonJSON is a comparison in the form that CONTRACT scripts read.
func ComparisonJSON(c *experiment.Comparison) ([]byte, error) {
	out, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(out, '\n'), nil
}

// ComparisonCSV is one row a metric and variant. A value that is not known is
// empty; numbers are exact.
func ComparisonCSV(c *experiment.Comparison) []byte {
	t := &Table{}
	for _, head := range [...]string{
		"base", "variant", "metric", "unit", "better", "paired", "n", "base_mean", "base_sd", "variant_mean", "variant_sd",
		"delta", "delta_pct", "ci95_pct_lo", "ci95_pct_hi", "p", "exact", "verdict", "note",
	} {
		t.Columns = append(t.Columns, Column{head, Left})
	}
	for i := range c.Comparisons {
		k := &c.Comparisons[i]
		lo, hi := "", ""
		if k.CI95Pct != nil {
			lo, hi = number(k.CI95Pct[0]), number(k.CI95Pct[1])
		}
		t.Add(k.Base, k.Variant, k.Metric, k.Unit, k.Better, strconv.FormatBool(k.Paired), strconv.Itoa(k.N),
			number(k.BaseSummary.Mean), number(k.BaseSummary.SD), number(k.VariantSummary.Mean), number(k.VariantSummary.SD),
			optional(k.Delta), optional(k.DeltaPct), lo, hi, optional(k.P), strconv.FormatBool(k.Exact), k.Verdict, k.Note)
	}
	return t.CSV()
}

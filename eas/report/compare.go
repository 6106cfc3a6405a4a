package report

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/wording"
)

// Comparison is a comparison as text for a person: a table for each variant
// beside the baseline, workload by workload, and what follows from it; then the
// other pairs, the geometric mean, limits and warnings.
func Comparison(c *compare.Comparison, s Style) []byte {
	w := comparison{c: c, s: s}
	return w.text()
}

// WholeComparison is [Comparison] with every row of why the energy changed.
func WholeComparison(c *compare.Comparison, s Style) []byte {
	w := comparison{c: c, s: s, whole: true}
	return w.text()
}

// comparison is a text on its way.
type comparison struct {
	c     *compare.Comparison
	s     Style
	whole bool // explain by tables, not in words
	b     bytes.Buffer
}

func (w *comparison) text() []byte {
	w.variants()
	w.legend()
	w.adjustment()
	for _, part := range w.c.ByWorkload() {
		w.pairs(part.Comparisons, part.Conclusions)
	}
	if g := w.c.GeoMean; g != nil {
		w.pairs(g.Comparisons, g.Conclusions)
	}
	w.sources()
	w.limits()
	w.failures()
	w.warnings()
	return w.b.Bytes()
}

func (w *comparison) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// variants lists what is compared: a variant is one row, however many workloads it
// runs.
func (w *comparison) variants() {
	t := &Table{Columns: []Column{{"variant", Left}, {"seeds", Left}, {"runs", Right}, {"what", Left}}}
	for _, v := range w.c.Variants[:len(w.c.Variants)/max(1, len(w.c.Workloads))] {
		runs := 0
		for i := range w.c.Variants {
			if w.c.Variants[i].Name == v.Name {
				runs += len(w.c.Variants[i].Runs)
			}
		}
		t.Add(v.Name, compare.FormatSeeds(v.Seeds), strconv.Itoa(runs), w.variantText(&v))
	}
	w.b.Write(t.Text(w.s))
	if len(w.c.Workloads) > 0 {
		w.printf("%s\n", wrap("each on "+strings.Join(w.c.Workloads, ", "), 0))
	}
}

// variantText says what a variant is: what was run, and its own flags.
func (w *comparison) variantText(v *compare.VariantResult) string {
	text := v.Flags
	if text == "" {
		text = "(no flags of its own)"
	}
	if len(v.Runs) == 0 {
		return text
	}
	sc := &v.Runs[0].Scenario
	load := sc.Workload
	if v.Workload != "" {
		load = wording.Plural(len(w.c.Workloads), "workload")
	}
	return fmt.Sprintf("%s on %s, %s: %s", load, sc.Platform, sc.Profile, text)
}

// legend says what stands behind a ±, if there is one.
func (w *comparison) legend() {
	rows := w.c.Comparisons
	if w.c.GeoMean != nil {
		rows = slices.Concat(rows, w.c.GeoMean.Comparisons)
	}
	if slices.ContainsFunc(rows, func(c compare.Change) bool {
		return showsSD(&c.BaseSummary, &c) || showsSD(&c.VariantSummary, &c)
	}) {
		w.printf("mean ± standard deviation over the seeds\n")
	}
}

// adjustment says what was done about many comparisons at once.
func (w *comparison) adjustment() {
	a := &w.c.Adjustment
	if !wording.Adjusted(a) {
		return
	}
	energy := "but not that of total energy"
	if a.TotalEnergy > 1 {
		energy = fmt.Sprintf("of total energy apart over %d", a.TotalEnergy)
	}
	w.printf("p adjusted by Holm over %s, %s; better and worse need it below 0.05\n",
		wording.Plural(a.Comparisons, "comparison"), energy)
}

// pairs shows what was compared on one workload, or over all: a table for each pair
// with the baseline, and for the others a matrix.
func (w *comparison) pairs(rows []compare.Change, conclusions []compare.Conclusion) {
	if len(conclusions) == 0 {
		return
	}
	var others []compare.Conclusion
	for i := range conclusions {
		if k := &conclusions[i]; k.Base == w.c.Variants[0].Name {
			w.pair(k, k.Rows(rows))
		} else {
			others = append(others, *k)
		}
	}
	if len(others) == 0 {
		return
	}
	m := newMatrix(rows, conclusions, w.s)
	if !m.fits() {
		for i := range others {
			w.pair(&others[i], others[i].Rows(rows))
		}
		return
	}
	w.printf("\n%s\n", w.s.bold("every pair"+w.where(&others[0])+": change in %, row against column"))
	w.b.Write(m.text())
	for i := range others {
		k := &others[i]
		w.printf("%s\n", wrap(wording.Against(k)+": "+conclusionText(k), 2))
		w.note(k)
	}
}

// where names the workload of a pair, if there are several.
func (w *comparison) where(k *compare.Conclusion) string {
	switch k.Workload {
	case "":
		return ""
	case compare.GeoMeanName:
		return ", geometric mean over " + wording.Plural(len(w.c.Workloads), "workload")
	}
	return " on " + k.Workload
}

func conclusionText(k *compare.Conclusion) string {
	if k.Winner != nil {
		return *k.Winner + " wins: " + k.Why
	}
	return k.Why
}

// note is what a reader of a conclusion has to know.
func (w *comparison) note(k *compare.Conclusion) {
	if k.Note != "" {
		w.printf("%s\n", wrap(k.Note, 2))
	}
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
		verdict := "FAIL"
		if l.Passed {
			verdict = "pass"
		}
		t.Add(l.Label(), l.Metric, number(l.LimitPct)+" %", limitChange(l), verdict)
	}
	w.b.Write(t.Text(w.s))
}

// limitChange is what a limit is about.
func limitChange(l *compare.LimitResult) string {
	if l.DeltaPct == nil {
		return unknown
	}
	return wording.Signed(*l.DeltaPct, 2) + " %"
}

func (w *comparison) failures() {
	for i := range w.c.Variants {
		v := &w.c.Variants[i]
		for _, f := range v.Failures {
			w.printf("\n%s %s, seed %d: %s\n", w.s.warning("failed:"), v.Label(), f.Seed, wording.FirstLine(f.Error))
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

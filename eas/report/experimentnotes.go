package report

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"easim/eas/compare"
	"easim/eas/experiment"
	"easim/eas/report/wording"
)

func (w *experimentText) derived() {
	if len(w.r.Derived) == 0 {
		return
	}
	w.section("What follows")
	t := &Table{Columns: []Column{{"", Left}, {"", Right}, {"", Left}, {"", Left}}}
	for _, d := range w.r.Derived {
		t.Add(d.Name, fixed(d.Value, wording.Decimals(d.Value)), d.Unit, d.How)
	}
	w.table(t)
}

// findings are paragraphs, one an idea.
func (w *experimentText) findings() {
	if w.r.Findings == "" {
		return
	}
	w.section("Why")
	for i, para := range strings.Split(strings.TrimSpace(w.r.Findings), "\n\n") {
		if i > 0 {
			w.printf("\n")
		}
		w.printf("%s\n", wrap(para, 2))
	}
}

func (w *experimentText) ownTime() {
	if len(w.r.OwnTime) == 0 {
		return
	}
	w.section("The simulator's own time (this machine, now; fastest of several)")
	t := &Table{Columns: []Column{{"", Left}, {"events", Right}, {"ns per event", Right}}}
	for _, o := range w.r.OwnTime {
		t.Add(o.Config, count(o.Events), fixed(o.NSPerEvent, 1))
	}
	w.table(t)
}

func (w *experimentText) configs() {
	w.section("What was run")
	for i := range w.r.Configs {
		c := &w.r.Configs[i]
		text := c.Flags
		if c.Note != "" {
			text += " (" + c.Note + ")"
		}
		w.printf("  %s\n%s\n", c.Config, w.s.faint(wrap(text, 6)))
	}
}

// provenance says what the table rests on, the softest ground last.
func (w *experimentText) provenance(list []experiment.Parameter) {
	w.section("What it rests on")
	const indent = 12
	for _, kind := range [...]string{
		experiment.Sourced, experiment.Measured, experiment.Derived,
		experiment.Inferred, experiment.Fitted, experiment.Assumed,
	} {
		for _, p := range list {
			if p.Kind == kind {
				w.printf("  %-*s%s: %s\n", indent-2, kind, p.Name, p.Value)
				w.printf("%s\n", w.s.faint(wrap(p.Source, indent+2)))
			}
		}
	}
}

func (w *experimentText) failures() {
	for _, f := range w.r.Failures {
		first, _, _ := strings.Cut(f.Error, "\n")
		w.printf("\n%s %s, seed %d: %s\n", w.s.warning("failed:"), f.Config, f.Seed, first)
	}
}

func (w *experimentText) warnings(list []string) {
	if len(list) == 0 {
		return
	}
	w.section("Warnings")
	for _, text := range list {
		w.printf("  %s %s\n", w.s.warning("!"), strings.TrimLeft(wrap(text, 4), " "))
	}
}

// Experiment shows what an experiment consists of, as text for a person.
func Experiment(x *experiment.Experiment, s Style) []byte {
	r := x.Plan()
	w := experimentText{r: r, s: s}
	w.printf("%s\n", s.bold(x.Name+": "+x.Title))
	w.printf("%s\n", wrap("published: "+x.Source, 0))
	for para := range strings.SplitSeq(strings.TrimSpace(x.Doc), "\n\n") {
		w.printf("\n%s\n", wrap(para, 0))
	}
	w.printf("\nseeds %s, %d runs\n", compare.FormatSeeds(r.Seeds), x.Runs(experiment.RepeatOptions{}))
	w.section("Published")
	t := &Table{Columns: []Column{{"", Left}, {"", Left}, {"", Right}, {"", Left}}}
	for i := range x.Published {
		p := &x.Published[i]
		t.Add(p.Config, shortMetric(p.Metric), fixed(p.Value, wording.Decimals(p.Value)), p.Noise)
	}
	w.table(t)
	w.configs()
	w.provenance(r.Provenance)
	return w.b.Bytes()
}

// ExperimentJSON is a re-run table in the form that scripts read.
func ExperimentJSON(r *experiment.Replica) ([]byte, error) {
	out, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(out, '\n'), nil
}

// ExperimentCSV is one row a number; what is not known or not published is empty.
func ExperimentCSV(r *experiment.Replica) []byte {
	t := &Table{}
	for _, head := range [...]string{
		"config", "block", "metric", "unit", "base", "published", "published_delta_pct", "simulated", "sd", "n",
		"simulated_delta_pct", "ci95_pct_lo", "ci95_pct_hi", "p", "exact", "sign_agrees", "note",
	} {
		t.Columns = append(t.Columns, Column{head, Left})
	}
	for i := range r.Rows {
		k := &r.Rows[i]
		base, lo, hi, agrees := "", "", "", ""
		if k.Base != nil {
			base = *k.Base
		}
		if k.CI95Pct != nil {
			lo, hi = number(k.CI95Pct[0]), number(k.CI95Pct[1])
		}
		if k.SignAgrees != nil {
			agrees = strconv.FormatBool(*k.SignAgrees)
		}
		t.Add(k.Config, k.Block, k.Metric, k.Unit, base, optional(k.Published), optional(k.PublishedDeltaPct),
			optional(k.Simulated), number(k.SD), strconv.Itoa(k.N), optional(k.SimulatedDeltaPct), lo, hi, optional(k.P),
			strconv.FormatBool(k.Exact), agrees, k.Note)
	}
	return t.CSV()
}

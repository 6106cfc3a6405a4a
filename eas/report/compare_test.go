package report

import (
	"strings"
	"testing"

	"easim/eas/compare"
	"easim/eas/experiment"
	"easim/eas/report/wording"
)

func ref[T any](v T) *T { return &v }

func TestChangeCells(t *testing.T) {
	for _, c := range []struct {
		name                string
		k                   compare.Change
		change, interval, p string
	}{
		{
			"clear", compare.Change{
				Delta: ref(-2.0), DeltaPct: ref(-2.1), CI95: &[2]float64{-3, -1}, CI95Pct: &[2]float64{-3.1, -1.05}, P: ref(0.0004),
			}, "-2.10 %", "[-3.10, -1.05]", "<0.001",
		},
		{
			"may be none", compare.Change{
				Delta: ref(0.2), DeltaPct: ref(0.2), CI95: &[2]float64{-1, 1}, CI95Pct: &[2]float64{-1, 1}, P: ref(0.0456),
			}, "~ +0.20 %", "[-1.00, +1.00]", "0.046",
		},
		{
			"adjusted", compare.Change{
				Delta: ref(-2.0), DeltaPct: ref(-2.0), CI95: &[2]float64{-3, -1}, CI95Pct: &[2]float64{-3, -1}, P: ref(0.02),
				PAdjusted: ref(0.06),
			}, "-2.00 %", "[-3.00, -1.00]", "0.060",
		},
		{
			"exact", compare.Change{
				Delta: ref(5.0), DeltaPct: ref(5.0), CI95: &[2]float64{5, 5}, CI95Pct: &[2]float64{5, 5}, Exact: true,
			}, "+5.00 %", "", "exact",
		},
		{
			"none at all", compare.Change{
				Delta: ref(0.0), DeltaPct: ref(0.0), CI95: &[2]float64{}, CI95Pct: &[2]float64{}, P: ref(1.0),
			}, "0 %", "[0, 0]", "1.000",
		},
		{
			"a hair", compare.Change{
				Delta: ref(-1e-9), DeltaPct: ref(-1e-7), CI95: &[2]float64{-2e-9, -1e-10}, CI95Pct: &[2]float64{-2e-7, -1e-8},
			}, "0 %", "[0, 0]", "",
		},
		{"from nothing", compare.Change{Delta: ref(3.0)}, "+3.000", "", ""},
		{"unknown", compare.Change{}, unknown, "", ""},
	} {
		if got := changeText(&c.k); got != c.change {
			t.Errorf("%s: change %q, want %q", c.name, got, c.change)
		}
		if got := intervalText(&c.k); got != c.interval {
			t.Errorf("%s: interval %q, want %q", c.name, got, c.interval)
		}
		if got := wording.P(&c.k); got != c.p {
			t.Errorf("%s: p %q, want %q", c.name, got, c.p)
		}
	}
}

// A footnote is shared by the rows that it belongs to.
func TestComparisonText(t *testing.T) {
	row := func(metric, verdict, note string) compare.Change {
		return compare.Change{Metric: metric, Base: "a", Variant: "b", Verdict: verdict, Note: note, N: 2}
	}
	c := &compare.Comparison{
		Variants: []compare.VariantResult{
			{Name: "a", Seeds: []uint64{1, 2}}, {Name: "b", Flags: "--feat X", Seeds: []uint64{1, 2}},
		},
		Comparisons: []compare.Change{
			row("energy.total", "unclear", "the work done differs"), row("energy.big", "unclear", "the work done differs"),
			row("work", "worse", "other note"),
		},
		Conclusions: []compare.Conclusion{{Base: "a", Variant: "b", Winner: ref("a"), Why: "so"}},
		Limits:      []compare.LimitResult{{Metric: "energy.total", Variant: "b", LimitPct: 2, DeltaPct: ref(3.0)}},
		Warnings:    []string{"careful"},
	}
	c.Variants[1].Failures = []compare.Failure{{Seed: 7, Error: "boom\ngoroutine 1"}}
	text := string(Comparison(c, Style{}))
	for _, want := range []string{
		"b        1,2       0  --feat X", "unclear (1)", "worse (2)",
		"b against a, independent samples", "(1) the work done differs\n", "(2) other note\n",
		"  a wins: so\n", "b  energy.total               2 %  +3.00 %  FAIL", "failed: b, seed 7: boom\n", "! careful",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "the work done differs") != 1 || strings.Contains(text, "goroutine") {
		t.Errorf("%s", text)
	}
	csv := string(ComparisonCSV(c))
	if lines := strings.Count(csv, "\n"); lines != 4 || !strings.Contains(csv, "a,b,energy.big,") {
		t.Errorf("%s", csv)
	}
}

// Deviations are said to be that, where there are any; a sample without values has
// none, and no mean.
func TestDeviations(t *testing.T) {
	row := compare.Change{
		Metric: "energy.total", Base: "a", Variant: "b", BaseSummary: compare.Summary{Mean: 4, SD: 1, N: 2},
		VariantSummary: compare.Summary{Mean: 4, SD: 1, N: 2},
	}
	const legend = "\nmean ± standard deviation over the seeds\n"
	for _, c := range []struct {
		change func(*compare.Change)
		want   bool
	}{
		{func(*compare.Change) {}, true},
		{func(c *compare.Change) { c.Exact = true }, false},
		{func(c *compare.Change) { c.BaseSummary.N, c.VariantSummary.N = 1, 1 }, false},
	} {
		k := row
		c.change(&k)
		text := string(Comparison(&compare.Comparison{
			Variants:    []compare.VariantResult{{Name: "a"}, {Name: "b"}},
			Comparisons: []compare.Change{k},
			Conclusions: []compare.Conclusion{{Base: "a", Variant: "b", Note: "the same decisions"}},
		}, Style{}))
		if strings.Contains(text, legend) != c.want || strings.Contains(text, " ± 1.000") != c.want {
			t.Errorf("%+v:\n%s", k, text)
		}
		if !strings.Contains(text, "\n  the same decisions\n") {
			t.Errorf("no note in\n%s", text)
		}
	}
	row.VariantSummary = compare.Summary{}
	csv := string(ComparisonCSV(&compare.Comparison{Comparisons: []compare.Change{row}}))
	if !strings.Contains(csv, ",0,4,1,,,,") {
		t.Errorf("%s", csv)
	}
}

func TestSignText(t *testing.T) {
	w := experimentText{}
	for _, c := range []struct {
		r    experiment.ResultRow
		want string
	}{
		{experiment.ResultRow{}, ""},
		{experiment.ResultRow{PublishedDeltaPct: ref(1.0), SignAgrees: ref(true)}, "agrees"},
		{experiment.ResultRow{PublishedDeltaPct: ref(1.0), SignAgrees: ref(false)}, "DISAGREES"},
		{
			experiment.ResultRow{PublishedDeltaPct: ref(1.0), SignAgrees: ref(true), CI95Pct: &[2]float64{-1, 2}},
			"agrees, interval holds 0",
		},
		{experiment.ResultRow{PublishedDeltaPct: ref(1.0), Note: "noise"}, "noise"},
		{experiment.ResultRow{PublishedDeltaPct: ref(1.0)}, "no simulated value"},
	} {
		if got := w.sign(&c.r); got != c.want {
			t.Errorf("%+v: %q, want %q", c.r, got, c.want)
		}
	}
}

func TestTransposed(t *testing.T) {
	in := &Table{
		Columns: []Column{{"", Left}, {"a", Right}, {"b", Right}},
		Rows:    [][]string{{"x.one_ns", "1", "2"}, {"two", "3", "4"}},
	}
	out := transposed(in)
	if got := string(out.Text(Style{})); got != "   one  two\na    1    3\nb    2    4\n" {
		t.Errorf("%q", got)
	}
}

package compare

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/eas"
)

// slow skips a long test unless it is asked for.
func slow(t *testing.T) {
	t.Helper()
	if os.Getenv("EASIM_SLOW") != "1" {
		t.Skip("long: set EASIM_SLOW=1")
	}
}

// exact is a run in which chance has no part.
func exact(workload string) eas.Scenario {
	s := small(0)
	s.Workload = workload
	s.Layers = []eas.Layer{{Params: []eas.Setting{{Key: "tick_phase_ns", Value: "1000000"}}}}
	return s
}

func variant(name string, s eas.Scenario, seeds ...uint64) Variant {
	return Variant{Name: name, Scenario: s, Seeds: seeds}
}

func with(s eas.Scenario, features string, params ...eas.Setting) eas.Scenario {
	return s.Over(eas.Scenario{Layers: []eas.Layer{{Features: []string{features}, Params: params}}})
}

func compare(t *testing.T, o Options, variants ...Variant) *Comparison {
	t.Helper()
	c, err := Variants(t.Context(), variants, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func change(t *testing.T, c *Comparison, variant, metric string) *Change {
	t.Helper()
	for i := range c.Comparisons {
		if k := &c.Comparisons[i]; k.Variant == variant && k.Metric == metric {
			return k
		}
	}
	t.Fatalf("no change of %s by %s in %+v", metric, variant, c.Comparisons)
	return nil
}

// A variant beside itself is the same, with a width of zero and no probability,
// whatever the exact workload.
func TestItselfIsTheSame(t *testing.T) {
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		if n++; n > 20 {
			return // enough; a run takes milliseconds
		}
		s := exact(fmt.Sprintf("periodic:tasks=%d,task_util=%.2f,period=%dms",
			rapid.IntRange(1, 8).Draw(rt, "tasks"), rapid.Float64Range(0.02, 0.4).Draw(rt, "util"),
			rapid.IntRange(4, 40).Draw(rt, "period")))
		both := []Variant{variant("a", s, 1, 2), variant("b", s, 1, 2)}
		c, err := Variants(t.Context(), both, Options{Metrics: []string{"*"}})
		if err != nil {
			rt.Fatal(err)
		}
		for i := range c.Comparisons {
			k := &c.Comparisons[i]
			if k.Note == "no value" {
				continue
			}
			if !k.Exact || k.Verdict != Same || k.P != nil || *k.Delta != 0 || *k.DeltaPct != 0 || *k.CI95Pct != [2]float64{} {
				rt.Fatalf("%+v", k)
			}
		}
		if k := c.Conclusions[0]; k.Winner != nil || !strings.HasSuffix(k.Why, "no difference") {
			rt.Fatalf("%+v", k)
		}
	})
}

func TestPairsBesideThemselves(t *testing.T) {
	seeds := []uint64{1, 2, 3}
	c := compare(t, Options{}, variant("a", small(0), seeds...), variant("b", small(0), seeds...))
	for i := range c.Comparisons {
		k := &c.Comparisons[i]
		if k.Exact || !k.Paired || k.Verdict != Same || *k.P != 1 || k.N != 3 || *k.CI95Pct != [2]float64{} {
			t.Errorf("%+v", k)
		}
	}
	if sd := c.Variants[0].Summary["energy.total"].SD; sd == 0 {
		t.Error("seeds do not differ")
	}
}

func TestExactChange(t *testing.T) {
	a := exact("periodic:tasks=2,task_util=0.05,period=16ms")
	b := a.Over(eas.Scenario{Governor: "performance"})
	c := compare(t, Options{}, variant("a", a, 1), variant("b", b, 1))
	k := change(t, c, "b", "energy.total")
	width := k.CI95Pct[1] - k.CI95Pct[0]
	if !k.Exact || k.P != nil || k.Verdict != Worse || *k.DeltaPct <= 0 || width != 0 || k.CI95Pct[0] != *k.DeltaPct {
		t.Errorf("%+v", k)
	}
	want := 100 * (k.VariantSummary.Mean/k.BaseSummary.Mean - 1)
	near(t, "change", *k.DeltaPct, want, 1e-9)
	if w := c.Conclusions[0]; w.Winner == nil || *w.Winner != "a" {
		t.Errorf("%+v", w)
	}
	if len(c.Warnings) != 0 {
		t.Errorf("one seed of an exact run is enough: %q", c.Warnings)
	}
}

// Half the load: the work done differs, so no energy is called better.
func TestNoWinnerWithoutEqualWork(t *testing.T) {
	a := exact("periodic:tasks=2,task_util=0.10,period=16ms")
	b := exact("periodic:tasks=2,task_util=0.05,period=16ms")
	c := compare(t, Options{}, variant("a", a, 1), variant("b", b, 1))
	k := change(t, c, "b", "energy.total")
	if *k.DeltaPct >= 0 || k.Verdict != Unclear || !strings.HasPrefix(k.Note, "the work done differs by -50.") {
		t.Errorf("%+v", k)
	}
	if w := change(t, c, "b", WorkMetric); w.Verdict != Worse {
		t.Errorf("%+v", w)
	}
	if w := c.Conclusions[0]; w.Winner != nil || !strings.Contains(w.Why, "no winner can be named") {
		t.Errorf("%+v", w)
	}
	// A wider limit allows it.
	c = compare(t, Options{Thresholds: Thresholds{WorkPct: 60}},
		variant("a", a, 1), variant("b", b, 1))
	if k := change(t, c, "b", "energy.total"); k.Verdict != Better {
		t.Errorf("%+v", k)
	}
}

func TestUnpaired(t *testing.T) {
	c := compare(t, Options{}, variant("a", small(0), 1, 2, 3),
		variant("b", small(0), 4, 5, 6, 7))
	k := change(t, c, "b", "energy.total")
	if k.Paired || k.Exact || k.P == nil || k.PRank == nil || k.N != 3 || k.VariantSummary.N != 4 {
		t.Errorf("%+v", k)
	}
}

func TestOneSeedGivesNoInterval(t *testing.T) {
	c := compare(t, Options{}, variant("a", small(0), 1),
		Variant{Name: "b", Scenario: small(0).Over(eas.Scenario{Governor: "performance"}), Seeds: []uint64{1}})
	k := change(t, c, "b", "energy.total")
	if k.CI95Pct != nil || k.P != nil || k.DeltaPct == nil || k.Verdict != Unclear || k.Note == "" {
		t.Errorf("%+v", k)
	}
	if len(c.Warnings) != 2 {
		t.Errorf("warnings %q", c.Warnings)
	}
}

// The JSON form holds the keys of the contract, and no number that JSON cannot
// hold.
func TestComparisonJSON(t *testing.T) {
	c := compare(t, Options{Metrics: []string{"*"}, Limits: []Limit{{"total", 2}}},
		variant("a", small(0), 1, 2),
		Variant{Name: "b", Flags: "--feat LB_MIN", Scenario: with(small(0), "LB_MIN"), Seeds: []uint64{1, 2}})
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Format   int
		Variants []struct {
			Name, Flags string
			Runs        []map[string]any
			Summary     map[string]struct {
				Mean, SD float64
				N        int
			}
		}
		Comparisons []map[string]any
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Format != 1 || len(got.Variants) != 2 || got.Variants[1].Flags != "--feat LB_MIN" ||
		len(got.Variants[0].Runs) != 2 || got.Variants[0].Summary["energy.total"].N != 2 {
		t.Errorf("%.300s", text)
	}
	for _, key := range []string{"metric", "base", "variant", "delta_pct", "ci95_pct", "p", "exact", "verdict"} {
		if _, ok := got.Comparisons[0][key]; !ok {
			t.Errorf("no key %q", key)
		}
	}
}

func TestBadVariants(t *testing.T) {
	good, other := variant("a", small(0), 1), variant("b", small(0), 1)
	bad, none := other, other
	bad.Scenario.Governor = "nonsense"
	none.Seeds = nil
	for _, c := range []struct {
		variants []Variant
		o        Options
		want     string
	}{
		{[]Variant{good}, Options{}, "needs a baseline and at least one other"},
		{[]Variant{good, none}, Options{}, "has no seeds"},
		{[]Variant{good, good}, Options{}, "two variants are called " + good.Name},
		{[]Variant{good, bad}, Options{}, "unknown governor"},
		{[]Variant{good, other}, Options{Metrics: []string{"energy.bgi"}}, `did you mean "energy.big"`},
		{[]Variant{good, other}, Options{Limits: []Limit{{"bgi", 1}}}, `did you mean "big"`},
	} {
		got, err := Variants(t.Context(), c.variants, c.o)
		var input *eas.InputError
		if got != nil || !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}

func TestFailedRunsAreRecorded(t *testing.T) {
	const stuck = `{"tasks": {"a": {"loop": -1, "run": 0}}, "global": {"duration": 1, "calibration": 10}}`
	bad := small(0)
	bad.Workload = "stuck.json"
	bad.ReadFile = func(string) ([]byte, error) { return []byte(stuck), nil }
	c := compare(t, Options{}, variant("a", small(0), 1, 2),
		variant("b", bad, 1, 2))
	if f := c.Variants[1].Failures; len(f) != 2 || f[1].Seed != 2 || !strings.Contains(f[0].Error, "without running") {
		t.Errorf("%+v", f)
	}
	if k := change(t, c, "b", "energy.total"); k.Delta != nil || k.Note != "no value" || k.Verdict != Unclear {
		t.Errorf("%+v", k)
	}
}

// An early end leaves pairs: a seed is run of both variants before the next.
func TestInterruptedComparison(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seeds := make([]uint64, 40)
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}
	n := 0
	o := Options{Runner: Runner{Workers: 1, OnDone: func(i int, _ *Outcome) {
		if i != n {
			t.Errorf("run %d is reported as %d", n, i)
		}
		if n++; n == 45 {
			cancel()
		}
	}}}
	both := []Variant{variant("a", small(0), seeds...), variant("b", small(0), seeds...)}
	got, err := Variants(ctx, both, o)
	if !errors.Is(err, context.Canceled) || got == nil {
		t.Fatalf("%v, %v", got, err)
	}
	k := change(t, got, "b", "energy.total")
	if k.N < 22 || k.N > 23 || len(got.Variants[0].Runs) > k.N+1 || len(got.Variants[1].Failures) != 0 {
		t.Errorf("kept %d and %d runs, %d pairs", len(got.Variants[0].Runs), len(got.Variants[1].Runs), k.N)
	}
}

// Without a pair nothing is said, and no number is 0.
func TestInterruptedBeforeAPair(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := Options{Runner: Runner{Workers: 1, OnDone: func(int, *Outcome) { cancel() }}}
	got, err := Variants(ctx, []Variant{variant("a", small(0), 1, 2), variant("b", small(0), 1, 2)}, o)
	if !errors.Is(err, context.Canceled) || len(got.Variants[0].Runs) != 1 {
		t.Fatalf("%v, %+v", err, got)
	}
	if k := got.Conclusions[0]; k.Why != "nothing can be said: no run of b to set beside one of a" || k.Note != "" {
		t.Errorf("%+v", k)
	}
	text, err := json.Marshal(got.Comparisons[0].VariantSummary)
	if err != nil || string(text) != `{"mean":null,"sd":null,"n":0}` {
		t.Errorf("%s, %v", text, err)
	}
	if text, err = json.Marshal(Summary{Mean: 0, N: 1}); err != nil || string(text) != `{"mean":0,"sd":0,"n":1}` {
		t.Errorf("%s, %v", text, err)
	}
}

// Runs that are alike decision by decision are said to be.
func TestSameDecisions(t *testing.T) {
	for _, c := range []struct {
		name string
		b    Variant
		want string
	}{
		{"itself", variant("b", small(0), 1, 2), "the same decisions on every seed: what sets b apart from a never acted"},
		{"another governor", variant("b", small(0).Over(eas.Scenario{Governor: "performance"}), 1, 2), ""},
		{"other seeds", variant("b", small(0), 1, 3), ""},
		{
			"another meter", variant("b", small(0).Over(eas.Scenario{Meter: "em"}), 1, 2),
			"the same decisions on every seed: only what is measured differs",
		},
	} {
		k := compare(t, Options{}, variant("a", small(0), 1, 2), c.b).Conclusions[0]
		if k.Note != c.want {
			t.Errorf("%s: %q, want %q", c.name, k.Note, c.want)
		}
	}
}

// Two boards: why the energy changed is not known, and of the names of packages
// nothing is said; nor is anything of an energy that did not change.
func TestUnexplained(t *testing.T) {
	other := small(0)
	other.Platform = "hikey960"
	k := compare(t, Options{}, variant("a", small(0), 1, 2, 3), variant("b", other, 1, 2, 3)).Conclusions[0]
	if k.Explanation != nil || !strings.HasPrefix(k.Unexplained, "eas1x of juno-r2 and eas1x of hikey960 are different") {
		t.Errorf("%+v", k)
	}
	same := &contest{total: &Change{Paired: true, CI95: &[2]float64{-1, 1}}}
	same.sides = &pairing{base: seriesOf(t, small(1)), other: seriesOf(t, other)}
	if e, why := same.explain(Thresholds{}); e != nil || why != "" {
		t.Errorf("%+v, %q", e, why)
	}
	same.total.CI95[0] = 0.5
	if _, why := same.explain(Thresholds{}); why == "" {
		t.Error("nothing is said of an energy that changed")
	}
}

func seriesOf(t *testing.T, s eas.Scenario) *Series {
	t.Helper()
	s.Seed = 1
	return &Series{Variant: variant("x", s, 1), outcomes: Runner{}.Run(t.Context(), []eas.Scenario{s})}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name     string
		base     float64
		better   string
		d        Difference
		exact    bool
		verdict  string
		deltaPct float64 // NaN: not known
	}{
		{"clearly less energy", 100, lower, Difference{Mean: -5, Known: true, Lo: -6, Hi: -4, P: 0.001}, false, Better, -5},
		{"clearly more energy", 100, lower, Difference{Mean: 5, Known: true, Lo: 4, Hi: 6, P: 0.001}, false, Worse, 5},
		{"more points", 100, higher, Difference{Mean: 5, Known: true, Lo: 4, Hi: 6, P: 0.001}, false, Better, 5},
		{"wide interval", 100, lower, Difference{Mean: -1, Known: true, Lo: -6, Hi: 4, P: 0.6}, false, Unclear, -1},
		{"narrow interval", 100, lower, Difference{Mean: 0.1, Known: true, Lo: -0.5, Hi: 0.7, P: 0.6}, false, Same, 0.1},
		{"no direction", 100, "", Difference{Mean: 5, Known: true, Lo: 4, Hi: 6, P: 0.001}, false, Unclear, 5},
		{"exact", 100, lower, Difference{Mean: -0.2, Lo: -0.2, Hi: -0.2}, true, Better, -0.2},
		{"exact and negligible", 100, lower, Difference{Mean: -1e-3, Lo: -1e-3, Hi: -1e-3}, true, Same, -1e-3},
		{"negligible", 100, higher, Difference{Mean: -0.05, Known: true, Lo: -0.09, Hi: -0.01, P: 0.001}, false, Same, -0.05},
		{
			"hardly negligible", 100, higher,
			Difference{Mean: -0.06, Known: true, Lo: -0.11, Hi: -0.01, P: 0.001},
			false,
			Worse, -0.06,
		},
		{"from nothing to something", 0, lower, Difference{Mean: 3, Known: true, Lo: 1, Hi: 5}, false, Worse, math.NaN()},
		{"nothing to nothing", 0, lower, Difference{Known: true, P: 1}, false, Same, 0},
		{"a negative base", -100, lower, Difference{Mean: -5, Known: true, Lo: -6, Hi: -4}, false, Better, -5},
	} {
		k := Change{Better: c.better, Exact: c.exact, BaseSummary: Summary{Mean: c.base}, Verdict: Unclear}
		k.fill(c.d)
		k.decide(Thresholds{}.withDefaults())
		if k.Verdict != c.verdict {
			t.Errorf("%s: %s, want %s", c.name, k.Verdict, c.verdict)
		}
		switch {
		case math.IsNaN(c.deltaPct) != (k.DeltaPct == nil):
			t.Errorf("%s: change %v", c.name, k.DeltaPct)
		case k.DeltaPct != nil:
			near(t, c.name, *k.DeltaPct, c.deltaPct, 1e-12)
		}
	}
}

// One sample beside another of the same kind, other seeds: of 200 pairs 5 % may
// be called different, 19 with three standard errors.
func TestFalseAlarms(t *testing.T) {
	slow(t)
	const pairs, size = 200, 5
	var scenarios []eas.Scenario
	for seed := range uint64(2 * pairs * size) {
		scenarios = append(scenarios, small(seed+1))
	}
	s := Series{runs: byPath(Runner{}.Run(t.Context(), scenarios))}
	energy := s.Values("energy.total")
	if len(energy) != len(scenarios) {
		t.Fatalf("%d of %d runs", len(energy), len(scenarios))
	}
	alarms := 0
	for i := 0; i < len(energy); i += 2 * size {
		if Unpaired(energy[i:i+size], energy[i+size:i+2*size]).P < 0.05 {
			alarms++
		}
	}
	t.Logf("%d of %d pairs are called different", alarms, pairs)
	if alarms > 19 || alarms < 1 {
		t.Errorf("%d of %d pairs are called different", alarms, pairs)
	}
}

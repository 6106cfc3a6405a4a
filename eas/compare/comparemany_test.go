package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"easim/eas"
)

const (
	lightLoad = "periodic:tasks=2,task_util=0.05,period=16ms"
	otherLoad = "periodic:tasks=4,task_util=0.08,period=20ms"
)

func rowsOf(c *Comparison) []string {
	var out []string
	for i := range c.Conclusions {
		k := &c.Conclusions[i]
		out = append(out, fmt.Sprintf("%s %s/%s %d", k.Workload, k.Variant, k.Base, len(k.Rows(c.Comparisons))))
	}
	return out
}

// Every two variants are compared once, those with the baseline first; limits are
// about the baseline.
func TestAllPairs(t *testing.T) {
	a := exact(lightLoad)
	variants := []Variant{
		variant("a", a, 1),
		variant("b", a.Over(eas.Scenario{Governor: "performance"}), 1),
		variant("c", a.Over(eas.Scenario{Governor: "powersave"}), 1),
	}
	c := compare(t, Options{AllPairs: true, Limits: []Limit{{"total", 1000}}}, variants...)
	if got, want := rowsOf(c), []string{" b/a 4", " c/a 4", " c/b 4"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(c.Limits) != 2 {
		t.Errorf("limits %+v", c.Limits)
	}
	// The last pair by itself gives the same rows.
	alone := compare(t, Options{}, variants[1], variants[2])
	for i, k := range c.Conclusions[2].Rows(c.Comparisons) {
		if x := &alone.Comparisons[i]; *k.Delta != *x.Delta || k.Verdict != x.Verdict || k.Metric != x.Metric {
			t.Errorf("%+v, alone %+v", k, x)
		}
	}
	if c.Adjustment != (Adjustment{Method: holm}) {
		t.Errorf("chance has no part here: %+v", c.Adjustment)
	}
}

// Total energy is adjusted over its pairs, and everything else together, apart.
func TestTwoFamilies(t *testing.T) {
	s := small(0)
	seeds := []uint64{1, 2, 3, 4}
	c := compare(t, Options{AllPairs: true}, variant("a", s, seeds...),
		variant("b", s.Over(eas.Scenario{Governor: "performance"}), seeds...),
		variant("c", s.Over(eas.Scenario{Governor: "schedutil"}), seeds...))
	var totals, others, adjustedTotals, adjustedOthers []float64
	for i := range c.Comparisons {
		switch k := &c.Comparisons[i]; {
		case !k.varies():
		case k.Metric == "energy.total":
			totals, adjustedTotals = append(totals, *k.P), append(adjustedTotals, *k.PAdjusted)
		default:
			others, adjustedOthers = append(others, *k.P), append(adjustedOthers, *k.PAdjusted)
		}
	}
	if !slices.Equal(adjustedTotals, Holm(totals)) || !slices.Equal(adjustedOthers, Holm(others)) {
		t.Errorf("%v become %v; %v become %v", totals, adjustedTotals, others, adjustedOthers)
	}
	want := Adjustment{Method: "holm", TotalEnergy: len(totals), Comparisons: len(others)}
	if c.Adjustment != want || len(totals) < 2 || len(others) < 4 {
		t.Errorf("%+v, want %+v", c.Adjustment, want)
	}
}

// Each workload is compared as it would be by itself, and the mean of both is the
// root of the product.
func TestWorkloads(t *testing.T) {
	a := exact("")
	variants := []Variant{variant("a", a, 1, 2), variant("b", a.Over(eas.Scenario{Governor: "performance"}), 1, 2)}
	c := compare(t, Options{Workloads: []string{lightLoad, otherLoad}}, variants...)
	if len(c.Variants) != 4 || len(c.Conclusions) != 2 || len(c.GeoMean.Conclusions) != 1 {
		t.Fatalf("%d variants, %d conclusions", len(c.Variants), len(c.Conclusions))
	}
	parts := c.ByWorkload()
	ratio := 1.0
	for i, load := range []string{lightLoad, otherLoad} {
		alone := compare(t, Options{}, variant("a", exact(load), 1, 2),
			variant("b", exact(load).Over(eas.Scenario{Governor: "performance"}), 1, 2))
		got, want := change(t, parts[i], "b", "energy.total"), change(t, alone, "b", "energy.total")
		if *got.Delta != *want.Delta || got.Workload != load || len(parts[i].Variants) != 2 ||
			len(parts[i].Conclusions) != 1 {
			t.Errorf("%+v, alone %+v", got, want)
		}
		ratio *= want.VariantSummary.Mean / want.BaseSummary.Mean
	}
	k := &c.GeoMean.Comparisons[0]
	if k.Metric != "energy.total" || !k.Exact || k.Verdict != Worse {
		t.Errorf("%+v", k)
	}
	near(t, "mean", *k.DeltaPct, 100*(math.Sqrt(ratio)-1), 1e-9)
	if got := compare(t, Options{}, variants...).ByWorkload(); len(got) != 1 || got[0].GeoMean != nil {
		t.Errorf("one workload is %d", len(got))
	}
}

// A metric that one workload has is shown there, and of the other what it has.
func TestMetricOfOneWorkload(t *testing.T) {
	s := small(0)
	o := Options{
		Workloads: []string{
			lightLoad,
			"mp3",
		},
		Metrics: []string{"total", "buffers_per_s"},
		Limits:  []Limit{{"buffers_per_s", 5}},
	}
	c := compare(t, o, variant("a", s, 1, 2), variant("b", s, 1, 2))
	var got []string
	for i := range c.Comparisons {
		got = append(got, c.Comparisons[i].Metric[strings.LastIndexByte(c.Comparisons[i].Metric, '.')+1:])
	}
	if want := []string{"total", "work_capacity_s", "total", "buffers_per_s"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(c.Limits) != 1 || c.Limits[0].Workload != "mp3" || !c.Limits[0].Passed {
		t.Errorf("%+v", c.Limits)
	}
}

func TestBadWorkloads(t *testing.T) {
	both := []Variant{variant("a", small(0), 1), variant("b", small(0), 1)}
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Workloads: []string{"mp3", "MP3"}}, "workload MP3 is given twice"},
		{Options{Workloads: []string{"mp3", ""}}, "without a name"},
		{Options{Workloads: []string{"mp3", "video-1080"}}, `did you mean "video-1080p"`},
		{
			Options{Workloads: []string{"mp3", lightLoad}, Metrics: []string{"buffers_per"}},
			`did you mean "buffers_per_s"`,
		},
	} {
		got, err := Variants(t.Context(), both, c.o)
		var input *eas.InputError
		if got != nil || !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}

// A workload whose runs fail is recorded, and there is no mean.
func TestWorkloadThatFails(t *testing.T) {
	s := small(0)
	s.ReadFile = func(string) ([]byte, error) {
		return []byte(`{"tasks": {"a": {"loop": -1, "run": 0}}, "global": {"duration": 1, "calibration": 10}}`), nil
	}
	c := compare(
		t,
		Options{Workloads: []string{"stuck.json", lightLoad}},
		variant("a", s, 1, 2),
		variant("b", s, 1, 2),
	)
	if c.GeoMean != nil || len(c.Conclusions) != 1 || c.Variants[0].Label() != "a on stuck.json" ||
		len(c.Variants[1].Failures) != 2 {
		t.Errorf("%+v", c)
	}
}

// A metric that only a workload has whose first run fails is not called unknown.
func TestMetricOfAWorkloadThatFails(t *testing.T) {
	s := small(0)
	s.ReadFile = func(string) ([]byte, error) {
		return []byte(`{"tasks": {"a": {"loop": -1, "run": 0}}, "global": {"duration": 1, "calibration": 10}}`), nil
	}
	o := Options{Workloads: []string{lightLoad, "stuck.json"}, Metrics: []string{"total", "tasks.a.missed"}}
	c := compare(t, o, variant("a", s, 1), variant("b", s, 1))
	if len(c.Conclusions) != 1 || len(c.Variants[2].Failures) != 1 {
		t.Errorf("%+v", c)
	}
}

// A variant beside itself on other seeds, all energies and all counts of the
// scheduler shown: of 200 comparisons at most 19 have any row that is called
// different, and none names a winner more often; without adjustment many more
// would.
func TestFalseAlarmsOfAnyRow(t *testing.T) {
	slow(t)
	const pairs, size = 200, 5
	alarms, plain, winners := 0, 0, 0
	for i := range uint64(pairs) {
		seeds := func(from uint64) []uint64 { return []uint64{from, from + 1, from + 2, from + 3, from + 4} }
		first := 2*size*i + 1
		c := compare(t, Options{Metrics: []string{"energy.*", "scheduler.*"}},
			variant("a", small(0), seeds(first)...), variant("b", small(0), seeds(first+size)...))
		before, after := false, false
		for j := range c.Comparisons {
			k := &c.Comparisons[j]
			before, after = before || k.Differs(), after || k.PAdjusted != nil && *k.PAdjusted < alpha
		}
		plain, alarms = plain+count(before), alarms+count(after)
		winners += count(c.Conclusions[0].Winner != nil)
	}
	t.Logf("%d of %d, %d without adjustment; %d name a winner", alarms, pairs, plain, winners)
	if alarms > 19 || winners > 19 || plain <= 19 {
		t.Errorf("%d of %d comparisons have a row that is called different, %d without adjustment; %d name a winner",
			alarms, pairs, plain, winners)
	}
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

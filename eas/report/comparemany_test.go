package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"easim/eas/compare"
)

// many are three variants on two workloads, every pair, two metrics each.
func many() *compare.Comparison {
	c := &compare.Comparison{
		Workloads:  []string{"mp3", "video"},
		Adjustment: compare.Adjustment{Method: "holm", TotalEnergy: 9, Comparisons: 18},
		GeoMean:    &compare.GeoMean{Workloads: []string{"mp3", "video"}},
		Limits: []compare.LimitResult{
			{Metric: "energy.total", Variant: "b", Workload: "mp3", LimitPct: 2, DeltaPct: ref(1.5), Passed: true},
			{Metric: "energy.total", Variant: "b", Workload: "video", LimitPct: 2, DeltaPct: ref(3.0)},
			{Metric: "energy.total", Variant: "c", Workload: "video", LimitPct: 2},
		},
	}
	for _, load := range c.Workloads {
		for _, name := range []string{"a", "b", "c"} {
			c.Variants = append(c.Variants, compare.VariantResult{Name: name, Workload: load, Seeds: []uint64{1, 2}})
		}
	}
	c.Variants[5].Failures = []compare.Failure{{Seed: 2, Error: "boom\ngoroutine 1"}}
	pairs := [][2]string{{"a", "b"}, {"a", "c"}, {"b", "c"}}
	for _, load := range []string{"mp3", "video", compare.GeoMeanName} {
		for i, p := range pairs {
			rows, k := &c.Comparisons, &c.Conclusions
			if load == compare.GeoMeanName {
				rows, k = &c.GeoMean.Comparisons, &c.GeoMean.Conclusions
			}
			energy, speed := changed(-float64(i+1), -4, -0.5), changed(0.5, -1, 2)
			energy.Metric, energy.Verdict, energy.PAdjusted = "energy.total", compare.Better, ref(0.01)
			speed.Metric, speed.Verdict, speed.P = compare.PerformanceMetric, compare.Unclear, ref(0.3)
			energy.Better, speed.Better = "lower", "higher"
			speed.Parts = []compare.WorkloadRatio{
				{Workload: "mp3", Metric: "throughput.metrics.rate", Ratio: 1},
				{Workload: "video", Metric: "throughput.metrics.time", Inverse: true, Ratio: 1},
			}
			for _, r := range []*compare.Change{&energy, &speed} {
				r.Base, r.Variant, r.Workload = p[0], p[1], load
				*rows = append(*rows, *r)
			}
			*k = append(*k, compare.Conclusion{Base: p[0], Variant: p[1], Workload: load, Why: "so"})
		}
	}
	return c
}

func TestManyText(t *testing.T) {
	text := string(Comparison(many(), Style{}))
	for want, n := range map[string]int{
		"each on mp3, video\n": 1,
		"p adjusted by Holm over 18 comparisons, of total energy apart over 9; better and worse need it below 0.05\n": 1,
		"\nb against a on mp3, independent samples":                         1,
		"\nc against a on video, independent samples":                       1,
		"\nc against a, geometric mean over 2 workloads, independent":       1,
		"\nevery pair on video: change in %, row against column\n":          1,
		"  performance: rate of mp3, 1/time of video\n":                     6,
		"  c against b: so\n":                                               3,
		"  energy.total  b  -1.00 ✓\n                c  -2.00 ✓  -3.00 ✓\n": 3,
		"  ✓ better, ✗ worse, = same, ? unclear\n":                          3,
		"  b on video  energy.total               2 %  +3.00 %  FAIL\n":     1,
		"failed: c on video, seed 2: boom\n":                                1,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%d times %q, want %d, in\n%s", got, want, n, text)
		}
	}
	ascii := string(Comparison(many(), Style{ASCII: true}))
	if !strings.Contains(ascii, "-2.00 b  -3.00 b\n") || strings.ContainsAny(ascii, "│━●├┤✓✗") {
		t.Errorf("%s", ascii)
	}
}

// What does not differ is counted in tables, and a dot in a matrix.
func TestManySignificantText(t *testing.T) {
	c := many()
	for i := range c.Comparisons {
		if k := &c.Comparisons[i]; k.Workload == "mp3" || k.Metric == "energy.total" && k.Variant == "b" {
			k.CI95, k.CI95Pct = &[2]float64{-1, 1}, &[2]float64{-1, 1}
		}
	}
	text := string(Comparison(c.Significant(), Style{}))
	for _, want := range []string{
		"\nb against a on mp3\n  left out: 2 rows without a difference\n  so\n",
		"\nevery pair on mp3: change in %, row against column\n  c against b: so\n",
		"  energy.total  b        .\n                c  -2.00 ✓  -3.00 ✓\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// A matrix that would be too wide becomes a table for each pair.
func TestWideMatrix(t *testing.T) {
	c := many()
	long := strings.Repeat("b", 100)
	for i := range c.Comparisons {
		if c.Comparisons[i].Base == "b" {
			c.Comparisons[i].Base = long
		}
	}
	for i := range c.Conclusions {
		if c.Conclusions[i].Base == "b" {
			c.Conclusions[i].Base = long
		}
	}
	text := string(Comparison(c, Style{}))
	if strings.Contains(text, "every pair on mp3") || !strings.Contains(text, "\nc against "+long+" on mp3, independent") {
		t.Errorf("%s", text)
	}
}

func TestManyData(t *testing.T) {
	c := many()
	lines := strings.Split(strings.TrimSpace(string(ComparisonCSV(c))), "\n")
	if len(lines) != 1+18 || !strings.HasSuffix(lines[0], ",note,p_adjusted,workload") ||
		!strings.HasSuffix(lines[1], ",0.01,mp3") || !strings.HasSuffix(lines[18], ",,geomean") {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
	text, err := ComparisonJSON(c)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Workloads  []string
		Adjustment struct{ Comparisons int }
		GeoMean    struct {
			Comparisons []struct {
				Workload string
				Parts    []map[string]any
			}
		}
	}
	if err := json.Unmarshal(text, &got); err != nil || len(got.Workloads) != 2 || got.Adjustment.Comparisons != 18 ||
		got.GeoMean.Comparisons[1].Workload != "geomean" || got.GeoMean.Comparisons[1].Parts[1]["inverse"] != true {
		t.Errorf("%v, %+v", err, got)
	}
}

func ExampleComparisonJUnit() {
	c := &compare.Comparison{
		Variants: []compare.VariantResult{
			{Name: "base"}, {Name: "fast", Failures: []compare.Failure{{Seed: 3, Error: "stuck\nat 5 ms"}}},
		},
		Limits: []compare.LimitResult{
			{Metric: "energy.total", Variant: "fast", LimitPct: 2, DeltaPct: ref(3.0)},
			{Metric: "score", Variant: "fast", LimitPct: 1},
			{Metric: "time", Variant: "fast", LimitPct: 1, DeltaPct: ref(-4.0), Passed: true},
		},
	}
	out, err := ComparisonJUnit(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(out))
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <testsuites name="easim compare" tests="5" failures="3" skipped="0">
	//   <testsuite name="base" tests="1" failures="0" skipped="0">
	//     <testcase classname="base" name="0 runs"></testcase>
	//   </testsuite>
	//   <testsuite name="fast" tests="4" failures="3" skipped="0">
	//     <testcase classname="fast" name="seed 3">
	//       <failure message="stuck" type="run">stuck&#xA;at 5 ms</failure>
	//     </testcase>
	//     <testcase classname="fast" name="energy.total worse by at most 2 %">
	//       <failure message="the change is +3.00 %" type="limit"></failure>
	//     </testcase>
	//     <testcase classname="fast" name="score worse by at most 1 %">
	//       <failure message="the change is not known" type="limit"></failure>
	//     </testcase>
	//     <testcase classname="fast" name="time worse by at most 1 %">
	//       <system-out>the change is -4.00 %</system-out>
	//     </testcase>
	//   </testsuite>
	// </testsuites>
}

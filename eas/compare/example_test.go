package compare_test

import (
	"context"
	"fmt"
	"math"

	"easim/eas"
	"easim/eas/compare"
)

func ExampleVariants() {
	s := eas.Scenario{
		Workload: "periodic:tasks=2,task_util=0.05,period=16ms", Duration: eas.SpanOf(320e6),
		Layers: []eas.Layer{{Params: []eas.Setting{{Key: "tick_phase_ns", Value: "0"}}}},
	}
	fast := s
	fast.Governor = "performance"
	c, err := compare.Variants(context.Background(), []compare.Variant{
		{Name: "base", Scenario: s, Seeds: []uint64{1}},
		{Name: "fast", Scenario: fast, Seeds: []uint64{1}},
	}, compare.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, k := range c.Comparisons {
		if k.Metric == "energy.total" {
			fmt.Println(k.Variant, k.Exact, k.Verdict)
		}
	}
	fmt.Println(*c.Conclusions[0].Winner)
	// Output:
	// fast true worse
	// base
}

func ExampleComparison_ByWorkload() {
	c := compare.Comparison{
		Workloads:   []string{"mp3", "geekbench"},
		Conclusions: []compare.Conclusion{{Workload: "mp3", Why: "one"}, {Workload: "geekbench", Why: "other"}},
	}
	for _, part := range c.ByWorkload() {
		fmt.Println(part.Workloads[0], part.Conclusions[0].Why)
	}
	// Output:
	// mp3 one
	// geekbench other
}

func ExampleComparison_Significant() {
	c := compare.Comparison{
		Comparisons: []compare.Change{
			{Metric: "energy.total", Base: "a", Variant: "b", CI95: &[2]float64{-1, 2}},
			{Metric: "scheduler.switches", Base: "a", Variant: "b", CI95: &[2]float64{3, 4}},
		},
		Conclusions: []compare.Conclusion{{Base: "a", Variant: "b"}},
	}
	s := c.Significant()
	fmt.Println(s.Comparisons[0].Metric, "and", s.Conclusions[0].LeftOut, "left out")
	// Output: scheduler.switches and 1 left out
}

// Runs that are not to be compared as a whole: one metric of the second variant
// beside the first.
func ExampleRunner_RunVariants() {
	s := eas.Scenario{Workload: "periodic:tasks=2,task_util=0.05,period=16ms", Duration: eas.SpanOf(320e6)}
	fast := s
	fast.Governor = "performance"
	total := compare.Reading{Path: "energy.total"}
	all, err := compare.Runner{}.RunVariants(context.Background(), []compare.Variant{
		{Name: "base", Scenario: s, Seeds: []uint64{1, 2}},
		{Name: "fast", Scenario: fast, Seeds: []uint64{1, 2}},
	}, func(first *eas.Result) error {
		_, err := compare.Choose(compare.Readings(first), []string{total.Path})
		return err
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := all[1].ChangeFrom(&all[0], &total)
	fmt.Println(len(all[1].Values(total.Path)), "runs; more:", *c.Delta > 0)
	// Output: 2 runs; more: true
}

// What the highest OPP costs more than the lowest, and why.
func ExampleExplain() {
	run := func(governor string) []*eas.Result {
		r, err := eas.Run(context.Background(), eas.Scenario{
			Platform: "juno-r2", Workload: "periodic:tasks=2,task_util=0.05,period=16ms", Governor: governor,
			Duration: eas.SpanOf(1e9), Seed: 1,
		})
		if err != nil {
			panic(err)
		}
		return []*eas.Result{r}
	}
	board, _, err := eas.LoadPlatform("juno-r2", nil)
	if err != nil {
		panic(err)
	}
	e, err := compare.Explain(board, run("powersave"), run("performance"), compare.ExplainOptions{})
	if err != nil {
		panic(err)
	}
	largest, sum := e.Effects[0], 0.0
	for _, f := range e.Effects {
		if sum += f.Delta; math.Abs(f.Delta) > math.Abs(largest.Delta) {
			largest = f
		}
	}
	fmt.Printf("more: %v, above all by %s; the effects are all of it: %v\n",
		e.Delta > 0, largest.What, math.Abs(sum-e.Delta) < 1e-6)
	// Output: more: true, above all by the same work at other OPPs; the effects are all of it: true
}

func ExampleReadings() {
	r := &eas.Result{Energy: eas.Energy{Unit: "mJ", Total: 12.5}}
	for _, x := range compare.Readings(r) {
		if x.Path == "energy.total" {
			fmt.Println(x.Path, x.Value, x.Unit, x.Better)
		}
	}
	// Output: energy.total 12.5 mJ lower
}

func ExamplePaired() {
	before, after := []float64{10, 12, 11, 13}, []float64{9, 10.5, 10.2, 11.6}
	d := compare.Paired(before, after)
	fmt.Printf("%.3f [%.3f, %.3f] p=%.4f\n", d.Mean, d.Lo, d.Hi, d.P)
	// Output: -1.175 [-1.701, -0.649] p=0.0057
}

// By hand: 5 x 0.01, 4 x 0.02, 3 x 0.03; 2 x 0.04 and 0.05 are below that.
// R's p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") gives the same.
func ExampleHolm() {
	fmt.Printf("%.2f\n", compare.Holm([]float64{0.03, 0.01, 0.05, 0.02, 0.04}))
	// Output: [0.09 0.05 0.09 0.08 0.09]
}

package experiment_test

import (
	"context"
	"fmt"

	"easim/eas/experiment"
)

// What was published, without a run.
func ExampleLoad() {
	x, err := experiment.Load("s4-perf")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range x.Plan().Rows {
		if r.Config == "baseline" && r.Published != nil {
			fmt.Println(x.Name, r.Config, r.Metric, *r.Published)
		}
	}
	// Output:
	// s4-perf baseline throughput.metrics.score_st 953.2
	// s4-perf baseline throughput.metrics.score_mt 2175.8
}

// What stands beside published values, made again on two seeds.
func ExampleExperiment_Repeat() {
	x, err := experiment.Load("s4-perf")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := x.Repeat(context.Background(), experiment.RepeatOptions{Seeds: []uint64{1, 2}, PrincipalOnly: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Failures), "failures;", r.Signs.Of, "published changes have a sign")
	// Output: 0 failures; 6 published changes have a sign
}

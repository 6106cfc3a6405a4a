package experiment_test

import (
	"context"
	"fmt"
	"math"

	"easim/eas"
	"easim/eas/experiment"
)

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
	e, err := experiment.Explain(board, run("powersave"), run("performance"), experiment.ExplainOptions{})
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

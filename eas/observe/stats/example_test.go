package stats_test

import (
	"fmt"

	"easim/eas/observe/stats"
	"easim/eas/sched"
)

func ExampleStats() {
	s := stats.New()
	probes := s.Tracer() // goes to sched.Config.Tracer
	probes.TaskNew(0, 0, "render")
	probes.SchedWakeup(1_000, 0, 2, false)
	probes.SchedSwitch(26_000, 2, sched.NoTask, 0, false)
	s.Finish(1_000_000)
	t := s.Task(0)
	fmt.Println(t.Name, t.Wakeups, t.Latency.Max(), "ns")
	// Output: render 1 25000 ns
}

func ExampleHistogram() {
	var h stats.Histogram
	for v := int64(1); v <= 100; v++ {
		h.Add(v * 1000)
	}
	fmt.Println(h.Count(), h.Quantile(500), h.Quantile(990), h.Max())
	// Output: 100 50175 100000 100000
}

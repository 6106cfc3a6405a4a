package timeline_test

import (
	"fmt"

	"easim/eas/observe/timeline"
	"easim/eas/sched"
	"easim/energy"
)

// A task runs twice on the only CPU; the window holds the second time.
func ExampleRecorder() {
	p := &energy.Platform{
		CPUs:        []energy.CPU{{}},
		FreqDomains: []energy.FreqDomain{{CPUs: energy.CPUSetOf(0), OPPs: make([]energy.OPP, 1)}},
	}
	r := timeline.New(p, 0)
	probes := r.Tracer() // goes to sched.Config.Tracer, or eas.RunTimeline does it all
	r.Open(4_000_000, 10_000_000)
	probes.TaskNew(0, 0, "work")
	probes.SchedSwitch(1_000_000, 0, sched.NoTask, 0, false)
	probes.SchedSwitch(2_000_000, 0, 0, sched.NoTask, false)
	probes.SchedSwitch(5_000_000, 0, sched.NoTask, 0, false)
	probes.SchedSwitch(8_000_000, 0, 0, sched.NoTask, false)
	r.Finish(20_000_000)

	tl := r.Timeline()
	for _, s := range tl.Runs[0] {
		fmt.Printf("%s ran from %v to %v\n", tl.Tasks[s.Value].Name, s.From, s.To)
	}
	// Output: work ran from 5ms to 8ms
}

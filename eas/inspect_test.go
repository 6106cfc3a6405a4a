package eas

import (
	"errors"
	"fmt"
	"testing"
)

func TestInspect(t *testing.T) {
	fixed := []Layer{{Params: []Setting{{"tick_phase_ns", "0"}}}}
	for _, c := range []struct {
		name string
		s    Scenario
		want bool
	}{
		{"the phase of the tick is drawn", Scenario{}, false},
		{"video with a fixed phase", Scenario{Layers: fixed}, true},
		{"video with jitter", Scenario{Workload: "video-1080p:jitter=1", Layers: fixed}, false},
		{"equal periodic tasks", Scenario{Workload: "periodic:tasks=3,task_util=0.1", Layers: fixed}, true},
		{"drawn periods", Scenario{Workload: "periodic:tasks=3,util=0.1", Layers: fixed}, false},
	} {
		got, err := Inspect(c.s)
		if err != nil || got.Exact != c.want {
			t.Errorf("%s: %+v, %v; want exact %v", c.name, got, err, c.want)
		}
		if err != nil {
			continue
		}
		// The claim itself: two seeds give the same schedule.
		c.s.Duration, c.s.Warmup = SpanOf(300e6), SpanOf(0)
		var digests [2]string
		for i := range digests {
			c.s.Seed = uint64(i + 1)
			r, err := Run(t.Context(), c.s)
			if err != nil {
				t.Fatal(err)
			}
			digests[i] = r.Digest
		}
		if same := digests[0] == digests[1]; same != c.want {
			t.Errorf("%s: equal digests %v, exact %v", c.name, same, c.want)
		}
	}
	var input *InputError
	if _, err := Inspect(Scenario{Governor: "nonsense"}); !errors.As(err, &input) {
		t.Errorf("an unknown governor: %v", err)
	}
}

func ExampleInspect() {
	s := Scenario{Workload: "hackbench", Platform: "hikey620"}
	before, _ := Inspect(s)
	s.Layers = []Layer{{Params: []Setting{{"tick_phase_ns", "0"}}}}
	after, _ := Inspect(s)
	fmt.Println(before.Exact, after.Exact)
	// Output: false true
}

package compare

import (
	"testing"

	"easim/eas"
)

func TestTaskClassNames(t *testing.T) {
	c := newClassifier()
	for task, want := range map[string]string{
		"mt-aes-3": "mt-aes", "receiver-0.12": "receiver", "sender-3-0": "sender", "EventThread2": "EventThread",
		"periodic-11": "periodic", "render": "render", "h264-1": "h264", "NPDecoder-CL": "NPDecoder-CL", "7": "7",
		"mp3.decoder": "mp3.decoder", "task-": "task-", "t#2": "t",
	} {
		if got := c.classOf(task); got != want {
			t.Errorf("%s is of class %q, want %q", task, got, want)
		}
	}
}

func TestTaskClasses(t *testing.T) {
	mj := func(v float64) *float64 { return &v }
	run := func(tasks ...eas.TaskResult) *eas.Result { return &eas.Result{Tasks: tasks} }
	base := []*eas.Result{
		run(eas.TaskResult{Name: "h264", LittleNS: 6, BigNS: 2, Energy: mj(10)},
			eas.TaskResult{Name: "w-1", BigNS: 4, Energy: mj(20)}, eas.TaskResult{Name: "w-2", BigNS: 6, Energy: mj(30)}),
		run(eas.TaskResult{Name: "h264", LittleNS: 8, BigNS: 4, Energy: mj(14)},
			eas.TaskResult{Name: "w-1", BigNS: 4, Energy: mj(22)}, eas.TaskResult{Name: "w-2", BigNS: 6, Energy: mj(32)}),
	}
	variant := []*eas.Result{
		run(eas.TaskResult{Name: "h264", LittleNS: 7, BigNS: 3, Energy: mj(12)},
			eas.TaskResult{Name: "w-1", LittleNS: 9, Energy: mj(8)},
			eas.TaskResult{Name: "w-2", LittleNS: 12, MidNS: 1, Energy: mj(10)}),
	}
	got := taskClasses(base, variant, 200)
	if len(got) != 2 || got[0].Class != "w" || got[1].Class != "h264" || got[0].Tasks != 2 || got[1].Tasks != 1 {
		t.Fatalf("%+v", got)
	}
	if got[0].Base != (ClassTime{BigNS: 10}) || got[0].Variant != (ClassTime{LittleNS: 21, MidNS: 1}) ||
		got[1].Base != (ClassTime{LittleNS: 7, BigNS: 3}) {
		t.Errorf("%+v", got)
	}
	// (50 + 54) / 2 -> 18 of 200 in all.
	if *got[0].BaseEnergy != 52 || *got[0].VariantEnergy != 18 || *got[0].DeltaPct != -17 || *got[1].Delta != 0 {
		t.Errorf("%+v", got[0])
	}
	for _, r := range append(base, variant...) {
		for i := range r.Tasks {
			r.Tasks[i].Energy = nil // a measured table
		}
	}
	got = taskClasses(base, variant, 200)
	if got[0].Class != "w" || got[0].BaseEnergy != nil || got[0].Delta != nil {
		t.Errorf("%+v", got[0])
	}
}

// A class that one side does not have burnt nothing there, and is not ordered by
// its time among energies.
func TestTaskClassOfOneSide(t *testing.T) {
	task := func(name string, ns int64, mj float64) eas.TaskResult {
		return eas.TaskResult{Name: name, LittleNS: ns, Energy: &mj}
	}
	base := []*eas.Result{{Tasks: []eas.TaskResult{task("both", 1e9, 10)}}}
	variant := []*eas.Result{{Tasks: []eas.TaskResult{task("both", 2e9, 30), task("new", 1e9, 5)}}}
	got := taskClasses(base, variant, 100)
	if len(got) != 2 || got[0].Class != "both" || got[1].Class != "new" {
		t.Fatalf("%+v", got)
	}
	if g := &got[1]; g.Delta == nil || *g.BaseEnergy != 0 || *g.VariantEnergy != 5 || *g.DeltaPct != 5 {
		t.Errorf("%+v", g)
	}
}

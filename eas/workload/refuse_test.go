package workload

import (
	"errors"
	"strings"
	"testing"

	"easim/energy"
)

func TestNewPlayerRefuses(t *testing.T) {
	t.Parallel()
	base := func() *Workload {
		phase := Phase{Loop: 1, Ops: []Op{opRun(WorkInt, 1, 0)}}
		return &Workload{
			Tasks:     []TaskSpec{{Name: "a", Instances: 1, Loop: 1, Phases: []Phase{phase}}},
			Resources: []Resource{{Name: "m", Kind: ResMutex}},
		}
	}
	op := func(o Op) func(*Workload) { return func(w *Workload) { w.Tasks[0].Phases[0].Ops[0] = o } }
	one := PlayerConfig{NCPU: 1}
	for name, c := range map[string]struct {
		change func(w *Workload)
		cfg    PlayerConfig
		want   string
	}{
		"deadline":   {func(w *Workload) { w.Tasks[0].Attr.Policy = Deadline }, one, "SCHED_DEADLINE"},
		"cpus":       {func(w *Workload) { w.Tasks[0].Attr.CPUs = energy.CPUSetOf(3) }, one, "may use CPUs 3"},
		"no threads": {func(w *Workload) { w.Tasks[0].Instances = 0 }, one, "0 threads"},
		"ref":        {op(opOn(OpLock, 1)), one, "resource 1"},
		"ref kind":   {op(opOn(OpSend, 0)), one, "resource 0"},
		"loop":       {func(w *Workload) { w.Tasks[0].Phases[0].Loop = 0 }, one, "loop 0"},
		"fork":       {op(opN(OpFork, 1)), one, "fork of task 1"},
		"action":     {func(w *Workload) { w.Actions = []Action{{Kind: ActNice, Task: "z"}} }, one, `no task "z"`},
		"action cpu": {func(w *Workload) { w.Actions = []Action{{Kind: ActFreqMax, CPU: 9}} }, one, "no CPU 9"},
		"config":     {func(*Workload) {}, PlayerConfig{}, "0 CPUs"},
		"overflow": {
			func(w *Workload) { w.Tasks[0].Phases[0].Ops[0].NS = MaxWorkNS },
			PlayerConfig{NCPU: 1, CalibRate: 4 * energy.RateScale},
			"too long at this calibration",
		},
	} {
		w := base()
		c.change(w)
		_, err := NewPlayer(w, c.cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	w := base()
	w.Tasks[0].Attr.Policy = Deadline
	if _, err := NewPlayer(w, PlayerConfig{NCPU: 1}); !errors.Is(err, ErrDeadlineClass) {
		t.Errorf("error %v is no ErrDeadlineClass", err)
	}
}

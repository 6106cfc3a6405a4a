package eas

import (
	"reflect"

	"easim/eas/sched"
	"easim/eas/workload"
)

// Inspection is what can be said about a scenario without running it.
type Inspection struct {
	// Exact says that chance has no part in the run: the workload draws nothing
	// and the phase of the tick is fixed, so every seed gives the same run.
	Exact bool
}

// Inspect checks that s can be run as it stands. The error is that of [Run]: an
// [*InputError] for an unknown name, a value out of range, a file with faults.
func Inspect(s Scenario) (Inspection, error) {
	u, err := resolve(s)
	if err != nil {
		return Inspection{}, err
	}
	if u.params.TickPhaseNS == sched.Scaled || hasJitter(u.work) {
		return Inspection{}, nil
	}
	// A generator may draw while it builds: then another seed gives other data.
	other := s.withDefaults()
	other.Seed++
	v, err := resolve(other)
	if err != nil {
		return Inspection{}, err
	}
	return Inspection{Exact: reflect.DeepEqual(u.work, v.work)}, nil
}

// hasJitter reports whether an operation of w varies at random.
func hasJitter(w *workload.Workload) bool {
	for i := range w.Tasks {
		for j := range w.Tasks[i].Phases {
			for _, op := range w.Tasks[i].Phases[j].Ops {
				if op.JitterPct > 0 {
					return true
				}
			}
		}
	}
	return false
}

// Check reports whether s can be run as it stands. The error is that of [Run]: an
// [*InputError] for an unknown name, a value out of range, a file with faults.
func Check(s Scenario) error {
	_, err := resolve(s)
	return err
}

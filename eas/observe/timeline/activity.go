package timeline

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// Activity tells when much happened in a run, so that a window can be chosen that
// shows something. Make it with [NewActivity].
type Activity struct {
	bins []bin
}

// bin is what happened within binLength.
type bin struct{ moves, switches int32 }

const binLength = des.Time(10_000_000)

// How much an event counts: a task that moves or a tipping point that is crossed is
// rare and says much, a change of the clock less; switches count up to a few per
// bin, or they would drown the rest.
const (
	moveWeight   = 4
	clockWeight  = 2
	mostSwitches = 8
)

// NewActivity returns an empty record.
func NewActivity() *Activity { return &Activity{} }

// Tracer returns the probes that feed it.
func (a *Activity) Tracer() sched.Tracer {
	return sched.Tracer{
		SchedSwitch: func(at des.Time, _ energy.CPUID, _, _ sched.TaskID, _ bool) { a.at(at).switches++ },
		SchedMigrate: func(at des.Time, _ sched.TaskID, _, _ energy.CPUID, why sched.MigrateReason) {
			if why != sched.MigrateFork {
				a.at(at).moves += moveWeight
			}
		},
		CPUFrequency: func(at des.Time, _, _ int) { a.at(at).moves += clockWeight },
		Overutilized: func(at des.Time, _ bool) { a.at(at).moves += moveWeight },
	}
}

func (a *Activity) at(t des.Time) *bin {
	i := int(t / binLength)
	for len(a.bins) <= i {
		a.bins = append(a.bins, bin{})
	}
	return &a.bins[i]
}

func (b *bin) weight() int64 { return int64(b.moves) + int64(min(b.switches, mostSwitches)) }

// Busiest returns the beginning of the window of the given length, within from to
// to, in which most happened; the first of several. It is from, if the window does
// not fit.
func (a *Activity) Busiest(from, to, length des.Time) des.Time {
	best, most := from, int64(-1)
	for start := from; start+length <= to; start += binLength {
		first, last := int(start/binLength), int((start+length-1)/binLength)
		sum := int64(0)
		for i := first; i <= last && i < len(a.bins); i++ {
			sum += a.bins[i].weight()
		}
		if sum > most {
			best, most = start, sum
		}
	}
	return best
}

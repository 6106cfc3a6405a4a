package check

import (
	"fmt"
	"math"

	"easim/eas/workload"
	"easim/energy"
)

// demand is the utilisation that a task is expected to have for a time, counted
// from the workload's start.
type demand struct {
	from, to int64
	util     int64 // of 1024
}

// demandsOf returns what a task asks for until a time, phase by phase and by its
// own clock: a late job does not move the phases, as LISA has it. calib is what
// 1 µs of work means. The error is about a phase that is not periodic.
func demandsOf(t *workload.TaskSpec, calib float64, swing bool, until int64) ([]demand, error) {
	var out []demand
	at := t.DelayNS
	for pass := int64(0); (t.Loop == workload.Forever || pass < t.Loop) && at < until; pass++ {
		begin := at
		for i := range t.Phases {
			p, err := phaseOf(&t.Phases[i])
			if err != nil {
				return nil, fmt.Errorf("task %s, phase %d: %w", t.Name, i+1, err)
			}
			length := until - at
			if loops := t.Phases[i].Loop; loops != workload.Forever && loops < length/p.period {
				length = loops * p.period
			}
			if util := p.util(calib, swing); util > 0 && length > 0 {
				out = extend(out, demand{at, at + length, util})
			}
			at += length
		}
		if at == begin {
			break
		}
	}
	return out, nil
}

// extend appends d, as part of the last demand if it goes on with the same.
func extend(list []demand, d demand) []demand {
	if n := len(list); n > 0 && list[n-1].to == d.from && list[n-1].util == d.util {
		list[n-1].to = d.to
		return list
	}
	return append(list, d)
}

// phase is a phase as the expectation sees it.
type phase struct {
	runNS  int64
	period int64 // of one pass, ns
}

// phaseOf reads the work and the period of a phase: runs and one timer; or runs
// alone, which is one long run; or sleeps alone.
func phaseOf(ph *workload.Phase) (phase, error) {
	var p phase
	var sleep, timers int64
	for _, op := range ph.Ops {
		switch op.Kind {
		case workload.OpRun:
			p.runNS += op.NS
		case workload.OpSleep:
			sleep += op.NS
		case workload.OpTimer:
			timers++
			p.period = op.NS
		case workload.OpDue, workload.OpMark:
		default:
			return p, fmt.Errorf("it waits for others; the energy of a placement is known for periodic tasks only")
		}
	}
	switch {
	case timers > 1 || timers == 0 && sleep > 0 && p.runNS > 0:
		return p, fmt.Errorf("it has no single period; the energy of a placement is known for periodic tasks only")
	case timers == 0 && p.runNS > 0:
		p.period = p.runNS
	case timers == 0:
		p.period = sleep
	}
	p.period = max(p.period, 1)
	return p, nil
}

// peltTau is the time constant of load tracking, ns, taken for a filter of first
// order over windows of 1.024 ms of which 32 halve the average (lisa/pelt.py):
//
//	a = 1 - 0.5^(1/32), tau = 1.024 ms * (1 - a) / a
const peltTau = 46.76e6

// util is the expected utilisation: the duty cycle, with swing the top of the
// average's swing,
//
//	1024 * (1 - e^(-D T/tau)) / (1 - e^(-T/tau))
func (p phase) util(calib float64, swing bool) int64 {
	duty := min(1, float64(p.runNS)*calib/(float64(p.period)*float64(energy.CapacityScale)))
	if swing && duty < 1 {
		t := float64(p.period) / peltTau
		duty = (1 - math.Exp(-duty*t)) / (1 - math.Exp(-t))
	}
	return int64(math.Round(float64(energy.CapacityScale) * duty))
}

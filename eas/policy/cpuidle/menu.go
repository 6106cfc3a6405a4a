package cpuidle

import (
	"math"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// The constants of menu (drivers/cpuidle/governors/menu.c).
const (
	nrBuckets  = 6
	resolution = 1024 // one sleep's weight in a correction factor
	decay      = 8    // a factor keeps 7/8 of its value
	unity      = resolution * decay

	maxInteresting = 50_000 * us             // longer sleeps count as predicted well
	tickWakeup     = maxInteresting / 10 * 9 // what a sleep ended by the tick counts as
	shortest       = 15 * us                 // below it the next timer is not looked at
	maxTimer       = int64(1) << 49          // ns, 6.5 days: keeps timer x factor in 63 bits

	us = int64(des.Microsecond)
)

// Menu is the menu governor (menu.c). It predicts the length of a sleep as the
// time T to the next timer times a factor learned for sleeps of that order of
// magnitude, or as the typical length of the last eight sleeps if that is less,
// and picks the deepest state that is worth its while:
//
//	predicted = min(typical, T x factor / 8192)
//	residency(state) <= predicted, exit latency(state) <= limit
//
// The limit is the PM QoS request and, while the tick runs, the prediction
// itself: menu's performance multiplier 1 + 10 x (I/O waiters), 4.4 also
// + 2 x load average of the run queue, is 1 where nothing waits for I/O and the
// queue is empty.
//
// The form is that of 6.12, for both profiles. That of 4.4 knows no running
// tick: it stopped the tick before it chose.
type Menu struct {
	cpus []menuCPU
	tick int64 // ns
}

// menuCPU is one CPU's memory (struct menu_device).
type menuCPU struct {
	nextTimer  int64 // T of the present sleep, ns; des.Never when it was not looked at
	bucket     int
	correction [nrBuckets]int64
	recent     history
}

var _ sched.IdleGovernor = (*Menu)(nil)

// NewMenu returns a menu governor for one machine.
func NewMenu() *Menu { return &Menu{} }

// Select implements sched.IdleGovernor (menu_select).
func (m *Menu) Select(v sched.View, c *sched.CPU, nextTimer, nextTick int64, tickStopped bool) (int, bool) {
	d := m.cpu(v, c)
	states := v.IdleStates(c)
	limit := v.Params().IdleLatencyReqUS * us

	predicted, event := d.predict(nextTimer, nextTick, m.tick, tickStopped)
	if len(states) <= 1 || limit == 0 || d.nextTimer < states[1].ResidencyUS*us || limit < states[1].ExitUS*us {
		return 0, true
	}
	if !tickStopped {
		limit = min(limit, predicted)
	}
	s, done := m.deepest(states, &predicted, limit, event, tickStopped)
	if done || tickStopped || predicted >= m.tick {
		return s, true
	}
	// The tick goes on and ends the sleep if nothing else does.
	for s > 0 && states[s].ResidencyUS*us > event {
		s--
	}
	return s, false
}

// predict returns the predicted length of the sleep and the time to the next
// event, the tick included, both ns.
func (d *menuCPU) predict(nextTimer, nextTick, tick int64, tickStopped bool) (predicted, event int64) {
	predicted = d.recent.typical() * us
	if predicted <= shortest && !tickStopped {
		d.nextTimer, d.bucket = int64(des.Never), nrBuckets-1
		return predicted, tick / 2
	}
	d.nextTimer = nextTimer
	d.bucket = bucketOf(nextTimer)
	timer := (min(nextTimer, maxTimer)*d.correction[d.bucket] + unity*us/2) / (unity * us)
	predicted = min(predicted, timer*us)
	if tickStopped && predicted < tick {
		// Nothing but the timer will correct a state that is too shallow.
		predicted = nextTimer
	}
	return predicted, min(nextTimer, nextTick)
}

// deepest picks the state for a predicted sleep. It lowers predicted when the
// tick shall go on although the sleep may be long: then waking early from a
// shallow state costs little and the governor is asked again. Final says that
// the answer needs no look at the tick.
func (m *Menu) deepest(
	states []energy.IdleState, predicted *int64, limit, event int64, tickStopped bool,
) (state int, final bool) {
	for i := range states {
		residency := states[i].ResidencyUS * us
		switch {
		case residency <= *predicted:
			if states[i].ExitUS*us > limit {
				return state, false
			}
			state = i
		case *predicted < m.tick:
			return state, false
		case !tickStopped:
			*predicted = states[state].ResidencyUS * us
			return state, false
		default:
			if states[state].ResidencyUS*us < m.tick && residency <= event {
				state = i
			}
			return state, true
		}
	}
	return state, false
}

// Reflect implements sched.IdleGovernor. The kernel defers this work to the next
// Select (menu_reflect, menu_update); nothing can look in between.
func (m *Menu) Reflect(v sched.View, c *sched.CPU, state int, residency int64, wokeByTick bool) {
	d := m.cpu(v, c)
	exit := v.IdleStates(c)[state].ExitUS * us
	measured := residency / 2
	switch {
	case wokeByTick && d.nextTimer > m.tick:
		measured = tickWakeup
	case residency > 2*exit:
		measured = residency - exit
	}
	measured = min(measured, d.nextTimer)

	f := &d.correction[d.bucket]
	*f -= *f / decay
	if d.nextTimer > 0 && measured < maxInteresting {
		*f += resolution * measured / d.nextTimer
	} else {
		*f += resolution
	}
	d.recent.add(uint32(min(measured/us, math.MaxUint32)))
}

// bucketOf is the order of magnitude of a time in ns (which_bucket).
func bucketOf(ns int64) int {
	bound := 10 * us
	for b := range nrBuckets - 1 {
		if ns < bound {
			return b
		}
		bound *= 10
	}
	return nrBuckets - 1
}

// cpu returns the memory of c (menu_enable_device).
func (m *Menu) cpu(v sched.View, c *sched.CPU) *menuCPU {
	if m.cpus == nil {
		m.tick = v.Params().TickNS()
		m.cpus = make([]menuCPU, v.NrCPUs())
		for i := range m.cpus {
			for b := range m.cpus[i].correction {
				m.cpus[i].correction[b] = unity
			}
		}
	}
	return &m.cpus[c.ID]
}

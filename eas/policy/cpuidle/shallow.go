package cpuidle

import "easim/eas/sched"

// Shallow always chooses the first state, WFI on Arm: the machine without idle
// management, for contrast. It lets the tick stop when the next timer is more
// than one tick period away, as kernels did before the governor had a say
// (tick-sched.c:tick_nohz_stop_sched_tick, 4.4).
type Shallow struct{}

var _ sched.IdleGovernor = Shallow{}

// NewShallow returns the governor; it has no memory.
func NewShallow() Shallow { return Shallow{} }

// Select implements sched.IdleGovernor.
func (Shallow) Select(v sched.View, _ *sched.CPU, nextTimer, _ int64, _ bool) (int, bool) {
	return 0, nextTimer > v.Params().TickNS()
}

// Reflect implements sched.IdleGovernor; nothing is learned.
func (Shallow) Reflect(sched.View, *sched.CPU, int, int64, bool) {}

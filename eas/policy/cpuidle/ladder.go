package cpuidle

import "easim/eas/sched"

// Ladder is the ladder governor (ladder.c): it moves one state at a time. A
// sleep that lasted longer than the exit latency of its state, that latency
// taken off, counts towards the next deeper state, a shorter one towards the
// next shallower; ladder_promotion_count and ladder_demotion_count in a row make
// the step. It looks neither at timers nor at target residencies and always lets
// the tick stop.
type Ladder struct {
	cpus []ladderCPU
}

// ladderCPU is one CPU's memory (struct ladder_device).
type ladderCPU struct {
	state      int
	residency  int64 // of the last sleep, ns, exit latency included
	promotions []int64
	demotions  []int64
}

var _ sched.IdleGovernor = (*Ladder)(nil)

// NewLadder returns a ladder governor for one machine.
func NewLadder() *Ladder { return &Ladder{} }

// Select implements sched.IdleGovernor (ladder_select_state).
func (l *Ladder) Select(v sched.View, c *sched.CPU, _, _ int64, _ bool) (int, bool) {
	d, states, p := l.cpu(v, c), v.IdleStates(c), v.Params()
	limit := p.IdleLatencyReqUS
	if limit == 0 {
		return d.step(0), true
	}
	last := d.state
	exit := states[last].ExitUS * us
	slept := d.residency - exit
	if last < len(states)-1 && slept > exit && states[last+1].ExitUS <= limit {
		d.promotions[last]++
		d.demotions[last] = 0
		if d.promotions[last] >= p.LadderPromotions {
			return d.step(last + 1), true
		}
	}
	if last > 0 && states[last].ExitUS > limit {
		to := last - 1
		for to > 0 && states[to].ExitUS > limit {
			to--
		}
		return d.step(to), true
	}
	if last > 0 && slept < exit {
		d.demotions[last]++
		d.promotions[last] = 0
		if d.demotions[last] >= p.LadderDemotions {
			return d.step(last - 1), true
		}
	}
	return last, true
}

// step moves to another state with fresh counts (ladder_do_selection).
func (d *ladderCPU) step(to int) int {
	d.promotions[d.state], d.demotions[d.state] = 0, 0
	d.state = to
	return to
}

// Reflect implements sched.IdleGovernor.
func (l *Ladder) Reflect(v sched.View, c *sched.CPU, _ int, residency int64, _ bool) {
	l.cpu(v, c).residency = residency
}

// cpu returns the memory of c (ladder_enable_device).
func (l *Ladder) cpu(v sched.View, c *sched.CPU) *ladderCPU {
	if l.cpus == nil {
		l.cpus = make([]ladderCPU, v.NrCPUs())
	}
	d := &l.cpus[c.ID]
	if d.promotions == nil {
		n := len(v.IdleStates(c))
		d.promotions, d.demotions = make([]int64, n), make([]int64, n)
	}
	return d
}

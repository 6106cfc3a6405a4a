package workload

import "easim/eas/sched"

var (
	_ sched.Feeder = (*Player)(nil)
	_ machine      = (*sched.Kernel)(nil)
)

// Start makes the launcher. It implements [sched.Feeder].
func (p *Player) Start(k *sched.Kernel) { p.begin(k) }

// Next returns the next operation of t. It implements [sched.Feeder].
func (p *Player) Next(k *sched.Kernel, t *sched.Task) sched.Op { return p.next(k, t) }

// Timer does the actions that are due. It implements [sched.Feeder].
func (p *Player) Timer(k *sched.Kernel) { p.act(k) }

package sched

import "easim/energy"

// observer is a Balancer that pulls nothing unless told, and writes down its
// questions.
type observer struct {
	should func(e *LBEnv) bool
	find   func(e *LBEnv)
	next   func(e *LBEnv) (*Task, Verdict)
	active bool
	push   *Task
	kick   bool
	asked  []string // "find 0 DIE", "kick 3"
	kicks  int
}

var _ Balancer = (*observer)(nil)

func (o *observer) ShouldBalance(_ View, e *LBEnv) bool { return o.should == nil || o.should(e) }

func (o *observer) FindBusiest(_ View, e *LBEnv) {
	o.asked = append(o.asked, "find "+energy.CPUSetOf(e.Dst.ID).String()+" "+e.SD.Name)
	if o.find != nil {
		o.find(e)
	}
}

func (o *observer) Next(_ View, e *LBEnv) (*Task, Verdict) {
	if o.next == nil {
		return nil, LBStop
	}
	return o.next(e)
}

func (o *observer) NeedActive(View, *LBEnv) bool { return o.active }
func (o *observer) Push(View, *LBEnv) *Task      { return o.push }

// bootedAt makes a jiffy that of boot, for tests that count from it.
func (m *machine) bootedAt(jiffy int64) {
	m.root.NohzNextBalance = jiffy
	for id := range m.cpus {
		c := &m.cpus[id]
		c.RQ.NextBalance, c.RQ.LastLoadUpdateTick = jiffy, jiffy
		for i := range c.SD {
			c.SD[i].LastBalance, c.SD[i].NextDecayMaxLBCost = jiffy, jiffy
		}
	}
}

func (o *observer) KickNeeded(View, *CPU) bool {
	o.kicks++
	return o.kick
}

package workload

import (
	"fmt"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// freqLimit is what actions have said about a frequency domain so far; 0 is no
// limit.
type freqLimit struct{ min, max energy.KHz }

// checkActions finds what an action could not do when its time comes.
func (p *Player) checkActions() error {
	for i := range p.actions {
		a := &p.actions[i]
		switch a.Kind {
		case ActFreqMin, ActFreqMax:
			if !p.all.Has(a.CPU) {
				return fmt.Errorf("workload: action at %d us: the machine has no CPU %d", a.AtNS/1000, a.CPU)
			}
		case ActAffinity:
			if !p.all.Contains(a.CPUs) {
				return fmt.Errorf("workload: action at %d us: the machine has no CPUs %s, only %s", a.AtNS/1000, a.CPUs, p.all)
			}
		case ActNice, ActFeature:
		}
		if a.Kind == ActAffinity || a.Kind == ActNice {
			if p.specByName(a.Task) == nil {
				return fmt.Errorf("workload: action at %d us: there is no task %q", a.AtNS/1000, a.Task)
			}
		}
	}
	return nil
}

func (p *Player) specByName(name string) *spec {
	for i := range p.specs {
		if p.specs[i].Name == name {
			return &p.specs[i]
		}
	}
	return nil
}

// armActions asks to be called at the time of the next action.
func (p *Player) armActions(m machine) {
	if len(p.actions) > 0 {
		m.SetFeederTimer(p.start + des.Time(p.actions[0].AtNS))
	}
}

// act does the actions that are due.
func (p *Player) act(m machine) {
	for len(p.actions) > 0 && p.start+des.Time(p.actions[0].AtNS) <= m.Now() {
		if err := p.apply(m, &p.actions[0]); err != nil {
			m.Fail(fmt.Errorf("workload: action at %d us: %w", p.actions[0].AtNS/1000, err))
			return
		}
		p.actions = p.actions[1:]
	}
	p.armActions(m)
}

func (p *Player) apply(m machine, a *Action) error {
	switch a.Kind {
	case ActFreqMin, ActFreqMax:
		p.limitFreq(m, a)
	case ActAffinity:
		s := p.specByName(a.Task)
		s.base.CPUs = a.CPUs
		p.eachAlive(s, func(th *thread) {
			th.attr.CPUs, th.from = a.CPUs, nil
			m.SetAffinity(th.task, p.cpus(a.CPUs))
		})
	case ActNice:
		s := p.specByName(a.Task)
		s.base.Nice = int(a.Value)
		p.eachAlive(s, func(th *thread) {
			th.attr.Nice, th.from = int(a.Value), nil
			if !isRealTime(th.attr.Policy) {
				m.SetNice(th.task, int(a.Value))
			}
		})
	case ActFeature:
		var set sched.Features
		set, err := m.Features().Parse(a.Name)
		if err != nil {
			return err
		}
		m.SetFeatures(set)
	}
	return nil
}

// limitFreq changes one end of the range of a frequency domain; a Value of 0
// lifts the limit.
func (p *Player) limitFreq(m machine, a *Action) {
	domain := m.CPU(a.CPU).Domain
	for len(p.limits) <= domain {
		p.limits = append(p.limits, freqLimit{})
	}
	l := &p.limits[domain]
	if a.Kind == ActFreqMin {
		l.min = energy.KHz(a.Value)
	} else {
		l.max = energy.KHz(a.Value)
	}
	m.SetFreqLimits(domain, l.min, l.max)
}

func (p *Player) eachAlive(s *spec, do func(th *thread)) {
	for _, th := range p.order {
		if th.spec == s && th.state != ended {
			do(th)
		}
	}
}

package debugfs

import (
	"strings"

	"easim/energy"
)

// idleState is one cpuidle state of one CPU.
type idleState struct {
	name, desc                string
	latency, residency, power int64 // µs, µs, mW; -1 is unknown
	at                        file
}

func (d *dump) idleFile(at place, f *file) {
	c := d.cpu(at.cpu)
	for len(c.idle) <= at.state {
		c.idle = append(c.idle, idleState{latency: -1, residency: -1, power: -1})
	}
	s := &c.idle[at.state]
	s.at = *f
	switch at.name {
	case "name":
		s.name = strings.TrimSpace(f.value)
	case "desc":
		s.desc = strings.TrimSpace(f.value)
	case "latency":
		s.latency = d.numberOr(f, -1)
	case "residency":
		s.residency = d.numberOr(f, -1)
	case "power":
		s.power = d.numberOr(f, -1)
	}
}

func (d *dump) numberOr(f *file, otherwise int64) int64 {
	if v, ok := d.number(f); ok {
		return v
	}
	return otherwise
}

// idleStates makes the states of a CPU. sysfs has one latency, of entry and exit
// together, which is written as the exit's; a state of which a time is not known
// is left out.
func (d *dump) idleStates(cpu int) []energy.IdleState {
	c := d.cpus[cpu]
	if c == nil {
		return nil
	}
	var out []energy.IdleState
	for i := range c.idle {
		s := &c.idle[i]
		if s.name == "" && s.desc == "" && s.latency < 0 {
			continue // no such state in the dump
		}
		name := s.name
		if name == "" {
			name = s.desc
		}
		if strings.EqualFold(name, "POLL") {
			continue // busy waiting, no state of the hardware
		}
		if s.latency < 0 || s.residency < 0 {
			d.warn("idle-time", &s.at, "add it by hand", "left out: idle state %s of CPU %d without latency or residency",
				clip(name), cpu)
			continue
		}
		st := energy.IdleState{Name: name, Level: energy.IdleCore, ExitUS: s.latency, ResidencyUS: s.residency}
		if text := strings.ToLower(name + " " + s.desc); strings.Contains(text, "cluster") {
			st.Level = energy.IdleCluster
		}
		out = append(out, st)
	}
	return out
}

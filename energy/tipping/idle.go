package tipping

import "easim/energy"

// Break is the break-even time of an idle state: how long one must idle before
// the state saves energy over the next shallower one. Entering and leaving is
// taken to draw what a busy CPU draws, which is the most that it can:
//
//	T = t * (P_busy - P_deep) / (P_shallow - P_deep),   at least t
//
// with t = entry + exit time. For a cluster state the powers are those of the last
// core and of the shared part together.
type Break struct {
	CPUs        energy.CPUSet
	State       string
	Over        string // the shallower state
	Level       energy.IdleLevel
	LatencyUS   int64        // t
	ResidencyUS int64        // what the file says is worth it (min-residency-us)
	Shallow     energy.Power // in the table's unit; UnknownPower if not known
	Deep        energy.Power
	BusyLow     energy.Power // at the lowest OPP
	BusyHigh    energy.Power // at the highest

	// LowUS and HighUS are T by the powers of the lowest and of the highest OPP, µs;
	// nil if a power is unknown or the state saves nothing.
	LowUS, HighUS *float64
}

// Known reports whether the powers that it takes are known.
func (b *Break) Known() bool {
	return b.Shallow != energy.UnknownPower && b.Deep != energy.UnknownPower
}

// Saves reports whether the state draws less than the shallower one; false if that
// is unknown.
func (b *Break) Saves() bool { return b.Known() && b.Deep < b.Shallow }

// breaks lists the idle states of each row of a table that knows idle powers.
func breaks(p *energy.Platform, t *energy.PowerTable) []Break {
	var out []Break
	for i := range t.Domains {
		d := &t.Domains[i]
		if t.Kind != energy.TableEAS1x || d.CoreIdle == nil {
			continue
		}
		states := p.Clusters[p.CPUs[d.CPUs.First()].Cluster].IdleStates
		for s := 1; s < len(states); s++ {
			out = append(out, newBreak(d, states, s))
		}
	}
	return out
}

// newBreak compares state s with the one before; idle index 0 is active idle, so
// state s has index s+1.
func newBreak(d *energy.TableDomain, states []energy.IdleState, s int) Break {
	st := &states[s]
	last := len(d.CoreBusy) - 1
	b := Break{
		CPUs: d.CPUs, State: st.Name, Over: states[s-1].Name, Level: st.Level,
		LatencyUS: st.EntryUS + st.ExitUS, ResidencyUS: st.ResidencyUS,
		Shallow: index(d.CoreIdle, s), Deep: index(d.CoreIdle, s+1),
		BusyLow: d.CoreBusy[0], BusyHigh: d.CoreBusy[last],
	}
	if st.Level == energy.IdleCluster {
		b.Shallow = add(b.Shallow, index(d.ClusterIdle, s))
		b.Deep = add(b.Deep, index(d.ClusterIdle, s+1))
		b.BusyLow, b.BusyHigh = b.BusyLow+d.ClusterBusy[0], b.BusyHigh+d.ClusterBusy[last]
	}
	if b.Saves() {
		b.LowUS, b.HighUS = b.even(b.BusyLow), b.even(b.BusyHigh)
	}
	return b
}

func (b *Break) even(busy energy.Power) *float64 {
	t := float64(b.LatencyUS)
	v := max(t, t*float64(busy-b.Deep)/float64(b.Shallow-b.Deep))
	return &v
}

func index(row []energy.Power, i int) energy.Power {
	if i >= len(row) {
		return energy.UnknownPower
	}
	return row[i]
}

func add(a, b energy.Power) energy.Power {
	if a == energy.UnknownPower || b == energy.UnknownPower {
		return energy.UnknownPower
	}
	return a + b
}

// IdleState is an idle state of the last CPU of a row that is still awake: what
// it and the shared part draw, on average over an idle period.
type IdleState struct {
	CPUs      energy.CPUSet
	Name      string
	LatencyUS int64
	Power     energy.Power // core and shared part asleep, in the table's unit
	Enter     energy.Power // while entering and leaving: a core busy at the lowest OPP
}

// MeanPower is the mean power over an idle period of us microseconds, which should
// not be shorter than LatencyUS:
//
//	(Enter * t + Power * (us - t)) / us
func (s *IdleState) MeanPower(us float64) float64 {
	t := min(float64(s.LatencyUS), us)
	return (float64(s.Enter)*t + float64(s.Power)*(us-t)) / us
}

// idleStates lists the states whose powers are known.
func idleStates(p *energy.Platform, t *energy.PowerTable) []IdleState {
	var out []IdleState
	for i := range t.Domains {
		d := &t.Domains[i]
		if t.Kind != energy.TableEAS1x {
			continue
		}
		for s, st := range p.Clusters[p.CPUs[d.CPUs.First()].Cluster].IdleStates {
			shared := index(d.ClusterIdle, s+1)
			power := add(index(d.CoreIdle, s+1), shared)
			if power == energy.UnknownPower {
				continue
			}
			if st.Level == energy.IdleCluster {
				shared = d.ClusterBusy[0]
			}
			out = append(out, IdleState{
				CPUs: d.CPUs, Name: st.Name, LatencyUS: st.EntryUS + st.ExitUS, Power: power, Enter: d.CoreBusy[0] + shared,
			})
		}
	}
	return out
}

package energy

import "fmt"

// Sums is what an island burnt, in four exact parts.
type Sums struct {
	CoreBusy    Tally // the cores' own part while they ran
	CoreIdle    Tally // the cores' own part while they did not
	ClusterBusy Tally // the shared part while a core ran
	ClusterIdle Tally // the shared part while none did

	// The idle part is incomplete: the table does not say what idling costs, or
	// not for a state that was visited.
	CoreIdleUnknown    bool
	ClusterIdleUnknown bool
}

// Cost counts what the island of r burnt by table t: exact integers, linear in
// the powers and in the times. By kind of table
// (EAS 1.x: Documentation/scheduler/sched-energy.txt; the rest by definition):
//
//	eas1x:    core busy     Σ over CPUs, OPPs         CoreBusy[opp] * busy ns
//	          core idle     Σ over CPUs, idle index   CoreIdle[i] * idle ns
//	          cluster busy  Σ over OPPs               ClusterBusy[opp] * ns with at least one CPU busy
//	          cluster idle  Σ over idle index         ClusterIdle[i] * ns with none busy, i the shallowest
//	em:       core busy     Σ over CPUs, OPPs         CoreBusy[opp] * busy ns; it includes the shared part
//	measured: cluster busy  Σ over OPPs, n            Busy[n-1][opp] * ns with n CPUs busy; it includes the cores
//
// em and measured tables do not know what idling costs: both idle parts are
// unknown. It is an error if t has no row for exactly the island (for em: one
// that holds it), or if r has another shape than the row.
func (t *PowerTable) Cost(r *Residency) (Sums, error) {
	terms, err := t.Terms(r)
	if err != nil {
		return Sums{}, err
	}
	d := t.DomainOf(r.CPUs.First())
	s := Sums{CoreIdleUnknown: d.CoreIdle == nil, ClusterIdleUnknown: d.ClusterIdle == nil}
	for i := range terms {
		s.add(&terms[i])
	}
	return s, nil
}

// add adds a term to its part.
func (s *Sums) add(t *Term) {
	missed := t.Power == UnknownPower && t.NS > 0
	switch t.Part {
	case PartCoreBusy:
		s.CoreBusy.AddTally(t.Energy())
	case PartCoreIdle:
		s.CoreIdle.AddTally(t.Energy())
		s.CoreIdleUnknown = s.CoreIdleUnknown || missed
	case PartClusterBusy:
		s.ClusterBusy.AddTally(t.Energy())
	case PartClusterIdle:
		s.ClusterIdle.AddTally(t.Energy())
		s.ClusterIdleUnknown = s.ClusterIdleUnknown || missed
	}
}

// Unknown reports whether a part is incomplete, so that [PowerTable.Parts] leaves
// it out.
func (s *Sums) Unknown(p Part) bool {
	return p == PartCoreIdle && s.CoreIdleUnknown || p == PartClusterIdle && s.ClusterIdleUnknown
}

func (d *TableDomain) shape(t *PowerTable, r *Residency) error {
	opps := len(d.Capacity)
	ok := len(r.BusyNS) == opps && len(r.CPU) == r.CPUs.Len()
	for i := range r.CPU {
		ok = ok && len(r.CPU[i].BusyNS) == opps && len(r.CPU[i].IdleNS) == len(r.IdleNS)
	}
	for _, row := range r.BusyNS {
		ok = ok && len(row) == len(r.CPU)
	}
	if !ok {
		return fmt.Errorf("energy: residency of CPUs %s does not have the %d OPPs of table %q, or not its idle states, "+
			"for each of its CPUs", r.CPUs, opps, t.Name)
	}
	return nil
}

// AddSums adds what another stretch of time, or another island, burnt.
func (s *Sums) AddSums(o Sums) {
	s.CoreBusy.AddTally(o.CoreBusy)
	s.CoreIdle.AddTally(o.CoreIdle)
	s.ClusterBusy.AddTally(o.ClusterBusy)
	s.ClusterIdle.AddTally(o.ClusterIdle)
	s.CoreIdleUnknown = s.CoreIdleUnknown || o.CoreIdleUnknown
	s.ClusterIdleUnknown = s.ClusterIdleUnknown || o.ClusterIdleUnknown
}

// Partial reports whether an idle part is unknown, so that the total is a lower
// bound.
func (s *Sums) Partial() bool { return s.CoreIdleUnknown || s.ClusterIdleUnknown }

// Parts is [Sums] in millijoules (or bogo-millijoules, see
// [PowerTable.EnergyUnit]).
type Parts struct {
	CoreBusy    float64
	CoreIdle    *float64 // nil: unknown
	ClusterBusy float64
	ClusterIdle *float64 // nil: unknown
	Total       float64  // the known parts, added in the order above
}

// Parts converts exact sums of table t, each part once. An idle part that is
// unknown becomes nil and leaves the total without it.
func (t *PowerTable) Parts(s Sums) Parts {
	p := Parts{CoreBusy: t.Millijoules(s.CoreBusy), ClusterBusy: t.Millijoules(s.ClusterBusy)}
	p.Total = p.CoreBusy
	if !s.CoreIdleUnknown {
		v := t.Millijoules(s.CoreIdle)
		p.CoreIdle = &v
		p.Total += v
	}
	p.Total += p.ClusterBusy
	if !s.ClusterIdleUnknown {
		v := t.Millijoules(s.ClusterIdle)
		p.ClusterIdle = &v
		p.Total += v
	}
	return p
}

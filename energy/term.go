package energy

import "fmt"

// Part is one of the four parts of an island's energy.
type Part uint8

// The parts, in the order of [Sums].
const (
	PartCoreBusy Part = iota
	PartCoreIdle
	PartClusterBusy
	PartClusterIdle
)

var partNames = [...]string{"core_busy", "core_idle", "cluster_busy", "cluster_idle"}

// String returns the part as it is called in a run's JSON form.
func (p Part) String() string {
	if int(p) < len(partNames) {
		return partNames[p]
	}
	return "invalid"
}

// Idle reports whether the part is burnt while idle.
func (p Part) Idle() bool { return p == PartCoreIdle || p == PartClusterIdle }

// Term is one product in the energy of an island: a power of the table and how
// long it was burnt.
type Term struct {
	Part  Part
	State int   // OPP of a busy part, idle index of an idle one
	Busy  int   // number of busy CPUs that the power is for (measured tables); else 0
	Power Power // UnknownPower: the table does not say
	NS    int64 // of a core part the sum over the CPUs
}

// Energy is the product; 0 for an idle state whose power is unknown.
func (t *Term) Energy() Tally {
	var sum Tally
	if t.Power != UnknownPower || !t.Part.Idle() {
		sum.Add(t.Power, t.NS)
	}
	return sum
}

// Terms lists what [PowerTable.Cost] adds up for the island of r, states never
// visited and powers not known included: the same terms in the same order for
// every residency of the island. Errors are those of Cost.
func (t *PowerTable) Terms(r *Residency) ([]Term, error) {
	d, err := t.row(r)
	if err != nil {
		return nil, err
	}
	var out []Term
	var core CPUResidency // of all CPUs
	core.BusyNS, core.IdleNS = make([]int64, len(r.BusyNS)), make([]int64, len(r.IdleNS))
	for i := range r.CPU {
		addTo(core.BusyNS, r.CPU[i].BusyNS)
		addTo(core.IdleNS, r.CPU[i].IdleNS)
	}
	if t.Kind != TableMeasured {
		out = appendTerms(out, PartCoreBusy, d.CoreBusy, core.BusyNS)
	}
	out = appendTerms(out, PartCoreIdle, d.CoreIdle, core.IdleNS)
	switch t.Kind {
	case TableEAS1x:
		for opp, row := range r.BusyNS {
			out = append(out, Term{Part: PartClusterBusy, State: opp, Power: d.ClusterBusy[opp], NS: sum(row)})
		}
	case TableMeasured:
		for opp, row := range r.BusyNS {
			for n, ns := range row {
				out = append(out, Term{Part: PartClusterBusy, State: opp, Busy: n + 1, Power: d.Busy[n][opp], NS: ns})
			}
		}
	}
	return appendTerms(out, PartClusterIdle, d.ClusterIdle, r.IdleNS), nil
}

// row is the part of the table that prices r.
func (t *PowerTable) row(r *Residency) (*TableDomain, error) {
	d := t.DomainOf(r.CPUs.First())
	if d == nil || !d.CPUs.Contains(r.CPUs) || (t.Kind != TableEM && d.CPUs != r.CPUs) {
		return nil, fmt.Errorf("energy: table %q has no row for CPUs %s", t.Name, r.CPUs)
	}
	if t.Kind < TableEAS1x || t.Kind > TableMeasured {
		return nil, fmt.Errorf("energy: table %q has no kind", t.Name)
	}
	return d, d.shape(t, r)
}

// appendTerms appends one term a state; powers that are missing are unknown.
func appendTerms(out []Term, part Part, powers []Power, ns []int64) []Term {
	for i, v := range ns {
		power := UnknownPower
		if i < len(powers) {
			power = powers[i]
		}
		out = append(out, Term{Part: part, State: i, Power: power, NS: v})
	}
	return out
}

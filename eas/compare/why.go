package compare

import (
	"math"
	"strconv"

	"easim/eas"
	"easim/energy"
)

// Explanation says where the difference in total energy between two variants
// comes from, and how far the power table can be trusted with it. Energies are
// means over the runs; a nil energy is not known, and not in the total.
type Explanation struct {
	Base         string        `json:"base"`
	Variant      string        `json:"variant"`
	Workload     string        `json:"workload,omitempty"` // if there are several
	Unit         string        `json:"unit"`               // of every energy
	Paired       bool          `json:"paired"`
	N            int           `json:"n"` // pairs, or runs of the smaller side
	BaseTotal    float64       `json:"base_total"`
	VariantTotal float64       `json:"variant_total"`
	Delta        float64       `json:"delta"`
	DeltaPct     *float64      `json:"delta_pct"` // of the base's total, as every percentage below
	Reading      string        `json:"reading"`   // the largest rows in words
	Parts        []PartChange  `json:"parts"`
	Rows         []StateChange `json:"rows"`
	Effects      []Effect      `json:"effects"`
	Classes      []ClassChange `json:"task_classes"`
	Trust        Trust         `json:"trust"`
	Notes        []string      `json:"notes"`
}

// Sides is an energy of both variants and their difference. A side that is nil
// counts as 0 in the difference, as it does in the total; if both are, that is
// nil too.
type Sides struct {
	BaseEnergy    *float64 `json:"base_energy"`
	VariantEnergy *float64 `json:"variant_energy"`
	Delta         *float64 `json:"delta"`
	DeltaPct      *float64 `json:"delta_pct"`
}

// PartChange is one part of one cluster: the sum of its rows.
type PartChange struct {
	Cluster string `json:"cluster"`
	Part    string `json:"part"` // core_busy, core_idle, cluster_busy or cluster_idle
	Sides
}

// StateChange is one power of the table: what was burnt at an OPP, or in an idle
// state. The deltas of all rows add up to the difference of the totals.
type StateChange struct {
	Cluster   string  `json:"cluster"`
	Part      string  `json:"part"`
	State     string  `json:"state"`               // kHz of the OPP, name of the idle state; "": all OPPs together
	BusyCPUs  int     `json:"busy_cpus,omitempty"` // that the power is for, where the table tells
	What      string  `json:"what"`                // the same in words
	Power     *int64  `json:"power"`               // in the table's unit; nil: unknown, or of several
	BaseNS    float64 `json:"base_ns"`             // mean time; of core parts the sum over the CPUs
	VariantNS float64 `json:"variant_ns"`
	Sides
}

// ExplainOptions says how two variants are compared.
type ExplainOptions struct {
	// Total is the change in total energy that is explained: the names, the manner
	// of sampling and the adjustment for the number of comparisons are its own.
	Total Change
	// NoVerdict says why none is given, whatever the interval is: the two did not
	// do the same work. "" if one is.
	NoVerdict string
	Thresholds
}

// Explain splits the difference in total energy between the runs of two variants
// on platform p. The split is exact: energy is linear in times and powers, and
// rows, parts and effects each add up to the difference.
//
// The error says why there is no explanation: a side without runs, or tables that
// cannot be set side by side.
func Explain(p *energy.Platform, base, variant []*eas.Result, o ExplainOptions) (*Explanation, error) {
	if o.Total.Paired {
		base, variant = partners(base, variant)
	}
	l, err := newLedger(p, base, variant)
	if err != nil {
		return nil, err
	}
	a, b := meanOf(l.base), meanOf(l.variant)
	e := &Explanation{
		Base: o.Total.Base, Variant: o.Total.Variant, Workload: o.Total.Workload, Unit: l.table.EnergyUnit(),
		Paired: o.Total.Paired, N: min(len(base), len(variant)),
		BaseTotal: a.total, VariantTotal: b.total, Delta: b.total - a.total, Notes: []string{},
	}
	whole := a.total
	e.DeltaPct = pctOf(e.Delta, whole)
	e.Rows, e.Parts = l.rows(&a, &b, whole), l.parts(&a, &b, whole)
	e.Effects = l.effects(&a, &b, whole)
	e.Classes = taskClasses(base, variant, whole)
	o.Thresholds = o.withDefaults()
	e.Trust = l.trust(o)
	e.Trust.sources(base[0], variant[0])
	e.Notes = append(e.Notes, l.notes(&a, &b)...)
	e.Reading = e.read()
	return e, nil
}

// partners are the runs of seeds that both sides have, in the order of base.
func partners(base, variant []*eas.Result) (a, b []*eas.Result) {
	bySeed := make(map[uint64]*eas.Result, len(variant))
	for _, r := range variant {
		bySeed[r.Scenario.Seed] = r
	}
	for _, r := range base {
		if other := bySeed[r.Scenario.Seed]; other != nil {
			a, b = append(a, r), append(b, other)
		}
	}
	return a, b
}

// pctOf is part in percent of whole; nil if that is 0.
func pctOf(part, whole float64) *float64 {
	if whole == 0 {
		return nil
	}
	pct := 100 * part / math.Abs(whole)
	return &pct
}

// sidesOf are two energies of which one or both may be unknown.
func sidesOf(base, variant, whole float64, knowsBase, knowsVariant bool) Sides {
	var s Sides
	if knowsBase {
		s.BaseEnergy = &base
	}
	if knowsVariant {
		s.VariantEnergy = &variant
	}
	if knowsBase || knowsVariant {
		delta := variant - base
		s.Delta, s.DeltaPct = &delta, pctOf(delta, whole)
	}
	return s
}

// rows are the entries in which either side spent time.
func (l *ledger) rows(a, b *account, whole float64) []StateChange {
	out := []StateChange{}
	for i := range l.entries {
		if a.ns[i] == 0 && b.ns[i] == 0 {
			continue
		}
		e := &l.entries[i]
		out = append(out, StateChange{
			Cluster: l.names[e.island], Part: e.Part.String(), State: l.stateName(e), BusyCPUs: e.Busy,
			What: l.words(e, l.names[e.island]), BaseNS: a.ns[i], VariantNS: b.ns[i],
			Power: powerOf(e.Power), Sides: sidesOf(a.energy[i], b.energy[i], whole, a.counted[i], b.counted[i]),
		})
	}
	return out
}

// powerOf is a power as it is shown: nil if it is unknown.
func powerOf(p energy.Power) *int64 {
	if p == energy.UnknownPower {
		return nil
	}
	power := int64(p)
	return &power
}

// parts are the four parts of every island, but those that the table does not
// tell apart from others.
func (l *ledger) parts(a, b *account, whole float64) []PartChange {
	out := []PartChange{}
	for i := range l.islands {
		for part := energy.PartCoreBusy; part <= energy.PartClusterIdle; part++ {
			var base, variant float64
			var exists, knowsBase, knowsVariant bool
			for j := range l.entries {
				if e := &l.entries[j]; e.island == i && e.Part == part {
					base, variant = base+a.energy[j], variant+b.energy[j]
					exists, knowsBase, knowsVariant = true, knowsBase || a.counted[j], knowsVariant || b.counted[j]
				}
			}
			if exists {
				out = append(out, PartChange{l.names[i], part.String(), sidesOf(base, variant, whole, knowsBase, knowsVariant)})
			}
		}
	}
	return out
}

// stateName is the state as it stands in a run's JSON form.
func (l *ledger) stateName(e *entry) string {
	at := l.platform.CPUs[l.islands[e.island].First()]
	switch {
	case !e.Part.Idle():
		return strconv.FormatInt(int64(l.platform.FreqDomains[at.Domain].OPPs[e.State].Freq), 10)
	case e.State == 0:
		return "active"
	}
	return l.platform.Clusters[at.Cluster].IdleStates[e.State-1].Name
}

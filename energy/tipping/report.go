package tipping

import (
	"fmt"

	"easim/energy"
)

// Report is everything that one power table says about its classes.
type Report struct {
	Platform string
	Table    string
	Kind     energy.TableKind
	Unit     string // of powers, that of the table
	Options  Options

	Classes   []Class // ascending by capacity
	Ranges    []Range // all utilisations, from 1
	Duels     []Duel  // each OPP of a class against each smaller class
	Crossings []Crossing
	Variants  []Variant // what becomes of the crossings when powers are off
	CPUs      []Limit
	System    System
	Idle      []Break // empty if the table knows no idle power
	States    []IdleState
	Warnings  []string
}

// New compares the classes of p by table t.
func New(p *energy.Platform, t *energy.PowerTable, o Options) (*Report, error) {
	if o.Busy < 0 || o.Percent < 0 || o.Percent >= 100 {
		return nil, fmt.Errorf("tipping: %d busy CPUs, %d percent: want at least 0, and less than 100 percent",
			o.Busy, o.Percent)
	}
	o.Busy = max(o.Busy, 1)
	if o.Percent == 0 {
		o.Percent = 5
	}
	r := &Report{Platform: p.Name, Table: t.Name, Kind: t.Kind, Unit: t.Unit, Options: o}
	var err error
	if r.Classes, err = classes(p, t, o); err != nil {
		return nil, err
	}
	if len(r.Classes) == 0 {
		return nil, fmt.Errorf("tipping: table %q has no rows", t.Name)
	}
	r.Ranges = ranges(r.Classes)
	r.Duels = duels(r.Classes, o.Percent)
	r.sensitivity()
	r.limits()
	r.Idle, r.States = breaks(p, t), idleStates(p, t)
	r.doubts(p, t)
	return r, nil
}

func (r *Report) doubts(p *energy.Platform, t *energy.PowerTable) {
	if len(r.Classes) == 1 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("platform %s has one class of CPUs by table %s: nothing to compare",
			p.Name, t.Name))
	}
	if r.Options.CoreOnly && t.Kind == energy.TableMeasured {
		r.Warnings = append(r.Warnings, "a measured table does not tell cores from the shared part; it is included")
	}
	if t.Kind == energy.TableEM {
		r.Warnings = append(r.Warnings,
			"an energy model knows no shared part and no idle power; waking a sleeping cluster costs more")
	}
}

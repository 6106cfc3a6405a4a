package devicetree

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/draft"
)

// linux returns the CPUs of a domain in Linux's numbering.
func (a *assembler) linux(d *Domain) energy.CPUSet {
	var s energy.CPUSet
	for id, i := range a.order {
		if slices.Contains(d.CPUs, i) {
			s.Add(energy.CPUID(id))
		}
	}
	return s
}

// coefficients writes down the power coefficients, which have no key of their own
// in a platform file: they are what the tree knows where voltages are missing.
func (a *assembler) coefficients() {
	var parts []string
	for i := range a.b.Domains {
		if d := &a.b.Domains[i]; d.Coefficient > 0 {
			parts = append(parts, fmt.Sprintf("%d for CPUs %s", d.Coefficient, a.linux(d)))
		}
	}
	if len(a.b.Domains) == 0 {
		for id, i := range a.order {
			if c := a.b.CPUs[i].Coefficient; c > 0 {
				parts = append(parts, fmt.Sprintf("%d for CPU %d", c, id))
			}
		}
	}
	if len(parts) > 0 {
		a.d.Note("dynamic-power-coefficient, uW / (MHz V^2): %s.", strings.Join(parts, ", "))
	}
}

// emTable is the energy model that the kernel would register: opp-microwatt if
// every OPP of a domain has it, else the coefficient (dev_pm_opp_of_register_em,
// 6.12).
func (a *assembler) emTable() (energy.PowerTable, bool) {
	t := energy.PowerTable{Name: "em", Kind: energy.TableEM, Unit: energy.UnitUW}
	byCoefficient, byWatt := false, false
	for i := range a.b.Domains {
		d := &a.b.Domains[i]
		if len(d.OPPs) == 0 {
			continue
		}
		row, watt := a.powers(d)
		if row == nil {
			continue
		}
		byWatt, byCoefficient = byWatt || watt, byCoefficient || !watt
		td := energy.TableDomain{CPUs: a.linux(d), CoreBusy: row}
		if top := a.capacity[d.CPUs[0]]; top > 0 {
			td.Capacity = draft.Performance(plain(d.OPPs), top)
		}
		t.Domains = append(t.Domains, td)
	}
	if len(t.Domains) == 0 {
		return t, false
	}
	var source []string
	if byWatt {
		source = append(source, "opp-microwatt of the device tree (total power)")
	}
	if byCoefficient {
		source = append(source,
			"dynamic-power-coefficient x mV^2 x MHz / 10^6, as Linux 6.12 computes it (dynamic power of one CPU, no leakage)")
	}
	t.Source = strings.Join(source, "; ") + "; " + a.capacitySource()
	t.Trust = "what a mainline kernel computes from the device tree; neither cluster nor idle power"
	return t, true
}

func (a *assembler) capacitySource() string {
	if slices.ContainsFunc(a.b.CPUs, func(c CPU) bool { return c.DMIPS == 0 }) {
		return "capacity 1024 for all CPUs, since capacity-dmips-mhz is missing"
	}
	return "capacity from capacity-dmips-mhz x kHz, scaled with frequency"
}

// powers returns the power of each OPP of a domain, and whether it is
// opp-microwatt; nil if some OPP has none.
func (a *assembler) powers(d *Domain) (row []energy.Power, watt bool) {
	given := 0
	for _, o := range d.OPPs {
		if o.MicroWatt > 0 {
			given++
		}
	}
	if given == len(d.OPPs) {
		for _, o := range d.OPPs {
			row = append(row, energy.Power(o.MicroWatt))
		}
		return row, true
	}
	cpus := a.linux(d)
	if given > 0 {
		draft.Warn(&a.list, "opp-microwatt", "table", "the kernel wants it on each OPP",
			"opp-microwatt on %d of %d OPPs of CPUs %s; not used", given, len(d.OPPs), cpus)
	}
	for _, o := range d.OPPs {
		w, ok := draft.DynamicPower(d.Coefficient, o.MicroVolt, o.Hz)
		if !ok {
			a.noPower(d, cpus)
			return nil, false
		}
		row = append(row, w)
	}
	return row, false
}

func (a *assembler) noPower(d *Domain, cpus energy.CPUSet) {
	missing := "dynamic-power-coefficient"
	if d.Coefficient > 0 {
		missing = "a voltage for each OPP"
	}
	draft.Warn(&a.list, "unknown-power", "table", "the kernel refuses an energy model then",
		"no power of CPUs %s can be derived: the tree lacks %s", cpus, missing)
}

package energy

import "easim/energy/diag"

func (v *validator) tables() {
	if len(v.p.Tables) == 0 {
		v.fail("missing", "table", "add [[table]] with a power table", "no power tables")
		return
	}
	var names []string
	meters := 0
	for i := range v.p.Tables {
		t := &v.p.Tables[i]
		path := diag.Elem("table", i)
		names = v.named(names, t.Name, path)
		if t.Kind < TableEAS1x || t.Kind > TableMeasured {
			v.fail("table-kind", path+".kind", "write eas1x, em or measured", "no kind")
			continue
		}
		if !unitKnown(t.Unit) {
			v.fail("table-unit", path+".unit", diag.Suggest(t.Unit, []string{UnitBogoMW, UnitMW, UnitUW}),
				"unknown unit %q", t.Unit)
		}
		if t.Source == "" {
			v.fail("source", path+".source", "say where the numbers come from", "no source")
		}
		if t.DefaultMeter {
			meters++
			if meters > 1 {
				v.fail("default-meter", path+".default_meter", "mark one table only", "a second default meter")
			}
		}
		v.tableDomains(t, path)
	}
	if meters == 0 {
		v.fail("default-meter", "table", "write default_meter = true in the table that counts the energy",
			"no default meter")
	}
}

func unitKnown(unit string) bool { return unit == UnitBogoMW || unit == UnitMW || unit == UnitUW }

func (v *validator) tableDomains(t *PowerTable, path string) {
	var seen CPUSet
	for i := range t.Domains {
		td := &t.Domains[i]
		dp := diag.Elem(path+".domain", i)
		if both := seen.And(td.CPUs); !both.Empty() {
			v.fail("cpu-overlap", dp+".cpus", "give each CPU one row", "%s in a row already", are(both))
		}
		seen = seen.Or(td.CPUs)
		opps, ok := v.rowSpan(t, td, dp)
		if !ok {
			continue
		}
		v.capacityRow(td, dp, opps)
		switch t.Kind {
		case TableEAS1x:
			v.eas1xRow(td, dp, opps)
		case TableEM:
			v.emRow(t, td, dp, opps)
		case TableMeasured:
			v.measuredRow(td, dp, opps)
		}
	}
	all := v.p.AllCPUs()
	if missing := without(all, seen); !missing.Empty() {
		v.fail("table-cover", path, "add a [[table.domain]] for them; a table speaks of all CPUs",
			"%s in no row", are(missing))
	}
}

func without(a, b CPUSet) CPUSet {
	for i := range a.w {
		a.w[i] &^= b.w[i]
	}
	return a
}

// rowSpan checks that a row speaks of the right set of CPUs and returns their
// number of OPPs.
func (v *validator) rowSpan(t *PowerTable, td *TableDomain, path string) (opps int, ok bool) {
	first := td.CPUs.First()
	if first < 0 {
		v.fail("cpus", path+".cpus", "name the CPUs of the row", "no CPUs")
		return 0, false
	}
	if !v.p.AllCPUs().Contains(td.CPUs) {
		v.fail("cpu-unknown", path+".cpus", "name CPUs of the platform",
			"%s not among the platform's", are(without(td.CPUs, v.p.AllCPUs())))
		return 0, false
	}
	c := v.p.CPUs[first]
	if c.Domain < 0 || c.Domain >= len(v.p.FreqDomains) || c.Cluster < 0 || c.Cluster >= len(v.p.Clusters) {
		return 0, false // the hole is reported elsewhere
	}
	want, what := v.p.FreqDomains[c.Domain].CPUs, "a frequency domain"
	if t.Kind != TableEM {
		want, what = want.And(v.p.Clusters[c.Cluster].CPUs), "a cluster, or the part of it that shares a frequency domain"
	}
	if td.CPUs != want {
		v.fail("row-span", path+".cpus", "a row of kind "+t.Kind.String()+" is "+what+": here CPUs "+want.String(),
			"%s not %s", are(td.CPUs), what)
		return 0, false
	}
	opps = len(v.p.FreqDomains[c.Domain].OPPs)
	return opps, opps > 0 // no OPPs at all are reported elsewhere
}

func (v *validator) capacityRow(td *TableDomain, path string, opps int) {
	path += ".capacity"
	if len(td.Capacity) != opps {
		v.fail("row-length", path, "give one capacity for each OPP", "%d capacities for %d OPPs", len(td.Capacity), opps)
		return
	}
	for i, c := range td.Capacity {
		if c < 1 || c > CapacityScale {
			v.fail("capacity-range", diag.Elem(path, i), "capacities run from 1 to 1024, the biggest CPU at its top OPP",
				"capacity %d is out of range", c)
		} else if i > 0 && c < td.Capacity[i-1] {
			v.fail("capacity-order", diag.Elem(path, i), "order the row by frequency",
				"capacity %d is below %d at a lower OPP", c, td.Capacity[i-1])
		}
	}
}

// powerRow checks a row of powers, one for each OPP, each at least least.
func (v *validator) powerRow(row []Power, path string, opps int, least Power) {
	if row == nil {
		v.fail("row-missing", path, "give one power for each OPP", "missing row")
		return
	}
	if len(row) != opps {
		v.fail("row-length", path, "give one power for each OPP", "%d powers for %d OPPs", len(row), opps)
		return
	}
	for i, w := range row {
		if w < least || w > MaxPower {
			v.fail("power-range", diag.Elem(path, i), "an unknown power is left out, never 0", "power %d is out of range", w)
		}
	}
}

// absent checks that a key which means nothing in this kind of table is not set.
func (v *validator) absent(set bool, path string, kind TableKind) {
	if set {
		v.fail("wrong-kind", path, "remove it, or change the table's kind", "a table of kind %s has no such row", kind)
	}
}

func (v *validator) eas1xRow(td *TableDomain, path string, opps int) {
	v.powerRow(td.CoreBusy, path+".core_busy", opps, 0)
	v.powerRow(td.ClusterBusy, path+".cluster_busy", opps, 0)
	v.absent(td.Busy != nil, path+".busy", TableEAS1x)
	n := idleIndexes(v.p, td.CPUs)
	v.idleRow(td.CoreIdle, path+".core_idle", n)
	v.idleRow(td.ClusterIdle, path+".cluster_idle", n)
}

// idleRow checks a row by idle index; nil is unknown, and so is a tail of
// UnknownPower.
func (v *validator) idleRow(row []Power, path string, n int) {
	if row == nil {
		return
	}
	if len(row) != n {
		v.fail("idle-length", path,
			"give active idle first, then each idle state of the cluster; leave unknown ones out at the end",
			"%d idle powers for %d idle indexes", len(row), n)
		return
	}
	tail := false
	for i, w := range row {
		switch {
		case w == UnknownPower:
			tail = true
		case w < 0 || w > MaxPower:
			v.fail("power-range", diag.Elem(path, i), "an unknown power is left out, never 0", "power %d is out of range", w)
		case tail:
			v.fail("idle-gap", diag.Elem(path, i), "only the deepest states can be unknown",
				"a known power after an unknown one")
		}
	}
}

// emMaxPowerUW is the kernel's EM_MAX_POWER: 64 W.
const emMaxPowerUW = 64_000_000

func (v *validator) emRow(t *PowerTable, td *TableDomain, path string, opps int) {
	v.powerRow(td.CoreBusy, path+".core_busy", opps, 1)
	v.absent(td.ClusterBusy != nil, path+".cluster_busy", TableEM)
	v.absent(td.CoreIdle != nil, path+".core_idle", TableEM)
	v.absent(td.ClusterIdle != nil, path+".cluster_idle", TableEM)
	v.absent(td.Busy != nil, path+".busy", TableEM)
	for i, w := range td.CoreBusy[:min(len(td.CoreBusy), opps)] {
		if w <= MaxPower && unitKnown(t.Unit) && int64(w)*t.unitUW() > emMaxPowerUW {
			v.fail("em-power", diag.Elem(path+".core_busy", i), "the kernel refuses more than 64 W a CPU; check the unit",
				"%d %s is too much", w, t.Unit)
		}
	}
	fd := &v.p.FreqDomains[v.p.CPUs[td.CPUs.First()].Domain]
	if len(td.Capacity) != len(fd.OPPs) || !fd.ascending() {
		return
	}
	last := len(fd.OPPs) - 1
	for i, c := range td.Capacity {
		if want := emPerformance(td.Capacity[last], fd.OPPs[i].Freq, fd.OPPs[last].Freq); c != want {
			v.fail("em-capacity", diag.Elem(path+".capacity", i),
				"an energy model scales capacity with frequency: top * freq / top freq",
				"capacity %d at %d kHz, the kernel computes %d", c, fd.OPPs[i].Freq, want)
		}
	}
}

func (v *validator) measuredRow(td *TableDomain, path string, opps int) {
	v.absent(td.CoreBusy != nil, path+".core_busy", TableMeasured)
	v.absent(td.ClusterBusy != nil, path+".cluster_busy", TableMeasured)
	v.absent(td.CoreIdle != nil, path+".core_idle", TableMeasured)
	v.absent(td.ClusterIdle != nil, path+".cluster_idle", TableMeasured)
	path += ".busy"
	if n := td.CPUs.Len(); len(td.Busy) != n {
		v.fail("row-length", path, "give a row for each number of busy CPUs: 1, 2, ...",
			"%d rows for %d CPUs", len(td.Busy), n)
		return
	}
	for i, row := range td.Busy {
		v.powerRow(row, diag.Elem(path, i), opps, 1)
	}
}

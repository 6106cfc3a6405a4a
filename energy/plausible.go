package energy

import (
	"slices"
	"strconv"

	"easim/energy/diag"
)

// Doubts returns the warnings about numbers that are allowed and rarely right.
// [Platform.Validate] adds them where it finds no errors; on a platform with
// errors it speaks of the parts that are sound.
func (p *Platform) Doubts() diag.List {
	v := validator{p: p}
	v.plausible()
	return v.list
}

// plausible adds the doubts.
func (v *validator) plausible() {
	for i := range v.p.Tables {
		t := &v.p.Tables[i]
		path := diag.Elem("table", i)
		v.normalised(t, path)
		if t.Kind == TableEM && t.Unit != UnitUW {
			v.doubt("em-unit", path+".unit", "give microwatts: costs are integers, and small ones lose what tells OPPs apart",
				"an energy model in %s", t.Unit)
		}
		for j := range t.Domains {
			v.plausibleRow(t, &t.Domains[j], diag.Elem(path+".domain", j))
		}
	}
	if t := v.p.defaultModel(); t != nil {
		v.kindsFollowCapacity(t)
	}
}

func (v *validator) normalised(t *PowerTable, path string) {
	top := Capacity(0)
	for i := range t.Domains {
		for _, c := range t.Domains[i].Capacity {
			top = max(top, c)
		}
	}
	if top > 0 && top < CapacityScale {
		v.doubt("not-normalised", path, "scale the capacities so that the biggest CPU has 1024",
			"the highest capacity is %d, not 1024", top)
	}
}

func (v *validator) plausibleRow(t *PowerTable, td *TableDomain, path string) {
	v.ascends(td.CoreBusy, path+".core_busy")
	v.ascends(td.ClusterBusy, path+".cluster_busy")
	for n, row := range td.Busy {
		v.ascends(row, diag.Elem(path+".busy", n))
		if n == 0 || len(row) != len(td.Busy[n-1]) {
			continue
		}
		for i, w := range row {
			if w < td.Busy[n-1][i] {
				v.doubt("power-order", diag.Elem(diag.Elem(path+".busy", n), i), "check the measurement",
					"%d busy CPUs draw less than %d", n+1, n)
			}
		}
	}
	v.efficiency(t, td, path)
	v.idleBelowBusy(td.CoreIdle, td.CoreBusy, path+".core_idle")
	v.idleBelowBusy(td.ClusterIdle, td.ClusterBusy, path+".cluster_idle")
}

func (v *validator) ascends(row []Power, path string) {
	for i := 1; i < len(row); i++ {
		if row[i] < row[i-1] {
			v.doubt("power-order", diag.Elem(path, i), "check the order of the OPPs and the measurement",
				"power %d falls at a higher frequency", row[i])
		}
	}
}

// efficiency finds OPPs that cost no less per unit of work than a higher one.
func (v *validator) efficiency(t *PowerTable, td *TableDomain, path string) {
	for _, w := range v.p.Inefficient(t, td) {
		fd := v.p.domainOfRow(td)
		v.doubt("inefficient", diag.Elem(path+".core_busy", w.OPP),
			"a governor that skips inefficient OPPs will not use it", "%d kHz costs %s %s, no less than %s at %d kHz",
			fd.OPPs[w.OPP].Freq, number(w.Cost), w.Measure, number(w.Least), fd.OPPs[w.Better].Freq)
	}
}

// number writes v with four significant digits, or all before the point.
func number(v float64) string {
	if v >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// idleBelowBusy: a part should not draw more idle than busy, nor more in a
// deeper state. Idle powers hold for every OPP, so the highest is the measure.
func (v *validator) idleBelowBusy(idle, busy []Power, path string) {
	if len(busy) == 0 {
		return
	}
	top, above := slices.Max(busy), false
	for i, w := range idle {
		if w > top && top > 0 && !above {
			above = true
			v.doubt("idle-power", diag.Elem(path, i), "check the unit",
				"idle power %d is above the highest busy power %d", w, top)
		}
		if i > 0 && idle[i-1] != UnknownPower && w > idle[i-1] {
			v.doubt("idle-power", diag.Elem(path, i), "check the order of the idle states", "a deeper state draws more")
		}
	}
}

// kindsFollowCapacity: a cluster of a higher kind should not be weaker.
func (v *validator) kindsFollowCapacity(t *PowerTable) {
	for i := range v.p.Clusters {
		for j := range v.p.Clusters {
			a, b := &v.p.Clusters[i], &v.p.Clusters[j]
			capA, capB := t.TopCapacity(a.CPUs.First()), t.TopCapacity(b.CPUs.First())
			if a.Kind > b.Kind && capA < capB {
				v.doubt("kind-order", diag.Elem("cluster", i)+".kind", "kinds follow capacity: little, mid, big",
					"%s is %s with capacity %d, %s is %s with %d", a.Name, a.Kind, capA, b.Name, b.Kind, capB)
			}
		}
	}
}

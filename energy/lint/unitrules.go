package lint

import (
	"slices"
	"strconv"

	"easim/energy"
	"easim/energy/diag"
)

// What one busy CPU draws per megahertz of its top frequency, in µW. Measured and
// modelled CPUs of twenty boards lie between 50 and 1500 (the oddest, TC2 in its
// own bogo units, at 5800), so a factor of 1000 is beyond doubt either way.
const (
	lowestPerMHz  = 8.0
	highestPerMHz = 9000.0
	mixtureFactor = 100.0 // between rows of a table, and between tables
)

// unitRules recognises powers in another unit than the table says.
func (l *linter) unitRules(i int, rows []row) {
	named := false
	for k := range rows {
		r := &rows[k]
		v, path, ok := r.perMHz()
		if !ok || v >= lowestPerMHz && v <= highestPerMHz {
			continue
		}
		looks := looksLike(r.table.Unit, v > highestPerMHz)
		if looks == "" {
			continue
		}
		named = true
		l.add("unit-power", path, "if so, write unit = \""+looks+"\" in the table",
			"a busy CPU of %s draws %s µW a MHz, read as %s; a CPU draws 50 to 1500: the numbers look like %s",
			r.CPUs, threeDigits(v), r.table.Unit, looks)
	}
	if !named {
		l.mixture(diag.Elem("table", i), rows)
	}
	for k := range rows {
		r := &rows[k]
		if powers, path, ok := r.busy(); ok {
			l.rowMixture(r, powers, path)
		}
		l.rowMixture(r, r.ClusterBusy, r.path+".cluster_busy")
		l.idleScale(r, r.CoreIdle, r.CoreBusy, "core")
		l.idleScale(r, r.ClusterIdle, r.ClusterBusy, "cluster")
	}
}

// threeDigits writes v with three significant digits, or all before the point.
func threeDigits(v float64) string {
	if v >= 100 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// looksLike names the unit that numbers seem to be in which are a thousand times
// too large or too small; "" if files know no such unit.
func looksLike(unit string, large bool) string {
	switch {
	case unit != energy.UnitUW && large:
		return energy.UnitUW
	case unit == energy.UnitUW && !large:
		return energy.UnitMW
	}
	return ""
}

// mixture: rows of one table should be within a factor of each other.
func (l *linter) mixture(path string, rows []row) {
	low, high := -1, -1
	var lowest, highest float64
	for k := range rows {
		v, _, ok := rows[k].perMHz()
		if !ok {
			continue
		}
		if low < 0 || v < lowest {
			low, lowest = k, v
		}
		if high < 0 || v > highest {
			high, highest = k, v
		}
	}
	if low >= 0 && highest > mixtureFactor*lowest {
		l.add("unit-mixture", path, "check that all rows are in the table's unit",
			"a busy CPU of %s draws %.0f times as much a MHz as one of %s", rows[high].CPUs, highest/lowest, rows[low].CPUs)
	}
}

// rowMixture: from one OPP to the next, power for a unit of capacity does not change
// a hundredfold.
func (l *linter) rowMixture(r *row, powers []energy.Power, path string) {
	for i := 1; i < min(len(powers), len(r.Capacity)); i++ {
		a, b := float64(powers[i-1])/float64(r.Capacity[i-1]), float64(powers[i])/float64(r.Capacity[i])
		if a > 0 && b > 0 && max(a, b) > mixtureFactor*min(a, b) {
			l.add("unit-mixture", diag.Elem(path, i), "check that all numbers of the row are in the table's unit",
				"%d at %s MHz stands beside %d at %s MHz", powers[i], megahertz(r.fd.OPPs[i].Freq), powers[i-1],
				megahertz(r.fd.OPPs[i-1].Freq))
			return
		}
	}
}

// idleScale: idling awake costs less than working, but not a hundred times less.
func (l *linter) idleScale(r *row, idle, busy []energy.Power, part string) {
	if len(idle) == 0 || len(busy) == 0 || idle[0] <= 0 {
		return
	}
	if least := slices.Min(busy); float64(least) > mixtureFactor*float64(idle[0]) {
		l.add("unit-mixture", diag.Elem(r.path+"."+part+"_idle", 0), "check that idle and busy powers are of one scale",
			"%s of CPUs %s: %d idle awake against %d busy, a factor of %d", part, r.CPUs, idle[0], least,
			int64(least)/int64(idle[0]))
	}
}

// tablesAgree compares what the tables say of the same CPU, read in their units.
func (l *linter) tablesAgree() {
	var first []row // the first row that speaks of each frequency domain
	var index []int
	for i := range l.p.Tables {
		for _, r := range l.rowsOf(i) {
			v, path, ok := r.perMHz()
			if !ok || v < lowestPerMHz || v > highestPerMHz {
				continue
			}
			k := slices.IndexFunc(first, func(o row) bool { return o.fd == r.fd })
			if k < 0 {
				first, index = append(first, r), append(index, i)
				continue
			}
			o, _, _ := first[k].perMHz()
			if index[k] != i && (v > mixtureFactor*o || o > mixtureFactor*v) {
				l.add("unit-mixture", path, "check the units of both tables",
					"a busy CPU of %s draws %s µW a MHz here and %s by table %q", r.CPUs, threeDigits(v), threeDigits(o),
					first[k].table.Name)
			}
		}
	}
}

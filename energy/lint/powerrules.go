package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// tableRules runs the checks of one power table.
func (l *linter) tableRules(i int) {
	rows := l.rowsOf(i)
	l.capacityRules(i, rows)
	l.unitRules(i, rows)
	for k := range rows {
		r := &rows[k]
		l.zeros(r)
		l.inefficient(r)
		if len(r.ClusterBusy) > 1 && slices.Equal(r.ClusterBusy, r.CoreBusy) {
			l.add("cluster-copied", r.path+".cluster_busy", "check them; as they stand the shared part counts twice",
				"the cluster costs of CPUs %s are the core costs, number by number", r.CPUs)
		}
		l.idlePowers(r, r.CoreIdle, r.CoreBusy, energy.IdleCore)
		l.idlePowers(r, r.ClusterIdle, r.ClusterBusy, energy.IdleCluster)
		if next := nextClass(rows, r); next != nil {
			l.pointless(r, next)
		}
	}
}

// inefficient: neighbours that the same OPP beats are one finding.
func (l *linter) inefficient(r *row) {
	all := l.p.Inefficient(r.table, r.TableDomain)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Better == all[0].Better && all[n].OPP == all[n-1].OPP+1 {
			n++
		}
		first, last := all[0], all[n-1]
		all = all[n:]
		what, cost := fmt.Sprintf("%d kHz costs", r.fd.OPPs[first.OPP].Freq), fourDigits(first.Cost)
		if n > 1 {
			what = fmt.Sprintf("%d OPPs from %d to %d kHz cost", n, r.fd.OPPs[first.OPP].Freq, r.fd.OPPs[last.OPP].Freq)
			cost += " to " + fourDigits(last.Cost)
		}
		l.add("inefficient", diag.Elem(r.path+".core_busy", first.OPP),
			"a governor that skips inefficient OPPs will not use it", "%s %s %s, no less than %s at %d kHz", what, cost,
			first.Measure, fourDigits(first.Least), r.fd.OPPs[first.Better].Freq)
	}
}

// fourDigits writes v with four significant digits, or all before the point.
func fourDigits(v float64) string {
	if v >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// zeros: in a file, 0 says free, and unknown is left out.
func (l *linter) zeros(r *row) {
	if r.table.Kind != energy.TableEAS1x {
		return
	}
	const remedy = "a power of 0 says free; leave out what is unknown"
	if i := slices.Index(r.CoreBusy, 0); i >= 0 {
		l.add("power-zero", diag.Elem(r.path+".core_busy", i), remedy, "a busy core of CPUs %s costs nothing at %s MHz",
			r.CPUs, frequencies(r.fd, []int{min(i, len(r.fd.OPPs)-1)})[0])
	}
	if len(r.ClusterBusy) > 0 && slices.Max(r.ClusterBusy) == 0 {
		l.add("power-zero", r.path+".cluster_busy", remedy, "the cluster of CPUs %s costs nothing at any OPP", r.CPUs)
	}
	if len(r.CoreIdle) > 0 && r.CoreIdle[0] == 0 {
		l.add("power-zero", diag.Elem(r.path+".core_idle", 0), remedy, "an idle core of CPUs %s costs nothing awake", r.CPUs)
	}
	if len(r.ClusterIdle) > 0 && r.ClusterIdle[0] == 0 {
		l.add("power-zero", diag.Elem(r.path+".cluster_idle", 0), remedy,
			"the idle cluster of CPUs %s costs nothing awake", r.CPUs)
	}
}

// idlePowers judges one row of idle powers against the busy powers of the same
// part. Index 0 is active idle, the others are the cluster's idle states.
func (l *linter) idlePowers(r *row, idle, busy []energy.Power, level energy.IdleLevel) {
	if len(idle) == 0 {
		return
	}
	part, rule := "core", "core-idle-busy"
	if level == energy.IdleCluster {
		part, rule = "cluster", "cluster-idle-busy"
	}
	path := r.path + "." + part + "_idle"
	for i := 1; i < len(idle); i++ {
		if idle[i-1] >= 0 && idle[i] > idle[i-1] {
			l.add("idle-deeper", diag.Elem(path, i), "check the order of the idle states",
				"a deeper state draws more: %d after %d", idle[i], idle[i-1])
		}
	}
	var below []int
	for i, w := range busy[:min(len(busy), len(r.fd.OPPs))] {
		if w < idle[0] {
			below = append(below, i)
		}
	}
	if len(below) > 0 {
		l.add(rule, diag.Elem(path, 0), "check the source: by these numbers energy falls as work rises",
			"%s of CPUs %s: %d idle is above %s busy (%s MHz)", part, r.CPUs, idle[0], numbers(busy, below),
			strings.Join(frequencies(r.fd, below), ", "))
	}
	if i := deepest(r.cluster, level); i > 1 && i < len(idle) && idle[i] == idle[0] && idle[0] > 0 {
		l.add("idle-constant", diag.Elem(path, i), "check the source; such rows are often copied from another board",
			"%s saves nothing: %d as when awake", r.cluster.IdleStates[i-1].Name, idle[i])
	}
}

// deepest is the idle index of the deepest state of a level, 0 if there is none.
func deepest(c *energy.Cluster, level energy.IdleLevel) int {
	for i := len(c.IdleStates) - 1; i >= 0; i-- {
		if c.IdleStates[i].Level == level {
			return i + 1
		}
	}
	return 0
}

// pointless finds OPPs of r, above 80 % of its top capacity, at which a unit of
// work surely costs more than at some OPP of the next class that offers as much.
// A task that needs them does not fit well (util * 1.25 is near the top) and
// would cost less there. Shared parts are not counted.
func (l *linter) pointless(r, next *row) {
	if !priced(r) || !priced(next) {
		return
	}
	var opps []int
	mine, theirs := 0, 0 // the last pair
	for i, c := range r.Capacity {
		if 5*c <= 4*r.top() {
			continue
		}
		for j, d := range next.Capacity {
			// The true powers lie within half a unit below and one above.
			low, high := (2*int64(r.CoreBusy[i])-1)*int64(d), (2*int64(next.CoreBusy[j])+2)*int64(c)
			if d >= c && high < low {
				opps, mine, theirs = append(opps, i), i, j
				break
			}
		}
	}
	if len(opps) == 0 {
		return
	}
	l.add("pointless", diag.Elem(r.path+".core_busy", opps[0]),
		"by these numbers a task that needs it is better off on the bigger CPUs",
		"%s MHz of CPUs %s: at %s MHz they cost %s per unit of capacity, CPUs %s only %s at %s MHz",
		strings.Join(frequencies(r.fd, opps), ", "), r.CPUs, megahertz(r.fd.OPPs[mine].Freq),
		ratio(r.CoreBusy[mine], r.Capacity[mine]), next.CPUs, ratio(next.CoreBusy[theirs], next.Capacity[theirs]),
		megahertz(next.fd.OPPs[theirs].Freq))
}

// priced reports whether the row has a positive core power for each OPP.
func priced(r *row) bool {
	return r.table.Kind != energy.TableMeasured && len(r.CoreBusy) == len(r.Capacity) && slices.Min(r.CoreBusy) > 0
}

func ratio(w energy.Power, c energy.Capacity) string {
	return strconv.FormatFloat(float64(w)/float64(c), 'f', 4, 64)
}

// megahertz writes a frequency in MHz with no more decimals than it has.
func megahertz(f energy.KHz) string {
	s := fmt.Sprintf("%d.%03d", f/1000, f%1000)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// numbers lists some of the powers for a message.
func numbers(powers []energy.Power, which []int) string {
	var out []string
	for _, i := range which {
		out = append(out, strconv.FormatInt(int64(powers[i]), 10))
	}
	return strings.Join(out, ", ")
}

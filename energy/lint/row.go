package lint

import (
	"easim/energy"
	"easim/energy/diag"
)

// row is one [[table.domain]] with what the checks need of its surroundings.
type row struct {
	*energy.TableDomain
	table   *energy.PowerTable
	fd      *energy.FreqDomain
	cluster *energy.Cluster
	path    string
}

// rowsOf returns the rows of table i that speak of CPUs of the platform and have
// a sound capacity for each OPP.
func (l *linter) rowsOf(i int) []row {
	t := &l.p.Tables[i]
	var out []row
	for j := range t.Domains {
		td := &t.Domains[j]
		r := row{TableDomain: td, table: t, path: diag.Elem(diag.Elem("table", i)+".domain", j)}
		first := td.CPUs.First()
		if first < 0 || int(first) >= len(l.p.CPUs) {
			continue
		}
		c := l.p.CPUs[first]
		if c.Domain < 0 || c.Domain >= len(l.p.FreqDomains) || c.Cluster < 0 || c.Cluster >= len(l.p.Clusters) {
			continue
		}
		r.fd, r.cluster = &l.p.FreqDomains[c.Domain], &l.p.Clusters[c.Cluster]
		if r.sound() {
			out = append(out, r)
		}
	}
	return out
}

func (r *row) sound() bool {
	if len(r.fd.OPPs) == 0 || len(r.Capacity) != len(r.fd.OPPs) {
		return false
	}
	for i, c := range r.Capacity {
		if c < 1 || c > energy.CapacityScale || r.fd.OPPs[i].Freq < 1 {
			return false
		}
	}
	return true
}

// top is the row's highest capacity.
func (r *row) top() energy.Capacity { return r.Capacity[len(r.Capacity)-1] }

// busy is the power of one busy CPU per OPP with its key path: the core's, or
// that of a measured cluster with one busy CPU. ok is false if the row has none.
func (r *row) busy() (powers []energy.Power, path string, ok bool) {
	powers, path = r.CoreBusy, r.path+".core_busy"
	if r.table.Kind == energy.TableMeasured {
		if len(r.Busy) == 0 {
			return nil, "", false
		}
		powers, path = r.Busy[0], diag.Elem(r.path+".busy", 0)
	}
	return powers, path, len(powers) == len(r.fd.OPPs)
}

// perMHz is what one busy CPU draws per megahertz at its top OPP, in microwatts
// (a bogo-mW counts as a milliwatt): for every CPU that Linux runs on something
// like 50 to 1500. ok is false if the row does not say.
func (r *row) perMHz() (uw float64, path string, ok bool) {
	powers, path, ok := r.busy()
	if !ok || !plausibleClock(r.fd) {
		return 0, "", false
	}
	last := len(powers) - 1
	v := float64(powers[last]) * 1000 / float64(r.fd.OPPs[last].Freq)
	if r.table.Unit != energy.UnitUW {
		v *= 1000
	}
	return v, path, powers[last] > 0
}

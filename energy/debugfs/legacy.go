package debugfs

import (
	"slices"

	"easim/energy"
)

// legacyTable is the cost table of one sched group, from
// /proc/sys/kernel/sched_domain/cpu<N>/domain<D>/group<G>/energy.
type legacyTable struct {
	domain, group  int
	caps, idle     []int64
	nrCap, nrIdle  int64
	capAt, groupAt file
}

func (d *dump) legacyFile(at place, f *file) {
	c := d.cpu(at.cpu)
	i := slices.IndexFunc(c.legacy, func(t legacyTable) bool { return t.domain == at.domain && t.group == at.group })
	if i < 0 {
		if len(c.legacy) >= 1024 {
			return
		}
		i = len(c.legacy)
		c.legacy = append(c.legacy, legacyTable{domain: at.domain, group: at.group, nrCap: -1, nrIdle: -1, groupAt: *f})
	}
	t := &c.legacy[i]
	switch at.name {
	case "cap_states":
		t.caps, _ = d.numbers(f)
		t.capAt = *f
	case "idle_states":
		t.idle, _ = d.numbers(f)
	case "nr_cap_states":
		t.nrCap = d.numberOr(f, -1)
	case "nr_idle_states":
		t.nrIdle = d.numberOr(f, -1)
	}
}

// capState is one row of cap_states.
type capState struct{ capacity, khz, power int64 }

// states divides cap_states into rows: capacity and power, or in later kernels
// capacity, frequency and power. nr_cap_states tells which; without it, three
// columns are those whose middle is a frequency in kHz.
func (d *dump) states(t *legacyTable) []capState {
	n, columns := int64(len(t.caps)), int64(0)
	switch {
	case n == 0:
		return nil
	case t.nrCap > 0 && n%t.nrCap == 0:
		columns = n / t.nrCap
	case t.nrCap < 0 && n%3 == 0 && middleIsKHz(t.caps):
		columns = 3
	case t.nrCap < 0 && n%2 == 0:
		columns = 2
	}
	if columns != 2 && columns != 3 {
		d.fail(
			"cap-states",
			&t.capAt,
			"want two or three numbers a state",
			"%d numbers in cap_states for %d states",
			n,
			t.nrCap,
		)
		return nil
	}
	var out []capState
	for row := t.caps; len(row) > 0; row = row[columns:] {
		s := capState{capacity: row[0], power: row[columns-1]}
		if columns == 3 {
			s.khz = row[1]
		}
		out = append(out, s)
	}
	return out
}

func middleIsKHz(v []int64) bool {
	for i := 0; i < len(v); i += 3 {
		if v[i+1] < 10_000 || v[i+1] <= v[i] {
			return false
		}
	}
	return true
}

// legacyOf returns the tables that a CPU's own group has at the lowest level (the
// core) and at the highest (the cluster), and of how many CPUs the cluster
// consists: the lowest level has one group a CPU.
func (d *dump) legacyOf(cpu int) (core, cluster *legacyTable, size int) {
	c := d.cpus[cpu]
	if c == nil {
		return nil, nil, 0
	}
	for i := range c.legacy {
		t := &c.legacy[i]
		if t.domain == 0 {
			size++
		}
		if t.group != 0 || len(t.caps) == 0 {
			continue
		}
		if core == nil || t.domain < core.domain {
			core = t
		}
		if cluster == nil || t.domain > cluster.domain {
			cluster = t
		}
	}
	if core == cluster {
		cluster = nil
	}
	return core, cluster, size
}

// legacyTable makes the eas1x table, one row a CPU.
func (d *dump) legacyTable(n int) (energy.PowerTable, bool) {
	t := energy.PowerTable{
		Name: "eas1x", Kind: energy.TableEAS1x, Unit: energy.UnitBogoMW,
		Source: "cap_states and idle_states in /proc/sys/kernel/sched_domain of the running board",
		Trust:  "what an EAS 1.x kernel believed; the binding claims no unit, only that all numbers share one",
	}
	for id := range n {
		core, cluster, _ := d.legacyOf(id)
		if core == nil {
			continue
		}
		row := energy.TableDomain{CPUs: energy.CPUSetOf(energy.CPUID(id))}
		for _, s := range d.states(core) {
			row.Capacity = append(row.Capacity, energy.Capacity(min(s.capacity, 1<<20)))
			row.CoreBusy = append(row.CoreBusy, power(s.power))
		}
		row.CoreIdle = powers(core.idle)
		if cluster != nil {
			for _, s := range d.states(cluster) {
				row.ClusterBusy = append(row.ClusterBusy, power(s.power))
			}
			row.ClusterIdle = powers(cluster.idle)
		}
		t.Domains = append(t.Domains, row)
	}
	return t, len(t.Domains) > 0
}

// power bounds a number of a file: what is out of range stays so, and fits.
func power(v int64) energy.Power { return energy.Power(min(v, int64(energy.MaxPower)+1)) }

func powers(values []int64) []energy.Power {
	var out []energy.Power
	for _, v := range values {
		out = append(out, power(v))
	}
	return out
}

package draft

import (
	"fmt"
	"slices"

	"easim/energy"
	"easim/energy/diag"
)

// tables cuts the rows of each table to the sets of CPUs that its kind wants, and
// marks the one that counts the energy.
func (k *builder) tables() {
	islands := k.p.Islands()
	for i := range k.b.Tables {
		src := &k.b.Tables[i]
		t := *src
		t.Source, t.Trust, t.Notes = oneLine(t.Source), oneLine(t.Trust), oneLine(t.Notes)
		t.Domains, t.DefaultMeter = nil, false
		sets := islands
		if t.Kind == energy.TableEM {
			sets = nil
			for d := range k.p.FreqDomains {
				sets = append(sets, k.p.FreqDomains[d].CPUs)
			}
		}
		path := diag.Elem("table", len(k.p.Tables))
		for _, cpus := range sets {
			row := src.DomainOf(cpus.First())
			if row == nil {
				Warn(&k.list, "unknown-power", path, "add a [[table.domain]] for them",
					"table %s: the input gives no power of CPUs %s", t.Name, cpus)
				continue
			}
			r := *row
			r.CPUs = cpus
			k.fitIdle(&r, fmt.Sprintf("%s.domain[%d]", path, len(t.Domains)))
			t.Domains = append(t.Domains, r)
		}
		k.p.Tables = append(k.p.Tables, t)
	}
	if i := k.meter(); i >= 0 {
		k.p.Tables[i].DefaultMeter = true
	}
}

// meter picks the table that counts the energy: the one that knows most.
func (k *builder) meter() int {
	for _, kind := range [...]energy.TableKind{energy.TableEAS1x, energy.TableMeasured, energy.TableEM} {
		i := slices.IndexFunc(k.p.Tables, func(t energy.PowerTable) bool { return t.Kind == kind && len(t.Domains) > 0 })
		if i >= 0 {
			return i
		}
	}
	return -1
}

// fitIdle makes the idle rows as long as the cluster has idle indexes.
func (k *builder) fitIdle(r *energy.TableDomain, path string) {
	cluster := &k.p.Clusters[k.p.CPUs[r.CPUs.First()].Cluster]
	for _, row := range [...]struct {
		key    string
		level  energy.IdleLevel
		powers *[]energy.Power
	}{
		{"core_idle", energy.IdleCore, &r.CoreIdle},
		{"cluster_idle", energy.IdleCluster, &r.ClusterIdle},
	} {
		if have := *row.powers; have != nil {
			*row.powers = k.fitRow(have, cluster, row.level, path+"."+row.key)
		}
	}
}

func (k *builder) fitRow(have []energy.Power, c *energy.Cluster, level energy.IdleLevel, path string) []energy.Power {
	n := len(c.IdleStates) + 1
	switch {
	case len(have) == n:
		return have
	case len(have) == 2 && n > 2:
		Warn(&k.list, "idle-index", path, "check it against the input",
			"two idle costs in the old manner (%d while a CPU idles, %d when the part is off), spread over %d idle indexes",
			have[0], have[1], n)
		return spread(have, c, level)
	case len(have) > n:
		Warn(&k.list, "idle-index", path, "add the idle states that they belong to",
			"%d idle costs for %d idle indexes; left out: %d", len(have), n, have[n:])
		return have[:n]
	}
	Warn(&k.list, "idle-index", path, "add the missing ones",
		"%d idle costs for %d idle indexes; the deepest are unknown", len(have), n)
	return append(slices.Clone(have), slices.Repeat([]energy.Power{energy.UnknownPower}, n-len(have))...)
}

// spread turns the two-entry form of the oldest sched-energy-costs files into one
// by idle index: the first entry holds until the part (core or cluster) is off.
func spread(have []energy.Power, c *energy.Cluster, level energy.IdleLevel) []energy.Power {
	out := []energy.Power{have[0], have[0]}
	for _, s := range c.IdleStates[1:] {
		off := level == energy.IdleCore || s.Level == energy.IdleCluster
		if off {
			out = append(out, have[1])
		} else {
			out = append(out, have[0])
		}
	}
	return out
}

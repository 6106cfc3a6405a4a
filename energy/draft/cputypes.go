package draft

import (
	"slices"
	"strings"

	"easim/energy"
)

// kinds finds the kind of each CPU: by the order of capacities, else of raw
// speeds per clock, else, where no capacity is known, by clusters that are called
// little, mid and big, else (one class, or nothing known) by the core's name, else
// by the order of powers at the top.
func (k *builder) kinds() {
	k.kindOf = make([]energy.Kind, len(k.cpus))
	capacity := k.measure(func(id int) int64 { return int64(k.cpus[id].Capacity) })
	dmips := k.measure(func(id int) int64 { return int64(k.cpus[id].DMIPS) })
	if k.ranked(capacity) || capacity[0] <= 0 && (k.ranked(dmips) || k.named()) {
		return
	}
	unknown := false
	for id := range k.cpus {
		k.kindOf[id] = kindOfCore(k.cpus[id].Core)
		unknown = unknown || k.kindOf[id] == energy.KindInvalid
	}
	if !unknown {
		return
	}
	if k.ranked(k.measure(k.topPower)) {
		Warn(&k.list, "unknown-kind", "cluster", "write little, mid or big",
			"neither capacities nor core names tell the clusters apart; their kinds follow the power at the top")
		return
	}
	for id, kind := range k.kindOf {
		if kind == energy.KindInvalid {
			k.kindOf[id] = energy.Big
		}
	}
	Warn(&k.list, "unknown-kind", "cluster", "write little, mid or big",
		"neither capacities nor core names tell the clusters apart; kind big is a guess")
}

// named sets the kinds by the names of the clusters; false if some cluster has
// another name than a kind.
func (k *builder) named() bool {
	kinds := make([]energy.Kind, len(k.cpus))
	for id := range kinds {
		c := k.clusterOf(k.cpus[id].Cluster)
		if c == nil {
			return false
		}
		var ok bool
		if kinds[id], ok = energy.ParseKind(strings.ToLower(c.Name)); !ok {
			return false
		}
	}
	k.kindOf = kinds
	return true
}

// measure is what f says of each CPU; all 0 if it says nothing of one.
func (k *builder) measure(f func(id int) int64) []int64 {
	out := make([]int64, len(k.cpus))
	for id := range out {
		out[id] = f(id)
		if out[id] <= 0 {
			return make([]int64, len(k.cpus))
		}
	}
	return out
}

// topPower is the highest power of a busy CPU in the first table; 0 if unknown.
func (k *builder) topPower(id int) int64 {
	if len(k.b.Tables) == 0 {
		return 0
	}
	row := k.b.Tables[0].DomainOf(energy.CPUID(id))
	if row == nil || len(row.CoreBusy) == 0 {
		return 0
	}
	return int64(row.CoreBusy[len(row.CoreBusy)-1])
}

// ranked sets the kinds by the order of a measure; false if it is the same for all.
func (k *builder) ranked(measure []int64) bool {
	lo, hi := slices.Min(measure), slices.Max(measure)
	if lo == hi {
		return false
	}
	for id, m := range measure {
		switch m {
		case lo:
			k.kindOf[id] = energy.Little
		case hi:
			k.kindOf[id] = energy.Big
		default:
			k.kindOf[id] = energy.Mid
		}
	}
	return true
}

// typeKey is what CPUs of one type have in common.
type typeKey struct {
	core   string
	dmips  int
	kind   energy.Kind
	domain int // the first domain of the type
}

// types groups the CPUs. A type has one rate an OPP, so CPUs with different OPPs
// are of different types.
func (k *builder) types() {
	k.p.CPUs = make([]energy.CPU, len(k.cpus))
	var keys []typeKey
	for id := range k.cpus {
		c := &k.cpus[id]
		at := slices.IndexFunc(keys, func(t typeKey) bool {
			return t.core == c.Core && t.dmips == c.DMIPS && t.kind == k.kindOf[id] && k.sameSpeed(t.domain, c)
		})
		if at < 0 {
			at = len(keys)
			keys = append(keys, typeKey{c.Core, c.DMIPS, k.kindOf[id], c.Domain})
		}
		k.p.CPUs[id].Type = at
	}
	for _, key := range keys {
		k.p.Types = append(k.p.Types, k.cpuType(key, keys))
	}
}

// sameSpeed reports whether CPU c offers the same frequencies at the same rates as
// those of domain a. Without a core's name and rates nothing says so.
func (k *builder) sameSpeed(a int, c *CPU) bool {
	x, y := &k.domains[a], &k.domains[c.Domain]
	if a == c.Domain {
		return true
	}
	if c.Core == "" && len(x.Rates) == 0 {
		return false
	}
	sameFreq := func(p, q energy.OPP) bool { return p.Freq == q.Freq }
	return slices.EqualFunc(x.OPPs, y.OPPs, sameFreq) && slices.Equal(x.Rates, y.Rates)
}

func (k *builder) cpuType(key typeKey, all []typeKey) energy.CPUType {
	name := key.core
	if name == "" {
		name = "cpu"
	}
	name = oneLine(name)
	namesakes := 0
	for _, o := range all {
		if o.core == key.core {
			namesakes++
		}
	}
	if namesakes > 1 {
		name += "-" + key.kind.String()
	}
	name = unique(name, func(n string) bool {
		return slices.ContainsFunc(k.p.Types, func(t energy.CPUType) bool { return t.Name == n })
	})
	t := energy.CPUType{Name: name, DMIPSPerMHz: key.dmips}
	if d := &k.domains[key.domain]; len(d.Rates) > 0 {
		t.Rates = []energy.RateSet{{Name: d.RateName, Source: oneLine(d.RateSource), Int: d.Rates}}
	}
	return t
}

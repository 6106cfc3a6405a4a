package draft

import (
	"slices"

	"easim/energy"
)

// kinds finds the kind of each CPU: by the order of capacities, else of raw
// speeds per clock, else (one class, or nothing known) by the core's name.
func (k *builder) kinds() {
	measure := make([]int64, len(k.cpus))
	k.kindOf = make([]energy.Kind, len(k.cpus))
	byCapacity := !slices.ContainsFunc(k.cpus, func(c CPU) bool { return c.Capacity <= 0 })
	for id, c := range k.cpus {
		measure[id] = int64(c.DMIPS)
		if byCapacity {
			measure[id] = int64(c.Capacity)
		}
	}
	lo, hi := slices.Min(measure), slices.Max(measure)
	guessed := false
	for id := range k.cpus {
		switch m := measure[id]; {
		case lo == hi || lo <= 0:
			k.kindOf[id] = kindOfCore(k.cpus[id].Core)
			guessed = guessed || k.kindOf[id] == energy.KindInvalid
		case m == lo:
			k.kindOf[id] = energy.Little
		case m == hi:
			k.kindOf[id] = energy.Big
		default:
			k.kindOf[id] = energy.Mid
		}
		if k.kindOf[id] == energy.KindInvalid {
			k.kindOf[id] = energy.Big
		}
	}
	if guessed {
		Warn(&k.list, "unknown-kind", "cluster", "write little, mid or big",
			"neither capacities nor core names tell the clusters apart; kind big is a guess")
	}
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
			return t.core == c.Core && t.dmips == c.DMIPS && t.kind == k.kindOf[id] && k.sameOPPs(t.domain, c.Domain)
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

// sameOPPs reports whether two domains offer the same frequencies at the same
// rates.
func (k *builder) sameOPPs(a, b int) bool {
	return a == b || slices.EqualFunc(k.domains[a].OPPs, k.domains[b].OPPs, func(x, y energy.OPP) bool {
		return x.Freq == y.Freq
	}) && slices.Equal(k.domains[a].Rates, k.domains[b].Rates)
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

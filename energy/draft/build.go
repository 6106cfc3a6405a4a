package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// Build makes the platform of what the input said, and reports what it did not
// say and what was assumed. It returns nil, with the reason in the list, if there
// are no CPUs to speak of. The platform may lack what
// [energy.Platform.Validate] asks for; the list says so.
func (b *Board) Build(o Options) (*energy.Platform, diag.List) {
	k := builder{b: b, p: &energy.Platform{Title: oneLine(b.Title), Source: oneLine(b.Source)}}
	switch n := len(b.CPUs); {
	case n == 0:
		Fail(&k.list, "no-cpu", "cpu_type", "an input must say at least which CPUs there are", "no CPUs found")
		return nil, k.list
	case n > energy.MaxCPUs:
		Fail(&k.list, "cpu-count", "cpu_type", "", "%d CPUs, at most %d", n, energy.MaxCPUs)
		return nil, k.list
	}
	k.name(o)
	k.cpus = slices.Clone(b.CPUs)
	k.domains = slices.Clone(b.Domains)
	k.toldDomains(o.Domains)
	k.unknownDomains()
	k.mixedDomains()
	k.dropEmptyDomains()
	k.kinds()
	k.types()
	k.clusters()
	k.freqDomains()
	k.tables()
	k.gaps()
	k.p.Notes = strings.Join(b.Notes, "\n")
	return k.p, k.list
}

type builder struct {
	b    *Board
	p    *energy.Platform
	list diag.List

	cpus    []CPU
	domains []Domain
	kindOf  []energy.Kind // of each CPU
}

// name makes a legal platform name of what is proposed.
func (k *builder) name(o Options) {
	name := o.Name
	if name == "" {
		name = FileName(k.b.Name)
	}
	if name == "" {
		name = "board"
	}
	k.p.Name = name
}

// FileName makes a platform's name of any text: lower-case letters, digits, "-",
// "_" and ".", at most 64 of them. "" if nothing is left.
func FileName(text string) string {
	var out strings.Builder
	gap := false
	for _, r := range strings.ToLower(text) {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '.' && r != '-' {
			gap = true
			continue
		}
		if gap && out.Len() > 0 {
			out.WriteByte('-')
		}
		gap = false
		if out.Len() >= 64 {
			break
		}
		out.WriteRune(r)
	}
	return strings.Trim(out.String(), "-.")
}

// oneLine makes a text of an input fit for a key: one line of printable
// characters, of bounded length.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 2000 {
		text = strings.ToValidUTF8(text[:2000], "") + "..."
	}
	return text
}

// set returns the CPUs for which f holds.
func (k *builder) set(f func(id int) bool) energy.CPUSet {
	var s energy.CPUSet
	for id := range k.cpus {
		if f(id) {
			s.Add(energy.CPUID(id))
		}
	}
	return s
}

// toldDomains gives CPUs whose frequency domain the input does not name the one
// that the user names.
func (k *builder) toldDomains(told []energy.CPUSet) {
	for _, s := range told {
		d := len(k.domains)
		for c := s.First(); c >= 0 && int(c) < len(k.cpus); c = s.Next(c + 1) {
			if at := &k.cpus[c].Domain; *at < 0 || *at > d {
				*at = d
			}
		}
		k.domains = append(k.domains, Domain{Source: "as told at the import"})
	}
}

// unknownDomains gives CPUs whose frequency domain the input does not name one
// for each sort of CPU: a domain cannot mix sorts.
func (k *builder) unknownDomains() {
	type sort struct {
		core  string
		dmips int
		top   energy.Capacity
	}
	var seen []sort
	var at []int
	for id := range k.cpus {
		c := &k.cpus[id]
		if c.Domain >= 0 && c.Domain < len(k.domains) {
			continue
		}
		s := sort{c.Core, c.DMIPS, c.Capacity}
		i := slices.Index(seen, s)
		if i < 0 {
			i = len(seen)
			seen, at = append(seen, s), append(at, len(k.domains))
			k.domains = append(k.domains, Domain{})
		}
		c.Domain = at[i]
	}
	for _, d := range at {
		Warn(&k.list, "unknown-domain", "freq_domain", "split the domain if the hardware clocks them apart",
			"the input does not say which CPUs change frequency together; taken together: CPUs %s",
			k.set(func(id int) bool { return k.cpus[id].Domain == d }))
	}
}

// mixedDomains splits a domain whose CPUs differ in speed per clock. Cores of
// different names and equal speed become one type of both names.
func (k *builder) mixedDomains() {
	for d := range len(k.domains) {
		members := k.set(func(id int) bool { return k.cpus[id].Domain == d })
		var names []string
		for c := members.First(); c >= 0; c = members.Next(c + 1) {
			if n := k.cpus[c].Core; n != "" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
		k.share(members, strings.Join(names, "+"))
		if len(names) > 1 {
			Warn(&k.list, "mixed-domain", "freq_domain", "give them types of their own if they differ in speed or power",
				"CPUs %s share a clock and are %s; taken as one type", members, strings.Join(names, " and "))
		}
		k.splitDomain(d, members)
	}
}

// share gives CPUs of one domain what the input says of one of them only.
func (k *builder) share(members energy.CPUSet, core string) {
	var dmips int
	var capacity energy.Capacity
	for c := members.First(); c >= 0; c = members.Next(c + 1) {
		dmips = cmp.Or(dmips, k.cpus[c].DMIPS)
		capacity = cmp.Or(capacity, k.cpus[c].Capacity)
	}
	for c := members.First(); c >= 0; c = members.Next(c + 1) {
		at := &k.cpus[c]
		at.Core, at.DMIPS, at.Capacity = core, cmp.Or(at.DMIPS, dmips), cmp.Or(at.Capacity, capacity)
	}
}

// splitDomain moves the CPUs of a domain that differ from its first one in raw
// speed or capacity to domains of their own.
func (k *builder) splitDomain(d int, members energy.CPUSet) {
	first := &k.cpus[max(members.First(), 0)]
	rest := k.set(func(id int) bool {
		c := &k.cpus[id]
		return c.Domain == d && (c.DMIPS != first.DMIPS || c.Capacity != first.Capacity)
	})
	if rest.Empty() {
		return
	}
	Warn(&k.list, "mixed-domain", "freq_domain", "a domain has CPUs of one speed; check the input",
		"CPUs %s share a clock with CPU %d and have another speed; split off", rest, members.First())
	for c := rest.First(); c >= 0; c = rest.Next(c + 1) {
		k.cpus[c].Domain = len(k.domains)
	}
	k.domains = append(k.domains, k.domains[d])
	k.splitDomain(len(k.domains)-1, rest)
}

// dropEmptyDomains removes domains without CPUs and orders the others by their
// lowest CPU.
func (k *builder) dropEmptyDomains() {
	order := make([]int, 0, len(k.domains))
	for _, c := range k.cpus {
		if !slices.Contains(order, c.Domain) {
			order = append(order, c.Domain)
		}
	}
	sorted := make([]Domain, len(order))
	for i, d := range order {
		sorted[i] = k.domains[d]
	}
	for id := range k.cpus {
		k.cpus[id].Domain = slices.Index(order, k.cpus[id].Domain)
	}
	k.domains = sorted
}

func (k *builder) freqDomains() {
	for i := range k.domains {
		d := &k.domains[i]
		fd := energy.FreqDomain{
			CPUs:                k.set(func(id int) bool { return k.cpus[id].Domain == i }),
			OPPs:                d.OPPs,
			TransitionLatencyUS: d.LatencyUS,
			Source:              oneLine(d.Source),
		}
		k.p.FreqDomains = append(k.p.FreqDomains, fd)
	}
	for id := range k.cpus {
		k.p.CPUs[id].Domain = k.cpus[id].Domain
	}
}

// unique returns name, or name with a number behind it if it is taken.
func unique(name string, taken func(string) bool) string {
	base := name
	for i := 2; taken(name); i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	return name
}

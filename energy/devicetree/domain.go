package devicetree

import (
	"fmt"
	"slices"
	"strings"
)

// domainKey says what clocks a CPU. CPUs with the same key change frequency
// together. The kinds are in the order of their authority.
type domainKey struct {
	kind keyKind
	ref  ref
}

type keyKind uint8

const (
	keyNone   keyKind = iota // the tree does not say
	keyQcom                  // qcom,freq-domain: the hardware's own number
	keyPerf                  // performance-domains, or a power domain called "perf"
	keyShared                // an opp table with opp-shared
	keyClock                 // the first clock
	keyAlone                 // an opp table of its own, without opp-shared or clock
)

// key finds what clocks a CPU. The opp-v2 binding says that CPUs that name an OPP
// table with opp-shared "switch their DVFS state together", and that without it
// they merely have equal tables; so the table alone never makes a domain.
func (r *reader) key(c *CPU) domainKey {
	t := r.t
	if v := t.cells(c.node, "qcom,freq-domain"); len(v) >= 2 {
		if n := t.byPhandle(v[0]); n >= 0 {
			return domainKey{keyQcom, ref{n, v[1:2]}}
		}
	}
	if refs := t.refs(c.node, "performance-domains", "#performance-domain-cells"); len(refs) > 0 {
		return domainKey{keyPerf, refs[0]}
	}
	names := t.texts(c.node, "power-domain-names")
	for i, pd := range t.refs(c.node, "power-domains", "#power-domain-cells") {
		if i < len(names) && names[i] == "perf" {
			return domainKey{keyPerf, pd}
		}
	}
	if c.table >= 0 && t.has(c.table, "opp-shared") {
		return domainKey{keyShared, ref{node: c.table}}
	}
	if refs := t.refs(c.node, "clocks", "#clock-cells"); len(refs) > 0 {
		return domainKey{keyClock, refs[0]}
	}
	if c.table >= 0 || t.has(c.node, "operating-points") {
		return domainKey{keyAlone, ref{node: c.node}}
	}
	return domainKey{}
}

// why says in words what makes a domain.
func (r *reader) why(k domainKey) string {
	args := strings.Trim(fmt.Sprint(k.ref.args), "[]")
	switch k.kind {
	case keyQcom:
		return fmt.Sprintf("qcom,freq-domain %s of %s", args, r.t.path(k.ref.node))
	case keyPerf:
		return strings.TrimSuffix(fmt.Sprintf("performance domain %s %s", r.t.path(k.ref.node), args), " ")
	case keyShared:
		return "opp-shared in " + r.t.path(k.ref.node)
	case keyClock:
		return strings.TrimSuffix(fmt.Sprintf("clock %s %s", r.t.path(k.ref.node), args), " ")
	case keyAlone:
		return "an OPP table without opp-shared"
	case keyNone:
	}
	return ""
}

// domains groups the CPUs and reads the operating points of each group.
func (r *reader) domains() {
	var keys []domainKey
	for i := range r.b.CPUs {
		c := &r.b.CPUs[i]
		if c.key.kind == keyNone {
			continue
		}
		at := slices.IndexFunc(keys, func(k domainKey) bool { return k.kind == c.key.kind && k.ref.same(c.key.ref) })
		if at < 0 {
			at = len(keys)
			keys = append(keys, c.key)
			r.b.Domains = append(r.b.Domains, Domain{Why: r.why(c.key)})
		}
		c.Domain = at
		r.b.Domains[at].CPUs = append(r.b.Domains[at].CPUs, i)
	}
	for i := range r.b.Domains {
		r.fill(&r.b.Domains[i])
	}
}

func (r *reader) fill(d *Domain) {
	table := none
	for _, i := range d.CPUs {
		c := &r.b.CPUs[i]
		if d.Coefficient == 0 {
			d.Coefficient = c.Coefficient
		} else if c.Coefficient != 0 && c.Coefficient != d.Coefficient && r.once(c.node) {
			r.warn("coefficient", c.node, "the kernel takes that of the first CPU",
				"dynamic-power-coefficient %d differs from %d of the CPUs that share its clock", c.Coefficient, d.Coefficient)
		}
		switch {
		case c.table < 0:
		case table < 0:
			table = c.table
		case c.table != table && r.once(c.table):
			r.warn("two-tables", c.node, "that of the first CPU counts",
				"another OPP table than the CPUs that share its clock")
		}
	}
	if table >= 0 {
		d.Table = r.t.path(table)
		d.OPPs = r.opps(table)
		d.LatencyUS = int64((r.latency[table] + 999) / 1000)
		return
	}
	for _, i := range d.CPUs {
		if n := r.b.CPUs[i].node; r.t.has(n, "operating-points") {
			d.OPPs = r.oldOPPs(n)
			if ns, ok := r.t.u32(n, "clock-latency"); ok {
				d.LatencyUS = int64(ns/1000) + int64(min(ns%1000, 1))
			}
			return
		}
	}
}

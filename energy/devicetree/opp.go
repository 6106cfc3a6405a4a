package devicetree

import (
	"cmp"
	"slices"
	"strings"
)

// maxOPPs is how many OPPs of one table are read; package energy allows 256.
const maxOPPs = 256

// opps reads an OPP table of version 2 (opp/opp-v2-base.yaml), ascending by
// frequency, each frequency once.
func (r *reader) opps(table int) []OPP {
	if known, ok := r.oppsOf[table]; ok {
		return known
	}
	var out []OPP
	restricted, left := 0, 0
	for _, n := range r.t.children(table) {
		o, ok := r.opp(n)
		if !ok {
			continue
		}
		if o.Restricted {
			restricted++
			if !r.supported(n) {
				left++
				continue
			}
		}
		if len(out) == maxOPPs {
			r.warn("opp-count", table, "", "more than %d OPPs; the others are left out", maxOPPs)
			break
		}
		ns, _ := r.t.u32(n, "clock-latency-ns")
		r.latency[table] = max(r.latency[table], min(ns, 1_000_000_000))
		out = append(out, o)
	}
	switch {
	case left > 0:
		r.warn("speed-bin", table, "", "%d OPPs of other speed bins are left out", left)
	case restricted > 0:
		r.warn("speed-bin", table, "name the board's bin (--supported-hw) to leave out what it does not have",
			"%d OPPs are for certain speed bins only; all are kept", restricted)
	}
	r.bins(out, table)
	out = r.ascending(out, table)
	r.oppsOf[table] = out
	return out
}

// bins reports voltages that are given by speed bin only.
func (r *reader) bins(opps []OPP, table int) {
	if slices.ContainsFunc(opps, func(o OPP) bool { return o.MicroVolt > 0 }) {
		return
	}
	var names []string
	for _, n := range r.t.children(table) {
		for i := r.t.nodes[n].firstProp; i < r.t.nodes[n].endProp; i++ {
			name, ok := strings.CutPrefix(r.t.props[i].name, "opp-microvolt-")
			if ok && !slices.Contains(names, name) && len(names) < 16 {
				names = append(names, strings.ToValidUTF8(name, "?"))
			}
		}
	}
	if len(names) > 0 {
		r.warn("speed-bin", table, "choose one with --opp-name",
			"voltages are given by speed bin only: %s", strings.Join(names, ", "))
	}
}

// opp reads one node of a table; ok is false for one without a frequency (the
// tables of power domains have levels only).
func (r *reader) opp(n int) (o OPP, ok bool) {
	hz, ok := r.t.u64(n, "opp-hz")
	if !ok || hz < 1000 {
		return OPP{}, false
	}
	const maxHz = 100_000_000_000
	if hz > maxHz {
		r.warn("opp-range", n, "", "left out: %d Hz is out of range", hz)
		return OPP{}, false
	}
	return OPP{
		Hz:         hz,
		MicroVolt:  r.variant(n, "opp-microvolt", 10_000_000),
		MicroWatt:  r.variant(n, "opp-microwatt", 1_000_000_000),
		Turbo:      r.t.has(n, "turbo-mode"),
		Restricted: r.t.has(n, "opp-supported-hw"),
	}, true
}

// variant reads the first cell of a property, or of the variant that the options
// name. The first cell is the target of the first regulator, whether one number
// or three stand for each.
func (r *reader) variant(n int, name string, limit uint32) uint64 {
	var v []uint32
	if r.o.OPPName != "" {
		v = r.t.cells(n, name+"-"+r.o.OPPName)
	}
	if len(v) == 0 {
		v = r.t.cells(n, name)
	}
	if len(v) == 0 {
		return 0
	}
	if v[0] > limit {
		r.warn("opp-range", n, "", "left out: %s %d is out of range", name, v[0])
		return 0
	}
	return uint64(v[0])
}

// supported reports whether the board at hand has an OPP (_opp_is_supported in
// drivers/opp/of.c): in one version of the property, each level shares a bit with
// the board's. Without a board's version every OPP is kept.
func (r *reader) supported(n int) bool {
	levels := len(r.o.SupportedHW)
	v := r.t.cells(n, "opp-supported-hw")
	if levels == 0 || len(v) == 0 || len(v)%levels != 0 {
		return levels == 0
	}
	for ; len(v) > 0; v = v[levels:] {
		all := true
		for i, mask := range r.o.SupportedHW {
			all = all && v[i]&mask != 0
		}
		if all {
			return true
		}
	}
	return false
}

// ascending sorts OPPs and keeps the first of those with one frequency.
func (r *reader) ascending(opps []OPP, table int) []OPP {
	slices.SortStableFunc(opps, func(a, b OPP) int { return cmp.Compare(a.Hz, b.Hz) })
	out := slices.CompactFunc(slices.Clone(opps), func(a, b OPP) bool { return a.KHz() == b.KHz() })
	if n := len(opps) - len(out); n > 0 {
		r.warn("opp-twice", table, "speed bins share a table; name the board's bin (--supported-hw)",
			"%d frequencies are listed twice; the first entry counts", n)
	}
	return out
}

// oldOPPs reads the operating points of version 1: pairs of kHz and µV in the cpu
// node.
func (r *reader) oldOPPs(n int) []OPP {
	v := r.t.cells(n, "operating-points")
	if len(v) == 0 || len(v)%2 != 0 || len(v) > 2*maxOPPs {
		r.warn("opp-range", n, "", "left out: operating-points has %d cells, want pairs of kHz and uV", len(v))
		return nil
	}
	var out []OPP
	for ; len(v) > 0; v = v[2:] {
		if v[0] == 0 || v[0] > 100_000_000 || v[1] > 10_000_000 {
			r.warn("opp-range", n, "", "left out: operating point %d kHz, %d uV is out of range", v[0], v[1])
			continue
		}
		out = append(out, OPP{Hz: uint64(v[0]) * 1000, MicroVolt: uint64(v[1])})
	}
	return r.ascending(out, n)
}

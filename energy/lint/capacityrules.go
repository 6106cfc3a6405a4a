package lint

import (
	"slices"

	"easim/energy"
	"easim/energy/diag"
)

// capacityRules judges the capacities of table i.
func (l *linter) capacityRules(i int, rows []row) {
	l.top1023(rows)
	for k := range rows {
		r := &rows[k]
		l.steps(r)
		l.dmips(r)
	}
	l.classGaps(rows)
}

// top1023: 1023 is how a fraction of 1024 looks when it was rounded down.
func (l *linter) top1023(rows []row) {
	top := energy.Capacity(0)
	for k := range rows {
		top = max(top, rows[k].top())
	}
	if top != energy.CapacityScale-1 {
		return
	}
	for k := range rows {
		if r := &rows[k]; r.top() == top {
			l.add("top-1023", diag.Elem(r.path+".capacity", len(r.Capacity)-1),
				"write 1024, the scale's definition (SCHED_CAPACITY_SCALE)",
				"the biggest CPUs, %s, have capacity 1023", r.CPUs)
		}
	}
}

// steps compares neighbouring OPPs. A gap more than doubles the capacity and is
// more than a quarter of the row's top.
func (l *linter) steps(r *row) {
	for i := 1; i < len(r.Capacity); i++ {
		path := diag.Elem(r.path+".capacity", i)
		switch a, b := r.Capacity[i-1], r.Capacity[i]; {
		case a == b:
			l.add("capacity-flat", path, "check the row, or remove the OPP",
				"%d kHz brings no more than %d kHz: capacity %d", r.fd.OPPs[i].Freq, r.fd.OPPs[i-1].Freq, b)
		case b > 2*a && 4*(b-a) > r.top():
			l.add("capacity-gap", path, "check for OPPs that are missing; demands in between run at the higher one",
				"nothing between capacity %d at %d kHz and %d at %d kHz", a, r.fd.OPPs[i-1].Freq, b, r.fd.OPPs[i].Freq)
		}
	}
}

// classGaps compares each class of CPUs with the next bigger one.
func (l *linter) classGaps(rows []row) {
	for k := range rows {
		r := &rows[k]
		next := nextClass(rows, r)
		if next == nil || next.Capacity[0] <= r.top() {
			continue
		}
		l.add("capacity-gap", diag.Elem(next.path+".capacity", 0),
			"check for OPPs that are missing; demands in between run at the bigger CPUs' lowest OPP",
			"nothing between the top of CPUs %s, %d, and the lowest OPP of CPUs %s, %d", r.CPUs, r.top(), next.CPUs,
			next.Capacity[0])
	}
}

// nextClass returns the row with the lowest top capacity above r's, or nil.
func nextClass(rows []row, r *row) *row {
	var next *row
	for k := range rows {
		if o := &rows[k]; o.top() > r.top() && (next == nil || o.top() < next.top()) {
			next = o
		}
	}
	return next
}

// dmips compares a row's top capacity with the kernel's (arch_topology.c):
//
//	dmips * fmax * 1024 / the highest dmips * fmax
//
// An energy model has exactly that; a benchmark's capacity may be up to 5 % off.
func (l *linter) dmips(r *row) {
	p := l.p
	most, own := int64(0), int64(0)
	for id, c := range p.CPUs {
		if c.Type < 0 || c.Type >= len(p.Types) || c.Domain < 0 || c.Domain >= len(p.FreqDomains) {
			return
		}
		t, fd := &p.Types[c.Type], &p.FreqDomains[c.Domain]
		if t.DMIPSPerMHz < 1 || !plausibleClock(fd) {
			return
		}
		raw := int64(t.DMIPSPerMHz) * int64(fd.OPPs[len(fd.OPPs)-1].Freq)
		most = max(most, raw)
		if r.CPUs.Has(energy.CPUID(id)) {
			own = raw
		}
	}
	if own == 0 {
		return
	}
	want := energy.Capacity(own * int64(energy.CapacityScale) / most)
	slack := energy.Capacity(1)
	if r.table.Kind != energy.TableEM {
		slack = max(1, want/20)
	}
	if d := r.top() - want; d < -slack || d > slack {
		l.add("capacity-dmips", diag.Elem(r.path+".capacity", len(r.Capacity)-1),
			"check dmips_per_mhz, the top frequency and the capacity; placement follows the capacity",
			"CPUs %s have capacity %d; dmips x fmax gives %d", r.CPUs, r.top(), want)
	}
}

// frequencies lists the frequencies of some OPPs for a message, in MHz.
func frequencies(fd *energy.FreqDomain, opps []int) []string {
	var out []string
	for _, i := range opps {
		out = append(out, megahertz(fd.OPPs[i].Freq))
	}
	return slices.Clip(out)
}

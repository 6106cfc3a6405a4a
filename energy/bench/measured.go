package bench

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// point is what was measured at one frequency.
type point struct {
	line  int
	khz   int64
	power float64 // mW, of one busy CPU
	score float64 // CoreMark iterations per second; 0 is unknown
}

// domain is what was measured of one frequency domain.
type domain struct {
	cpu    int // that was measured
	points []point
}

// table is what a file says, in its order.
type table struct {
	list    diag.List
	domains []domain
	cpus    int // of the board; 0 is unknown
	notes   []string
}

// fail reports a fault of one place of the file.
func (t *table) fail(code string, line int, detail, format string, args ...any) {
	draft.Fail(&t.list, code, "", detail, format, args...)
	t.list[len(t.list)-1].Line = line
}

func (t *table) warn(code string, line int, detail, format string, args ...any) {
	draft.Warn(&t.list, code, "", detail, format, args...)
	t.list[len(t.list)-1].Line = line
}

// add keeps a point, in the domain of the CPU.
func (t *table) add(cpu int, p point) {
	i := slices.IndexFunc(t.domains, func(d domain) bool { return d.cpu == cpu })
	if i < 0 {
		if len(t.domains) == energy.MaxCPUs {
			return
		}
		i = len(t.domains)
		t.domains = append(t.domains, domain{cpu: cpu})
	}
	d := &t.domains[i]
	if slices.ContainsFunc(d.points, func(q point) bool { return q.khz == p.khz }) {
		t.warn("opp-twice", p.line, "the first counts", "%d kHz of CPU %d twice", p.khz, cpu)
		return
	}
	if len(d.points) == 256 {
		t.warn("opp-count", p.line, "", "more than 256 frequencies of CPU %d; left out", cpu)
		return
	}
	d.points = append(d.points, p)
}

// microwatts is a power of the file in the table's unit. A power that is not above
// 0 is an error: the base was too high, or the board was charging.
func (t *table) microwatts(mw float64, line int, what string, khz int64, cpu int) energy.Power {
	v := math.Round(mw * 1000)
	if mw <= 0 || v > float64(energy.MaxPower) {
		t.fail("power-range", line, "check the measurement: base power too high, or the board charged meanwhile",
			"%s %v mW at %d kHz of CPU %d is out of range", what, mw, khz, cpu)
		v = max(min(v, float64(energy.MaxPower)+1), -float64(energy.MaxPower))
	}
	return energy.Power(v)
}

// order sorts domains by CPU and points by frequency, and says where power falls.
func (t *table) order() {
	slices.SortFunc(t.domains, func(a, b domain) int { return cmp.Compare(a.cpu, b.cpu) })
	for i := range t.domains {
		d := &t.domains[i]
		slices.SortFunc(d.points, func(a, b point) int { return cmp.Compare(a.khz, b.khz) })
		for j := 1; j < len(d.points); j++ {
			if p := d.points[j]; p.power < d.points[j-1].power {
				t.warn("power-order", p.line, "noise, or check the measurement",
					"power %v mW at %d kHz of CPU %d is below that at a lower frequency", p.power, p.khz, d.cpu)
			}
		}
	}
}

// spans finds the CPUs of each domain: as told, else from each measured CPU up to
// the next. CPU 1 may stand for a domain that begins with CPU 0.
func (t *table) spans(o draft.Options) []energy.CPUSet {
	told := slices.DeleteFunc(slices.Clone(o.Domains), func(s energy.CPUSet) bool { return s.Empty() })
	if len(told) == len(t.domains) {
		return told
	}
	if len(told) > 0 {
		t.fail(
			"domain-count",
			0,
			"give one --domain for each",
			"%d domains as told, the file has %d",
			len(told),
			len(t.domains),
		)
	}
	var out []energy.CPUSet
	for i, d := range t.domains {
		first, end := d.cpu, d.cpu+1
		if i == 0 {
			first = 0
		}
		switch {
		case i+1 < len(t.domains):
			end = t.domains[i+1].cpu
		case t.cpus > d.cpu:
			end = t.cpus
		default:
			t.warn("unknown-cpus", 0, "say which CPUs change frequency together: one --domain each",
				"the file does not say how many CPUs there are; the last domain is taken to end at CPU %d", d.cpu)
		}
		out = append(out, energy.CPURange(energy.CPUID(first), energy.CPUID(end-1)))
	}
	t.warn("bench-domains", 0, "check them against related_cpus of the board, or give --domain",
		"the file names one CPU of each domain only; the others are those up to the next: %s", spanText(out))
	return out
}

func spanText(sets []energy.CPUSet) string {
	parts := make([]string, len(sets))
	for i, s := range sets {
		parts[i] = s.String()
	}
	return strings.Join(parts, ", ")
}

// board makes the CPUs and domains of a draft.
func (t *table) board(spans []energy.CPUSet, name, source string) *draft.Board {
	b := &draft.Board{Name: name, Source: source, Notes: t.notes}
	n := t.cpus
	for _, s := range spans {
		list := s.List()
		n = max(n, int(list[len(list)-1])+1)
	}
	for range n {
		b.CPUs = append(b.CPUs, draft.CPU{Cluster: draft.Unknown, Domain: draft.Unknown})
	}
	for i, d := range t.domains {
		dom := draft.Domain{Source: "frequencies that were measured"}
		for _, p := range d.points {
			dom.OPPs = append(dom.OPPs, energy.OPP{Freq: energy.KHz(p.khz)})
		}
		b.Domains = append(b.Domains, dom)
		for c := spans[i].First(); c >= 0; c = spans[i].Next(c + 1) {
			if b.CPUs[c].Domain < 0 {
				b.CPUs[c].Domain = i
			}
		}
	}
	return b
}

// finish turns a draft into a platform.
func (t *table) finish(b *draft.Board, name string, o draft.Options) (*energy.Platform, diag.List) {
	p, gaps := b.Build(o)
	list := append(t.list, gaps...)
	list.Locate(name, nil)
	return p, list
}

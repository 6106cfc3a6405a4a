package debugfs

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
)

// Import makes a platform of a dump. data is the dump's bytes for its checksum, or
// nil for a directory. The list holds the faults of the dump, each with its line,
// and what it does not say; the platform is nil if there are no CPUs in it.
func Import(name string, data []byte, files *Files, o draft.Options) (*energy.Platform, diag.List) {
	d := read(files)
	a := assembler{d: d, o: o, b: &draft.Board{
		Name: trimExt(name), Source: draft.Source(name, "dump of a running board", data), WholeIdle: true,
	}}
	a.assemble()
	if what := files.Denied(); what != "" {
		draft.Warn(&d.list, "unreadable", "", "read it as root; debugfs, where the energy model stands, is root's alone",
			"%s could not be read", what)
	}
	d.list.Locate(name, nil)
	d.list.Sort()
	if len(a.b.CPUs) == 0 && d.list.HasErrors() {
		return nil, d.list
	}
	p, gaps := a.b.Build(o)
	gaps.Locate(name, nil)
	return p, append(d.list, gaps...)
}

func trimExt(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	for _, ext := range [...]string{".gz", ".tgz", ".tar", ".txt", ".log"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

type assembler struct {
	d *dump
	o draft.Options
	b *draft.Board
}

func (a *assembler) assemble() {
	d := a.d
	for _, m := range d.models {
		d.finish(m)
	}
	a.modelCPUs()
	a.logCPUs()
	n := a.count()
	if n == 0 {
		return
	}
	a.b.Title = d.title
	if a.b.Title == "" {
		a.b.Title = d.log.model
	}
	if d.release != "" {
		a.b.Source += ", Linux " + d.release
	}
	for id := range n {
		c := draft.CPU{Cluster: draft.Unknown, Domain: draft.Unknown, Idle: d.idleStates(id)}
		if raw := d.cpus[id]; raw != nil {
			c.Core, c.DMIPS = raw.core, int(min(raw.dmips, 1_000_000))
			c.Capacity = energy.Capacity(min(raw.capacity, 1<<20))
		}
		a.b.CPUs = append(a.b.CPUs, c)
	}
	a.domains()
	a.topology()
	a.rates()
	if t, ok := a.emTable(); ok {
		a.b.Tables = append(a.b.Tables, t)
	}
	if t, ok := d.legacyTable(n); ok {
		a.b.Tables = append(a.b.Tables, t)
	}
	a.notes()
}

// modelCPUs finds the CPUs of the energy models that do not list them: by the
// cpufreq policy of that name, else by the options.
func (a *assembler) modelCPUs() {
	given := slices.Clone(a.o.Domains)
	a.d.models = slices.DeleteFunc(a.d.models, func(m *model) bool {
		if m.isCPU() {
			return false
		}
		a.d.warn("em-device", &m.at, "", "left out: the energy model of %s, which has no CPUs", clip(m.dev))
		return true
	})
	for _, m := range a.d.models {
		if !m.cpus.Empty() {
			continue
		}
		if cpu, ok := cpuNumber(m.dev, "cpu"); ok {
			if i := slices.IndexFunc(a.d.policies, func(p *policy) bool { return p.cpu == cpu }); i >= 0 {
				m.cpus = a.d.policies[i].cpus
			}
		}
		if m.cpus.Empty() && len(given) > 0 {
			m.cpus, given = given[0], given[1:]
			a.d.warn("given-cpus", &m.at, "", "%s has no cpus file; CPUs %s as told", m.dev, m.cpus)
		}
		if m.cpus.Empty() {
			a.d.fail("unknown-cpus", &m.at, "say which they are, one --domain for each energy model in order",
				"the dump does not say which CPUs %s is about", m.dev)
		}
	}
}

// logCPUs makes domains of what the kernel log says, if nothing better is there.
// It names the first CPU of each; the others are those up to the next domain.
func (a *assembler) logCPUs() {
	d := a.d
	if len(d.log.domains) == 0 || len(d.models) > 0 || len(d.policies) > 0 {
		return
	}
	slices.SortFunc(d.log.domains, func(x, y logDomain) int { return x.cpu - y.cpu })
	for i, l := range d.log.domains {
		end := l.cpu + 1
		if i+1 < len(d.log.domains) {
			end = d.log.domains[i+1].cpu
		} else if d.log.cpus > l.cpu {
			end = d.log.cpus
		} else {
			draft.Warn(&d.list, "unknown-cpus", "freq_domain", "say so with --domain for each domain in order",
				"the log does not say how many CPUs there are; the last domain is taken as CPU %d alone", l.cpu)
		}
		cpus := energy.CPURange(energy.CPUID(l.cpu), energy.CPUID(end-1))
		if i < len(a.o.Domains) {
			cpus = a.o.Domains[i]
		}
		d.policies = append(d.policies, &policy{cpu: l.cpu, cpus: cpus})
	}
	draft.Warn(&d.list, "log-domains", "freq_domain", "check them against related_cpus of the board",
		"the log names the first CPU of each domain only; the others are those up to the next")
}

// count is the number of CPUs that the dump knows of.
func (a *assembler) count() int {
	var all energy.CPUSet
	for _, m := range a.d.models {
		all = all.Or(m.cpus)
	}
	for _, p := range a.d.policies {
		if p.cpus.Empty() {
			p.cpus = energy.CPUSetOf(energy.CPUID(p.cpu))
		}
		all = all.Or(p.cpus)
	}
	for id, c := range a.d.cpus {
		if c != nil {
			all.Add(energy.CPUID(id))
		}
	}
	list := all.List()
	if len(list) == 0 {
		return 0
	}
	n := int(list[len(list)-1]) + 1
	if len(list) < n {
		draft.Warn(&a.d.list, "cpu-hole", "cpu_type", "offline when the dump was taken?",
			"the dump says nothing of %d of %d CPUs; it knows CPUs %s", n-len(list), n, all)
	}
	return n
}

// domains takes the frequency domains of cpufreq, else of the energy models, else
// of equal cost tables.
func (a *assembler) domains() {
	for _, p := range a.d.policies {
		a.domain(p.cpus, draft.Domain{
			OPPs: a.opps(p), LatencyUS: (p.latencyNS + 999) / 1000,
			Source: fmt.Sprintf("cpufreq policy%d of the running board", p.cpu),
		})
	}
	for _, m := range a.d.models {
		a.modelDomain(m)
	}
	var tables []string
	var at []int
	for id := range a.b.CPUs {
		core, cluster, _ := a.d.legacyOf(id)
		if a.b.CPUs[id].Domain >= 0 || core == nil {
			continue
		}
		key := fmt.Sprint(core.caps, cluster)
		if cluster != nil {
			key = fmt.Sprint(core.caps, cluster.caps)
		}
		i := slices.Index(tables, key)
		if i < 0 {
			i = len(tables)
			tables, at = append(tables, key), append(at, len(a.b.Domains))
			a.b.Domains = append(a.b.Domains, draft.Domain{
				OPPs: a.legacyOPPs(core), Source: "CPUs with equal cost tables of the running board",
			})
		}
		a.b.CPUs[id].Domain = at[i]
	}
}

func (a *assembler) legacyOPPs(t *legacyTable) []energy.OPP {
	var out []energy.OPP
	for _, s := range a.d.states(t) {
		if s.khz > 0 {
			out = append(out, energy.OPP{Freq: energy.KHz(s.khz)})
		}
	}
	return out
}

// domain adds a domain for those of the CPUs that are in none.
func (a *assembler) domain(cpus energy.CPUSet, dom draft.Domain) {
	free := false
	for c := cpus.First(); c >= 0; c = cpus.Next(c + 1) {
		if a.b.CPUs[c].Domain == draft.Unknown {
			a.b.CPUs[c].Domain = len(a.b.Domains)
			free = true
		}
	}
	if free {
		a.b.Domains = append(a.b.Domains, dom)
	}
}

// opps is the frequencies that cpufreq offers, boost included, with the voltages
// of the OPP core.
func (a *assembler) opps(p *policy) []energy.OPP {
	khz := slices.Concat(p.freqs, p.boost)
	if len(p.freqs) == 0 {
		khz = append(khz, p.stats...)
	}
	slices.Sort(khz)
	khz = slices.Compact(khz)
	var out []energy.OPP
	for _, f := range khz {
		out = append(out, energy.OPP{Freq: energy.KHz(f), Volt: a.volt(p.cpus, f)})
	}
	return out
}

func (a *assembler) volt(cpus energy.CPUSet, khz int64) energy.MicroVolt {
	for _, v := range a.d.volts {
		if cpus.Has(energy.CPUID(v.cpu)) && v.khz == khz {
			return energy.MicroVolt(v.uv)
		}
	}
	return 0
}

// modelDomain gives the CPUs of an energy model its frequencies: the kernel builds
// the model of all OPPs, boost included, where cpufreq may list fewer.
func (a *assembler) modelDomain(m *model) {
	if m.cpus.Empty() || len(m.states) == 0 {
		return
	}
	a.domain(m.cpus, draft.Domain{Source: "energy model " + m.dev + " of the running board"})
	at := a.b.CPUs[m.cpus.First()].Domain
	dom := &a.b.Domains[at]
	if cpus := a.b.DomainCPUs(at); cpus != m.cpus {
		a.d.warn("domain-cpus", &m.at, "those of cpufreq count", "energy model %s is about CPUs %s, cpufreq has CPUs %s",
			m.dev, m.cpus, cpus)
	}
	var opps []energy.OPP
	for _, s := range m.states {
		opps = append(opps, energy.OPP{Freq: energy.KHz(s.khz), Volt: a.volt(m.cpus, s.khz)})
	}
	if len(dom.OPPs) > 0 && !slices.EqualFunc(dom.OPPs, opps, func(x, y energy.OPP) bool { return x.Freq == y.Freq }) {
		a.d.warn("domain-opps", &m.at, "those of the energy model count",
			"energy model %s has %d states, cpufreq offers %d frequencies", m.dev, len(opps), len(dom.OPPs))
	}
	dom.OPPs = opps
}

// emTable makes the em table of the energy models.
func (a *assembler) emTable() (energy.PowerTable, bool) {
	t := energy.PowerTable{
		Name: "em", Kind: energy.TableEM,
		Trust: "what that kernel believed; neither cluster nor idle power",
	}
	var why []string
	for _, m := range a.d.models {
		if m.cpus.Empty() || len(m.states) == 0 {
			continue
		}
		if !m.usable() {
			a.d.warn("em-placeholder", &m.at, "only the costs of an artificial model count",
				"left out: the powers of %s are placeholders; its costs are %s", m.dev, m.costs())
			continue
		}
		s := m.scale()
		if t.Unit != "" && s.unit != t.Unit {
			a.d.fail(
				"mixed-units",
				&m.at,
				"a table has one unit",
				"%s is in %s, an energy model before it in %s",
				m.dev,
				s.why,
				t.Unit,
			)
			continue
		}
		t.Unit = s.unit
		if !slices.Contains(why, s.why) {
			why = append(why, s.why)
		}
		capacity := m.capacity(int64(a.b.CPUs[m.cpus.First()].Capacity))
		a.d.checkMarks(m, capacity, s.unit)
		t.Domains = append(t.Domains, m.row(capacity))
	}
	t.Source = "/sys/kernel/debug/energy_model of the running board, in " + strings.Join(why, "; ")
	return t, len(t.Domains) > 0
}

func (m *model) costs() string {
	parts := make([]string, len(m.states))
	for i, s := range m.states {
		parts[i] = fmt.Sprint(s.cost)
	}
	return strings.Join(parts, " ")
}

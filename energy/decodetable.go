package energy

import (
	"math"
	"slices"
	"strconv"

	"easim/energy/diag"
)

// plainRateName is the name of the rate set that the short form "rate = [...]"
// of a CPU type makes; it has no source of its own.
const plainRateName = "default"

// filledRateName is the name of the rate set of a CPU type that gives none.
const filledRateName = "capacity"

func (d *decoder) table(f *diag.Fields) PowerTable {
	f.Require("name", "kind", "unit", "source")
	t := PowerTable{
		Name:         f.Text("name"),
		Kind:         word(d, f, "kind", ParseTableKind, tableKindNames[TableEAS1x:]),
		Unit:         f.Text("unit"),
		Source:       f.Text("source"),
		Trust:        f.Text("trust"),
		Notes:        notes(f),
		DefaultMeter: f.Bool("default_meter"),
	}
	for _, r := range d.tablesOf(f, "domain") {
		r.Require("cpus", "capacity")
		td := TableDomain{
			CPUs:        d.cpus(r),
			CoreBusy:    d.powers(r, "core_busy"),
			ClusterBusy: d.powers(r, "cluster_busy"),
			CoreIdle:    d.powers(r, "core_idle"),
			ClusterIdle: d.powers(r, "cluster_idle"),
		}
		for _, c := range r.Ints("capacity") {
			td.Capacity = append(td.Capacity, Capacity(c))
		}
		for i, row := range r.IntRows("busy") {
			td.Busy = append(td.Busy, d.toPowers(row, diag.Elem(r.Path("busy"), i)))
		}
		r.Done()
		t.Domains = append(t.Domains, td)
	}
	f.Done()
	return t
}

// cpus reads the key "cpus" of a table in the kernel's list format.
func (d *decoder) cpus(f *diag.Fields) CPUSet {
	text := f.Text("cpus")
	s, err := ParseCPUSet(text)
	if err != nil {
		d.fault("cpu-list", f.Path("cpus"), "write a list such as \"0,3-5\", numbers below "+strconv.Itoa(MaxCPUs),
			"bad CPU list %q", text)
	}
	return s
}

// word reads a text that must be one of a few.
func word[T any](d *decoder, f *diag.Fields, key string, parse func(string) (T, bool), names []string) T {
	text := f.Text(key)
	v, ok := parse(text)
	if !ok && text != "" {
		d.fault("unknown-word", f.Path(key), diag.Suggest(text, names), "unknown %s %q", key, text)
	}
	return v
}

func (d *decoder) powers(f *diag.Fields, key string) []Power {
	return d.toPowers(f.Ints(key), f.Path(key))
}

// toPowers guards UnknownPower: a file says "unknown" by leaving out. Values out
// of range stay out of range, so that a lint can go on with them.
func (d *decoder) toPowers(values []int64, path string) []Power {
	var out []Power
	for i, v := range values {
		if v < 0 || v > int64(MaxPower) {
			d.list.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "power-range", Path: diag.Elem(path, i),
				Summary: "power " + strconv.FormatInt(v, 10) + " is out of range",
				Detail:  "want 0 to " + strconv.FormatInt(int64(MaxPower), 10) + "; an unknown power is left out",
			})
			if Power(v) == UnknownPower {
				v = 0
			}
			v = min(v, int64(MaxPower)+1)
		}
		out = append(out, Power(v))
	}
	return out
}

// rates reads capacity units with decimals into fixed point.
func (d *decoder) rates(f *diag.Fields, key string) []Rate {
	var out []Rate
	for i, v := range f.Floats(key) {
		r, ok := RateOf(v)
		if !ok {
			d.list.Add(diag.Diagnostic{
				Severity: diag.Error, Code: "rate-range", Path: diag.Elem(f.Path(key), i),
				Summary: "rate " + strconv.FormatFloat(v, 'g', -1, 64) + " is out of range",
				Detail:  "a rate is above 0 and at most " + strconv.FormatInt(int64(MaxRate>>RateShift), 10) + " capacity units",
			})
			r = 1
		}
		out = append(out, r)
	}
	return out
}

// RateOf returns the Rate nearest to v capacity units; ok is false if v is not
// above 0 and at most [MaxRate].
func RateOf(v float64) (r Rate, ok bool) {
	if !(v > 0 && v <= float64(MaxRate>>RateShift)) {
		return 0, false
	}
	r = Rate(math.Round(v * (1 << RateShift)))
	return r, r > 0
}

// assignCPUs turns the CPU lists into the table of CPUs; a CPU that some list
// forgets keeps -1 there, and one that two lists claim goes to the first.
func (d *decoder) assignCPUs() {
	p := d.p
	var all CPUSet
	for _, s := range d.typeCPUs {
		all = all.Or(s)
	}
	for i := range p.Clusters {
		all = all.Or(p.Clusters[i].CPUs)
	}
	for i := range p.FreqDomains {
		all = all.Or(p.FreqDomains[i].CPUs)
	}
	list := all.List()
	if len(list) == 0 {
		return
	}
	p.CPUs = make([]CPU, list[len(list)-1]+1)
	for id := range p.CPUs {
		at := func(s CPUSet) bool { return s.Has(CPUID(id)) }
		p.CPUs[id] = CPU{
			Type:    slices.IndexFunc(d.typeCPUs, at),
			Cluster: slices.IndexFunc(p.Clusters, func(c Cluster) bool { return at(c.CPUs) }),
			Domain:  slices.IndexFunc(p.FreqDomains, func(fd FreqDomain) bool { return at(fd.CPUs) }),
		}
	}
	for i, s := range d.typeCPUs {
		path := diag.Key(diag.Elem("cpu_type", i), "cpus")
		if s.Empty() && !echo(d.list, diag.Diagnostic{Path: path}) {
			d.fault("cpus", path, "name the CPUs of the type", "no CPUs")
		}
		for j := range i {
			if both := s.And(d.typeCPUs[j]); !both.Empty() {
				d.fault("cpu-overlap", path, "a CPU has one type", "%s also in cpu_type[%d]", are(both), j)
			}
		}
	}
}

// padIdle fills the tail that a file left out of an idle row with UnknownPower.
func (d *decoder) padIdle() {
	for i := range d.p.Tables {
		for j := range d.p.Tables[i].Domains {
			td := &d.p.Tables[i].Domains[j]
			n := idleIndexes(d.p, td.CPUs)
			for _, row := range []*[]Power{&td.CoreIdle, &td.ClusterIdle} {
				for *row != nil && len(*row) < n {
					*row = append(*row, UnknownPower)
				}
			}
		}
	}
}

// idleIndexes is the number of EAS 1.x idle indexes of the cluster that holds
// the first of cpus: active idle and each cpuidle state. 0 if there is none.
func idleIndexes(p *Platform, cpus CPUSet) int {
	first := cpus.First()
	if first < 0 || int(first) >= len(p.CPUs) {
		return 0
	}
	c := p.CPUs[first].Cluster
	if c < 0 || c >= len(p.Clusters) {
		return 0
	}
	return len(p.Clusters[c].IdleStates) + 1
}

// fillRates gives each type without a rate the capacities of its CPUs in the
// table that the scheduler believes by default.
func (d *decoder) fillRates() {
	p := d.p
	model := p.defaultModel()
	for i := range p.Types {
		if len(p.Types[i].Rates) > 0 || model == nil || d.typeCPUs[i].Empty() {
			continue
		}
		row := model.DomainOf(d.typeCPUs[i].First())
		if row == nil {
			continue
		}
		set := RateSet{Name: filledRateName, Source: "equal to the capacities of table " + model.Name}
		for _, c := range row.Capacity {
			set.Int = append(set.Int, Rate(c)<<RateShift)
		}
		p.Types[i].Rates = []RateSet{set}
	}
}

// defaultModel is the table that decisions believe when nothing else is asked.
func (p *Platform) defaultModel() *PowerTable {
	for k := TableEAS1x; k <= TableMeasured; k++ {
		if t := p.TableOfKind(k); t != nil {
			return t
		}
	}
	return nil
}

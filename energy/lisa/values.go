package lisa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/jsontree"
)

// capacities reads the capacity of each CPU: by number, since 2019 inside "orig".
func (r *reader) capacities() {
	n := get(r.conf, "cpu-capacities")
	path := "cpu-capacities"
	if orig := n.Get("orig"); orig != nil {
		n, path = orig, path+".orig"
	}
	if n != nil && !n.Is(jsontree.Map) {
		r.warn("capacity-range", n, path, "want a map from CPU to capacity", "left out: %s", n.Describe())
		return
	}
	for i := range n.Len() {
		at := diag.Key(path, n.Keys[i])
		id, err := strconv.Atoi(n.Keys[i])
		v, ok := n.Items[i].Int()
		switch {
		case err != nil || id < 0 || id >= energy.MaxCPUs:
			r.fail("cpu-list", n.Items[i], at, "want a CPU number", "bad CPU %q", clip(n.Keys[i]))
		case !ok || v < 1 || v > int64(energy.CapacityScale):
			r.fail("capacity-range", n.Items[i], at, "capacities run from 1 to 1024", "bad capacity %s", n.Items[i].Describe())
		default:
			r.capacity[id] = v
		}
	}
}

func clip(s string) string {
	if c := []rune(s); len(c) > 40 {
		return string(c[:40]) + "..."
	}
	return s
}

// domainsOfClusters takes clusters for frequency domains where the file has none.
func (r *reader) domainsOfClusters() {
	if len(r.domains) > 0 || len(r.groups) == 0 {
		return
	}
	for i, g := range r.groups {
		r.domains = append(r.domains, g.cpus)
		r.b.Domains = append(r.b.Domains, draft.Domain{Source: "the cluster " + g.name + " of the file"})
		r.put(g.cpus, func(c *draft.CPU) { c.Domain = i })
	}
	draft.Warn(&r.list, "unknown-domain", "freq_domain", "join them if the hardware clocks them together",
		"the file does not say which CPUs change frequency together; each cluster is taken for a domain")
}

// freqs reads the frequencies of each domain. Their keys are CPUs, numbers of
// domains (where there are as many as domains, and they leave CPUs out), or names
// of clusters.
func (r *reader) freqs() {
	n := r.conf.Get("freqs")
	if n == nil {
		return
	}
	if !n.Is(jsontree.Map) {
		r.fail("freqs", n, "freqs", "want a map from CPU to a list of frequencies in kHz", "bad freqs: %s", n.Describe())
		return
	}
	byDomain := r.keysAreDomains(n)
	for i, key := range n.Keys {
		path := diag.Key("freqs", key)
		at, ok := r.domainOfKey(key, byDomain)
		if !ok {
			r.fail("freqs", n.Items[i], path, "want a CPU, the number of a frequency domain, or the name of a cluster",
				"frequencies of %q, which is neither", clip(key))
			continue
		}
		opps := r.khzList(n.Items[i], path)
		dom := &r.b.Domains[at]
		if len(dom.OPPs) > 0 && !slices.Equal(dom.OPPs, opps) {
			r.warn(
				"freqs",
				n.Items[i],
				path,
				"CPUs that share a clock have one list",
				"another list than a CPU before it; left out",
			)
			continue
		}
		dom.OPPs = opps
	}
}

func (r *reader) keysAreDomains(n *jsontree.Node) bool {
	if n.Len() != len(r.domains) || n.Len() == 0 {
		return false
	}
	var keys energy.CPUSet
	for i := range n.Keys {
		if n.Keys[i] != strconv.Itoa(i) || i >= energy.MaxCPUs {
			return false
		}
		keys.Add(energy.CPUID(i))
	}
	// As CPUs, the keys would leave a domain without frequencies.
	return slices.ContainsFunc(r.domains, func(s energy.CPUSet) bool { return !s.Intersects(keys) })
}

func (r *reader) domainOfKey(key string, byDomain bool) (at int, ok bool) {
	if id, err := strconv.Atoi(key); err == nil && r.namedGroup(key) < 0 {
		if byDomain {
			return id, true
		}
		if id < 0 || id >= len(r.b.CPUs) || r.b.CPUs[id].Domain < 0 {
			return 0, false
		}
		return r.b.CPUs[id].Domain, true
	}
	i := r.namedGroup(key)
	if i < 0 {
		return r.sizeDomain(key)
	}
	first := r.groups[i].cpus.First()
	if int(first) >= len(r.b.CPUs) || r.b.CPUs[first].Domain < 0 {
		return 0, false
	}
	return r.b.CPUs[first].Domain, true
}

func (r *reader) namedGroup(key string) int {
	return slices.IndexFunc(r.groups, func(g group) bool { return g.name == key })
}

// sizeDomain finds the domain called big or little by capacity, where the file
// does not say which CPUs that is.
func (r *reader) sizeDomain(key string) (at int, ok bool) {
	if len(r.domains) != 2 {
		return 0, false
	}
	a, b := r.domains[0].First(), r.domains[1].First()
	ca, cb := r.capacity[a], r.capacity[b]
	switch {
	case ca == cb || key != "big" && key != "little":
		return 0, false
	case (ca > cb) == (key == "big"):
		return 0, true
	}
	return 1, true
}

// khzList reads a list of frequencies in kHz, ascending.
func (r *reader) khzList(n *jsontree.Node, path string) []energy.OPP {
	var out []energy.OPP
	if !n.Is(jsontree.List) {
		r.fail("freqs", n, path, "want a list of frequencies in kHz", "bad list: %s", n.Describe())
		return nil
	}
	for i, it := range n.Items {
		v, ok := it.Int()
		if !ok || v < 1 || v > 100_000_000 || len(out) >= 256 {
			r.fail("freqs", it, diag.Elem(path, i), "want kHz", "bad frequency %s", it.Describe())
			return nil
		}
		out = append(out, energy.OPP{Freq: energy.KHz(v)})
	}
	slices.SortFunc(out, func(a, b energy.OPP) int { return int(a.Freq - b.Freq) })
	return slices.Compact(out)
}

// rates: capacity belongs to the top frequency and follows it down.
func (r *reader) rates() {
	for i := range r.b.Domains {
		dom := &r.b.Domains[i]
		cpus := r.b.DomainCPUs(i)
		if cpus.Empty() || len(dom.OPPs) == 0 {
			continue
		}
		top := r.b.CPUs[cpus.First()].Capacity
		if top <= 0 {
			continue
		}
		dom.Rates = draft.ScaleRates(dom.OPPs, uint64(top), 1, dom.OPPs[len(dom.OPPs)-1].Freq)
		dom.RateName = "cpu_capacity"
		dom.RateSource = "capacities of the file, scaled with frequency"
	}
}

// release is the kernel's release, of which the major version tells the unit of an
// energy model: microwatts since 6.0. 0 if the file does not say.
func (r *reader) release() (major int64) {
	kernel := r.conf.At("kernel", "version")
	if kernel == nil {
		kernel = r.conf.Get("kernel-version")
	}
	text := textOf(kernel.Get("release"))
	if text == "" {
		text = textOf(kernel.Get("version_string"))
	}
	if parts := kernel.Get("parts"); text == "" && parts.Len() > 0 {
		text = parts.Items[0].Text
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "Linux "), "version ") // as uname and /proc/version write it
	if text == "" {
		return 0
	}
	first, _, _ := strings.Cut(text, ".")
	major, _ = strconv.ParseInt(first, 10, 64)
	if !strings.Contains(r.b.Source, ", Linux ") {
		word, _, _ := strings.Cut(text, " ")
		r.b.Source += ", Linux " + clip(word)
	}
	return major
}

// maxOnly reads the energy model of the JSON files: capacity and power of the top
// OPP. A power table wants all OPPs, so the powers are kept in the notes.
func (r *reader) maxOnly() {
	n := get(r.conf, "nrg-model")
	if !n.Is(jsontree.Map) || n.Get("cpu_nodes") != nil || n.Get("root") != nil {
		return
	}
	var said []string
	for i, name := range n.Keys {
		path := diag.Key("nrg_model", name)
		m := n.Items[i]
		capacity, okC := m.At("cpu", "cap_max").Float()
		cpu, okP := m.At("cpu", "nrg_max").Float()
		cluster, okQ := m.At("cluster", "nrg_max").Float()
		if !okC || !okP || !okQ {
			r.warn("max-only", m, path, "", "left out: no cap_max and nrg_max of cpu, or no nrg_max of cluster")
			continue
		}
		if cpu < 0 || cluster < 0 {
			r.fail(
				"power-range",
				m,
				path,
				"check the measurement",
				"negative power: %v of a CPU, %v of the cluster",
				cpu,
				cluster,
			)
			continue
		}
		said = append(said, fmt.Sprintf("%s: CPU %v at capacity %v, cluster %v", clip(name), cpu, capacity, cluster))
		r.topCapacity(name, m, path, capacity)
	}
	if len(said) > 0 {
		r.warn("max-only", n, "table", "add core_busy and cluster_busy of the other OPPs",
			"the file knows the power of the top OPP only: %s", strings.Join(said, "; "))
		r.b.Note("Power at the top OPP only, in a unit that the file does not name: %s.", strings.Join(said, "; "))
	}
}

// topCapacity gives the CPUs called name their capacity.
func (r *reader) topCapacity(name string, m *jsontree.Node, path string, capacity float64) {
	i := r.namedGroup(name)
	if big := textOf(r.conf.At("board", "big_core")); i < 0 && big != "" && len(r.groups) == 2 {
		i = slices.IndexFunc(r.groups, func(g group) bool {
			return (r.coreName(int(g.cpus.First())) == big) == (name == "big")
		})
	}
	v := int64(capacity)
	switch {
	case v < 1 || float64(v) != capacity || v > int64(energy.CapacityScale):
		r.fail("capacity-range", m, path, "capacities run from 1 to 1024", "bad capacity %v", capacity)
	case i >= 0:
		r.put(r.groups[i].cpus, func(c *draft.CPU) { c.Capacity = energy.Capacity(v) })
	default:
		r.warn("unknown-cpus", m, path, "", "the file does not say which CPUs are %s", clip(name))
	}
}

package lisa

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/jsontree"
)

// Import makes a platform of a LISA file, YAML or JSON. The list holds the file's
// faults, each with its line, and what it does not say; the error is a
// [*jsontree.SyntaxError], or says that it is no platform file of LISA.
func Import(name string, src []byte, o draft.Options) (*energy.Platform, diag.List, error) {
	root, format, err := parse(src)
	if err != nil {
		return nil, nil, err
	}
	conf := confOf(root)
	if !IsConf(conf) {
		return nil, nil, errors.New("lisa: no platform info: it has none of cpus-count, freqs, clusters, nrg-model, board")
	}
	r := reader{conf: conf, o: o, b: &draft.Board{
		Name: textOf(conf.Get("name")), Source: draft.Source(name, format, src),
	}}
	if r.b.Name == "" {
		r.b.Name = trimExt(name)
	}
	r.read()
	r.list.Locate(name, nil)
	if len(r.b.CPUs) == 0 {
		draft.Fail(
			&r.list,
			"no-cpu",
			"cpu_type",
			"say which CPUs change frequency together: one --domain each, in the file's order",
			"the file does not say which CPUs there are",
		)
		r.list.Locate(name, nil)
		return nil, r.list, nil
	}
	p, gaps := r.b.Build(o)
	gaps.Locate(name, nil)
	return p, append(r.list, gaps...), nil
}

// parse reads JSON if the text begins as JSON does, else YAML.
func parse(src []byte) (root *jsontree.Node, format string, err error) {
	start := jsontree.Plain(src[:min(len(src), 1<<16)])
	if bytes.HasPrefix(bytes.TrimLeft(start, "\xef\xbb\xbf \t\r\n"), []byte("{")) {
		root, err = jsontree.Parse(src)
		return root, "LISA platform JSON", err
	}
	root, err = parseYAML(src)
	return root, "LISA platform info", err
}

func trimExt(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	for _, ext := range [...]string{".yml", ".yaml", ".json", ".plat_info", ".platform"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// confOf finds the map of the platform's keys.
func confOf(root *jsontree.Node) *jsontree.Node {
	for _, path := range [...][]string{{"platform-info", "conf"}, {"platform-info"}, {"conf"}} {
		if n := root.At(path...); n.Is(jsontree.Map) {
			return n
		}
	}
	return root
}

// IsConf reports whether a tree is a platform of LISA: it has one of its keys.
func IsConf(n *jsontree.Node) bool {
	return get(n, "cpus-count") != nil || n.Get("freqs") != nil || n.Get("clusters") != nil ||
		get(
			n,
			"nrg-model",
		) != nil || get(n, "cpu-capacities") != nil || n.At("board", "cores") != nil || get(n, "freq-domains") != nil
}

// get returns a value whose key has hyphens in YAML and underscores in JSON.
func get(n *jsontree.Node, key string) *jsontree.Node {
	if v := n.Get(key); v != nil {
		return v
	}
	return n.Get(strings.ReplaceAll(key, "-", "_"))
}

func textOf(n *jsontree.Node) string {
	if n.Is(jsontree.Text) {
		return n.Text
	}
	return ""
}

// reader fills a draft of a board.
type reader struct {
	conf *jsontree.Node
	o    draft.Options
	b    *draft.Board
	list diag.List

	groups   []group // named clusters
	domains  []energy.CPUSet
	capacity [energy.MaxCPUs]int64
}

// group is a cluster that the file names.
type group struct {
	name string
	cpus energy.CPUSet
}

// fail reports a fault of one value.
func (r *reader) fail(code string, n *jsontree.Node, path, detail, format string, args ...any) {
	draft.Fail(&r.list, code, path, detail, format, args...)
	r.locate(n)
}

func (r *reader) warn(code string, n *jsontree.Node, path, detail, format string, args ...any) {
	draft.Warn(&r.list, code, path, detail, format, args...)
	r.locate(n)
}

func (r *reader) locate(n *jsontree.Node) {
	if n != nil {
		r.list[len(r.list)-1].Line = n.Line
	}
}

func (r *reader) read() {
	r.clusters()
	r.freqDomains()
	r.capacities()
	n := r.count()
	for id := range n {
		r.b.CPUs = append(r.b.CPUs, draft.CPU{
			Core: r.core(id), Cluster: draft.Unknown, Domain: draft.Unknown, Capacity: energy.Capacity(r.capacity[id]),
		})
	}
	for i, s := range r.domains {
		r.b.Domains = append(r.b.Domains, draft.Domain{Source: "freq-domains of the file"})
		r.put(s, func(c *draft.CPU) { c.Domain = i })
	}
	for i, g := range r.groups {
		r.b.Clusters = append(r.b.Clusters, draft.Cluster{Name: g.name, Source: "clusters of the file"})
		r.put(g.cpus, func(c *draft.CPU) { c.Cluster = i })
	}
	r.domainsOfClusters()
	r.freqs()
	r.maxOnly()
	r.model()
	r.rates()
	r.release()
}

// put changes the CPUs of a set, as far as there are such.
func (r *reader) put(s energy.CPUSet, f func(c *draft.CPU)) {
	for c := s.First(); c >= 0 && int(c) < len(r.b.CPUs); c = s.Next(c + 1) {
		f(&r.b.CPUs[c])
	}
}

// cpuSet reads a list of CPUs, or one.
func (r *reader) cpuSet(n *jsontree.Node, path string) energy.CPUSet {
	var s energy.CPUSet
	items := []*jsontree.Node{n}
	if n.Is(jsontree.List) {
		items = n.Items
	}
	for _, it := range items {
		v, ok := it.Int()
		if !ok || v < 0 || v >= energy.MaxCPUs {
			r.fail("cpu-list", it, path, fmt.Sprintf("want CPU numbers below %d", energy.MaxCPUs), "bad CPU %s", it.Describe())
			return energy.CPUSet{}
		}
		s.Add(energy.CPUID(v))
	}
	return s
}

// cpuLists reads a list of lists of CPUs, without those that overlap one before.
func (r *reader) cpuLists(n *jsontree.Node, path string) []energy.CPUSet {
	var out []energy.CPUSet
	var all energy.CPUSet
	for i := range n.Len() {
		at := diag.Elem(path, i)
		s := r.cpuSet(n.Items[i], at)
		if s.Empty() {
			continue
		}
		if all.Intersects(s) {
			r.fail("cpu-overlap", n.Items[i], at, "a CPU belongs to one of them", "CPUs %s are in a list before", all.And(s))
			continue
		}
		all = all.Or(s)
		out = append(out, s)
	}
	return out
}

func (r *reader) freqDomains() {
	if n := get(r.conf, "freq-domains"); n != nil {
		r.domains = r.cpuLists(n, "freq-domains")
	}
	if len(r.domains) == 0 {
		r.domains = slices.Clone(r.o.Domains)
	}
}

// clusters reads who stands with whom: by name, as lists, or from the names of
// cores.
func (r *reader) clusters() {
	if n := r.conf.Get("clusters"); n.Is(jsontree.Map) {
		for i, name := range n.Keys {
			if s := r.cpuSet(n.Items[i], diag.Key("clusters", name)); !s.Empty() {
				r.groups = append(r.groups, group{name, s})
			}
		}
		return
	}
	topology := r.conf.Get("topology")
	if c := topology.Get("clusters"); c != nil {
		topology = c
	}
	if topology.Is(jsontree.List) {
		for i, s := range r.cpuLists(topology, "topology") {
			r.groups = append(r.groups, group{"cluster" + strconv.Itoa(i), s})
		}
		return
	}
	cores := r.conf.At("board", "cores")
	for id := range min(cores.Len(), energy.MaxCPUs) {
		name := r.coreName(id)
		i := slices.IndexFunc(r.groups, func(g group) bool { return g.name == name })
		if i < 0 {
			i = len(r.groups)
			r.groups = append(r.groups, group{name: name})
		}
		r.groups[i].cpus.Add(energy.CPUID(id))
	}
}

// coreName is what board's list of cores calls a CPU; "" if there is none.
func (r *reader) coreName(id int) string {
	cores := r.conf.At("board", "cores")
	if id < 0 || id >= cores.Len() {
		return ""
	}
	return textOf(cores.Items[id])
}

// core is the microarchitecture of a CPU by board's list: "A53" is a Cortex-A53,
// and a number behind "_" tells clusters apart.
func (r *reader) core(id int) string {
	name, _, _ := strings.Cut(strings.ToLower(r.coreName(id)), "_")
	if digits, ok := strings.CutPrefix(name, "a"); ok {
		if _, err := strconv.Atoi(digits); err == nil {
			return "cortex-" + name
		}
	}
	return name
}

// count is the number of CPUs.
func (r *reader) count() int {
	var all energy.CPUSet
	for _, s := range r.domains {
		all = all.Or(s)
	}
	for _, g := range r.groups {
		all = all.Or(g.cpus)
	}
	for id, c := range r.capacity {
		if c > 0 {
			all.Add(energy.CPUID(id))
		}
	}
	list := all.List()
	n := 0
	if len(list) > 0 {
		n = int(list[len(list)-1]) + 1
	}
	given := get(r.conf, "cpus-count")
	if given == nil {
		return n
	}
	v, ok := given.Int()
	if !ok || v < 1 || v > energy.MaxCPUs {
		r.fail(
			"cpu-count",
			given,
			"cpus-count",
			fmt.Sprintf("want 1 to %d", energy.MaxCPUs),
			"bad number of CPUs %s",
			given.Describe(),
		)
		return n
	}
	if int(v) < n {
		r.fail("cpu-count", given, "cpus-count", "correct the number or the lists", "%d CPUs, but CPU %d is named", v, n-1)
		return n
	}
	return int(v)
}

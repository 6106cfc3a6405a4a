package lisa

import (
	"math"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/draft"
	"easim/energy/jsontree"
)

// modelNode is a node of an EnergyModel object.
type modelNode struct {
	at     *jsontree.Node
	cpus   energy.CPUSet
	states []activeState
	idle   []float64
	names  []string // of the idle states
}

// activeState is a row of a node's active states.
type activeState struct {
	at              *jsontree.Node
	khz             int64
	capacity, power float64
}

// model reads an EnergyModel object: the CPUs' nodes, and the clusters' if any has
// states.
func (r *reader) model() {
	n := get(r.conf, "nrg-model")
	if n == nil || n.Kind == jsontree.Map && n.Get("cpu_nodes") == nil && n.Get("root") == nil {
		return
	}
	if n.Kind != jsontree.Map {
		r.warn("python", n, "nrg-model", "let LISA write the values: plat_info.to_yaml of a running target has them",
			"left out: the energy model stands in Python code (%s), which is not run",
			clip(strings.Join(strings.Fields(n.Tag+" "+n.Text), " ")))
		return
	}
	cpus, clusters := r.nodes(n)
	if len(cpus) == 0 {
		return
	}
	t := energy.PowerTable{
		Name: "em", Kind: energy.TableEM, Trust: "what that kernel believed; neither cluster nor idle power",
		Source: "nrg-model of the file, the kernel's energy model",
	}
	if len(clusters) > 0 {
		t = energy.PowerTable{
			Name: "eas1x", Kind: energy.TableEAS1x, Unit: energy.UnitBogoMW, Source: "nrg-model of the file, CPUs and clusters",
			Trust: "what an EAS 1.x kernel believed; no unit is claimed, only that all numbers share one",
		}
	}
	scale := r.scale(&t, cpus, clusters)
	for i := range cpus {
		r.modelOPPs(&cpus[i])
		row := r.row(&cpus[i], clusters, t.Kind, scale)
		if row.CoreBusy != nil {
			t.Domains = append(t.Domains, row)
		}
	}
	if len(t.Domains) > 0 {
		r.b.Tables = append(r.b.Tables, t)
	}
	if names := cpus[0].names; len(names) > 0 {
		r.warn("unknown-idle", cpus[0].at, "cluster", "add their latencies and residencies",
			"left out: the file names the idle states %s, but not their times", clip(strings.Join(names, ", ")))
	}
}

// scale fills in the unit, and returns by what the file's powers are multiplied.
// A kernel's model is in milliwatts before 6.0 and in microwatts since.
func (r *reader) scale(t *energy.PowerTable, cpus, clusters []modelNode) float64 {
	fraction := func(n modelNode) bool {
		return slices.ContainsFunc(n.states, func(s activeState) bool { return s.power != math.Trunc(s.power) })
	}
	split := slices.ContainsFunc(cpus, fraction) || slices.ContainsFunc(clusters, fraction)
	if t.Kind == energy.TableEM {
		switch major := r.release(); {
		case major >= 6:
			t.Unit = energy.UnitUW
			t.Source += ", in microwatts by its version"
			return 1
		case major > 0:
			t.Unit = energy.UnitMW
			t.Source += ", in milliwatts by its version"
			if split {
				t.Unit = energy.UnitUW
				return 1000
			}
			return 1
		}
		t.Unit = energy.UnitBogoMW
		draft.Warn(&r.list, "unknown-unit", "table", "write mW or uW if you know",
			"the file does not say which kernel its energy model is of, and hence not the unit")
	}
	if split {
		draft.Warn(&r.list, "rounded", "table", "", "the powers have fractions; they are rounded to whole units")
	}
	return 1
}

// nodes collects the nodes of CPUs and those of several CPUs that have states.
func (r *reader) nodes(model *jsontree.Node) (cpus, clusters []modelNode) {
	list := model.Get("cpu_nodes")
	for i := range list.Len() {
		if n := r.node(list.Items[i], diag.Elem("nrg-model.cpu_nodes", i)); !n.cpus.Empty() && len(cpus) < energy.MaxCPUs {
			cpus = append(cpus, n)
		}
	}
	// The tree may have circles (parent): children only, each once.
	var seen []*jsontree.Node
	queue := []*jsontree.Node{model.Get("root")}
	for len(queue) > 0 && len(seen) < 4*energy.MaxCPUs {
		n := queue[0]
		queue = queue[1:]
		if n == nil || slices.Contains(seen, n) {
			continue
		}
		seen = append(seen, n)
		if c := n.Get("children"); c.Is(jsontree.List) {
			queue = append(queue, c.Items...)
		}
		isCPU := n.Get("cpu").Is(jsontree.Number)
		switch node := r.node(n, "nrg-model.root"); {
		case isCPU && list.Len() == 0 && len(cpus) < energy.MaxCPUs:
			cpus = append(cpus, node)
		case !isCPU && len(node.states) > 0:
			clusters = append(clusters, node)
		}
	}
	return cpus, clusters
}

func (r *reader) node(n *jsontree.Node, path string) modelNode {
	m := modelNode{at: n}
	if cpus := n.Get("cpus"); cpus.Is(jsontree.List) {
		m.cpus = r.cpuSet(cpus, path+".cpus")
	} else if cpu := n.Get("cpu"); cpu.Is(jsontree.Number) {
		m.cpus = r.cpuSet(cpu, path+".cpu")
	}
	r.pairs(n.Get("active_states"), func(key string, v *jsontree.Node) {
		khz, okF := (&jsontree.Node{Kind: jsontree.Text, Text: key}).Int()
		capacity, power := v.Get("capacity"), v.Get("power")
		if v.Is(jsontree.List) && v.Len() == 2 {
			capacity, power = v.Items[0], v.Items[1]
		}
		p, okP := power.Float()
		c, okC := capacity.Float()
		if !okF || !okP || !okC && capacity.Is(jsontree.Text) || khz < 1 || khz > 100_000_000 || len(m.states) >= 256 {
			r.fail("active-state", v, path, "want kHz: [capacity, power]", "bad active state %s", clip(key))
			return
		}
		m.states = append(m.states, activeState{v, khz, c, p})
	})
	r.pairs(n.Get("idle_states"), func(key string, v *jsontree.Node) {
		if p, ok := v.Float(); ok && len(m.idle) < 32 {
			m.idle, m.names = append(m.idle, p), append(m.names, key)
		}
	})
	slices.SortStableFunc(m.states, func(a, b activeState) int { return int(a.khz - b.khz) })
	return m
}

// pairs calls f for each pair of a map, or of an ordered map, which YAML writes as
// a list of maps of one pair each.
func (r *reader) pairs(n *jsontree.Node, f func(key string, v *jsontree.Node)) {
	switch {
	case n.Is(jsontree.Map):
		for i, k := range n.Keys {
			f(k, n.Items[i])
		}
	case n.Is(jsontree.List):
		for _, it := range n.Items {
			if it.Is(jsontree.Map) && it.Len() == 1 {
				f(it.Keys[0], it.Items[0])
			}
		}
	}
}

// modelOPPs takes the frequencies of a domain that has none from the model.
func (r *reader) modelOPPs(n *modelNode) {
	first := n.cpus.First()
	if int(first) >= len(r.b.CPUs) || r.b.CPUs[first].Domain < 0 || len(n.states) == 0 {
		return
	}
	dom := &r.b.Domains[r.b.CPUs[first].Domain]
	same := len(dom.OPPs) == len(n.states)
	for i := range n.states {
		same = same && dom.OPPs[i].Freq == energy.KHz(n.states[i].khz)
	}
	if len(dom.OPPs) == 0 {
		for _, s := range n.states {
			dom.OPPs = append(dom.OPPs, energy.OPP{Freq: energy.KHz(s.khz)})
		}
	} else if !same {
		r.warn("freqs", n.at, "nrg-model", "the rows of a power table are the OPPs of its domain",
			"the energy model of CPU %d has other frequencies than freqs", first)
	}
}

// row makes the power table's row of a CPU.
func (r *reader) row(n *modelNode, clusters []modelNode, kind energy.TableKind, scale float64) energy.TableDomain {
	td := energy.TableDomain{CPUs: n.cpus}
	td.CoreBusy = r.powers(n, scale)
	for _, s := range n.states {
		// The kernel floors; LISA computes with fractions.
		td.Capacity = append(td.Capacity, energy.Capacity(min(max(s.capacity, 0), 1<<20)))
	}
	if kind == energy.TableEM {
		return td
	}
	td.CoreIdle = r.idlePowers(n, scale)
	for i := range clusters {
		if c := &clusters[i]; c.cpus.Contains(n.cpus) {
			td.ClusterBusy = r.powers(c, scale)
			td.ClusterIdle = r.idlePowers(c, scale)
			break
		}
	}
	return td
}

// powers reads the powers of a node's states. A negative one is an error; that a
// power falls is a doubt.
func (r *reader) powers(n *modelNode, scale float64) []energy.Power {
	var out []energy.Power
	for i, s := range n.states {
		v := math.Round(s.power * scale)
		if s.power < 0 || v > float64(energy.MaxPower) {
			r.fail("power-range", s.at, "nrg-model", "check the measurement: was the base power subtracted?",
				"power %v at %d kHz of CPUs %s is out of range", s.power, s.khz, n.cpus)
			v = max(min(v, float64(energy.MaxPower)+1), -float64(energy.MaxPower))
		}
		if i > 0 && s.power < n.states[i-1].power {
			r.warn("power-order", s.at, "nrg-model", "check the order of the OPPs and the measurement",
				"power %v at %d kHz of CPUs %s falls at a higher frequency", s.power, s.khz, n.cpus)
		}
		out = append(out, energy.Power(v))
	}
	return out
}

// idlePowers are by idle state; the platform's begin with active idle, for which
// EAS 1.x takes the first state's.
func (r *reader) idlePowers(n *modelNode, scale float64) []energy.Power {
	var out []energy.Power
	for i, p := range n.idle {
		v := math.Round(p * scale)
		if p < 0 || v > float64(energy.MaxPower) {
			r.fail(
				"power-range",
				n.at,
				"nrg-model",
				"check the measurement",
				"idle power %v of CPUs %s is out of range",
				p,
				n.cpus,
			)
			return nil
		}
		if i == 0 {
			out = append(out, energy.Power(v))
		}
		out = append(out, energy.Power(v))
	}
	return out
}

package devicetree

import (
	"slices"
	"strings"

	"easim/energy"
)

const maxIdle = 64 // idle states of one tree that are read

// idleStates reads the states under /cpus/idle-states and
// /cpus/domain-idle-states, and which of them each CPU reaches: those that it
// lists, and those of the power domains that it stands in.
func (r *reader) idleStates() {
	cpus := r.t.child(0, "cpus")
	for _, parent := range [...]string{"idle-states", "domain-idle-states"} {
		for _, n := range r.t.children(r.t.child(cpus, parent)) {
			r.idleState(n)
		}
	}
	for i := range r.b.CPUs {
		c := &r.b.CPUs[i]
		for _, s := range r.t.refs(c.node, "cpu-idle-states", "") {
			r.reach(c, s.node, 0)
		}
		r.domainStates(c)
	}
	for i := range r.b.IdleStates {
		if s := &r.b.IdleStates[i]; !s.Used {
			r.warn("idle-unused", s.node, "", "no CPU reaches the idle state %s", s.Name)
		}
	}
}

// domainStates follows the CPU's power domains upwards (power/domain-idle-state.yaml,
// arm/psci.yaml: "OS initiated" idle).
func (r *reader) domainStates(c *CPU) {
	n := c.node
	for depth := range 8 {
		next := none
		for _, pd := range r.t.refs(n, "power-domains", "#power-domain-cells") {
			states := r.t.refs(pd.node, "domain-idle-states", "")
			for _, s := range states {
				r.reach(c, s.node, depth)
			}
			if next < 0 && (len(states) > 0 || r.underPSCI(pd.node)) {
				next = pd.node
			}
		}
		if next < 0 {
			return
		}
		n = next
	}
}

func (r *reader) underPSCI(n int) bool {
	up := r.t.nodes[n].parent
	return up >= 0 && strings.HasPrefix(r.t.nodes[up].name, "psci")
}

// reach notes that CPU c can enter the state of node n, depth power domains above
// its own.
func (r *reader) reach(c *CPU, n, depth int) {
	i, ok := r.idleState(n)
	if !ok {
		return
	}
	s := &r.b.IdleStates[i]
	s.Used = true
	if depth > 0 {
		s.Level = energy.IdleCluster
	}
	if !slices.Contains(c.IdleStates, i) {
		c.IdleStates = append(c.IdleStates, i)
	}
}

// idleState returns the index of the state of node n, which it reads the first
// time.
func (r *reader) idleState(n int) (index int, ok bool) {
	if i, ok := r.idleOf[n]; ok {
		return i, true
	}
	if !r.t.has(n, "exit-latency-us") && !r.t.has(n, "wakeup-latency-us") && !r.t.has(n, "entry-latency-us") &&
		!r.t.has(n, "min-residency-us") {
		return 0, false
	}
	if len(r.b.IdleStates) == maxIdle {
		if r.once(none) {
			r.warn("idle-count", n, "", "more than %d idle states; the others are left out", maxIdle)
		}
		return 0, false
	}
	s := IdleState{Name: strings.ToValidUTF8(r.t.nodes[n].name, "?"), Level: r.level(n), node: n}
	for _, f := range [...]struct {
		name string
		to   *uint32
		need bool
	}{
		{"entry-latency-us", &s.Entry, true},
		{"exit-latency-us", &s.Exit, true},
		{"min-residency-us", &s.Residency, true},
		{"wakeup-latency-us", &s.Wake, false},
	} {
		v, ok := r.t.u32(n, f.name)
		if !ok && f.need {
			r.warn("idle-time", n, "the binding requires it; check the tree", "the idle state has no %s; taken as 0", f.name)
		}
		*f.to = min(v, 1_000_000_000)
	}
	r.idleOf[n] = len(r.b.IdleStates)
	r.b.IdleStates = append(r.b.IdleStates, s)
	return len(r.b.IdleStates) - 1, true
}

// level tells a state of the whole cluster from one of a core: by its name, or by
// the power level in the PSCI suspend parameter (bits 24 and 25 of the original
// format; bit 30 marks the extended one, which has no levels).
func (r *reader) level(n int) energy.IdleLevel {
	if strings.Contains(r.t.nodes[n].name, "cluster") {
		return energy.IdleCluster
	}
	param, ok := r.t.u32(n, "arm,psci-suspend-param")
	if ok && param&(1<<30) == 0 && param>>24&3 != 0 {
		return energy.IdleCluster
	}
	return energy.IdleCore
}

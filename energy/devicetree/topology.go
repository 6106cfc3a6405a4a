package devicetree

import (
	"slices"
	"strings"
)

// topology reads cpu-map (cpu/cpu-topology.txt): each cluster node that holds
// cores is a cluster. Without a map, clusters are the CPUs that share their last
// cache, else those of one core type whose reg differs in the lowest byte only.
func (r *reader) topology() {
	if m := r.t.child(r.t.child(0, "cpus"), "cpu-map"); m >= 0 {
		r.walkMap(m)
	}
	for i := range r.b.CPUs {
		if c := &r.b.CPUs[i]; c.Cluster < 0 && len(r.b.Clusters) > 0 {
			r.warn("cpu-map", c.node, "", "the CPU is not in cpu-map")
		}
	}
	if len(r.b.Clusters) == 0 {
		r.b.guess, r.b.guessWhy = r.guessClusters()
	}
}

// walkMap visits the nodes below cpu-map; the stack is bounded by the tree.
func (r *reader) walkMap(m int) {
	stack := []int{m}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		below := r.t.children(n)
		for _, c := range slices.Backward(below) {
			if r.isLevel(c, "cluster") || r.isLevel(c, "socket") {
				stack = append(stack, c)
			}
		}
		cpus := r.coresOf(below)
		if len(cpus) == 0 || n == m {
			continue
		}
		name := r.t.nodes[n].name
		for up := r.t.nodes[n].parent; up > m; up = r.t.nodes[up].parent {
			name = r.t.nodes[up].name + "-" + name
		}
		for _, c := range cpus {
			if r.b.CPUs[c].Cluster >= 0 {
				r.warn("cpu-map", r.b.CPUs[c].node, "the first place counts", "the CPU is in cpu-map twice")
				continue
			}
			r.b.CPUs[c].Cluster = len(r.b.Clusters)
		}
		r.b.Clusters = append(r.b.Clusters, strings.ToValidUTF8(name, "?"))
	}
}

// isLevel reports whether a node of cpu-map is one of a level: its name and a
// number.
func (r *reader) isLevel(n int, level string) bool {
	return strings.HasPrefix(r.t.nodes[n].name, level)
}

// coresOf returns the CPUs of the core and thread nodes among below.
func (r *reader) coresOf(below []int) []int {
	var out []int
	for _, core := range below {
		if !r.isLevel(core, "core") {
			continue
		}
		for _, n := range append([]int{core}, r.t.children(core)...) {
			refs := r.t.refs(n, "cpu", "")
			if len(refs) == 0 {
				continue
			}
			if i, ok := r.cpuOf[refs[0].node]; ok && len(out) < len(r.b.CPUs) {
				out = append(out, i)
			}
		}
	}
	return out
}

// guessClusters groups the CPUs of a tree without cpu-map. It returns the group
// of each CPU and what the guess rests on.
func (r *reader) guessClusters() (group []int, why string) {
	caches := make([]int, len(r.b.CPUs))
	shared := true
	for i := range r.b.CPUs {
		caches[i] = r.lastCache(r.b.CPUs[i].node)
		shared = shared && caches[i] >= 0
	}
	if shared {
		return number(caches), "no cpu-map; grouped by the last shared cache (next-level-cache)"
	}
	type key struct {
		core string
		high uint64
	}
	keys := make([]key, len(r.b.CPUs))
	for i := range r.b.CPUs {
		c := &r.b.CPUs[i]
		keys[i] = key{c.core(), c.Reg >> 8}
	}
	return number(keys), "no cpu-map; grouped by core type and by reg above the lowest byte"
}

// lastCache follows next-level-cache to its end.
func (r *reader) lastCache(n int) int {
	last := none
	for range 8 {
		refs := r.t.refs(n, "next-level-cache", "")
		if len(refs) == 0 {
			break
		}
		n = refs[0].node
		last = n
	}
	return last
}

// number replaces each distinct value by the number of its first appearance.
func number[T comparable](values []T) []int {
	var seen []T
	out := make([]int, len(values))
	for i, v := range values {
		at := slices.Index(seen, v)
		if at < 0 {
			at = len(seen)
			seen = append(seen, v)
		}
		out[i] = at
	}
	return out
}

package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"easim/energy"
)

// wfi is the first idle state of every Arm CPU. Device trees do not list it; the
// latencies are those that the arm64 cpuidle drivers build in
// (drivers/cpuidle/cpuidle-arm.c and -psci.c, 6.12).
func wfi() energy.IdleState {
	return energy.IdleState{Name: "WFI", Level: energy.IdleCore, ExitUS: 1, ResidencyUS: 1}
}

const wfiSource = "WFI: the built-in state 0 of the arm64 cpuidle drivers (1 us, 1 us)"

// part is a cluster, or what is cut out of one because a cluster of the platform
// has one kind and one list of idle states.
type part struct {
	cluster int
	domain  int // only told apart where the input names no clusters
	kind    energy.Kind
	idle    []energy.IdleState
	cpus    energy.CPUSet
}

func (k *builder) clusters() {
	parts := k.parts()
	for i := range parts {
		pt := &parts[i]
		c := energy.Cluster{Name: k.clusterName(parts, i), Kind: pt.kind, CPUs: pt.cpus}
		var source []string
		if b := k.clusterOf(pt.cluster); b != nil {
			source = append(source, b.Source)
			if whole := k.set(func(id int) bool { return k.cpus[id].Cluster == pt.cluster }); whole != pt.cpus {
				source = append(source, fmt.Sprintf("part of %s (CPUs %s), which mixes kinds of CPUs", b.Name, whole))
				Warn(&k.list, "cluster-split", "cluster", "its cluster idle states and shared power then hold for each part alone",
					"%s (CPUs %s) mixes kinds or idle states; CPUs %s become a cluster of their own", b.Name, whole, pt.cpus)
			}
		}
		c.IdleStates = pt.idle
		whole := k.b.WholeIdle && len(pt.idle) > 0 && pt.idle[0].Level == energy.IdleCore
		if !whole && (len(pt.idle) == 0 || !strings.EqualFold(pt.idle[0].Name, "WFI")) {
			c.IdleStates = slices.Insert(slices.Clone(pt.idle), 0, wfi())
			source = append(source, wfiSource)
		}
		c.Source = oneLine(strings.Join(slices.DeleteFunc(source, func(s string) bool { return s == "" }), "; "))
		for id := pt.cpus.First(); id >= 0; id = pt.cpus.Next(id + 1) {
			k.p.CPUs[id].Cluster = i
		}
		k.p.Clusters = append(k.p.Clusters, c)
	}
}

func (k *builder) clusterOf(i int) *Cluster {
	if i < 0 || i >= len(k.b.Clusters) {
		return nil
	}
	return &k.b.Clusters[i]
}

// parts divides the CPUs. CPUs of which the input names no cluster are grouped by
// frequency domain.
func (k *builder) parts() []part {
	var parts []part
	guessed := false
	for id := range k.cpus {
		c := &k.cpus[id]
		want := part{cluster: c.Cluster, kind: k.kindOf[id], idle: ordered(c.Idle)}
		if k.clusterOf(c.Cluster) == nil {
			want.cluster, want.domain, guessed = Unknown, c.Domain, true
		}
		at := slices.IndexFunc(parts, func(p part) bool {
			return p.cluster == want.cluster && p.domain == want.domain && p.kind == want.kind &&
				slices.Equal(p.idle, want.idle)
		})
		if at < 0 {
			at = len(parts)
			parts = append(parts, want)
		}
		parts[at].cpus.Add(energy.CPUID(id))
	}
	if guessed {
		Warn(&k.list, "unknown-cluster", "cluster", "join or split them if the board has other clusters",
			"the input does not name clusters; each frequency domain is taken for one")
	}
	return parts
}

// ordered returns the states as a cluster lists them: WFI, core states, cluster
// states, each from shallow to deep, without repetition.
func ordered(states []energy.IdleState) []energy.IdleState {
	var out []energy.IdleState
	for _, s := range states {
		if !slices.ContainsFunc(out, func(o energy.IdleState) bool { return o.Name == s.Name }) {
			s.Name = oneLine(s.Name)
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b energy.IdleState) int {
		if a.Level != b.Level {
			return int(a.Level) - int(b.Level)
		}
		return cmp.Compare(a.ResidencyUS, b.ResidencyUS)
	})
	return out
}

// clusterName: LITTLE, mid and big where kinds tell the clusters apart, with a
// number where several are of one kind; else what the input calls them.
func (k *builder) clusterName(parts []part, i int) string {
	kinds, same, before := 0, 0, 0
	var seen [energy.Big + 1]bool
	for j := range parts {
		if !seen[parts[j].kind] {
			seen[parts[j].kind] = true
			kinds++
		}
		if parts[j].kind == parts[i].kind {
			same++
			if j < i {
				before++
			}
		}
	}
	name := parts[i].kind.String()
	if parts[i].kind == energy.Little {
		name = "LITTLE"
	}
	switch b := k.clusterOf(parts[i].cluster); {
	case kinds == 1 && b != nil && b.Name != "":
		name = oneLine(b.Name)
	case same > 1:
		name = fmt.Sprintf("%s%d", name, before)
	}
	return unique(name, func(n string) bool {
		return slices.ContainsFunc(k.p.Clusters, func(c energy.Cluster) bool { return c.Name == n })
	})
}

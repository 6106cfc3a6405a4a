package energy

import "fmt"

// EAS1xGroup holds the costs of one cluster as EAS 1.x sees them: the two
// sched_group_energy structures of its cores and of its shared part, in one
// capacity axis. The CPU loop of sched_group_energy() belongs to the placement
// policy; here is the arithmetic of one level. Nothing allocates.
//
// EAS 1.x believes that a cluster is a frequency domain, whatever the hardware
// does.
type EAS1xGroup struct {
	CPUs        CPUSet
	Cap         []int64 // capacity at each OPP (cap_states[].cap)
	CoreBusy    []int64 // power of one busy core at each OPP
	ClusterBusy []int64 // power of the shared part at each OPP
	CoreIdle    []int64 // by idle index; empty is unknown and counts as 0
	ClusterIdle []int64 // by idle index; empty is unknown and counts as 0
}

// EAS1xGroups returns one group per row of table t, which is of kind eas1x. A
// single unknown idle power counts as 0, as an unknown row does: the decision
// needs a number, and the caller warns.
func (p *Platform) EAS1xGroups(t *PowerTable) ([]EAS1xGroup, error) {
	if t.Kind != TableEAS1x {
		return nil, fmt.Errorf("energy: table %q is of kind %s, want %s", t.Name, t.Kind, TableEAS1x)
	}
	out := make([]EAS1xGroup, len(t.Domains))
	for i := range t.Domains {
		d := &t.Domains[i]
		g := EAS1xGroup{
			CPUs:        d.CPUs,
			CoreBusy:    plainPowers(d.CoreBusy),
			ClusterBusy: plainPowers(d.ClusterBusy),
			CoreIdle:    plainPowers(d.CoreIdle),
			ClusterIdle: plainPowers(d.ClusterIdle),
		}
		for _, c := range d.Capacity {
			g.Cap = append(g.Cap, int64(c))
		}
		out[i] = g
	}
	return out, nil
}

func plainPowers(powers []Power) []int64 {
	var out []int64
	for _, w := range powers {
		out = append(out, max(int64(w), 0))
	}
	return out
}

// OPPIndex returns the lowest OPP whose capacity is at least util
// (find_new_capacity of EASv5.2).
//
// Differs from the kernel: a util above the top capacity gives the top OPP; the
// kernel leaves its table there and reads what follows it.
func (g *EAS1xGroup) OPPIndex(util int64) int {
	for i, c := range g.Cap {
		if c >= util {
			return i
		}
	}
	return len(g.Cap) - 1
}

// NormUtil is the busy share of a CPU in 1024ths when it runs at capacity
// (__cpu_norm_util of EASv5.2):
//
//	min(1024, util * 1024 / capacity)
func NormUtil(util, capacity int64) int64 {
	if util >= capacity {
		return int64(CapacityScale)
	}
	return util * int64(CapacityScale) / capacity
}

// LevelEnergy is what one level adds to sched_group_energy (EASv5.2, each term
// truncated by itself):
//
//	(busy * busyPower) >> 10  +  ((1024 - busy) * idlePower) >> 10
//
// busy is the sum of [NormUtil] over the CPUs of the level and is capped at 1024
// here (group_norm_util: for a cluster the sum, not the maximum).
func LevelEnergy(busy, busyPower, idlePower int64) int64 {
	busy = min(busy, int64(CapacityScale))
	return busy*busyPower>>10 + (int64(CapacityScale)-busy)*idlePower>>10
}

// CoreEnergy is the [LevelEnergy] of one core at OPP opp and idle index idle (0
// is active idle, 1 the first cpuidle state).
func (g *EAS1xGroup) CoreEnergy(busy int64, opp, idle int) int64 {
	return LevelEnergy(busy, g.CoreBusy[opp], at(g.CoreIdle, idle))
}

// ClusterEnergy is the [LevelEnergy] of the cluster's shared part; idle is the
// smallest idle index among its CPUs.
func (g *EAS1xGroup) ClusterEnergy(busy int64, opp, idle int) int64 {
	return LevelEnergy(busy, g.ClusterBusy[opp], at(g.ClusterIdle, idle))
}

func at(powers []int64, i int) int64 {
	if i < 0 || i >= len(powers) {
		return 0
	}
	return powers[i]
}

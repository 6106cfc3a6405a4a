package place

import (
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

// plainEnergy is the cost of a whole machine as one would write it down from
// the table, without groups and moves: per cluster the OPP of its busiest CPU,
// per CPU the busy and the idle share, and once more for the cluster.
func plainEnergy(p *energy.Platform, util []int64, idle []int) int64 {
	var total int64
	for _, cl := range p.Clusters {
		cpus := cl.CPUs.List()
		row := p.Table("eas1x").DomainOf(cpus[0])
		opp, state, sum := 0, 99, int64(0)
		for _, id := range cpus {
			for int64(row.Capacity[opp]) < util[id] {
				opp++
			}
			state = min(state, idle[id]+1)
		}
		for _, id := range cpus {
			share := min(util[id]*1024/int64(row.Capacity[opp]), 1024)
			total += share * int64(row.CoreBusy[opp]) / 1024
			total += (1024 - share) * int64(row.CoreIdle[idle[id]+1]) / 1024
			sum += share
		}
		sum = min(sum, 1024)
		total += sum * int64(row.ClusterBusy[opp]) / 1024
		total += (1024 - sum) * int64(row.ClusterIdle[state]) / 1024
	}
	return total
}

// drawBoard draws a board of 2 to 4 clusters.
func drawBoard(t *rapid.T) boardSpec {
	spec := boardSpec{Name: "random", Exit: []int64{1, 200, 400}}
	next := energy.CPUID(0)
	for range rapid.IntRange(2, 4).Draw(t, "clusters") {
		var cl clusterSpec
		for range rapid.IntRange(1, 4).Draw(t, "cpus") {
			cl.CPUs = append(cl.CPUs, next)
			next++
		}
		capacity := int64(0)
		for range rapid.IntRange(1, 5).Draw(t, "opps") {
			capacity += rapid.Int64Range(1, 1024/5).Draw(t, "step")
			cl.Cap = append(cl.Cap, capacity)
			cl.FreqScale = append(cl.FreqScale, capacity)
			cl.CorePower = append(cl.CorePower, rapid.Int64Range(0, 700).Draw(t, "core"))
			cl.ClusterPower = append(cl.ClusterPower, rapid.Int64Range(0, 120).Draw(t, "cluster"))
		}
		for range 4 {
			cl.CoreIdle = append(cl.CoreIdle, rapid.Int64Range(0, 60).Draw(t, "core idle"))
			cl.ClusterIdle = append(cl.ClusterIdle, rapid.Int64Range(0, 60).Draw(t, "cluster idle"))
		}
		spec.Clusters = append(spec.Clusters, cl)
	}
	return spec
}

// drawState fills the board with a random state and returns the utilisations,
// limited to the capacities, and the idle states.
func drawState(t *rapid.T, b *board) (util []int64, idle []int) {
	for id := range b.view().NrCPUs() {
		s := cpuState{
			util:   rapid.Int64Range(0, 1200).Draw(t, "util"),
			load:   rapid.Int64Range(0, 5000).Draw(t, "load"),
			nr:     rapid.Int64Range(0, 2).Draw(t, "nr"),
			stamp:  rapid.Int64Range(0, 1e9).Draw(t, "stamp"),
			rtUsed: rapid.SampledFrom([]int64{0, 0, 0, 100, 900}).Draw(t, "rt"),
			idle:   -1,
		}
		if s.nr == 0 {
			s.idle = rapid.Int64Range(-1, 2).Draw(t, "idle")
		}
		c := b.k.CPU(energy.CPUID(id))
		opp := rapid.IntRange(0, len(c.Caps)-1).Draw(t, "opp")
		s.freqScale = b.freqScale(c.ID, opp)
		b.set(c.ID, s)
		util = append(util, min(s.util, c.CapacityOrig))
		idle = append(idle, int(s.idle))
	}
	b.refresh()
	return util, idle
}

// TestEnergyDiffOracle compares energyDiff with the difference of two plain
// estimates of the whole machine.
func TestEnergyDiffOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawBoard(t).platform()
		b := newBoard(p, boardOptions{energyAware: true})
		util, idle := drawState(t, b)
		last := energy.CPUID(len(util) - 1)
		m := move{
			src:   energy.CPUID(rapid.IntRange(0, int(last)).Draw(t, "src")),
			dst:   energy.CPUID(rapid.IntRange(0, int(last)).Draw(t, "dst")),
			delta: rapid.Int64Range(0, 1024).Draw(t, "delta"),
		}
		before := plainEnergy(p, util, idle)
		after := before
		if m.src != m.dst {
			src, dst := b.k.CPU(m.src), b.k.CPU(m.dst)
			util[m.src] = max(int64(src.RQ.CFS.Avg.UtilAvg)-m.delta, 0)
			util[m.src] = min(util[m.src], src.CapacityOrig)
			util[m.dst] = min(int64(dst.RQ.CFS.Avg.UtilAvg)+m.delta, dst.CapacityOrig)
			after = plainEnergy(p, util, idle)
		}
		if got := energyDiff(b.view(), energyDomain(b.k.CPU(m.src)), m); got != after-before {
			t.Fatalf("energyDiff(%+v) = %d, want %d - %d", m, got, after, before)
		}
	})
}

// TestEnergySingleCluster: without a domain above the cluster each core's cost
// at its own OPP is all there is, as in the kernel.
func TestEnergySingleCluster(t *testing.T) {
	spec := boardSpec{Exit: []int64{1}, Clusters: []clusterSpec{{
		CPUs: []energy.CPUID{0, 1}, Cap: []int64{512, 1024}, FreqScale: []int64{512, 1024},
		CorePower: []int64{100, 400}, ClusterPower: []int64{50, 90}, CoreIdle: []int64{10, 5}, ClusterIdle: []int64{9, 9},
	}}}
	b := newBoard(spec.platform(), boardOptions{energyAware: true})
	b.set(0, cpuState{util: 512, nr: 1, idle: -1, freqScale: 1024})
	b.set(1, cpuState{util: 128, nr: 0, idle: 0, freqScale: 1024})
	sd := energyDomain(b.k.CPU(0))
	if sd == nil || sd.Name != "MC" {
		t.Fatalf("energy domain %+v, want MC", sd)
	}
	// CPU 0 from 512 to 256 of 512: 100 -> 50 + 10/2. CPU 1 from 128 to 384 of
	// 512: 25 + 3 -> 75 + 1 (5 x 3/4 and 5/4, truncated).
	if got := energyDiff(b.view(), sd, move{src: 0, dst: 1, delta: 256}); got != 55+76-100-28 {
		t.Errorf("energyDiff = %d, want 3", got)
	}
}

// TestOPPIndexBeyondTable: see the remark at oppIndex.
func TestOPPIndexBeyondTable(t *testing.T) {
	for _, tc := range []struct {
		util int64
		want int
	}{{0, 0}, {100, 0}, {101, 1}, {200, 1}, {201, 1}} {
		if got := oppIndex([]int64{100, 200}, tc.util); got != tc.want {
			t.Errorf("oppIndex(%d) = %d, want %d", tc.util, got, tc.want)
		}
	}
}

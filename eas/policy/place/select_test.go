package place

import (
	"testing"

	"pgregory.net/rapid"

	"easim/eas/sched"
	"easim/energy"
)

// TestSelectLaws checks what holds for every placement on every board.
func TestSelectLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opt := boardOptions{
			rapid.Bool().Draw(t, "energy aware"), rapid.Bool().Draw(t, "balance wake"), drawFeatures(t),
		}
		b := newBoard(drawBoard(t).platform(), opt)
		drawState(t, b)
		v := b.view()
		v.Root().Overutilized = rapid.Bool().Draw(t, "overutilized")
		cpu := func(label string) energy.CPUID {
			return energy.CPUID(rapid.IntRange(0, v.NrCPUs()-1).Draw(t, label))
		}
		kind := rapid.SampledFrom([]sched.WakeKind{sched.KindWake, sched.KindFork, sched.KindExec}).Draw(t, "kind")
		prev, waker := cpu("prev"), cpu("waker")
		task := b.newTask(rapid.Int64Range(0, 1024).Draw(t, "task util"), 512, prev)

		got := NewEAS1x().Select(v, task, prev, kind, sched.WakeSync, waker)
		if got < 0 || int(got) >= v.NrCPUs() {
			t.Fatalf("Select = %d", got)
		}
		if again := NewEAS1x().Select(v, task, prev, kind, sched.WakeSync, waker); again != got {
			t.Fatalf("Select = %d, then %d", got, again)
		}
		if kind != sched.KindWake || !opt.energyAware || v.Root().Overutilized || got == prev {
			return
		}
		if v.Has(sched.WakeFallback) || v.Has(sched.LowestOPPPack) && v.CPU(got).Capacity > v.CPU(prev).Capacity {
			return
		}
		diff := energyDiff(v, energyDomain(v.CPU(prev)), move{src: prev, dst: got, delta: task.Util()})
		if diff >= 0 && !v.CPUOverutilized(v.CPU(prev)) {
			t.Fatalf("moved from %d to %d for %+d", prev, got, diff)
		}
	})
}

// drawFeatures switches each of the patches to placement on or off.
func drawFeatures(t *rapid.T) func(*sched.Config) {
	on := rapid.Permutation([]sched.Feature{
		sched.CapacityOrig, sched.WakeFallback, sched.LowestOPPPack, sched.EASSpareLittle,
	}).Draw(t, "features")[:rapid.IntRange(0, 4).Draw(t, "number of features")]
	quarter := rapid.Int64Range(sched.SpareFits, sched.QuarterRule).Draw(t, "rule")
	return func(cfg *sched.Config) {
		for _, f := range on {
			cfg.Features = cfg.Features.With(f, true)
		}
		cfg.Params.EASSpareLittleAs, cfg.Params.CapacityOrigWake = quarter, quarter
	}
}

// TestLowestOPPOracle compares with a search in two steps: the lowest OPP that any
// CPU could do with, then the fullest of those that can.
func TestLowestOPPOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBoard(drawBoard(t).platform(), boardOptions{energyAware: true})
		drawState(t, b)
		v := b.view()
		task := b.newTask(rapid.Int64Range(0, 1024).Draw(t, "task util"), 512, 0)
		for _, g := range energyDomain(v.CPU(0)).Groups {
			lowest, want := len(g.Energy.Cap), energy.CPUID(0)
			for _, id := range g.List {
				if u := v.CPU(id).Util() + task.Util(); u <= v.CPU(id).CapacityOrig {
					lowest = min(lowest, oppIndex(g.Energy.Cap, u))
				}
			}
			fullest := int64(-1)
			for _, id := range g.List {
				c := v.CPU(id)
				u := c.Util() + task.Util()
				if u <= c.CapacityOrig && oppIndex(g.Energy.Cap, u) == lowest && c.Util() > fullest {
					want, fullest = id, c.Util()
				}
			}
			if got := lowestOPPCPU(v, task, g, 0); got != want {
				t.Fatalf("CPU %d of %v, want %d", got, g.List, want)
			}
		}
	})
}

// TestSelectOneCPUAllowed: below the tipping point a wake-up stays within the
// affinity.
func TestSelectOneCPUAllowed(t *testing.T) {
	b := juno(boardOptions{energyAware: true})
	for id := range energy.CPUID(6) {
		task := b.newTask(50, 50, id)
		task.Affinity = energy.CPUSetOf(id)
		if got := NewEAS1x().Select(b.view(), task, id, sched.KindWake, 0, 0); got != id {
			t.Errorf("task bound to CPU %d placed on CPU %d", id, got)
		}
	}
}

// TestSelectWithoutDomains: a machine of one CPU has nothing to choose.
func TestSelectWithoutDomains(t *testing.T) {
	spec := boardSpec{Exit: []int64{1}, Clusters: []clusterSpec{{
		CPUs: []energy.CPUID{0}, Cap: []int64{1024}, FreqScale: []int64{1024},
		CorePower: []int64{400}, ClusterPower: []int64{90},
	}}}
	for _, aware := range []bool{false, true} {
		b := newBoard(spec.platform(), boardOptions{energyAware: aware})
		b.set(0, cpuState{util: 900, nr: 1, idle: -1, freqScale: 1024})
		for _, kind := range []sched.WakeKind{sched.KindWake, sched.KindFork, sched.KindExec} {
			if got := NewEAS1x().Select(b.view(), b.newTask(9, 9, 0), 0, kind, 0, 0); got != 0 {
				t.Errorf("energy aware %v, kind %d: CPU %d", aware, kind, got)
			}
		}
	}
}

// TestSelectAllocates nothing.
func TestSelectAllocates(t *testing.T) {
	b, task := busyJuno()
	p := NewEAS1x()
	for _, kind := range []sched.WakeKind{sched.KindWake, sched.KindFork} {
		if n := testing.AllocsPerRun(100, func() { p.Select(b.view(), task, 1, kind, 0, 1) }); n != 0 {
			t.Errorf("kind %d: %v allocations", kind, n)
		}
	}
}

// busyJuno is a Juno r2 in the middle of some work, and a small task that last
// ran on big CPU 1: the energy-aware search looks at all A53s and the estimate
// covers both clusters.
func busyJuno() (*board, *sched.Task) {
	b := juno(boardOptions{energyAware: true})
	for id, s := range []cpuState{
		{util: 260, load: 300, nr: 1, idle: -1, freqScale: 485},
		{util: 300, load: 400, nr: 1, idle: -1, freqScale: 512},
		{idle: 2, freqScale: 512},
		{util: 270, load: 300, nr: 1, idle: -1, freqScale: 485},
		{util: 20, idle: 1, freqScale: 485},
		{util: 250, idle: 1, freqScale: 485},
	} {
		b.set(energy.CPUID(id), s)
	}
	b.refresh()
	return b, b.newTask(100, 100, 1)
}

func BenchmarkSelectEnergyAware(b *testing.B) {
	m, task := busyJuno()
	v, p := m.view(), NewEAS1x()
	if got := p.Select(v, task, 1, sched.KindWake, 0, 1); got != 4 {
		b.Fatalf("CPU %d, want 4", got)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Select(v, task, 1, sched.KindWake, 0, 1)
	}
}

func BenchmarkSelectFork(b *testing.B) {
	m, task := busyJuno()
	v, p := m.view(), NewEAS1x()
	b.ReportAllocs()
	for b.Loop() {
		p.Select(v, task, 1, sched.KindFork, 0, 1)
	}
}

func BenchmarkSelectIdleSibling(b *testing.B) {
	m, task := busyJuno()
	m.k.Root().Overutilized = true
	v, p := m.view(), NewEAS1x()
	b.ReportAllocs()
	for b.Loop() {
		p.Select(v, task, 1, sched.KindWake, 0, 0)
	}
}

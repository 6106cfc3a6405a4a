package balance

import (
	"testing"

	"easim/eas/sched"
	"easim/energy"
)

func energyAware(on bool) sched.Features {
	return sched.DefaultFeatures().With(sched.EnergyAware, on)
}

// busy is a CPU with tasks, the first of which is running.
func busy(tasks int, util int64) cpuState {
	load := int64(tasks) * 1024
	return cpuState{
		util: util, load: load, load0: load, load1: load,
		fair: tasks, running: true, currUtil: util, misfits: true,
	}
}

// rootWrites are the writes to the root domain that a pass asks for.
type rootWrites struct{ setOver, over, setOverload, overload bool }

// find asks the policy for the busiest CPU of c's domain as idle says.
func (b *board) find(tb testing.TB, id energy.CPUID, level string, idle sched.IdleType) *sched.LBEnv {
	e := b.env(tb, id, level, idle)
	NewLoadBalance().FindBusiest(b.view(), e)
	return e
}

// env is the start of a pass.
func (b *board) env(tb testing.TB, id energy.CPUID, level string, idle sched.IdleType) *sched.LBEnv {
	return &sched.LBEnv{
		Dst: b.k.CPU(id), SD: b.level(tb, id, level), Idle: idle,
		CPUs: energy.CPURange(0, energy.CPUID(b.view().NrCPUs()-1)), NewDst: -1,
	}
}

// TestFindBusiestWritesRoot: the top level replaces both flags, below it a pass
// can only raise one.
func TestFindBusiestWritesRoot(t *testing.T) {
	over := busy(1, 900)
	tests := []struct {
		name, level string
		cpu         energy.CPUID // that is over its margin; -1: none
		want        rootWrites
	}{
		{"calm DIE pass clears", "DIE", -1, rootWrites{setOver: true, setOverload: true}},
		{"DIE pass sees every CPU", "DIE", 2, rootWrites{setOver: true, over: true, setOverload: true}},
		{"calm MC pass leaves it", "MC", -1, rootWrites{}},
		{"MC pass raises it", "MC", 3, rootWrites{setOver: true, over: true}},
		{"MC pass does not see the other cluster", "MC", 2, rootWrites{}},
	}
	for _, tc := range tests {
		for _, idle := range []sched.IdleType{sched.CPUIdle, sched.CPUNotIdle, sched.CPUNewlyIdle} {
			b := newBoard(t, junoR2(), energyAware(true))
			if tc.cpu >= 0 {
				b.set(tc.cpu, over)
			}
			e := b.find(t, 0, tc.level, idle)
			got := rootWrites{e.SetOverutilized, e.Overutilized, e.SetOverload, e.Overload}
			if got != tc.want {
				t.Errorf("%s, idle type %d: %+v, want %+v", tc.name, idle, got, tc.want)
			}
		}
	}
}

// TestPassCountsIdleCPUs: what is left of the utilisation of an idle CPU holds
// the tipping point up.
func TestPassCountsIdleCPUs(t *testing.T) {
	b := newBoard(t, junoR2(), energyAware(true))
	b.set(4, cpuState{util: 500})
	if e := b.find(t, 0, "DIE", sched.CPUIdle); !e.Overutilized {
		t.Error("the tipping point is not raised")
	}
}

func TestPassOverload(t *testing.T) {
	b := newBoard(t, junoR2(), energyAware(true))
	b.set(2, busy(2, 100))
	if e := b.find(t, 0, "DIE", sched.CPUIdle); !e.SetOverload || !e.Overload {
		t.Error("no overload")
	}
}

// TestShouldBalance: of LITTLE CPUs 0, 3, 4 and 5, the first idle one balances
// DIE, or the first of all; in MC each CPU is its own group.
func TestShouldBalance(t *testing.T) {
	b := newBoard(t, junoR2(), energyAware(true))
	lb := NewLoadBalance()
	balancer := func(level string) (found []energy.CPUID) {
		for _, id := range []energy.CPUID{0, 3, 4, 5} {
			if lb.ShouldBalance(b.view(), b.env(t, id, level, sched.CPUIdle)) {
				found = append(found, id)
			}
		}
		return found
	}
	busyCPU := busy(1, 100)
	for _, tc := range []struct {
		busy []energy.CPUID
		want energy.CPUID
	}{{nil, 0}, {[]energy.CPUID{0}, 3}, {[]energy.CPUID{0, 3, 4}, 5}, {[]energy.CPUID{0, 3, 4, 5}, 0}} {
		for _, id := range tc.busy {
			b.set(id, busyCPU)
		}
		if got := balancer("DIE"); len(got) != 1 || got[0] != tc.want {
			t.Errorf("busy %v: %v balance DIE, want %d", tc.busy, got, tc.want)
		}
		if got := balancer("MC"); len(got) != 4 {
			t.Errorf("busy %v: %v balance MC, want all", tc.busy, got)
		}
	}
	if !lb.ShouldBalance(b.view(), b.env(t, 4, "DIE", sched.CPUNewlyIdle)) {
		t.Error("a newly idle CPU does not balance")
	}
}

func TestKickNeeded(t *testing.T) {
	rtOnly := cpuState{rt: 1, running: true, rtUsed: 300}
	shared := busy(1, 100)
	shared.rtUsed = 300
	tests := []struct {
		name         string
		cpu          cpuState
		nrBusy       int64
		plain, aware bool // without and with ENERGY_AWARE
	}{
		{"one task", busy(1, 100), 1, false, false},
		{"one misfit task", busy(1, 593), 1, false, false},
		{"two small tasks", busy(2, 100), 1, true, false},
		{"two tasks, over the margin", busy(2, 500), 1, true, true},
		{"another busy CPU in the cluster", busy(1, 100), 2, true, false},
		{"one task beside real-time work", shared, 1, true, true},
		{"real-time work only", rtOnly, 1, false, false},
	}
	for _, tc := range tests {
		for _, aware := range []bool{false, true} {
			b := newBoard(t, junoR2(), energyAware(aware))
			b.set(0, tc.cpu)
			c := b.k.CPU(0)
			busyDomain(c).Groups[0].NrBusy = tc.nrBusy
			want := tc.plain
			if aware {
				want = tc.aware
			}
			if got := NewLoadBalance().KickNeeded(b.view(), c); got != want {
				t.Errorf("%s, ENERGY_AWARE %v: %v, want %v", tc.name, aware, got, want)
			}
		}
	}
}

// TestSingleCluster: without a domain above the cache nobody counts busy CPUs,
// and the cluster's own domain is the top.
func TestSingleCluster(t *testing.T) {
	spec := boardSpec{"one", []clusterSpec{{CPUs: []energy.CPUID{0, 1}, Cap: []int64{1024}}}}
	b := newBoard(t, spec, energyAware(false))
	c := b.k.CPU(0)
	b.set(0, busy(1, 100))
	if NewLoadBalance().KickNeeded(b.view(), c) {
		t.Error("kick for one task")
	}
	if e := b.find(t, 0, c.SD[0].Name, sched.CPUIdle); !e.SetOverutilized {
		t.Error("the only domain is not the top")
	}
}

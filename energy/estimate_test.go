package energy_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

// drawPerfDomain draws a domain with ascending frequencies and any powers.
func drawPerfDomain(t *rapid.T) energy.PerfDomain {
	n := rapid.IntRange(1, 12).Draw(t, "opps")
	freq, power := make([]energy.KHz, n), make([]int64, n)
	f := energy.KHz(0)
	for i := range freq {
		f += energy.KHz(rapid.IntRange(50_000, 400_000).Draw(t, "step"))
		freq[i], power[i] = f, rapid.Int64Range(1, 64_000_000).Draw(t, "power")
	}
	top := energy.Capacity(rapid.IntRange(200, 1024).Draw(t, "top"))
	pd, err := energy.NewPerfDomain(energy.CPURange(0, 3), top, freq, power, rapid.Bool().Draw(t, "skip"))
	if err != nil {
		t.Fatal(err)
	}
	return pd
}

// An inefficient state is one that some higher state beats or equals in cost: the
// definition by brute force over all pairs.
func TestInefficientByBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pd := drawPerfDomain(t)
		for i, s := range pd.States {
			beaten := false
			for _, higher := range pd.States[i+1:] {
				beaten = beaten || higher.Cost <= s.Cost
			}
			if s.Inefficient != beaten {
				t.Fatalf("state %d of %v: inefficient = %v, want %v", i, pd.States, s.Inefficient, beaten)
			}
		}
	})
}

// The chosen state offers the performance if any does, and no lower state that
// may be used does; the estimate is linear in sumUtil.
func TestEstimateProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pd := drawPerfDomain(t)
		want := energy.Capacity(rapid.IntRange(0, 1500).Draw(t, "want"))
		state := pd.StateFor(want)
		for i, s := range pd.States {
			usable := s.Performance >= want && !(pd.SkipInefficient && s.Inefficient)
			if usable && i < state {
				t.Fatalf("state %d would do for %d, got %d", i, want, state)
			}
			if usable && pd.States[state].Performance < want {
				t.Fatalf("state %d is too slow for %d", state, want)
			}
		}
		sum := energy.Capacity(rapid.IntRange(0, 1<<19).Draw(t, "sum"))
		one := pd.Estimate(want, sum, 1024)
		if two := pd.Estimate(want, 2*sum, 1024); one < 0 || two != 2*one {
			t.Fatalf("Estimate of %d = %d, of the double %d", sum, one, two)
		}
	})
}

func TestNewPerfDomainErrors(t *testing.T) {
	t.Parallel()
	cpus := energy.CPURange(0, 1)
	for name, c := range map[string]struct {
		top   energy.Capacity
		freq  []energy.KHz
		power []int64
	}{
		"no states":        {1024, nil, nil},
		"lengths":          {1024, []energy.KHz{1, 2}, []int64{1}},
		"power 0":          {1024, []energy.KHz{1000, 2000}, []int64{0, 1}},
		"performance 0":    {1, []energy.KHz{1000, 2000}, []int64{1, 2}},
		"last frequency 0": {1024, []energy.KHz{0}, []int64{1}},
	} {
		if _, err := energy.NewPerfDomain(cpus, c.top, c.freq, c.power, false); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestLevelEnergy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ busy, busyPower, idlePower, want int64 }{
		{0, 100, 7, 7},
		{1024, 100, 7, 100},
		{5000, 100, 7, 100}, // a cluster's sum is capped
		{512, 101, 7, 53},   // 50.5 and 3.5: each truncated by itself, not 54
		{1, 1023, 1, 0},
	} {
		if got := energy.LevelEnergy(c.busy, c.busyPower, c.idlePower); got != c.want {
			t.Errorf("LevelEnergy(%d, %d, %d) = %d, want %d", c.busy, c.busyPower, c.idlePower, got, c.want)
		}
	}
}

func TestEAS1xGroup(t *testing.T) {
	p := decode(t, small)
	groups, err := p.EAS1xGroups(&p.Tables[0])
	if err != nil {
		t.Fatal(err)
	}
	g := &groups[0]
	for _, c := range []struct {
		util int64
		want int
	}{{0, 0}, {200, 0}, {201, 1}, {400, 1}, {401, 1}} {
		if got := g.OPPIndex(c.util); got != c.want {
			t.Errorf("OPPIndex(%d) = %d, want %d", c.util, got, c.want)
		}
	}
	// Half busy at OPP 1, then idle in the state whose power is unknown: 0.
	if got := g.CoreEnergy(energy.NormUtil(200, 400), 1, 2); got != 30 {
		t.Errorf("CoreEnergy = %d, want 30", got)
	}
	if got := g.ClusterEnergy(0, 1, 2); got != 2 {
		t.Errorf("ClusterEnergy = %d, want 2", got)
	}
	if got := groups[1].ClusterEnergy(0, 1, 0); got != 0 {
		t.Errorf("ClusterEnergy with unknown idle cost = %d, want 0", got)
	}
	if _, err := p.EAS1xGroups(&p.Tables[1]); err == nil {
		t.Error("EAS1xGroups of a measured table: no error")
	}
	allocs := testing.AllocsPerRun(100, func() {
		opp := g.OPPIndex(300)
		g.CoreEnergy(energy.NormUtil(300, g.Cap[opp]), opp, 1)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// One performance domain for each row of the table; powers
// in mW count a thousandfold.
func TestPerfDomains(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	em, _, err := p.DeriveEM()
	if err != nil {
		t.Fatal(err)
	}
	pds, err := p.PerfDomains(&em, true)
	if err != nil {
		t.Fatal(err)
	}
	want := []energy.PerfState{
		{Freq: 500_000, PowerUW: 20_000, Performance: 200, Cost: 1000},
		{Freq: 1_000_000, PowerUW: 60_000, Performance: 400, Cost: 1500},
	}
	if len(pds) != 2 || !slices.Equal(pds[0].States, want) || !pds[0].SkipInefficient {
		t.Errorf("PerfDomains = %+v, want %+v first", pds, want)
	}
	if _, err := p.PerfDomains(&p.Tables[0], false); err == nil {
		t.Error("PerfDomains of an eas1x table: no error")
	}
	em.Domains[0].CoreBusy[0] = 0
	if _, err := p.PerfDomains(&em, false); err == nil {
		t.Error("PerfDomains with power 0: no error")
	}
}

package energy_test

import (
	"math"
	"math/big"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

const second = int64(1_000_000_000)

// A second of the small board's LITTLE island: CPU 0 runs half of it at OPP 1,
// CPU 1 a quarter of it, at the same time; then both sleep, at last in "off".
func littleSecond(p *energy.Platform) *energy.Residency {
	r := p.NewResidency(energy.CPURange(0, 1))
	r.CPU[0].BusyNS[1], r.CPU[0].IdleNS[1], r.CPU[0].IdleNS[2] = second/2, second/4, second/4
	r.CPU[1].BusyNS[1], r.CPU[1].IdleNS[1], r.CPU[1].IdleNS[2] = second/4, second/2, second/4
	r.BusyNS[1][1], r.BusyNS[1][0] = second/4, second/4
	r.IdleNS[1], r.IdleNS[2] = second/4, second/4
	return r
}

func TestCostByHand(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	r := littleSecond(p)
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	eas1x, measured := &p.Tables[0], &p.Tables[1]
	eas1x.Domains[0].CoreIdle[2] = 1 // known, for once
	s, err := eas1x.Cost(r)
	if err != nil {
		t.Fatal(err)
	}
	got := eas1x.Parts(s)
	// 60 bogo-mW * 0.75 s; (5 * 0.75 + 1 * 0.5) s; 20 * 0.5 s; (8 + 2) * 0.25 s.
	idle, clusterIdle := 4.25, 2.5
	want := energy.Parts{CoreBusy: 45, CoreIdle: &idle, ClusterBusy: 10, ClusterIdle: &clusterIdle, Total: 61.75}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("eas1x parts = %+v, want %+v", got, want)
	}
	s, err = measured.Cost(r)
	if err != nil {
		t.Fatal(err)
	}
	// 80 mW for a quarter with one busy, 140 mW for a quarter with two.
	got, want = measured.Parts(s), energy.Parts{ClusterBusy: 55, Total: 55}
	if !reflect.DeepEqual(got, want) || !s.Partial() {
		t.Errorf("measured parts = %+v, want %+v", got, want)
	}
	em, _, err := p.DeriveEM()
	if err != nil {
		t.Fatal(err)
	}
	s, err = em.Cost(r)
	if got := em.Parts(s); err != nil || got.CoreBusy != 45 || got.Total != 45 || !s.Partial() {
		t.Errorf("em parts = %+v, %v", got, err)
	}
}

func TestUnknownIdlePower(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	r := littleSecond(p)
	s, err := p.Tables[0].Cost(r)
	if err != nil || !s.CoreIdleUnknown || s.ClusterIdleUnknown {
		t.Errorf("visited the state of unknown power: %+v, %v", s, err)
	}
	for i := range r.CPU {
		r.CPU[i].IdleNS[1] += r.CPU[i].IdleNS[2]
		r.CPU[i].IdleNS[2] = 0
	}
	if s, err = p.Tables[0].Cost(r); err != nil || s.Partial() {
		t.Errorf("did not visit it: %+v, %v", s, err)
	}
	big := p.NewResidency(energy.CPUSetOf(2))
	if s, err = p.Tables[0].Cost(big); err != nil || !s.CoreIdleUnknown || !s.ClusterIdleUnknown {
		t.Errorf("a table without idle rows: %+v, %v", s, err)
	}
}

func TestCostRefusesOtherShapes(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	r := p.NewResidency(energy.CPURange(0, 1))
	r.CPUs = energy.CPUSetOf(0)
	if _, err := p.Tables[0].Cost(r); err == nil {
		t.Error("half an island: no error")
	}
	r = p.NewResidency(energy.CPURange(0, 1))
	r.CPU[1].BusyNS = r.CPU[1].BusyNS[:1]
	if _, err := p.Tables[0].Cost(r); err == nil {
		t.Error("an OPP is missing: no error")
	}
	r = littleSecond(p)
	r.CPU[0].BusyNS[1]++
	if r.Check() == nil {
		t.Error("Check: CPU and island disagree: no error")
	}
	r = littleSecond(p)
	r.CPU[0].IdleNS[0]++
	if r.Check() == nil {
		t.Error("Check: CPUs of different wall time: no error")
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var got energy.Tally
		want := new(big.Int)
		for range rapid.IntRange(0, 20).Draw(t, "n") {
			w := rapid.Int64Range(0, int64(energy.MaxPower)).Draw(t, "power")
			ns := rapid.Int64Range(0, math.MaxInt64).Draw(t, "ns")
			got.Add(energy.Power(w), ns)
			want.Add(want, new(big.Int).Mul(big.NewInt(w), big.NewInt(ns)))
		}
		exact, _ := new(big.Float).SetInt(want).Float64()
		if f := got.Float(); math.Abs(f-exact) > exact*0x1p-52 {
			t.Fatalf("Float = %v, want %v", f, exact)
		}
	})
	defer func() {
		if recover() == nil {
			t.Error("an unknown power was added without a panic")
		}
	}()
	var s energy.Tally
	s.Add(energy.UnknownPower, 1)
}

// drawResidency draws any times; the meter does not require that they agree.
func drawResidency(t *rapid.T, p *energy.Platform) *energy.Residency {
	r := p.NewResidency(energy.CPURange(0, 1))
	fill := func(ns []int64) {
		for i := range ns {
			ns[i] = rapid.Int64Range(0, 1<<50).Draw(t, "ns")
		}
	}
	for i := range r.CPU {
		fill(r.CPU[i].BusyNS)
		fill(r.CPU[i].IdleNS)
	}
	for i := range r.BusyNS {
		fill(r.BusyNS[i])
	}
	fill(r.IdleNS)
	return r
}

// The cost of two stretches of time is the sum of their costs, exactly, for each
// kind of table.
func TestCostIsAdditive(t *testing.T) {
	t.Parallel()
	p := decode(t, small)
	em, _, err := p.DeriveEM()
	if err != nil {
		t.Fatal(err)
	}
	tables := []*energy.PowerTable{&p.Tables[0], &p.Tables[1], &em}
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawResidency(t, p), drawResidency(t, p)
		for _, table := range tables {
			sum, errA := table.Cost(a)
			second, errB := table.Cost(b)
			sum.AddSums(second)
			both := p.NewResidency(a.CPUs)
			both.Add(a)
			both.Add(b)
			got, err := table.Cost(both)
			if errA != nil || errB != nil || err != nil || got != sum {
				t.Fatalf("table %s: %+v, want %+v (%v %v %v)", table.Name, got, sum, errA, errB, err)
			}
			if parts := table.Parts(got); parts.Total < 0 || parts.Total < parts.CoreBusy {
				t.Fatalf("table %s: %+v", table.Name, parts)
			}
		}
	})
}

// Powers k times as high cost exactly k times as much.
func TestCostIsLinearInPower(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, list := energy.Decode("small.toml", []byte(small))
		if list.HasErrors() {
			t.Fatal(list)
		}
		r, k := drawResidency(t, p), rapid.IntRange(0, 7).Draw(t, "k")
		for i := range p.Tables {
			table := &p.Tables[i]
			one, err := table.Cost(r)
			if err != nil {
				t.Fatal(err)
			}
			want := energy.Sums{CoreIdleUnknown: one.CoreIdleUnknown, ClusterIdleUnknown: one.ClusterIdleUnknown}
			for range k {
				want.AddSums(one)
			}
			scale(&table.Domains[0], energy.Power(k))
			if got, err := table.Cost(r); err != nil || got != want {
				t.Fatalf("table %s: %d times %+v is not %+v (%v)", table.Name, k, one, got, err)
			}
		}
	})
}

func scale(d *energy.TableDomain, k energy.Power) {
	rows := append([][]energy.Power{d.CoreBusy, d.ClusterBusy, d.CoreIdle, d.ClusterIdle}, d.Busy...)
	for _, row := range rows {
		for i := range row {
			if row[i] != energy.UnknownPower {
				row[i] *= k
			}
		}
	}
}

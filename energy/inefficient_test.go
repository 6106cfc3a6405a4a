package energy_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

// oneDomain is a platform of one CPU with the given OPPs and one table row.
func oneDomain(
	kind energy.TableKind, unit string, freq []energy.KHz, caps []energy.Capacity, power []energy.Power,
) *energy.Platform {
	cpu := energy.CPUSetOf(0)
	p := &energy.Platform{
		CPUs:        []energy.CPU{{}},
		FreqDomains: []energy.FreqDomain{{CPUs: cpu}},
		Tables: []energy.PowerTable{{Kind: kind, Unit: unit, Domains: []energy.TableDomain{
			{CPUs: cpu, Capacity: caps, CoreBusy: power},
		}}},
	}
	for _, f := range freq {
		p.FreqDomains[0].OPPs = append(p.FreqDomains[0].OPPs, energy.OPP{Freq: f})
	}
	return p
}

func opps(waste []energy.Waste) []int {
	var out []int
	for _, w := range waste {
		out = append(out, w.OPP)
	}
	return out
}

func TestInefficient(t *testing.T) {
	t.Parallel()
	freq := []energy.KHz{500_000, 1_000_000}
	caps := []energy.Capacity{512, 1024}
	for _, c := range []struct {
		name  string
		kind  energy.TableKind
		unit  string
		caps  []energy.Capacity
		power []energy.Power
		want  []int
	}{
		{"clear", energy.TableEAS1x, energy.UnitBogoMW, caps, []energy.Power{60, 100}, []int{0}},
		{"clear the other way", energy.TableEAS1x, energy.UnitBogoMW, caps, []energy.Power{40, 100}, nil},
		{"within rounding", energy.TableEAS1x, energy.UnitBogoMW, caps, []energy.Power{51, 101}, nil},
		{"just beyond rounding", energy.TableEAS1x, energy.UnitBogoMW, caps, []energy.Power{51, 100}, []int{0}},
		{"a tie in mW", energy.TableEM, energy.UnitMW, caps, []energy.Power{50, 100}, nil},
		{"a tie in uW, as the kernel has it", energy.TableEM, energy.UnitUW, caps, []energy.Power{50_001, 100_002}, []int{0}},
		{"a tie in uW that are whole mW", energy.TableEM, energy.UnitUW, caps, []energy.Power{50_000, 100_000}, nil},
		{"by capacity", energy.TableEAS1x, energy.UnitBogoMW, []energy.Capacity{800, 1024}, []energy.Power{60, 100}, nil},
		{"measured", energy.TableMeasured, energy.UnitUW, caps, []energy.Power{60, 100}, nil},
		{"no powers", energy.TableEM, energy.UnitUW, caps, nil, nil},
		{"capacity 0", energy.TableEM, energy.UnitUW, []energy.Capacity{0, 1024}, []energy.Power{60, 100}, nil},
		{"power 0", energy.TableEM, energy.UnitUW, caps, []energy.Power{0, 100_001}, nil},
	} {
		p := oneDomain(c.kind, c.unit, freq, c.caps, c.power)
		if got := opps(p.Inefficient(&p.Tables[0], &p.Tables[0].Domains[0])); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Oracle: an OPP that is called wasteful costs no less than the one that is named,
// wherever in its interval each true power lies; in fine microwatts the answer is
// the kernel's.
func TestInefficientProperty(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "opps")
		freq := make([]energy.KHz, n)
		caps, power := make([]energy.Capacity, n), make([]energy.Power, n)
		for i := range freq {
			freq[i] = energy.KHz(100_000*(i+1) + rapid.IntRange(0, 90_000).Draw(t, "freq"))
			power[i] = energy.Power(rapid.IntRange(1, 2000).Draw(t, "power"))
		}
		for i := range caps {
			caps[i] = energy.Capacity(1024 * int64(freq[i]) / int64(freq[n-1]))
		}
		p := oneDomain(energy.TableEAS1x, energy.UnitMW, freq, caps, power)
		for _, w := range p.Inefficient(&p.Tables[0], &p.Tables[0].Domains[0]) {
			least := (float64(power[w.OPP]) - 0.5) / float64(freq[w.OPP])
			most := (float64(power[w.Better]) + 1) / float64(freq[w.Better])
			if w.OPP >= w.Better || least < most {
				t.Fatalf("%+v: %v at %v", w, power, freq)
			}
		}
		uw := make([]int64, n)
		fine := make([]energy.Power, n)
		for i := range uw {
			fine[i] = power[i]*997 + 1
			uw[i] = int64(fine[i])
		}
		if !slices.ContainsFunc(uw, func(v int64) bool { return v%1000 != 0 }) {
			return
		}
		p = oneDomain(energy.TableEM, energy.UnitUW, freq, caps, fine)
		pd, err := energy.NewPerfDomain(energy.CPUSetOf(0), 1024, freq, uw, false)
		if err != nil {
			t.Fatal(err)
		}
		var want []int
		for i := range pd.States {
			if pd.States[i].Inefficient {
				want = append(want, i)
			}
		}
		if got := opps(p.Inefficient(&p.Tables[0], &p.Tables[0].Domains[0])); !slices.Equal(got, want) {
			t.Fatalf("%v, the kernel marks %v", got, want)
		}
	})
}

// Read goes on where Decode stops.
func TestRead(t *testing.T) {
	t.Parallel()
	src := []byte(small + "bogus = 1\n")
	if p, list := energy.Decode("x.toml", src); p != nil || !list.HasErrors() {
		t.Errorf("Decode: %v, %v", p, list)
	}
	p, list := energy.Read("x.toml", src)
	if p == nil || len(p.CPUs) != 3 || !list.HasErrors() {
		t.Errorf("Read: %v, %v", p, list)
	}
	if p, list := energy.Read("x.toml", []byte("= no")); p != nil || !list.HasErrors() {
		t.Errorf("Read of no TOML: %v, %v", p, list)
	}
	p.Tables[0].Domains[0].CoreBusy = []energy.Power{60, 20, 4}
	p.Tables[0].Domains[1].Capacity = nil
	if list := p.Doubts(); list.HasErrors() {
		t.Errorf("doubts of a broken platform: %v", list)
	}
}

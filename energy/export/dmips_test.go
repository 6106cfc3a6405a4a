package export

import (
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

// The coefficient that made the powers is found, or one that makes the same.
func TestCoefficientIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Int64Range(1, 5000).Draw(t, "c")
		var opps []energy.OPP
		var power []int64
		f, v := int64(0), int64(600)
		for range rapid.IntRange(1, 20).Draw(t, "opps") {
			f += rapid.Int64Range(20, 400).Draw(t, "MHz")
			v += rapid.Int64Range(0, 60).Draw(t, "mV")
			opps = append(opps, energy.OPP{Freq: energy.KHz(f * 1000), Volt: energy.MicroVolt(v * 1000)})
			power = append(power, c*v*v*f/1_000_000)
		}
		got, ok := coefficient(opps, power)
		if !ok || !gives(got, opps, power) {
			t.Fatalf("coefficient %d, %v; made with %d", got, ok, c)
		}
		power[0]++
		if got, ok := coefficient(opps, power); ok && !gives(got, opps, power) {
			t.Fatalf("coefficient %d does not give the powers", got)
		}
	})
}

// Juno r2: 140 and 450 (juno-r2.dts).
func TestCoefficientOfJuno(t *testing.T) {
	t.Parallel()
	opps := []energy.OPP{{Freq: 450_000, Volt: 820_000}, {Freq: 800_000, Volt: 900_000}, {Freq: 950_000, Volt: 1_000_000}}
	if c, ok := coefficient(opps, []int64{42_361, 90_720, 133_000}); c != 140 || !ok {
		t.Errorf("got %d, %v", c, ok)
	}
	if c, ok := coefficient(opps, []int64{42_361, 90_721, 133_000}); ok {
		t.Errorf("powers of no coefficient give %d", c)
	}
}

// The kernel's arithmetic on the numbers found gives the capacities back. (Two
// classes of 1024 at different clocks need products that are equal to the last kHz;
// that is not always found, and then said.)
func TestDMIPSAreFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "classes")
		p := &energy.Platform{Types: []energy.CPUType{{}}}
		table := &energy.PowerTable{Name: "t"}
		for i := range n {
			khz := energy.KHz(rapid.IntRange(300, 3500).Draw(t, "MHz") * 1000)
			top := energy.CapacityScale
			if i > 0 {
				top = energy.Capacity(rapid.IntRange(1, 1023).Draw(t, "capacity"))
			}
			set := energy.CPUSetOf(energy.CPUID(i))
			p.CPUs = append(p.CPUs, energy.CPU{Domain: i})
			p.FreqDomains = append(p.FreqDomains, energy.FreqDomain{CPUs: set, OPPs: []energy.OPP{{Freq: khz}}})
			table.Domains = append(table.Domains, energy.TableDomain{CPUs: set, Capacity: []energy.Capacity{top}})
		}
		got, derived, why := dmips(p, table)
		if why != "" {
			t.Fatal(why)
		}
		if derived && !capacitiesMatch(p, table, got, make([]bool, n)) {
			t.Fatalf("%v do not give the capacities of %+v", got, table.Domains)
		}
	})
}

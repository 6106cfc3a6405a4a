package energy_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

// A CPUSet against a sorted slice: membership, order, algebra and text.
func TestCPUSetOracle(t *testing.T) {
	t.Parallel()
	cpu := rapid.Custom(func(t *rapid.T) energy.CPUID {
		return energy.CPUID(rapid.OneOf(rapid.IntRange(0, 70), rapid.IntRange(0, energy.MaxCPUs-1)).Draw(t, "cpu"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOfDistinct(cpu, rapid.ID[energy.CPUID]).Draw(t, "a")
		b := rapid.SliceOfDistinct(cpu, rapid.ID[energy.CPUID]).Draw(t, "b")
		sa, sb := energy.CPUSetOf(a...), energy.CPUSetOf(b...)
		slices.Sort(a)
		if got := sa.List(); !slices.Equal(got, a) || sa.Len() != len(a) || sa.Empty() != (len(a) == 0) {
			t.Fatalf("List = %v, want %v", got, a)
		}
		both := sa.And(sb)
		for c := energy.CPUID(-1); c <= energy.MaxCPUs; c++ {
			inA, inB := slices.Contains(a, c), slices.Contains(b, c)
			either := sa.Or(sb)
			if sa.Has(c) != inA || both.Has(c) != (inA && inB) || either.Has(c) != (inA || inB) {
				t.Fatalf("CPU %d: in a %v, in b %v", c, inA, inB)
			}
		}
		if sa.Intersects(sb) == both.Empty() || sa.Contains(sb) != (both == sb) {
			t.Fatal("Intersects or Contains")
		}
		if back, err := energy.ParseCPUSet(sa.String()); err != nil || back != sa {
			t.Fatalf("ParseCPUSet(%q) = %v, %v", sa.String(), back, err)
		}
		for _, c := range a {
			sa.Remove(c)
		}
		if !sa.Empty() || sa.First() != -1 {
			t.Fatalf("after Remove of all: %v", sa)
		}
	})
}

func TestParseCPUSet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", " 0 , 3-5 ": "0,3-5", "1,0,1-2": "0-2", "511": "511"} {
		if got, err := energy.ParseCPUSet(text); err != nil || got.String() != want {
			t.Errorf("ParseCPUSet(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"x", "1-", "-1", "3-1", "512", "0,,1", "0:3", "99999999999999999999"} {
		if got, err := energy.ParseCPUSet(text); err == nil {
			t.Errorf("ParseCPUSet(%q) = %v, want an error", text, got)
		}
	}
}

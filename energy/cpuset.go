package energy

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// MaxCPUs is the largest number of CPUs a platform may have.
const MaxCPUs = 512

// CPUSet is a set of CPUs. It is a comparable value; the zero value is empty.
type CPUSet struct{ w [MaxCPUs / 64]uint64 }

// CPUSetOf returns the set of the given CPUs. It panics on a CPU outside
// 0..MaxCPUs-1.
func CPUSetOf(cpus ...CPUID) CPUSet {
	var s CPUSet
	for _, c := range cpus {
		s.Add(c)
	}
	return s
}

// CPURange returns the set of the CPUs from lo to hi, both included.
func CPURange(lo, hi CPUID) CPUSet {
	var s CPUSet
	for c := lo; c <= hi; c++ {
		s.Add(c)
	}
	return s
}

// Add puts cpu into the set.
func (s *CPUSet) Add(cpu CPUID) { s.w[cpu>>6] |= 1 << (cpu & 63) }

// Remove takes cpu out of the set.
func (s *CPUSet) Remove(cpu CPUID) { s.w[cpu>>6] &^= 1 << (cpu & 63) }

// Has reports whether cpu is in the set; false for a CPU out of range.
func (s *CPUSet) Has(cpu CPUID) bool {
	return cpu >= 0 && cpu < MaxCPUs && s.w[cpu>>6]&(1<<(cpu&63)) != 0
}

// Empty reports whether the set has no CPU.
func (s *CPUSet) Empty() bool { return s.Next(0) < 0 }

// Len returns the number of CPUs in the set (cpumask_weight).
func (s *CPUSet) Len() int {
	n := 0
	for _, w := range s.w {
		n += bits.OnesCount64(w)
	}
	return n
}

// Next returns the lowest CPU of the set that is at least from, or -1
// (cpumask_next). A walk in ascending order is
//
//	for c := s.Next(0); c >= 0; c = s.Next(c + 1) { ... }
func (s *CPUSet) Next(from CPUID) CPUID {
	for i := int(from >> 6); i < len(s.w); i++ {
		w := s.w[i]
		if i == int(from>>6) {
			w &= ^uint64(0) << (from & 63)
		}
		if w != 0 {
			return CPUID(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return -1
}

// First returns the lowest CPU of the set, or -1.
func (s *CPUSet) First() CPUID { return s.Next(0) }

// And returns the intersection of s and o.
func (s CPUSet) And(o CPUSet) CPUSet {
	for i := range s.w {
		s.w[i] &= o.w[i]
	}
	return s
}

// Or returns the union of s and o.
func (s CPUSet) Or(o CPUSet) CPUSet {
	for i := range s.w {
		s.w[i] |= o.w[i]
	}
	return s
}

// Contains reports whether every CPU of o is in s.
func (s CPUSet) Contains(o CPUSet) bool { return s.And(o) == o }

// Intersects reports whether s and o share a CPU.
func (s CPUSet) Intersects(o CPUSet) bool { return s.And(o) != CPUSet{} }

// List returns the CPUs in ascending order.
func (s CPUSet) List() []CPUID {
	out := make([]CPUID, 0, s.Len())
	for c := s.Next(0); c >= 0; c = s.Next(c + 1) {
		out = append(out, c)
	}
	return out
}

// String returns the kernel's list format, for example "0,3-5".
func (s CPUSet) String() string {
	var b strings.Builder
	for c := s.Next(0); c >= 0; c = s.Next(c + 1) {
		end := c
		for s.Has(end + 1) {
			end++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(int(c)))
		if end > c {
			fmt.Fprintf(&b, "-%d", end)
		}
		c = end
	}
	return b.String()
}

// ParseCPUSet reads the kernel's list format ("0,3-5"). Empty text is the
// empty set.
func ParseCPUSet(text string) (CPUSet, error) {
	var s CPUSet
	if strings.TrimSpace(text) == "" {
		return s, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		lo, hi, ranged := strings.Cut(strings.TrimSpace(part), "-")
		if !ranged {
			hi = lo
		}
		a, errA := strconv.Atoi(lo)
		b, errB := strconv.Atoi(hi)
		if errA != nil || errB != nil || a < 0 || b < a || b >= MaxCPUs {
			return CPUSet{}, fmt.Errorf(
				"energy: CPU list %q: bad part %q, want a number or a range below %d, for example \"0,3-5\"",
				text, part, MaxCPUs)
		}
		s = s.Or(CPURange(CPUID(a), CPUID(b)))
	}
	return s, nil
}

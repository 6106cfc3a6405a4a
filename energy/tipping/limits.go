package tipping

import "easim/energy"

// Limit is the tipping point of the CPUs of a class.
type Limit struct {
	Class    int
	Capacity energy.Capacity
	LastUtil int // the highest utilisation with which such a CPU is not overutilized
}

// System is the tipping point of the whole board. Once one CPU is overutilized,
// energy-aware placement is off for all.
type System struct {
	Capacity int // sum over CPUs

	// Earliest is the lowest utilisation that tips the board: on one CPU of class
	// First, all others idle. Latest is the highest total utilisation without any
	// CPU tipped, each CPU filled to its limit.
	Earliest int
	First    int
	Latest   int
}

// LastFit is the highest utilisation that fits a CPU of capacity c
// (fits_capacity, kernel/sched/fair.c: util * 1280 < capacity * 1024).
func LastFit(c energy.Capacity) int { return (int(c)*1024 - 1) / margin }

func (r *Report) limits() {
	for i := range r.Classes {
		c := &r.Classes[i]
		last := LastFit(c.Top())
		r.CPUs = append(r.CPUs, Limit{Class: i, Capacity: c.Top(), LastUtil: last})
		r.System.Capacity += c.CPUs.Len() * int(c.Top())
		r.System.Latest += c.CPUs.Len() * last
		if i == 0 || last+1 < r.System.Earliest {
			r.System.Earliest, r.System.First = last+1, i
		}
	}
}

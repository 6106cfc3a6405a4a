package energy

import "fmt"

// Residency is where the CPUs of one island (see [Platform.Islands]) spent a
// stretch of time, in nanoseconds. Together with a [PowerTable] it determines
// the energy; nothing else does.
//
// Idle indexes are those of EAS 1.x: 0 is active idle (no cpuidle state), i+1 is
// state i of the cluster.
type Residency struct {
	CPUs CPUSet
	CPU  []CPUResidency // in ascending order of CPUs

	// BusyNS[opp][n-1] is how long exactly n CPUs of the island were busy while
	// it was clocked at opp.
	BusyNS [][]int64

	// IdleNS[i] is how long no CPU of the island was busy and the shallowest
	// idle index among them was i.
	IdleNS []int64
}

// CPUResidency is the part of one CPU.
type CPUResidency struct {
	BusyNS []int64 // by OPP
	IdleNS []int64 // by idle index
}

// NewResidency returns an empty residency of the island cpus with room for all
// its OPPs and idle indexes.
func (p *Platform) NewResidency(cpus CPUSet) *Residency {
	opps := len(p.FreqDomains[p.CPUs[cpus.First()].Domain].OPPs)
	idles := idleIndexes(p, cpus)
	n := cpus.Len()
	r := &Residency{
		CPUs:   cpus,
		CPU:    make([]CPUResidency, n),
		BusyNS: make([][]int64, opps),
		IdleNS: make([]int64, idles),
	}
	for i := range r.CPU {
		r.CPU[i] = CPUResidency{BusyNS: make([]int64, opps), IdleNS: make([]int64, idles)}
	}
	for i := range r.BusyNS {
		r.BusyNS[i] = make([]int64, n)
	}
	return r
}

// Add adds another stretch of time of the same island.
func (r *Residency) Add(o *Residency) {
	if r.CPUs != o.CPUs {
		panic("energy: residencies of different islands: " + r.CPUs.String() + " and " + o.CPUs.String())
	}
	for i := range r.CPU {
		addTo(r.CPU[i].BusyNS, o.CPU[i].BusyNS)
		addTo(r.CPU[i].IdleNS, o.CPU[i].IdleNS)
	}
	for i := range r.BusyNS {
		addTo(r.BusyNS[i], o.BusyNS[i])
	}
	addTo(r.IdleNS, o.IdleNS)
}

func addTo(to, from []int64) {
	for i := range to {
		to[i] += from[i]
	}
}

// Check returns an error unless the parts agree with each other: for each CPU,
// busy and idle time add up to the same wall time, which is that of the island
// too; and at each OPP the CPUs' busy times add up to what the island says.
func (r *Residency) Check() error {
	wall := sum(r.IdleNS)
	for opp, row := range r.BusyNS {
		wall += sum(row)
		var island, cpus int64
		for n, ns := range row {
			island += int64(n+1) * ns
		}
		for i := range r.CPU {
			cpus += r.CPU[i].BusyNS[opp]
		}
		if island != cpus {
			return fmt.Errorf("energy: CPUs %s at OPP %d: the CPUs were busy for %d ns, the island counts %d", r.CPUs,
				opp, cpus, island)
		}
	}
	cpu := r.CPUs.First()
	for i := range r.CPU {
		if got := sum(r.CPU[i].BusyNS) + sum(r.CPU[i].IdleNS); got != wall {
			return fmt.Errorf("energy: CPU %d: busy and idle make %d ns, the island has %d", cpu, got, wall)
		}
		cpu = r.CPUs.Next(cpu + 1)
	}
	return nil
}

func sum(ns []int64) int64 {
	var total int64
	for _, v := range ns {
		total += v
	}
	return total
}

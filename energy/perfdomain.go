package energy

import "fmt"

// PerfState is one row of an energy model in the kernel's form (struct
// em_perf_state).
type PerfState struct {
	Freq        KHz
	PowerUW     int64    // power of one busy CPU, µW (or the abstract unit of the source)
	Performance Capacity // compute capacity at Freq
	Cost        int64    // power per unit of utilisation, see [NewPerfDomain]
	Inefficient bool     // a higher state costs no more per unit of utilisation
}

// PerfDomain is a frequency domain seen through a table of kind em: the kernel's
// perf_domain with its em_perf_domain.
type PerfDomain struct {
	CPUs   CPUSet
	States []PerfState // ascending by Freq

	// SkipInefficient makes [PerfDomain.StateFor] pass over inefficient states
	// (EM_PERF_DOMAIN_SKIP_INEFFICIENCIES); the kernel sets it when cpufreq
	// accepted the marks.
	SkipInefficient bool
}

// NewPerfDomain computes the energy model of CPUs whose capacity is top at the
// highest frequency. freq ascends; powerUW has one power per frequency. All in
// truncating integers, as kernel/power/energy_model.c of 6.12 does
// (em_init_performance, em_compute_costs):
//
//	performance_i = top * freq_i / freq_last
//	cost_i        = 10 * power_i / performance_i
//
// A state is inefficient if its cost is not below that of the nearest higher
// state that is efficient. (A comment in the kernel's header still states the
// older cost = power * freq_last / freq.)
func NewPerfDomain(cpus CPUSet, top Capacity, freq []KHz, powerUW []int64, skipInefficient bool) (PerfDomain, error) {
	if len(freq) == 0 || len(freq) != len(powerUW) {
		return PerfDomain{}, fmt.Errorf("energy: CPUs %s: %d powers for %d frequencies", cpus, len(powerUW), len(freq))
	}
	pd := PerfDomain{CPUs: cpus, States: make([]PerfState, len(freq)), SkipInefficient: skipInefficient}
	last := freq[len(freq)-1]
	prevCost := int64(1<<63 - 1)
	for i := len(freq) - 1; i >= 0; i-- {
		perf := emPerformance(top, freq[i], last)
		if perf < 1 || powerUW[i] < 1 {
			return PerfDomain{}, fmt.Errorf("energy: CPUs %s at %d kHz: performance %d, power %d: both must be positive",
				cpus, freq[i], perf, powerUW[i])
		}
		s := &pd.States[i]
		*s = PerfState{Freq: freq[i], PowerUW: powerUW[i], Performance: perf, Cost: powerUW[i] * 10 / int64(perf)}
		if s.Cost >= prevCost {
			s.Inefficient = true
		} else {
			prevCost = s.Cost
		}
	}
	return pd, nil
}

// emPerformance is the capacity at freq of a CPU that has top at last; 0 for a
// last of 0.
func emPerformance(top Capacity, freq, last KHz) Capacity {
	if last <= 0 {
		return 0
	}
	return Capacity(int64(top) * int64(freq) / int64(last))
}

// PerfDomains returns the energy model of the whole platform through table t of
// kind em, one domain per row of the table, in its order.
func (p *Platform) PerfDomains(t *PowerTable, skipInefficient bool) ([]PerfDomain, error) {
	if t.Kind != TableEM {
		return nil, fmt.Errorf("energy: table %q is of kind %s, want %s", t.Name, t.Kind, TableEM)
	}
	out := make([]PerfDomain, 0, len(t.Domains))
	for i := range t.Domains {
		d := &t.Domains[i]
		fd := &p.FreqDomains[p.CPUs[d.CPUs.First()].Domain]
		freq := make([]KHz, len(fd.OPPs))
		for j := range fd.OPPs {
			freq[j] = fd.OPPs[j].Freq
		}
		power := make([]int64, len(d.CoreBusy))
		for j, w := range d.CoreBusy {
			power[j] = int64(w) * t.unitUW()
		}
		pd, err := NewPerfDomain(d.CPUs, t.TopCapacity(d.CPUs.First()), freq, power, skipInefficient)
		if err != nil {
			return nil, fmt.Errorf("energy: table %q: %w", t.Name, err)
		}
		out = append(out, pd)
	}
	return out, nil
}

// unitUW is how many microwatts one unit of the table's power is; a bogo-mW
// counts as a milliwatt.
func (t *PowerTable) unitUW() int64 {
	if t.Unit == UnitUW {
		return 1
	}
	return 1000
}

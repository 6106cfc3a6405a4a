package fit

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// tolerance is how far the frequency of a sample may be from that of an OPP: meters
// and governors print rounded numbers.
const tolerance = 0.005

// Place fills in what the samples leave to the platform: frequencies become those
// of the nearest OPP (within 0.5 %), unknown voltages those of the OPP. A label
// that the platform does not know is an error.
func Place(samples []Sample, p *energy.Platform) ([]Sample, error) {
	out := slices.Clone(samples)
	label, cpus := "", energy.CPUSet{}
	for i := range out {
		s := &out[i]
		if s.Cluster != label || cpus.Empty() {
			var err error
			if cpus, err = CPUsOf(p, s.Cluster); err != nil {
				return nil, err
			}
			label = s.Cluster
		}
		if s.Busy > cpus.Len() {
			return nil, fmt.Errorf("fit: %s%s: %d busy CPUs, but CPUs %s of platform %s are only %d",
				s.where(), s.Cluster, s.Busy, cpus, p.Name, cpus.Len())
		}
		opps := p.FreqDomains[p.CPUs[cpus.First()].Domain].OPPs
		at := slices.IndexFunc(opps, func(o energy.OPP) bool {
			return abs(float64(o.Freq-s.Freq)) <= tolerance*float64(o.Freq)
		})
		if at < 0 {
			return nil, fmt.Errorf("fit: %s%s: platform %s has no OPP at %d kHz; it has %s",
				s.where(), s.Cluster, p.Name, s.Freq, freqs(opps))
		}
		s.Freq = opps[at].Freq
		if s.Volt == 0 {
			s.Volt = opps[at].Volt
		}
	}
	return out, nil
}

func freqs(opps []energy.OPP) string {
	parts := make([]string, len(opps))
	for i, o := range opps {
		parts[i] = fmt.Sprint(int64(o.Freq))
	}
	return strings.Join(parts, ", ")
}

// CPUsOf returns the CPUs that a label means: those of the cluster of that name,
// of the CPU type of that name or its end ("A53" is "cortex-a53"), of the only
// kind of that name ("little"), or a list ("0,3-5"). Case is ignored.
func CPUsOf(p *energy.Platform, label string) (energy.CPUSet, error) {
	want := strings.ToLower(strings.TrimSpace(label))
	var names []string
	for i := range p.Clusters {
		c := &p.Clusters[i]
		if strings.EqualFold(c.Name, want) {
			return c.CPUs, nil
		}
		names = append(names, c.Name)
	}
	for i := range p.Types {
		if name := strings.ToLower(p.Types[i].Name); name == want || strings.HasSuffix(name, "-"+want) {
			return members(p, func(id energy.CPUID) bool { return p.CPUs[id].Type == i }), nil
		}
		names = append(names, p.Types[i].Name)
	}
	if kind, ok := energy.ParseKind(want); ok {
		if s := members(p, func(id energy.CPUID) bool { return p.Kind(id) == kind }); !s.Empty() {
			return s, nil
		}
	}
	if s, err := energy.ParseCPUSet(want); err == nil && !s.Empty() && p.AllCPUs().Contains(s) {
		return s, nil
	}
	return energy.CPUSet{}, fmt.Errorf("fit: platform %s has no cluster or CPU type %q; %s", p.Name, label,
		diag.Suggest(label, names))
}

func members(p *energy.Platform, f func(energy.CPUID) bool) energy.CPUSet {
	var s energy.CPUSet
	for id := range p.CPUs {
		if f(energy.CPUID(id)) {
			s.Add(energy.CPUID(id))
		}
	}
	return s
}

package export

import (
	"bytes"
	"fmt"

	"easim/energy"
)

// The flags of a perf domain (include/linux/energy_model.h, 6.12).
const (
	flagMicroWatts       = 1 << 0
	flagSkipInefficients = 1 << 1
	flagArtificial       = 1 << 2
)

// Debugfs writes table t, of kind em, as `grep -r . /sys/kernel/debug/energy_model`
// prints it on Linux 6.12, with the CPUs' cpu_capacity from sysfs, without which
// older kernels' models mean little. Powers of a table in bogo-mW are called
// artificial, as the kernel calls those without a unit.
func Debugfs(p *energy.Platform, t *energy.PowerTable) ([]byte, error) {
	if t.Kind != energy.TableEM {
		return nil, fmt.Errorf("export: table %q is of kind %s, want %s", t.Name, t.Kind, energy.TableEM)
	}
	var b bytes.Buffer
	for i := range t.Domains {
		d := &t.Domains[i]
		freq, power := rowOf(p, t, d)
		pd, err := energy.NewPerfDomain(d.CPUs, t.TopCapacity(d.CPUs.First()), freq, power, false)
		if err != nil {
			return nil, fmt.Errorf("export: %w", err)
		}
		flags := flagMicroWatts
		if t.Unit == energy.UnitBogoMW {
			flags = flagArtificial
		}
		for j := range pd.States {
			if pd.States[j].Inefficient {
				flags |= flagSkipInefficients
			}
		}
		dir := fmt.Sprintf("/sys/kernel/debug/energy_model/cpu%d/", d.CPUs.First())
		fmt.Fprintf(&b, "%scpus:%s\n%sflags:%#x\n", dir, d.CPUs, dir, flags)
		for j := range pd.States {
			s := &pd.States[j]
			fmt.Fprintf(&b, "%[1]sps:%[2]d/cost:%[3]d\n%[1]sps:%[2]d/frequency:%[2]d\n%[1]sps:%[2]d/inefficient:%[4]d\n"+
				"%[1]sps:%[2]d/performance:%[5]d\n%[1]sps:%[2]d/power:%[6]d\n",
				dir, s.Freq, s.Cost, bit(s.Inefficient), s.Performance, s.PowerUW)
		}
	}
	capacities(&b, p, t)
	return b.Bytes(), nil
}

// DebugfsMilliWatts is [Debugfs] for the kernels 5.8 to 5.10: powers in whole mW,
// cost = power * fmax / freq, no flags, no performance.
func DebugfsMilliWatts(p *energy.Platform, t *energy.PowerTable) ([]byte, error) {
	if t.Kind != energy.TableEM {
		return nil, fmt.Errorf("export: table %q is of kind %s, want %s", t.Name, t.Kind, energy.TableEM)
	}
	var b bytes.Buffer
	for i := range t.Domains {
		d := &t.Domains[i]
		freq, power := rowOf(p, t, d)
		last := int64(freq[len(freq)-1])
		dir := fmt.Sprintf("/sys/kernel/debug/energy_model/cpu%d/", d.CPUs.First())
		fmt.Fprintf(&b, "%scpus:%s\n", dir, d.CPUs)
		for j, f := range freq {
			w := power[j]
			if t.Unit != energy.UnitBogoMW {
				w /= 1000
			}
			if w < 1 {
				return nil, fmt.Errorf("export: CPUs %s at %d kHz: %d uW are less than a milliwatt; old kernels refuse 0",
					d.CPUs, f, power[j])
			}
			fmt.Fprintf(&b, "%[1]sps:%[2]d/cost:%[3]d\n%[1]sps:%[2]d/frequency:%[2]d\n%[1]sps:%[2]d/power:%[4]d\n",
				dir, f, w*last/int64(f), w)
		}
	}
	capacities(&b, p, t)
	return b.Bytes(), nil
}

func capacities(b *bytes.Buffer, p *energy.Platform, t *energy.PowerTable) {
	for id := range p.CPUs {
		fmt.Fprintf(b, "/sys/devices/system/cpu/cpu%d/cpu_capacity:%d\n", id, t.TopCapacity(energy.CPUID(id)))
	}
}

// rowOf returns frequencies and powers of a row: µW, or the table's own unit if
// that is none.
func rowOf(p *energy.Platform, t *energy.PowerTable, d *energy.TableDomain) (freq []energy.KHz, power []int64) {
	unit := int64(1)
	if t.Unit == energy.UnitMW {
		unit = 1000
	}
	opps := p.FreqDomains[p.CPUs[d.CPUs.First()].Domain].OPPs
	for j := range opps {
		freq, power = append(freq, opps[j].Freq), append(power, int64(d.CoreBusy[j])*unit)
	}
	return freq, power
}

func bit(v bool) int {
	if v {
		return 1
	}
	return 0
}

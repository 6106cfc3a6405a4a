package fit

import (
	"fmt"

	"easim/energy"
)

// Sample is one measurement.
type Sample struct {
	Cluster string           // the label of the cluster: its name, its cores' name, or CPUs
	Busy    int              // busy CPUs, all of this cluster
	Freq    energy.KHz       // their frequency
	Volt    energy.MicroVolt // 0 is unknown
	PowerUW float64          // mean power, µW
	Score   float64          // speed of one busy CPU in any unit; 0 is unknown
	Line    int              // line of the input, 0 if it has none
}

// where is the sample's line as the start of a message; "" if it has none.
func (s *Sample) where() string {
	if s.Line == 0 {
		return ""
	}
	return fmt.Sprintf("line %d: ", s.Line)
}

// FromTable returns the samples that a table of kind measured holds: one a
// number of busy CPUs and OPP. A cluster is called after the CPU type, or, where
// several rows have one, after the CPUs.
func FromTable(p *energy.Platform, t *energy.PowerTable) ([]Sample, error) {
	if t.Kind != energy.TableMeasured {
		return nil, fmt.Errorf("fit: table %q is of kind %s, want %s", t.Name, t.Kind, energy.TableMeasured)
	}
	var out []Sample
	for i := range t.Domains {
		d := &t.Domains[i]
		cpu := p.CPUs[d.CPUs.First()]
		opps := p.FreqDomains[cpu.Domain].OPPs
		label := rowLabel(p, t, i)
		for j := range opps {
			for n, row := range d.Busy {
				out = append(out, Sample{
					Cluster: label, Busy: n + 1, Freq: opps[j].Freq, Volt: opps[j].Volt,
					PowerUW: float64(row[j]) * unitUW(t.Unit),
				})
			}
		}
	}
	return out, nil
}

func rowLabel(p *energy.Platform, t *energy.PowerTable, i int) string {
	typ := p.CPUs[t.Domains[i].CPUs.First()].Type
	for j := range t.Domains {
		if j != i && p.CPUs[t.Domains[j].CPUs.First()].Type == typ {
			return t.Domains[i].CPUs.String()
		}
	}
	return p.Types[typ].Name
}

// unitUW is how many microwatts one unit of a power table is; a bogo-mW counts as
// a milliwatt.
func unitUW(unit string) float64 {
	if unit == energy.UnitUW {
		return 1
	}
	return 1000
}

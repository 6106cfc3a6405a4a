package fit

import (
	"fmt"

	"easim/energy/diag"
)

// plausible is what a quantity of a CPU can be, in the field's own unit.
type plausible struct {
	what   string
	shown  float64 // own units in one of what is shown
	unit   string  // that is shown
	lo, hi float64
}

// plausibles are a clock of 10 MHz to 10 GHz, 0.3 to 2 V, and 0.1 mW to 50 W a
// busy CPU.
var plausibles = [fieldCount]plausible{
	fieldFreq:  {"frequency", 1e3, "MHz", 1e4, 1e7},
	fieldVolt:  {"voltage", 1e6, "V", 3e5, 2e6},
	fieldPower: {"power per busy CPU", 1e3, "mW", 100, 5e7},
}

func (p *plausible) holds(v float64) bool { return v >= p.lo && v <= p.hi }

// unitDoubts recognises numbers under the wrong unit by what CPUs can be. One
// remark a column.
func (h *head) unitDoubts(samples []Sample, list *diag.List) {
	for f, of := range [fieldCount]func(s *Sample) float64{
		fieldFreq:  func(s *Sample) float64 { return float64(s.Freq) },
		fieldVolt:  func(s *Sample) float64 { return float64(s.Volt) },
		fieldPower: func(s *Sample) float64 { return s.PowerUW / float64(s.Busy) },
	} {
		if of == nil {
			continue
		}
		p := &plausibles[f]
		for i := range samples {
			v := of(&samples[i])
			if v == 0 || p.holds(v) {
				continue
			}
			warn(list, "unit-suspect", samples[i].Line, h.unitHint(field(f), v), "a %s of %.6g %s is not plausible", p.what,
				v/p.shown, p.unit)
			break
		}
	}
}

// unitHint names the unit in which v, read in the field's own, would be plausible.
func (h *head) unitHint(f field, v float64) string {
	p, as := &plausibles[f], h.as[f]
	if f == fieldPower && h.at[f] < 0 {
		as = h.as[fieldEnergy]
	}
	for _, c := range columns {
		if c.field == as.field && c.unit != "" && p.holds(v/as.scale*c.scale) {
			return fmt.Sprintf("are these %s in a column of %s?", c.unit, as.unit)
		}
	}
	return "is the unit in the column's name right?"
}

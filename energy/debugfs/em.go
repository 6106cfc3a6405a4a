package debugfs

import (
	"cmp"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/draft"
)

// model is the energy model of one device.
type model struct {
	dev    string
	cpus   energy.CPUSet
	flags  int64 // -1 without the file
	units  string
	states []*state
	at     file // the first file of it, for messages
}

// state is one performance state; -1 is unknown.
type state struct {
	khz, power, cost, performance, inefficient int64
	at                                         file
	broken                                     bool // a value of it could not be read
}

const (
	flagReal       = 1 << 0 // EM_PERF_DOMAIN_MICROWATTS (MILLIWATTS before 6.0)
	flagArtificial = 1 << 2 // EM_PERF_DOMAIN_ARTIFICIAL
)

func (d *dump) model(dev string, f *file) *model {
	i := slices.IndexFunc(d.models, func(m *model) bool { return m.dev == dev })
	if i < 0 {
		i = len(d.models)
		d.models = append(d.models, &model{dev: dev, flags: -1, at: *f})
	}
	return d.models[i]
}

func (d *dump) emDevice(at place, f *file) {
	m := d.model(at.dev, f)
	switch at.name {
	case "cpus":
		m.cpus, _ = d.cpuList(f)
	case "flags":
		if v, ok := d.number(f); ok {
			m.flags = v
		}
	case "units":
		m.units = strings.TrimSpace(f.value)
	}
}

func (d *dump) emState(at place, f *file) {
	m := d.model(at.dev, f)
	i := slices.IndexFunc(m.states, func(s *state) bool { return s.khz == at.khz })
	if i < 0 {
		if len(m.states) == 256 {
			return
		}
		i = len(m.states)
		m.states = append(m.states, &state{khz: at.khz, power: -1, cost: -1, performance: -1, inefficient: -1, at: *f})
	}
	s := m.states[i]
	v, ok := d.number(f)
	s.broken = s.broken || !ok
	if !ok {
		return
	}
	switch at.name {
	case "power":
		s.power = v
	case "cost":
		s.cost = v
	case "performance":
		s.performance = v
	case "inefficient":
		s.inefficient = v
	case "frequency":
		if v != s.khz {
			d.warn("em-frequency", f, "the directory's counts", "frequency %d in the directory of %d kHz", v, s.khz)
		}
	}
}

// finish orders the states and complains about those without a power. What could
// not be read has been reported already.
func (d *dump) finish(m *model) {
	slices.SortFunc(m.states, func(a, b *state) int { return cmp.Compare(a.khz, b.khz) })
	m.states = slices.DeleteFunc(m.states, func(s *state) bool {
		if s.power < 0 && !s.broken {
			f := s.at
			d.fail(
				"em-power",
				&f,
				"the dump may be cut off there; collect it again",
				"state %d kHz of %s has no power",
				s.khz,
				m.dev,
			)
		}
		return s.power < 0
	})
}

// isCPU reports whether a device of the energy model is CPUs: devices such as GPUs
// have no list of them.
func (m *model) isCPU() bool {
	_, isCPU := numbered(m.dev, "cpu")
	_, isPD := numbered(m.dev, "pd")
	return isCPU || isPD || !m.cpus.Empty()
}

// scale is the unit of a model's powers; see the package comment for the history.
type scale struct {
	unit string
	why  string
}

func (m *model) scale() scale {
	if n := len(m.states); n > 0 {
		top := m.states[n-1]
		if top.power > 0 && top.cost == 1000*top.power && m.flags&flagArtificial <= 0 && m.flags != 0 {
			return scale{energy.UnitMW, "milliwatts: the cost at the top is 1000 times the power, as Linux 5.15 to 5.19 have it"}
		}
	}
	switch {
	case m.units == "milliWatts":
		return scale{energy.UnitMW, "milliwatts: units says so"}
	case m.units != "":
		return scale{energy.UnitBogoMW, "an abstract scale: units is " + m.units}
	case m.flags < 0:
		return scale{energy.UnitMW, "milliwatts, truncated: there is no flags file, as before Linux 5.16"}
	case m.flags&flagArtificial != 0:
		return scale{energy.UnitBogoMW, "an abstract scale: flags has the artificial bit"}
	case m.flags&flagReal != 0:
		return scale{energy.UnitUW, "microwatts: flags bit 0"}
	}
	return scale{energy.UnitBogoMW, "an abstract scale: flags bit 0 is clear"}
}

// usable reports whether the powers say anything: an artificial model may have
// placeholders, since only costs count there.
func (m *model) usable() bool {
	if len(m.states) == 0 {
		return false
	}
	first := m.states[0].power
	return m.flags < 0 || m.flags&flagArtificial == 0 ||
		slices.ContainsFunc(m.states, func(s *state) bool { return s.power != first && s.power > 0 })
}

// checkMarks compares the kernel's marks of inefficient states with what the
// powers give by the formula of 6.12.
func (d *dump) checkMarks(m *model, capacity []energy.Capacity, unit string) {
	if len(capacity) != len(m.states) || len(capacity) == 0 {
		return
	}
	freq := make([]energy.KHz, len(m.states))
	power := make([]int64, len(m.states))
	for i, s := range m.states {
		freq[i], power[i] = energy.KHz(s.khz), s.power
		if unit == energy.UnitMW {
			power[i] *= 1000
		}
	}
	pd, err := energy.NewPerfDomain(m.cpus, capacity[len(capacity)-1], freq, power, false)
	if err != nil {
		return // the law is reported with the platform
	}
	for i, s := range m.states {
		if s.inefficient >= 0 && (s.inefficient != 0) != pd.States[i].Inefficient {
			f := s.at
			d.warn("em-inefficient", &f, "the kernel was another one than 6.12, or the powers have been edited",
				"the kernel marks %d kHz of %s as inefficient %d; by its powers it is %v", s.khz, m.dev, s.inefficient,
				pd.States[i].Inefficient)
			return
		}
	}
}

// row is the power table's row of the model.
func (m *model) row(capacity []energy.Capacity) energy.TableDomain {
	td := energy.TableDomain{CPUs: m.cpus, Capacity: capacity}
	for _, s := range m.states {
		td.CoreBusy = append(td.CoreBusy, energy.Power(min(s.power, int64(energy.MaxPower)+1)))
	}
	return td
}

// capacity is the performance of each state, or what the kernel computes from the
// capacity of the CPU; nil if neither is known.
func (m *model) capacity(top int64) []energy.Capacity {
	var out []energy.Capacity
	opps := make([]energy.OPP, len(m.states))
	for i, s := range m.states {
		opps[i].Freq = energy.KHz(s.khz)
		if s.performance >= 0 {
			out = append(out, energy.Capacity(min(s.performance, 1<<20)))
		}
	}
	if len(out) == len(m.states) {
		return out
	}
	if top <= 0 || top > 1<<20 {
		return nil
	}
	return draft.Performance(opps, energy.Capacity(top))
}

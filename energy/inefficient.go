package energy

// Waste is an OPP that costs no less per unit of work than a higher one.
type Waste struct {
	OPP    int // index of the wasteful OPP
	Better int // the cheapest of the higher ones

	Cost, Least float64 // of OPP and of Better
	Measure     string  // what Cost counts: "per MHz", "per unit of capacity", "by the kernel's cost"
}

// Inefficient finds the wasteful OPPs of a row of t, in ascending order. It
// judges no further than the numbers carry. A table of kind em in microwatts is
// judged in the kernel's integers (see [NewPerfDomain]): these OPPs a kernel
// marks. Any other number stands for an interval, since it was truncated or
// rounded to the table's unit (microwatts that are all whole milliwatts, to
// those): power p means p-1/2 to p+1, and an OPP is wasteful only if it is so
// wherever in their intervals the true values lie. Two powers of 42 and 58 mW
// often decide nothing. Work follows frequency, which is exact, where the
// capacities do; elsewhere a capacity is an interval as well.
//
// Nil for a table of kind measured, whose powers hold the shared part, and for a
// row that breaks laws.
func (p *Platform) Inefficient(t *PowerTable, td *TableDomain) []Waste {
	fd := p.domainOfRow(td)
	if t.Kind == TableMeasured || fd == nil || !td.sound(fd) {
		return nil
	}
	if t.Kind == TableEM && t.Unit == UnitUW && td.resolution(t) == 1 {
		return p.kernelInefficient(t, td, fd)
	}
	var out []Waste
	best := len(td.CoreBusy) - 1
	for i := best - 1; i >= 0; i-- {
		if td.surelyNoCheaper(t, fd, i, best) {
			out = append([]Waste{td.waste(fd, i, best)}, out...)
		} else if lessCost(td.CoreBusy[i], fd.OPPs[i].Freq, td.CoreBusy[best], fd.OPPs[best].Freq) {
			best = i
		}
	}
	return out
}

// kernelInefficient returns what the kernel marks.
func (p *Platform) kernelInefficient(t *PowerTable, td *TableDomain, fd *FreqDomain) []Waste {
	n := len(fd.OPPs)
	freq, power := make([]KHz, n), make([]int64, n)
	for i := range fd.OPPs {
		freq[i], power[i] = fd.OPPs[i].Freq, int64(td.CoreBusy[i])*t.unitUW()
	}
	pd, err := NewPerfDomain(td.CPUs, td.Capacity[n-1], freq, power, false)
	if err != nil {
		return nil // a power or capacity of 0 is reported elsewhere
	}
	var out []Waste
	best := n - 1
	for i := n - 1; i >= 0; i-- {
		if pd.States[i].Inefficient {
			out = append([]Waste{{
				OPP: i, Better: best, Cost: float64(pd.States[i].Cost), Least: float64(pd.States[best].Cost),
				Measure: "by the kernel's cost",
			}}, out...)
		} else {
			best = i
		}
	}
	return out
}

// waste describes what [TableDomain.surelyNoCheaper] found.
func (d *TableDomain) waste(fd *FreqDomain, i, j int) Waste {
	w := Waste{OPP: i, Better: j, Measure: "per MHz"}
	xi, xj := float64(fd.OPPs[i].Freq)/1000, float64(fd.OPPs[j].Freq)/1000
	if !d.followsFrequency(fd) {
		w.Measure = "per unit of capacity"
		xi, xj = float64(d.Capacity[i]), float64(d.Capacity[j])
	}
	w.Cost, w.Least = float64(d.CoreBusy[i])/xi, float64(d.CoreBusy[j])/xj
	return w
}

// domainOfRow is the frequency domain of a row, or nil.
func (p *Platform) domainOfRow(td *TableDomain) *FreqDomain {
	first := td.CPUs.First()
	if first < 0 || int(first) >= len(p.CPUs) {
		return nil
	}
	d := p.CPUs[first].Domain
	if d < 0 || d >= len(p.FreqDomains) {
		return nil
	}
	return &p.FreqDomains[d]
}

// sound reports whether the row has a capacity and a core power for each OPP of
// its domain, so that they can be compared.
func (d *TableDomain) sound(fd *FreqDomain) bool {
	if len(fd.OPPs) == 0 || len(d.Capacity) != len(fd.OPPs) || len(d.CoreBusy) != len(fd.OPPs) || !fd.ascending() {
		return false
	}
	for i := range d.Capacity {
		if d.Capacity[i] < 1 || d.Capacity[i] > CapacityScale || d.CoreBusy[i] < 0 || d.CoreBusy[i] > MaxPower {
			return false
		}
	}
	return true
}

// resolution is the step of the row's numbers in the table's unit: 1, or 1000
// for microwatts that are whole milliwatts.
func (d *TableDomain) resolution(t *PowerTable) int64 {
	if t.Unit != UnitUW {
		return 1
	}
	for _, w := range d.CoreBusy {
		if w%1000 != 0 {
			return 1
		}
	}
	return 1000
}

// surelyNoCheaper reports whether the cost of OPP i is at least that of the
// higher OPP j over all of their intervals, in integers:
//
//	(p_i - u/2) / x_i  >=  (p_j + u) / x_j
func (d *TableDomain) surelyNoCheaper(t *PowerTable, fd *FreqDomain, i, j int) bool {
	u := d.resolution(t)
	low, high := 2*int64(d.CoreBusy[i])-u, 2*int64(d.CoreBusy[j])+2*u
	xi, xj := int64(fd.OPPs[i].Freq), int64(fd.OPPs[j].Freq)
	if !d.followsFrequency(fd) {
		xi, xj = 2*int64(d.Capacity[i])+2, 2*int64(d.Capacity[j])-1
	}
	return low*xj >= high*xi
}

// followsFrequency reports whether the capacities are those of frequency but for
// rounding.
func (d *TableDomain) followsFrequency(fd *FreqDomain) bool {
	last := len(fd.OPPs) - 1
	for i, c := range d.Capacity {
		want := emPerformance(d.Capacity[last], fd.OPPs[i].Freq, fd.OPPs[last].Freq)
		if c < want-1 || c > want+1 {
			return false
		}
	}
	return true
}

// lessCost reports whether power a at frequency fa is less per cycle than b at
// fb.
func lessCost(a Power, fa KHz, b Power, fb KHz) bool { return int64(a)*int64(fb) < int64(b)*int64(fa) }

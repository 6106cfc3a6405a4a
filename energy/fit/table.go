package fit

import (
	"math"
	"slices"
	"strings"

	"easim/energy"
	"easim/energy/diag"
)

// TableOptions say what kind of power table to make of a fit. The zero value
// makes an eas1x table called "fit" in µW.
type TableOptions struct {
	Name string // "" is "fit"

	// Kind is eas1x (core and cluster cost), measured (the samples themselves) or
	// em (the core cost alone). Invalid means eas1x, or em if the samples do not
	// tell core from cluster.
	Kind energy.TableKind

	Unit   string // "" is uW
	Source string // what was measured, how and where; the file's name at least

	// CapacityTable names the platform's table that the capacities come from where
	// the samples have no score; "" is the first of kind eas1x, em, measured.
	CapacityTable string
}

// Table makes a power table for platform p, with its provenance. Idle costs stay
// unknown. With errors in the list, each saying what the samples lack, there is
// no table.
func (r *Result) Table(p *energy.Platform, o TableOptions) (energy.PowerTable, diag.List) {
	m := maker{r: r, p: p, o: o}
	m.list = append(m.list, r.Warnings.Only(diag.Error)...)
	m.defaults()
	t := energy.PowerTable{Name: m.o.Name, Kind: m.o.Kind, Unit: m.o.Unit}
	sets := p.Islands()
	if t.Kind == energy.TableEM {
		sets = nil
		for i := range p.FreqDomains {
			sets = append(sets, p.FreqDomains[i].CPUs)
		}
	}
	for _, cpus := range sets {
		m.find(cpus)
	}
	for i := range m.rows {
		if !m.list.HasErrors() {
			t.Domains = append(t.Domains, m.domain(&m.rows[i]))
		}
	}
	if m.list.HasErrors() {
		return energy.PowerTable{}, m.list
	}
	t.Source, t.Trust, t.Notes = m.source(), m.trust(), r.notes()
	return t, m.list
}

// maker makes one table.
type maker struct {
	r    *Result
	p    *energy.Platform
	o    TableOptions
	list diag.List
	rows []row
}

// row is what a row of the table is made of.
type row struct {
	cpus  energy.CPUSet
	c     *Cluster
	opps  []energy.OPP
	costs []Cost // one an OPP
}

func (m *maker) defaults() {
	if m.o.Name == "" {
		m.o.Name = "fit"
	}
	if m.o.Unit == "" {
		m.o.Unit = energy.UnitUW
	}
	if m.o.Kind == energy.TableInvalid {
		m.o.Kind = energy.TableEAS1x
		if !m.r.separable() {
			m.o.Kind = energy.TableEM
		}
	}
}

// separable reports whether every OPP has a cluster cost.
func (r *Result) separable() bool {
	for i := range r.Clusters {
		for j := range r.Clusters[i].OPPs {
			if r.Clusters[i].OPPs[j].Cluster == nil {
				return false
			}
		}
	}
	return true
}

// find looks up the costs of the CPUs of one island or frequency domain.
func (m *maker) find(cpus energy.CPUSet) {
	c := m.clusterOf(cpus)
	if c == nil {
		fail(&m.list, "no-samples", 0, "measure them as well", "no samples of CPUs %s of platform %s", cpus, m.p.Name)
		return
	}
	r := row{cpus: cpus, c: c, opps: m.p.FreqDomains[m.p.CPUs[cpus.First()].Domain].OPPs}
	for _, opp := range r.opps {
		k, ok := c.price(opp)
		if !ok {
			fail(&m.list, "no-samples", 0, "measure it, or fit the formula, which needs voltages",
				"%s: no samples at %d kHz, an OPP of platform %s", c.Label, opp.Freq, m.p.Name)
		}
		r.costs = append(r.costs, k)
	}
	m.rows = append(m.rows, r)
}

func (m *maker) domain(r *row) energy.TableDomain {
	d := energy.TableDomain{CPUs: r.cpus, Capacity: m.capacity(r)}
	if m.o.Kind == energy.TableMeasured {
		m.busy(&d, r.c, r.opps)
	} else {
		m.costs(&d, r.c, r.costs)
	}
	return d
}

func (m *maker) clusterOf(cpus energy.CPUSet) *Cluster {
	for i := range m.r.Clusters {
		c := &m.r.Clusters[i]
		if s, err := CPUsOf(m.p, c.Label); err == nil && s.Intersects(cpus) {
			return c
		}
	}
	return nil
}

// price returns the costs at an OPP: the fitted ones, or the formula's.
func (c *Cluster) price(opp energy.OPP) (Cost, bool) {
	i := slices.IndexFunc(c.OPPs, func(k Cost) bool { return k.Freq == opp.Freq })
	if i >= 0 {
		return c.OPPs[i], true
	}
	if c.Law == nil || opp.Volt == 0 {
		return Cost{}, false
	}
	core, shared := c.Law.At(opp.Freq, opp.Volt)
	return Cost{Freq: opp.Freq, Volt: opp.Volt, Core: Estimate{Value: core}, Cluster: &Estimate{Value: shared}}, true
}

// At returns what one busy core and the shared part draw at any frequency and
// voltage, µW.
func (l *Law) At(freq energy.KHz, volt energy.MicroVolt) (coreUW, clusterUW float64) {
	t := terms(1, freq, volt)
	sum := func(k int, e *Estimate) float64 {
		if e == nil {
			return 0
		}
		return e.Value * t[k]
	}
	return sum(0, l.CoreCoef) + sum(1, l.CoreLeak), sum(2, l.ClusterCoef) + sum(3, l.ClusterLeak)
}

func (m *maker) costs(d *energy.TableDomain, c *Cluster, costs []Cost) {
	for _, k := range costs {
		d.CoreBusy = append(d.CoreBusy, m.power(c, k.Freq, k.Core.Value))
		if m.o.Kind != energy.TableEAS1x {
			continue
		}
		if k.Cluster == nil {
			fail(&m.list, "not-separable", 0, "measure with two or more numbers of busy CPUs, or make a table of kind em",
				"%s at %d kHz: no cluster cost", c.Label, k.Freq)
			return
		}
		d.ClusterBusy = append(d.ClusterBusy, m.power(c, k.Freq, k.Cluster.Value))
	}
}

// busy takes the samples themselves, repeated ones as their mean.
func (m *maker) busy(d *energy.TableDomain, c *Cluster, opps []energy.OPP) {
	d.Busy = make([][]energy.Power, d.CPUs.Len())
	for n := range d.Busy {
		for _, opp := range opps {
			sum, count := 0.0, 0
			for i := range c.Points {
				if p := &c.Points[i]; p.Busy == n+1 && p.Freq == opp.Freq && !(p.Outlier && m.r.Options.DropOutliers) {
					sum += p.PowerUW
					count++
				}
			}
			if count == 0 {
				fail(&m.list, "no-samples", 0, "measure it, or make a table of kind eas1x",
					"%s: no sample with %d busy CPUs at %d kHz", c.Label, n+1, opp.Freq)
				return
			}
			d.Busy[n] = append(d.Busy[n], m.power(c, opp.Freq, sum/float64(count)))
		}
	}
}

func (m *maker) power(c *Cluster, freq energy.KHz, uw float64) energy.Power {
	v := math.Round(uw / unitUW(m.o.Unit))
	if !(v >= 0 && v <= float64(energy.MaxPower)) {
		fail(&m.list, "power-range", 0, "", "%s at %d kHz: a power of %g %s is out of range", c.Label, freq, v, m.o.Unit)
		return 0
	}
	return energy.Power(v)
}

// notes is what was doubted, a line each.
func (r *Result) notes() string {
	var lines []string
	for _, w := range r.Warnings.Only(diag.Warning) {
		lines = append(lines, w.Summary)
	}
	if len(lines) == 0 {
		return ""
	}
	return "Doubts of the fit:\n" + strings.Join(lines, "\n")
}

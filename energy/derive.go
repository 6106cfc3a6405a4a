package energy

import "fmt"

// ModelTable returns the table of kind k that the scheduler shall believe: the
// platform's first of that kind, else one derived from the other kind, with a
// warning that says how. The warning is "" if nothing was derived.
func (p *Platform) ModelTable(k TableKind) (t *PowerTable, warning string, err error) {
	if t := p.TableOfKind(k); t != nil {
		return t, "", nil
	}
	var derived PowerTable
	switch k {
	case TableEM:
		derived, warning, err = p.DeriveEM()
	case TableEAS1x:
		derived, warning, err = p.DeriveEAS1x()
	default:
		err = fmt.Errorf("energy: platform %s has no table of kind %s, and it cannot be derived", p.Name, k)
	}
	if err != nil {
		return nil, "", err
	}
	return &derived, warning, nil
}

// DeriveEM makes a table of kind em from the platform's first table of kind
// eas1x: the power of a busy CPU is the busy cost of the core, the capacity at
// the top OPP stays and the others follow the kernel's formula (see
// [NewPerfDomain]). Cluster cost and idle cost are lost. A busy cost of 0
// becomes 1, since an energy model knows no free state. Where a frequency domain
// spans several rows (HiKey 620) the first one counts.
func (p *Platform) DeriveEM() (PowerTable, string, error) {
	src := p.TableOfKind(TableEAS1x)
	if src == nil {
		return PowerTable{}, "", fmt.Errorf("energy: platform %s has no eas1x table to derive an em table from", p.Name)
	}
	t := PowerTable{
		Name:   "em-derived",
		Kind:   TableEM,
		Unit:   src.Unit,
		Source: fmt.Sprintf("derived from the core busy cost of table %s: %s", src.Name, src.Source),
		Trust:  "low: another measurement method than the kernel's energy model assumes; no shared part",
	}
	for i := range p.FreqDomains {
		fd := &p.FreqDomains[i]
		row := src.DomainOf(fd.CPUs.First())
		if row == nil || len(row.CoreBusy) != len(fd.OPPs) {
			return PowerTable{}, "", fmt.Errorf("energy: table %q does not fit the frequency domain of CPUs %s",
				src.Name, fd.CPUs)
		}
		d := TableDomain{CPUs: fd.CPUs}
		top, last := src.TopCapacity(fd.CPUs.First()), fd.OPPs[len(fd.OPPs)-1].Freq
		for j := range fd.OPPs {
			d.Capacity = append(d.Capacity, emPerformance(top, fd.OPPs[j].Freq, last))
			d.CoreBusy = append(d.CoreBusy, max(row.CoreBusy[j], 1))
		}
		t.Domains = append(t.Domains, d)
	}
	const how = "platform %s has no em table: derived one from the core busy cost of %s; " +
		"cluster and idle cost are left out"
	warning := fmt.Sprintf(how, p.Name, src.Name)
	return t, warning, nil
}

// DeriveEAS1x makes a table of kind eas1x from the platform's first table of
// kind em, one row an island: the core busy cost is the power of a busy CPU, the
// cluster cost is 0 and the idle cost unknown.
func (p *Platform) DeriveEAS1x() (PowerTable, string, error) {
	src := p.TableOfKind(TableEM)
	if src == nil {
		return PowerTable{}, "", fmt.Errorf("energy: platform %s has no em table to derive an eas1x table from", p.Name)
	}
	t := PowerTable{
		Name:   "eas1x-derived",
		Kind:   TableEAS1x,
		Unit:   src.Unit,
		Source: fmt.Sprintf("derived from table %s: %s", src.Name, src.Source),
		Trust:  "low: no cluster cost, no idle cost",
	}
	for _, island := range p.Islands() {
		row := src.DomainOf(island.First())
		if row == nil {
			return PowerTable{}, "", fmt.Errorf("energy: table %q has no row for CPUs %s", src.Name, island)
		}
		t.Domains = append(t.Domains, TableDomain{
			CPUs:        island,
			Capacity:    append([]Capacity(nil), row.Capacity...),
			CoreBusy:    append([]Power(nil), row.CoreBusy...),
			ClusterBusy: make([]Power, len(row.CoreBusy)),
		})
	}
	warning := fmt.Sprintf("platform %s has no eas1x table: derived one from %s with cluster cost 0 and idle cost unknown",
		p.Name, src.Name)
	return t, warning, nil
}

package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"easim/eas/report/wording"
	"easim/energy"
)

// Platforms is the list of boards.
func Platforms(list []*energy.Platform) *Table {
	t := &Table{Columns: []Column{{"name", Left}, {"also", Below}, {"CPUs", Left}, {"tables", Below}, {"board", Left}}}
	for _, p := range list {
		var clusters, tables []string
		for i := range p.Clusters {
			c := &p.Clusters[i]
			clusters = append(clusters, fmt.Sprintf("%d %s", c.CPUs.Len(), c.Kind))
		}
		for i := range p.Tables {
			tables = append(tables, p.Tables[i].Name)
		}
		t.Add(p.Name, strings.Join(p.Aliases, ", "), strings.Join(clusters, " + "), strings.Join(tables, ", "), p.Title)
	}
	return t
}

// Platform is a board as text for a person: structure, speeds, idle states, power
// tables, sources.
func Platform(p *energy.Platform, style Style) []byte {
	d := platformText{p: p, style: style}
	d.printf("%s\n%s\n", style.bold(p.Name+": "+p.Title), wrap(p.Source, 0))
	for i := range p.Clusters {
		d.cluster(&p.Clusters[i])
	}
	for i := range p.Tables {
		d.powerTable(&p.Tables[i])
	}
	if p.Notes != "" {
		d.section("Notes")
		for line := range strings.SplitSeq(p.Notes, "\n") {
			d.printf("%s\n", strings.TrimRight("  "+line, " "))
		}
	}
	return d.b.Bytes()
}

type platformText struct {
	p     *energy.Platform
	style Style
	b     bytes.Buffer
}

func (d *platformText) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *platformText) section(title string) { d.printf("\n%s\n", d.style.bold(title)) }

func (d *platformText) cluster(c *energy.Cluster) {
	d.section(fmt.Sprintf("%s: CPUs %s (%s)", c.Name, c.CPUs, c.Kind))
	first := c.CPUs.First()
	typ := &d.p.Types[d.p.CPUs[first].Type]
	fd := &d.p.FreqDomains[d.p.CPUs[first].Domain]
	d.printf("  %s, clocked with CPUs %s, transition latency %s\n", typ.Name, fd.CPUs, latencyUS(fd.TransitionLatencyUS))
	t := &Table{Indent: 2, Columns: []Column{{"MHz", Right}, {"mV", Right}}}
	for i := range typ.Rates {
		head := "rate " + typ.Rates[i].Name
		if i == 0 && len(typ.Rates) > 1 {
			head += " (default)"
		}
		t.Columns = append(t.Columns, Column{head, Right})
	}
	for opp := range fd.OPPs {
		row := []string{wording.MHz(strconv.FormatInt(int64(fd.OPPs[opp].Freq), 10)), millivolt(fd.OPPs[opp].Volt)}
		for i := range typ.Rates {
			row = append(row, rate(typ.Rates[i].Int[opp]))
		}
		t.Add(row...)
	}
	d.b.Write(t.Text(d.style))
	idle := &Table{Indent: 2, Columns: []Column{
		{"idle state", Left}, {"level", Left}, {"entry µs", Right}, {"exit µs", Right}, {"residency µs", Right},
	}}
	for _, s := range c.IdleStates {
		idle.Add(s.Name, s.Level.String(), count(s.EntryUS), count(s.ExitUS), count(s.ResidencyUS))
	}
	d.b.Write(idle.Text(d.style))
}

func (d *platformText) powerTable(t *energy.PowerTable) {
	title := fmt.Sprintf("Table %s: kind %s, %s", t.Name, t.Kind, t.Unit)
	if t.DefaultMeter {
		title += " (default meter)"
	}
	d.section(title)
	for i := range t.Domains {
		d.domain(&t.Domains[i])
	}
	d.printf("%s\n", wrap("source: "+t.Source, 2))
	if t.Trust != "" {
		d.printf("%s\n", wrap("trust: "+t.Trust, 2))
	}
	if t.Notes != "" {
		d.printf("%s\n", wrap(strings.ReplaceAll(strings.TrimSpace(t.Notes), "\n", " "), 2))
	}
}

func (d *platformText) domain(dom *energy.TableDomain) {
	tab := &Table{Indent: 2, Columns: []Column{{"CPUs " + dom.CPUs.String(), Left}, {"capacity", Right}}}
	var rows [][]energy.Power
	add := func(head string, powers []energy.Power) {
		if powers != nil {
			tab.Columns = append(tab.Columns, Column{head, Right})
			rows = append(rows, powers)
		}
	}
	add("core busy", dom.CoreBusy)
	add("cluster busy", dom.ClusterBusy)
	for n := range dom.Busy {
		add(strconv.Itoa(n+1)+" busy", dom.Busy[n])
	}
	fd := &d.p.FreqDomains[d.p.CPUs[dom.CPUs.First()].Domain]
	for opp := range fd.OPPs {
		row := []string{wording.MHz(strconv.FormatInt(int64(fd.OPPs[opp].Freq), 10)) + " MHz", capacity(dom, opp)}
		for _, powers := range rows {
			row = append(row, powerText(powers, opp))
		}
		tab.Add(row...)
	}
	d.b.Write(tab.Text(d.style))
	d.idlePowers(dom)
}

// idlePowers shows the idle powers, one column a state.
func (d *platformText) idlePowers(dom *energy.TableDomain) {
	if dom.CoreIdle == nil && dom.ClusterIdle == nil {
		d.printf("  idle power is not known\n")
		return
	}
	states := d.p.Clusters[d.p.CPUs[dom.CPUs.First()].Cluster].IdleStates
	t := &Table{Indent: 2, Columns: []Column{{"idle", Left}, {"active", Right}}}
	for _, s := range states {
		t.Columns = append(t.Columns, Column{s.Name, Right})
	}
	for _, r := range [...]struct {
		name   string
		powers []energy.Power
	}{{"core", dom.CoreIdle}, {"cluster", dom.ClusterIdle}} {
		row := []string{r.name}
		for i := range len(states) + 1 {
			row = append(row, powerText(r.powers, i))
		}
		t.Add(row...)
	}
	d.b.Write(t.Text(d.style))
}

func capacity(dom *energy.TableDomain, opp int) string {
	if opp >= len(dom.Capacity) {
		return unknown
	}
	return count(int64(dom.Capacity[opp]))
}

func powerText(powers []energy.Power, i int) string {
	if i >= len(powers) || powers[i] == energy.UnknownPower {
		return unknown
	}
	return count(int64(powers[i]))
}

func rate(r energy.Rate) string {
	return strconv.FormatFloat(float64(r)/(1<<energy.RateShift), 'f', 1, 64)
}

func millivolt(v energy.MicroVolt) string {
	if v == 0 {
		return unknown
	}
	return strconv.FormatFloat(float64(v)/1000, 'f', -1, 64)
}

func latencyUS(us int64) string {
	if us == 0 {
		return "unknown (0)"
	}
	return count(us) + " µs"
}

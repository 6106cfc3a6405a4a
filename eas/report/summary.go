package report

import (
	"bytes"
	"fmt"
	"strings"

	"easim/eas"
	"easim/eas/report/wording"
)

// SummaryOptions says how much of a run the text form shows.
type SummaryOptions struct {
	Style
	AllTasks bool // every task instead of the busiest ones
}

// Summary is a run as text for a person.
func Summary(r *eas.Result, o SummaryOptions) []byte {
	s := summary{r: r, o: o}
	s.title()
	s.energy()
	s.throughput()
	s.residency()
	s.tasks()
	s.scheduler()
	s.sources()
	s.warnings()
	return s.b.Bytes()
}

// summary is a text on its way.
type summary struct {
	r *eas.Result
	o SummaryOptions
	b bytes.Buffer
}

func (s *summary) printf(format string, args ...any) { fmt.Fprintf(&s.b, format, args...) }

func (s *summary) section(title string) {
	s.printf("\n%s\n", s.o.bold(title))
}

func (s *summary) table(t *Table) { s.b.Write(t.Text(s.o.Style)) }

func (s *summary) title() {
	sc, w := &s.r.Scenario, &s.r.Window
	s.printf("%s\n", s.o.bold(fmt.Sprintf("%s on %s, %s", sc.Workload, sc.Platform, sc.Profile)))
	end := ""
	if w.Ended {
		end = ", to the end of the last task"
	}
	s.printf("measured %s after %s of warm-up%s; governor %s, idle %s, seed %d\n",
		seconds(w.LengthNS), seconds(sc.WarmupNS), end, sc.Governor, sc.Idle, sc.Seed)
}

func (s *summary) energy() {
	e := &s.r.Energy
	s.section(fmt.Sprintf("Energy, %s", e.Unit))
	t := &Table{Indent: 2, Columns: []Column{
		{"", Left},
		{"CPUs", Left},
		{"total", Right},
		{"core busy", Right},
		{"core idle", Right},
		{"cluster busy", Right},
		{"cluster idle", Right},
		{"share", Right},
		{"mean " + power(e.Unit), Right},
	}}
	d := wording.Decimals(e.Total)
	for i := range e.Clusters {
		c := &e.Clusters[i]
		t.Add(c.Name, c.CPUs, fixed(c.Total, d), maybe(c.CoreBusy, d), maybe(c.CoreIdle, d),
			maybe(c.ClusterBusy, d), maybe(c.ClusterIdle, d), share(c.Total, e.Total), s.mean(c.Total))
	}
	t.Add("total", "", fixed(e.Total, d), "", "", "", "", "", s.mean(e.Total))
	s.table(t)
	if e.Partial {
		s.printf("  %s\n", s.o.warning("lower bounds: the table does not know what idling costs"))
	}
}

// power is the unit of a mean power whose energy has the given unit.
func power(unit string) string { return strings.TrimSuffix(unit, "J") + "W" }

func (s *summary) mean(energy float64) string {
	if s.r.Window.LengthNS == 0 {
		return unknown
	}
	w := energy * 1e9 / float64(s.r.Window.LengthNS)
	return fixed(w, min(wording.Decimals(w), 1))
}

func share(part, whole float64) string {
	if whole == 0 {
		return unknown
	}
	return fixed(100*part/whole, 1) + " %"
}

func (s *summary) throughput() {
	t := s.r.Throughput
	s.section("Throughput")
	tab := &Table{Indent: 2, Columns: []Column{{"", Left}, {"", Right}, {"", Left}}}
	work := t.WorkCapacityS
	note := "capacity-s"
	if s.r.Window.LengthNS > 0 {
		note += fmt.Sprintf(" (1 = one second of capacity 1024), %s of one such CPU",
			fixed(100*work*1e9/float64(s.r.Window.LengthNS), 1)+" %")
	}
	tab.Add("work", fixed(work, wording.Decimals(work)), note)
	for _, m := range t.Metrics {
		value := unknown
		if m.Value != nil {
			value = wording.Number(*m.Value)
		}
		tab.Add(m.Name, value, strings.TrimLeft(m.Unit+" ("+m.Better+" is better)", " "))
	}
	s.table(tab)
}

func (s *summary) scheduler() {
	c, ns := &s.r.Scheduler, s.r.Window.LengthNS
	s.section("Scheduler")
	t := &Table{Indent: 2, Columns: []Column{{"", Left}, {"", Left}}}
	t.Add("above the tipping point", fmt.Sprintf("%s (%s %%), %s upward crossings",
		seconds(c.OverutilizedNS), percent(c.OverutilizedNS, ns), count(c.TippingCrossings)))
	m := &c.Migrations
	t.Add("migrations", fmt.Sprintf("%d wake-up, %d balance, %d active balance, %d fork, %d real-time, %d affinity",
		m.Wakeup, m.Balance, m.Active, m.Fork, m.RT, m.Affinity))
	t.Add("balancing", fmt.Sprintf("%d passes, %d nohz kicks", c.BalancePasses, c.NohzKicks))
	t.Add("per second", fmt.Sprintf("%s wake-ups, %s switches", perSecond(c.Wakeups, ns), perSecond(c.Switches, ns)))
	s.table(t)
}

func (s *summary) sources() {
	p := &s.r.Provenance
	s.section("Where the numbers come from")
	s.source("energy", tableLine(&p.Meter))
	if p.Model != p.Meter {
		s.source("decisions", tableLine(&p.Model))
	} else {
		s.source("decisions", "the same table")
	}
	for _, r := range p.Rates {
		s.source(r.CPUType, strings.TrimSuffix("rate set "+r.Set+": "+r.Source, ": "))
	}
	if p.Workload != "" {
		s.source("workload", p.Workload)
	}
	s.source("digest", fmt.Sprintf("%s (decisions %s), %d events", s.r.Digest, s.r.ScheduleDigest, s.r.Events))
}

// sourceWidth is the width of the names before the sources.
const sourceWidth = 12

func (s *summary) source(name, text string) {
	s.printf("  %-*s%s\n", sourceWidth, name, strings.TrimLeft(wrap(text, sourceWidth+2), " "))
}

func tableLine(t *eas.TableSource) string {
	line := fmt.Sprintf("table %s (%s, %s): %s", t.Name, t.Kind, t.Unit, t.Source)
	if t.Trust != "" {
		line += "; trust: " + t.Trust
	}
	return line
}

func (s *summary) warnings() {
	if len(s.r.Warnings) == 0 {
		return
	}
	s.section("Warnings")
	for _, w := range s.r.Warnings {
		s.printf("  %s %s\n", s.o.warning("!"), strings.TrimLeft(wrap(w, 4), " "))
	}
}

package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"easim/eas/report/wording"
	"easim/energy"
	"easim/energy/tipping"
)

// Tipping is the comparison of a board's classes of CPUs as text for a person.
func Tipping(r *tipping.Report, style Style) []byte {
	d := tippingText{r: r, style: style}
	d.head()
	d.costs()
	d.ranges()
	d.crossings()
	d.duels()
	d.limits()
	d.idle()
	for _, w := range r.Warnings {
		d.printf("\n%s", style.warning(wrap("warning: "+w, 0)))
	}
	if len(r.Warnings) > 0 {
		d.printf("\n")
	}
	return d.b.Bytes()
}

type tippingText struct {
	r     *tipping.Report
	style Style
	b     bytes.Buffer
}

func (d *tippingText) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *tippingText) section(title string) { d.printf("\n%s\n", d.style.bold(title)) }

func (d *tippingText) table(heads ...string) *Table {
	t := &Table{Indent: 2}
	for _, h := range heads {
		name, left := strings.CutPrefix(h, "<")
		align := Right
		if left {
			align = Left
		}
		t.Columns = append(t.Columns, Column{name, align})
	}
	return t
}

func (d *tippingText) show(t *Table) { d.b.Write(t.Text(d.style)) }

func (d *tippingText) head() {
	o := d.r.Options
	what := "one busy CPU, its cluster's shared part included"
	switch {
	case d.r.Kind == energy.TableEM:
		what = "one busy CPU"
	case o.CoreOnly:
		what = "the cores alone, without their clusters' shared part"
	case o.Busy > 1:
		what = fmt.Sprintf("%d busy CPUs sharing the cost of their cluster", o.Busy)
	}
	d.printf("%s\n", d.style.bold(fmt.Sprintf("%s, table %s: %s", d.r.Platform, d.r.Table, what)))
}

// opp names an OPP of a class.
func (d *tippingText) opp(class, i int) string {
	c := &d.r.Classes[class]
	return c.Name + " " + mhzOf(c.Points[i].Freq) + " MHz"
}

func mhzOf(f energy.KHz) string { return strconv.FormatFloat(float64(f)/1000, 'f', -1, 64) }

// digits is how many digits after the point costs have: four significant ones for
// the smallest.
func (d *tippingText) digits() int {
	least := 0.0
	for i := range d.r.Classes {
		for j := range d.r.Classes[i].Points {
			if c := d.r.Classes[i].Points[j].Cost(); least == 0 || c < least {
				least = c
			}
		}
	}
	switch {
	case least >= 100:
		return 2
	case least >= 10:
		return 3
	}
	return 4
}

func (d *tippingText) costs() {
	d.section(fmt.Sprintf("Cost of work, %s for each unit of capacity", d.r.Unit))
	t := d.table("<class", "<CPUs", "MHz", "capacity", "up to utilisation", "power", "cost")
	for i := range d.r.Classes {
		c := &d.r.Classes[i]
		for j := range c.Points {
			p := &c.Points[j]
			t.Add(c.Name, c.CPUs.String(), mhzOf(p.Freq), count(int64(p.Capacity)), count(int64(p.LastUtil)),
				wording.Number(p.Power()), fixed(p.Cost(), d.digits()))
		}
	}
	d.show(t)
}

func (d *tippingText) ranges() {
	d.section("Where one task is cheapest, by its utilisation")
	t := d.table("<utilisation", "<cheapest", "cost", "<else", "cost", "more")
	for _, g := range d.r.Ranges {
		span := fmt.Sprintf("%d to %d", g.From, g.To)
		if g.Best < 0 {
			t.Add(span, "none: no CPU has room (80 %)")
			continue
		}
		best := &d.r.Classes[g.Best].Points[g.OPP[g.Best]]
		row := []string{span, d.opp(g.Best, g.OPP[g.Best]), fixed(best.Cost(), d.digits())}
		if i := d.second(&g); i >= 0 {
			p := &d.r.Classes[i].Points[g.OPP[i]]
			row = append(row, d.opp(i, g.OPP[i]), fixed(p.Cost(), d.digits()), more(100*(p.Cost()/best.Cost()-1)))
		}
		t.Add(row...)
	}
	d.show(t)
}

// second is the class that comes next in a range, or -1.
func (d *tippingText) second(g *tipping.Range) int {
	next := -1
	for i, opp := range g.OPP {
		if opp < 0 || i == g.Best {
			continue
		}
		if next < 0 || d.r.Classes[i].Points[opp].Cost() < d.r.Classes[next].Points[g.OPP[next]].Cost() {
			next = i
		}
	}
	return next
}

func more(pct float64) string { return fmt.Sprintf("%+.1f %%", pct) }

func (d *tippingText) crossings() {
	d.section("Where the cheapest class changes")
	if len(d.r.Crossings) == 0 {
		d.printf("  nowhere: %s is the cheapest for every task\n", d.r.Classes[max(d.r.Ranges[0].Best, 0)].Name)
	} else {
		t := d.table("utilisation", "<change", "<why",
			fmt.Sprintf("<with the powers of a class off by %d %%", d.r.Options.Percent))
		for i := range d.r.Crossings {
			x := &d.r.Crossings[i]
			why := "cheaper there"
			if x.NoRoom {
				why = "no room left"
			}
			t.Add(count(int64(x.Util)), d.r.Classes[x.From].Name+" to "+d.r.Classes[x.To].Name, why, moved(x))
		}
		d.show(t)
	}
	for _, v := range d.r.Variants {
		if n := len(v.Crossings); n > len(d.r.Crossings) {
			d.printf("  %s %+d %%: %d changes instead of %d\n", d.r.Classes[v.Class].Name, v.Percent, n, len(d.r.Crossings))
		}
	}
}

func moved(x *tipping.Crossing) string {
	text := "stays"
	if x.Low != x.High {
		text = fmt.Sprintf("%d to %d", x.Low, x.High)
	}
	if x.Vanishes {
		text += ", or vanishes"
	}
	return text
}

func (d *tippingText) limits() {
	d.section("Tipping points (80 %)")
	t := d.table("<class", "<CPUs", "capacity", "last utilisation with room")
	for _, l := range d.r.CPUs {
		c := &d.r.Classes[l.Class]
		t.Add(c.Name, c.CPUs.String(), count(int64(l.Capacity)), count(int64(l.LastUtil)))
	}
	d.show(t)
	s := &d.r.System
	d.printf("  the board tips at the earliest with %d on one CPU of %s, at the latest above %d of %d in all\n",
		s.Earliest, d.r.Classes[s.First].Name, s.Latest, s.Capacity)
}

func (d *tippingText) idle() {
	if len(d.r.Idle) == 0 {
		return
	}
	d.section("Idle states: from which idle time on they pay")
	t := d.table("<CPUs", "<state", "<over", d.r.Unit+" saved", "in and out µs", "pays from µs", "file says µs")
	for i := range d.r.Idle {
		b := &d.r.Idle[i]
		saved, from := unknown, unknown
		if b.Known() {
			saved = count(int64(b.Shallow - b.Deep))
		}
		switch {
		case b.LowUS != nil:
			from = fmt.Sprintf("%.0f to %.0f", *b.LowUS, *b.HighUS)
		case b.Known():
			from = "never"
		}
		t.Add(b.CPUs.String(), b.State, b.Over, saved, count(b.LatencyUS), from, count(b.ResidencyUS))
	}
	d.show(t)
	d.printf("%s\n", wrap("Entering and leaving is taken to draw what a busy core draws, at the lowest and at the "+
		"highest OPP: the most that it can be. A cluster state is that of the last core and the shared part.", 2))
}

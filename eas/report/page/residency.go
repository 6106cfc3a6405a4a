package page

import (
	"fmt"
	"slices"
	"strconv"

	"easim/eas"
	"easim/eas/report/chart"
	"easim/eas/report/wording"
)

// maxResidency is how many samples the residencies are drawn of.
const maxResidency = 4

// residencyFigure shows where each CPU's time went: busy by clock, idle by state.
func residencyFigure(id string, samples []sample) *figure {
	b := &chart.Bars{Max: 100, X: chart.Axis{Label: "% of the window"}}
	b.Name, b.Title = "residency", "Where each CPU's time went"
	b.Desc = "Busy time by clock frequency, stronger is faster; then idle time by state in grey, lighter is deeper."
	t := &table{
		Caption: "Share of the window, %",
		Columns: []column{{Head: ""}, {Head: "CPU"}, {"busy", true}, {"idle", true}, {Head: "most at"}},
	}
	for i := range samples[:min(len(samples), maxResidency)] {
		s := &samples[i]
		if len(samples) > 1 {
			b.Rows = append(b.Rows, chart.Bar{Label: s.name, Heading: true})
		}
		for cpu := range s.runs[0].CPUs {
			row := cpuBar(s, cpu)
			b.Rows = append(b.Rows, row)
			busy, most := 0.0, ""
			top := 0.0
			for _, p := range row.Parts {
				if p.Paint.Ink != chart.Idle {
					busy += p.Value
				}
				if p.Value > top {
					top, most = p.Value, p.Text
				}
			}
			t.Rows = append(t.Rows, []cell{
				words(s.name), words(row.Label), num(busy, oneDigit(busy)),
				num(100-busy, oneDigit(100-busy)), words(most + " (" + oneDigit(top) + ")"),
			})
		}
	}
	b.Legend = residencyKeys(samples[:min(len(samples), maxResidency)])
	return &figure{ID: id, Chart: b, Numbers: t}
}

func oneDigit(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// cpuBar is one CPU's time. Runs of other machines than the first one's do not
// count.
func cpuBar(s *sample, cpu int) chart.Bar {
	c := &s.runs[0].CPUs[cpu]
	label := fmt.Sprintf("cpu%d %s", c.ID, c.Kind)
	row := chart.Bar{Label: label}
	share := func(of func(*eas.CPUResult) int64) float64 {
		sum, wall := 0.0, 0.0
		for _, r := range s.runs {
			if cpu < len(r.CPUs) {
				sum += float64(of(&r.CPUs[cpu]))
				wall += float64(r.CPUs[cpu].BusyNS + r.CPUs[cpu].IdleNS)
			}
		}
		if wall == 0 {
			return 0
		}
		return 100 * sum / wall
	}
	for k, f := range c.BusyFreqNS {
		v := share(func(c *eas.CPUResult) int64 { n, _ := c.BusyFreqNS.Get(f.Name); return n })
		row.Parts = append(row.Parts, chart.Part{
			Value: v, Paint: busyPaint(c.Kind, k, len(c.BusyFreqNS)), Text: wording.MHz(f.Name) + " MHz",
			Tip: fmt.Sprintf("%s, %s\nbusy at %s MHz: %s %%", s.name, label, wording.MHz(f.Name), oneDigit(v)),
		})
	}
	for k, st := range c.IdleStateNS {
		v := share(func(c *eas.CPUResult) int64 { n, _ := c.IdleStateNS.Get(st.Name); return n })
		row.Parts = append(row.Parts, chart.Part{
			Value: v, Paint: idlePaint(k, len(c.IdleStateNS)), Text: stateName(st.Name),
			Tip: fmt.Sprintf("%s, %s\n%s: %s %%", s.name, label, stateName(st.Name), oneDigit(v)),
		})
	}
	return row
}

// stateName calls active idle what it is.
func stateName(name string) string {
	if name == "active" {
		return "idle, in no state"
	}
	return "idle, " + name
}

// busyPaint is stronger for a faster clock, OPP k of n.
func busyPaint(kind string, k, n int) chart.Paint {
	if n < 2 {
		return chart.Paint{Ink: kindInk(kind)}
	}
	return chart.Paint{Ink: kindInk(kind), Alpha: 0.35 + 0.65*float64(k)/float64(n-1)}
}

// idlePaint is lighter for a deeper state, k of n.
func idlePaint(k, n int) chart.Paint {
	if n < 2 {
		return chart.Paint{Ink: chart.Idle, Alpha: 0.5}
	}
	return chart.Paint{Ink: chart.Idle, Alpha: 0.8 - 0.58*float64(k)/float64(n-1)}
}

// residencyKeys are the slowest and fastest clock of each kind of CPU, and the idle
// states.
func residencyKeys(samples []sample) []chart.Key {
	var busy, idle []chart.Key
	add := func(to *[]chart.Key, name string, p chart.Paint) {
		if !slices.ContainsFunc(*to, func(k chart.Key) bool { return k.Name == name }) {
			*to = append(*to, chart.Key{Name: name, Paint: p})
		}
	}
	for i := range samples {
		for k := range samples[i].runs[0].CPUs {
			c := &samples[i].runs[0].CPUs[k]
			if n := len(c.BusyFreqNS); n > 0 {
				add(&busy, c.Kind+" at "+wording.MHz(c.BusyFreqNS[0].Name)+" MHz", busyPaint(c.Kind, 0, n))
				add(&busy, c.Kind+" at "+wording.MHz(c.BusyFreqNS[n-1].Name)+" MHz", busyPaint(c.Kind, n-1, n))
			}
			for s, st := range c.IdleStateNS {
				add(&idle, stateName(st.Name), idlePaint(s, len(c.IdleStateNS)))
			}
		}
	}
	return append(busy, idle...)
}

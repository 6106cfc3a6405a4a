package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"easim/eas/experiment"
)

// headlines answer what a sweep was made for: which axis matters, and which point
// is the best.
func (g *Sweep) headlines() []headline {
	var out []headline
	if h, ok := g.axisHeadline(); ok {
		out = append(out, h)
	}
	if h, ok := g.bestHeadline(); ok {
		out = append(out, h)
	}
	if len(out) == 0 {
		out = append(out, headline{Words: []phrase{{"No run knows its " + shortMetric(g.speed().path) + ".", false}}})
	}
	return out
}

// swing is what an axis does to a measure: the change from its worst value to its
// best, between points that differ in nothing else.
type swing struct {
	axis, worst, best int
	change            experiment.Difference
}

// swings are those of all axes that can be told, the largest first.
func (g *Sweep) swings(m *measure) []swing {
	var out []swing
	for k := range g.axes {
		if g.axes[k].context {
			continue
		}
		s, ok := swing{axis: k}, false
		var low, high float64
		for v := range g.axes[k].values {
			d, known := g.contrast(m, k, 0, v)
			if !known {
				continue
			}
			if !ok || m.compare(d.Mean, high) > 0 {
				s.best, high = v, d.Mean
			}
			if !ok || m.compare(d.Mean, low) < 0 {
				s.worst, low = v, d.Mean
			}
			ok = true
		}
		if s.change, ok = g.contrast(m, k, s.worst, s.best); ok && s.best != s.worst {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b swing) int { return sign(math.Abs(b.change.Mean) - math.Abs(a.change.Mean)) })
	return out
}

// axisHeadline says which axis moves the performance most.
func (g *Sweep) axisHeadline() (headline, bool) {
	m := g.speed()
	all := g.swings(m)
	if len(all) == 0 {
		return headline{}, false
	}
	s := all[0]
	name := shortMetric(m.path)
	more := "more"
	if s.change.Mean < 0 {
		more = "less"
	}
	h := headline{Verdict: experiment.Unclear, Label: "what matters", Words: []phrase{
		{g.value(s.axis, s.best), true},
		{" gives ", false},
		{few(math.Abs(s.change.Mean)) + " % " + more + " " + name, true},
		{" than " + g.value(s.axis, s.worst), false},
	}}
	if e, ok := g.contrast(g.energy(), s.axis, s.worst, s.best); ok {
		h.Words = append(h.Words, phrase{" at ", false}, phrase{oneDigit(100+e.Mean) + " % of the energy", true})
	}
	h.Words = append(h.Words, phrase{".", false})
	if s.change.Known {
		h.Detail = fmt.Sprintf("95 %% interval %s, %s; over all values of the other axes. ", interval(&[2]float64{s.change.Lo, s.change.Hi}),
			plural(s.change.N, "seed"))
		if s.change.Lo > 0 || s.change.Hi < 0 {
			h.Verdict = experiment.Better
		}
	}
	for _, o := range all[1:] {
		h.Detail += fmt.Sprintf("%s moves %s by %s %% at most (best at %s). ", g.axes[o.axis].name, name, few(math.Abs(o.change.Mean)),
			g.axes[o.axis].values[o.best])
	}
	h.Detail += g.shapes(m)
	return h, true
}

// shapes says how the performance follows the axes that have an order.
func (g *Sweep) shapes(m *measure) string {
	if g.summary == nil {
		return ""
	}
	var parts []string
	for i := range g.summary.Axes {
		a := &g.summary.Axes[i]
		for _, s := range a.Shapes {
			if s.Metric != m.path || s.Form == "" {
				continue
			}
			text := "Over " + a.Name + " it " + s.Form
			switch s.Form {
			case "flat":
				text = "Over " + a.Name + " it is flat"
			case "peak", "valley":
				text = "Over " + a.Name + " it has a " + s.Form + " at " + s.At
			case "up and down":
				text = "Over " + a.Name + " it goes up and down"
			}
			if s.Knee != "" {
				text += ", with a knee at " + s.Knee
			}
			parts = append(parts, text+".")
		}
	}
	return strings.Join(parts, " ")
}

// bestHeadline sets the point of the best performance against the reference.
func (g *Sweep) bestHeadline() (headline, bool) {
	m := g.speed()
	base := g.ref[0]
	best, _, n := g.extremes(m)
	if best < 0 {
		return headline{}, false
	}
	h := headline{Words: []phrase{
		{g.name(best), true},
		{" gives the best " + shortMetric(m.path) + ", ", false},
		{strings.TrimSpace(number(g.mean(m, best)) + " " + m.unit), true},
	}}
	if best == base {
		h.Words = append(h.Words, phrase{": the reference point itself.", false})
		h.Verdict, h.Label = experiment.Same, "the reference"
		return h, true
	}
	d, ok := g.against(m, base, best)
	if !ok {
		h.Words = append(h.Words, phrase{".", false})
		return h, true
	}
	h.Words = append(h.Words, phrase{": ", false}, phrase{percent(d.Mean), true}, phrase{" against " + g.name(base), false})
	if e, ok := g.against(g.energy(), base, best); ok {
		h.Words = append(h.Words, phrase{" at ", false}, phrase{oneDigit(100+e.Mean) + " % of its energy", true})
	}
	h.Words = append(h.Words, phrase{".", false})
	h.Verdict, h.Label = experiment.Unclear, "unclear"
	if !d.Known {
		h.Detail = "One seed gives no interval; --seeds 1..5 does."
		return h, true
	}
	p := min(1, d.P*float64(max(n-1, 1)))
	if p < 0.05 {
		h.Verdict, h.Label = experiment.Better, "better"
	}
	h.Detail = fmt.Sprintf("95 %% interval %s, %s paired; p %s after correction for having picked the best of %d points (Bonferroni).",
		interval(&[2]float64{d.Lo, d.Hi}), plural(d.N, "seed"), pValue(&p, false), n)
	return h, true
}

// cards say what was run, and how far each axis moves energy and performance.
func (g *Sweep) cards() []card {
	out := []card{{"points", strconv.Itoa(len(g.points)), "", fmt.Sprintf("%d of %d runs", g.found, g.total)}}
	for _, m := range [...]*measure{g.speed(), g.energy()} {
		for _, s := range g.swings(m)[:min(2, len(g.swings(m)))] {
			out = append(out, card{
				shortMetric(m.path) + " by " + g.axes[s.axis].name, percent(s.change.Mean), "",
				g.axes[s.axis].values[s.worst] + " → " + g.axes[s.axis].values[s.best],
			})
		}
	}
	return out
}

package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/wording"
	"easim/eas/sweep"
)

// maxHeadlines is how many contexts of a sweep, or pairs of a comparison, have a
// headline of their own.
const maxHeadlines = 6

// headlines answer what a sweep was made for: which axis matters, and which point
// is the best.
func (g *Sweep) headlines() []headline {
	var out []headline
	cs := g.contexts()
	for i := range cs[:min(len(cs), maxHeadlines)] {
		if h, ok := g.axisHeadline(&cs[i]); ok {
			out = append(out, h)
		}
	}
	if len(cs) == 1 {
		if h, ok := g.bestHeadline(&cs[0]); ok {
			out = append(out, h)
		}
	}
	if len(out) == 0 || len(out) == 1 && len(g.swings(cs[0].speed, cs[0].points)) == 0 {
		if h, ok := g.effectHeadline(cs[0].speed); ok {
			out = append([]headline{h}, out...)
		}
	}
	if len(out) == 0 {
		out = append(out, headline{Words: []phrase{
			{"The points stand ", false},
			{"side by side", true},
			{": no two differ in one axis only that leaves platform and workload the same.", false},
		}})
	}
	return out
}

// swing is what an axis does to a measure: the change from its worst value to its
// best, between points that differ in nothing else.
type swing struct {
	axis, worst, best int
	change            compare.Difference
}

// swings are those of all axes that can be told, the largest first.
func (g *Sweep) swings(m *measure, points []int) []swing {
	var out []swing
	for k := range g.axes {
		if g.axes[k].context {
			continue
		}
		s, others := swing{axis: k}, 0 // values beside the first that can be told from it
		var low, high float64
		for v := range g.axes[k].values {
			d, known := g.contrast(m, points, k, 0, v)
			if v == 0 || !known {
				continue
			}
			others++
			if m.compare(d.Mean, high) > 0 {
				s.best, high = v, d.Mean
			}
			if m.compare(d.Mean, low) < 0 {
				s.worst, low = v, d.Mean
			}
		}
		change, ok := g.contrast(m, points, k, s.worst, s.best)
		if s.change = change; ok && others > 0 {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b swing) int { return sign(math.Abs(b.change.Mean) - math.Abs(a.change.Mean)) })
	return out
}

// axisHeadline says which axis moves the performance most.
func (g *Sweep) axisHeadline(c *context) (headline, bool) {
	all := g.swings(c.speed, c.points)
	if len(all) == 0 {
		return headline{}, false
	}
	s := all[0]
	name := wording.Metric(c.speed.path)
	where := "."
	if c.label != "" {
		where = " (" + c.label + ")."
	}
	if s.worst == s.best {
		return headline{Verdict: compare.Same, Label: "same", Words: []phrase{
			{g.axes[s.axis].name, true},
			{" makes ", false},
			{"no difference", true},
			{" to " + name + where, false},
		}}, true
	}
	more := "more"
	if s.change.Mean < 0 {
		more = "less"
	}
	h := headline{Verdict: compare.Unclear, Label: "unclear", Words: []phrase{
		{g.value(s.axis, s.best), true},
		{" gives ", false},
		{few(math.Abs(s.change.Mean)) + " % " + more + " " + name, true},
		{" than " + g.value(s.axis, s.worst), false},
	}}
	if e, ok := g.contrast(g.energy(), c.points, s.axis, s.worst, s.best); ok {
		h.Words = append(h.Words, phrase{" at ", false}, phrase{oneDigit(100+e.Mean) + " % of the energy", true})
	}
	h.Words = append(h.Words, phrase{where, false})
	if s.change.Known {
		h.Detail = fmt.Sprintf("95 %% interval %s, %s; over all values of the other axes. ",
			interval(&[2]float64{s.change.Lo, s.change.Hi}), wording.Plural(s.change.N, "seed"))
		if s.change.Lo > 0 || s.change.Hi < 0 {
			h.Verdict, h.Label = compare.Better, "what matters"
		}
	}
	for _, o := range all[1:] {
		h.Detail += fmt.Sprintf("%s moves %s by %s %% at most (best at %s). ",
			g.axes[o.axis].name, name, few(math.Abs(o.change.Mean)), g.axes[o.axis].values[o.best])
	}
	if c.label == "" {
		h.Detail += g.shapes(c.speed)
	}
	return h, true
}

// effectHeadline says which axis explains most of what a measure does between the
// points of a sample, no two of which differ in one axis only.
func (g *Sweep) effectHeadline(m *measure) (headline, bool) {
	if g.summary == nil {
		return headline{}, false
	}
	for _, e := range g.summary.Effects {
		if e.Metric != m.path || len(e.Main) == 0 {
			continue
		}
		most := slices.MaxFunc(e.Main, func(a, b sweep.Effect) int { return sign(a.SharePct - b.SharePct) })
		return headline{Words: []phrase{
			{most.Axes[0], true},
			{" explains ", false},
			{oneDigit(most.SharePct) + " % of what " + wording.Metric(m.path) + " does", true},
			{" between the points, more than any other axis.", false},
		}, Detail: sentence("share of the variance, by "+e.Method) + " " + g.shapes(m)}, true
	}
	return headline{}, false
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
				text = "Over " + a.Name + " " + flat(&s)
			case "rises", "falls":
				if s.Trend {
					text += " on the whole"
				}
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

// flat says that no change along an axis is known.
func flat(s *sweep.Shape) string {
	switch {
	case s.Trend:
		return "it has no trend that the sample can tell"
	case s.SpanPct == 0:
		return "it is flat"
	}
	return "no step from one value to the next is sure (at 5 % over all steps together)"
}

// bestHeadline sets the point of the best performance against the reference.
func (g *Sweep) bestHeadline(c *context) (headline, bool) {
	m := c.speed
	base := c.points[0]
	best, _, n := g.extremes(m, c.points)
	if best < 0 {
		return headline{}, false
	}
	h := headline{Words: []phrase{
		{g.name(best), true},
		{" gives the best " + wording.Metric(m.path) + ", ", false},
		{strings.TrimSpace(number(g.mean(m, best)) + " " + m.unit), true},
	}}
	if best == base {
		h.Words = append(h.Words, phrase{": the reference point itself.", false})
		h.Verdict, h.Label = compare.Same, "the reference"
		return h, true
	}
	d, ok := g.against(m, base, best)
	if !ok {
		h.Words = append(h.Words, phrase{".", false})
		return h, true
	}
	h.Words = append(
		h.Words,
		phrase{": ", false},
		phrase{percent(d.Mean), true},
		phrase{" against " + g.name(base), false},
	)
	if e, ok := g.against(g.energy(), base, best); ok {
		h.Words = append(h.Words, phrase{" at ", false}, phrase{oneDigit(100+e.Mean) + " % of its energy", true})
	}
	h.Words = append(h.Words, phrase{".", false})
	h.Verdict, h.Label = compare.Unclear, "unclear"
	if !d.Known {
		h.Detail = "One seed gives no interval; --seeds 1..5 does."
		return h, true
	}
	p := min(1, d.P*float64(max(n-1, 1)))
	if p < 0.05 {
		h.Verdict, h.Label = compare.Better, "better"
	}
	h.Detail = fmt.Sprintf(
		"95 %% interval %s, %s paired; p %s after correction for having picked the best of %d points (Bonferroni).",
		interval(&[2]float64{d.Lo, d.Hi}),
		wording.Plural(d.N, "seed"),
		wording.Probability(&p, false),
		n,
	)
	return h, true
}

// cards say what was run, and how far each axis moves energy and performance.
func (g *Sweep) cards() []card {
	out := []card{{"points", strconv.Itoa(len(g.points)), "", fmt.Sprintf("%d of %d runs", g.found, g.total)}}
	cs := g.contexts()
	if len(cs) > 1 {
		return append(out, card{"platforms and workloads", strconv.Itoa(len(cs)), "", "compared within each only"})
	}
	for _, m := range [...]*measure{cs[0].speed, g.energy()} {
		all := g.swings(m, cs[0].points)
		for _, s := range all[:min(2, len(all))] {
			a := &g.axes[s.axis]
			out = append(
				out,
				card{
					wording.Metric(m.path) + " by " + a.name,
					percent(s.change.Mean),
					"",
					a.values[s.worst] + " → " + a.values[s.best],
				},
			)
		}
	}
	return out
}

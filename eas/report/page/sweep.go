package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"easim/eas"
	"easim/eas/report/wording"
	"easim/eas/sweep"
)

// maxPoints is how many points the table of a sweep holds.
const maxPoints = 1000

// sweepChapter is the chapter of runs over several axes.
func sweepChapter(name string, g *Sweep, tls []Timeline) *chapter {
	var names, axes []string
	for k := range g.axes {
		names = append(names, g.axes[k].name)
		axes = append(axes, fmt.Sprintf("%s (%d)", g.axes[k].name, len(g.axes[k].values)))
	}
	c := &chapter{
		Kind:      "sweep",
		Title:     "Sweep of " + list(names),
		Headlines: g.headlines(),
		Cards:     g.cards(),
		Warnings:  g.warnings,
		Subtitle: fmt.Sprintf("%s; %s of %s, %s; %s",
			g.title, wording.Plural(len(g.points), "point"), list(axes), wording.Plural(g.found, "run"), name),
	}
	if g.merged {
		c.Kind, c.Title = "runs", fmt.Sprintf("%d runs that differ in %s", g.found, list(names))
	}
	if g.layout().x >= 0 {
		c.Sections = append(c.Sections, g.curveSection())
	}
	for _, part := range [...]func() (section, bool){g.paretoSection, g.changeSection, g.effectSection} {
		if s, ok := part(); ok {
			c.Sections = append(c.Sections, s)
		}
	}
	c.Sections = append(c.Sections, section{ID: "points", Title: "All points", Tables: []*table{g.table()}})
	if samples := g.samples(); len(samples) > 0 {
		c.Sections = append(c.Sections, section{
			ID: "energy", Title: "Energy and residency of selected points", Lead: []string{g.selection(samples)},
			Figures: []*figure{energyFigure("energy", samples), residencyFigure("residency", samples)},
		})
		c.addTimelines(tls)
		c.Sections = append(c.Sections, g.provenance(samples))
	}
	return c
}

// effectSection says how much of the difference between the points each axis
// explains.
func (g *Sweep) effectSection() (section, bool) {
	if g.summary == nil || len(g.summary.Effects) == 0 {
		return section{}, false
	}
	t := &table{Caption: "Share of the variance between the points", Columns: []column{
		{Head: "metric"},
		{Head: "axis"},
		{"share, %", true},
		{"swing, % of the mean", true},
		{"p", true},
	}}
	for _, e := range g.effects() {
		for _, f := range slices.Concat(e.Main, e.Pairs) {
			p := cell{Text: wording.Probability(f.P, false)}
			if f.P != nil {
				p.Value, p.Known = *f.P, true
			}
			t.Rows = append(t.Rows, []cell{
				words(wording.Metric(e.Metric)), words(strings.Join(f.Axes, " × ")), num(f.SharePct, oneDigit(f.SharePct)),
				maybeNum(f.SwingPct, few), p,
			})
		}
		if e.Note != "" && !slices.Contains(t.Foot, e.Note) {
			t.Foot = append(t.Foot, e.Note)
		}
	}
	for _, e := range g.effects()[:min(2, len(g.effects()))] {
		t.Limit += len(e.Main) + len(e.Pairs)
	}
	method := g.summary.Effects[0].Method
	return section{ID: "effects", Title: "What matters", Tables: []*table{t}, Lead: []string{
		"By " + method + ": what each axis does alone, and the strongest pairs beyond that. " +
			"The swing is the largest minus the smallest mean of an axis.",
	}}, true
}

// effects are the tables of the summary, performance and total energy first.
func (g *Sweep) effects() []*sweep.EffectTable {
	var out []*sweep.EffectTable
	for i := range g.summary.Effects {
		out = append(out, &g.summary.Effects[i])
	}
	speed := g.contexts()[0].speed.path
	rank := func(e *sweep.EffectTable) int {
		switch e.Metric {
		case speed:
			return 0
		case g.energy().path:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b *sweep.EffectTable) int { return rank(a) - rank(b) })
	return out
}

// table lists the points with all measures.
func (g *Sweep) table() *table {
	t := &table{Caption: "Means over the seeds, ± deviation", Limit: shownTasks}
	for k := range g.axes {
		t.Columns = append(t.Columns, column{g.axes[k].name, g.axes[k].numbers != nil})
	}
	for i := range g.measures {
		t.Columns = append(t.Columns, column{withUnit(wording.Metric(g.measures[i].path), g.measures[i].unit), true})
	}
	t.Columns = append(t.Columns, column{"runs", true})
	for i := range g.points[:min(len(g.points), maxPoints)] {
		t.Rows = append(t.Rows, g.row(i))
	}
	if len(g.points) > maxPoints {
		t.Foot = append(
			t.Foot,
			fmt.Sprintf("The first %d of %d points; `easim sweep show --csv` has all.", maxPoints, len(g.points)),
		)
	}
	return t
}

func (g *Sweep) row(point int) []cell {
	var row []cell
	for k := range g.axes {
		a := &g.axes[k]
		c := words(a.values[g.points[point][k]])
		if a.numbers != nil {
			c = num(a.numbers[g.points[point][k]], c.Text)
		}
		row = append(row, c)
	}
	for k := range g.measures {
		switch e := g.estimate(&g.measures[k], point); e.n {
		case 0:
			row = append(row, words("–"))
		case 1:
			row = append(row, num(e.mean, number(e.mean)))
		default:
			row = append(row, num(e.mean, spread(e.mean, e.sd)))
		}
	}
	runs := len(known(g.at(g.energy(), point)))
	return append(row, num(float64(runs), strconv.Itoa(runs)))
}

// maxSampleSeeds is how many seeds of a point are shown closer.
const maxSampleSeeds = 20

// selected are the points that are shown closer: the reference, the best and the
// worst performance, and the least energy; where no two points compare, the first.
func (g *Sweep) selected() []int {
	cs := g.contexts()
	if len(cs) == len(g.points) {
		return g.allPoints()[:min(len(g.points), maxResidency)]
	}
	c := cs[0]
	best, worst, _ := g.extremes(c.speed, c.points)
	least, _, _ := g.extremes(g.energy(), c.points)
	var out []int
	for _, i := range [...]int{c.points[0], best, worst, least} {
		if i >= 0 && !slices.Contains(out, i) && !slices.ContainsFunc(out, func(o int) bool { return g.alike(o, i) }) {
			out = append(out, i)
		}
	}
	return out
}

// alike reports whether two points have the same energy and performance, run by
// run.
func (g *Sweep) alike(a, b int) bool {
	same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
	for _, m := range [...]*measure{g.energy(), g.speed([]int{a})} {
		if !slices.EqualFunc(g.at(m, a), g.at(m, b), same) {
			return false
		}
	}
	return true
}

// samples are the runs of the selected points.
func (g *Sweep) samples() []sample {
	var out []sample
	for _, i := range g.selected() {
		s := sample{name: g.name(i)}
		for k := range g.seeds {
			if r := g.runs[g.run(i, k)]; r != nil && len(s.runs) < maxSampleSeeds {
				s.runs = append(s.runs, r)
			}
		}
		if len(s.runs) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func (g *Sweep) selection(s []sample) string {
	var names []string
	for i := range s {
		names = append(names, s[i].name)
	}
	if len(g.contexts()) == len(g.points) {
		return strings.Join(names, "; ") + "."
	}
	where := "The reference"
	if c := g.contexts()[0]; c.label != "" {
		where = "Of " + c.label + ": the reference"
	}
	return where + ", the points of the best and the worst " + wording.Metric(g.contexts()[0].speed.path) +
		" and that of the least energy, as far as they differ: " + strings.Join(names, "; ") + "."
}

// provenance is that of the selected points, with the digests of all runs.
func (g *Sweep) provenance(samples []sample) section {
	s := provenance(samples, samples[0].runs[0].Version)
	all := &table{Caption: "Runs", Limit: shownTasks, Columns: []column{{Head: "point"}, {"seed", true}, {Head: "digest"}}}
	for i := range g.points {
		for k, seed := range g.seeds {
			digest, ok := g.digests[g.run(i, k)]
			if !ok || len(all.Rows) == maxDigests {
				continue
			}
			all.Rows = append(all.Rows, []cell{
				words(g.name(i)), num(float64(seed), strconv.FormatUint(seed, 10)), words(digest).classed("code"),
			})
		}
	}
	if len(all.Rows) < g.found {
		all.Foot = []string{fmt.Sprintf("The first %d of %d runs.", len(all.Rows), g.found)}
	}
	s.Tables[len(s.Tables)-1] = all
	return s
}

// wanted are the runs whose timelines a sweep shows: the best and the worst.
func (g *Sweep) wanted() []Wanted {
	c := g.contexts()[0]
	best, worst, _ := g.extremes(c.speed, c.points)
	var out []Wanted
	for _, i := range [...]int{best, worst} {
		if i < 0 || len(out) > 0 && i == best {
			continue
		}
		if r := g.firstRun(i); r != nil {
			out = append(out, Wanted{g.name(i), r})
		}
	}
	return out
}

// firstRun is the run of a point with the first seed that is there; nil without
// one.
func (g *Sweep) firstRun(point int) *eas.Result {
	for k := range g.seeds {
		if r := g.runs[g.run(point, k)]; r != nil {
			return r
		}
	}
	for i := range g.points { // the point may be one of several that are alike
		if i != point && g.alike(i, point) && g.runs[g.run(i, 0)] != nil {
			return g.runs[g.run(i, 0)]
		}
	}
	return nil
}

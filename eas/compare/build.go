package compare

import (
	"slices"

	"easim/eas"
)

// builder makes a comparison of what was run.
type builder struct {
	Options
	groups []group
	out    *Comparison
}

// group is all variants on one workload.
type group struct {
	workload string // "" if there is one only
	series   []Series
	readings []Reading // of some run, for names, units and directions; nil: no run
	metrics  []Reading // that are shown
}

// build compares what was run, size variants on each workload.
func (b *builder) build(all []Series, size int) (*Comparison, error) {
	b.out = &Comparison{
		Format: Format, Comparisons: []Change{}, Conclusions: []Conclusion{},
		Limits: []LimitResult{}, Warnings: []string{},
	}
	if err := b.split(all, size); err != nil {
		return nil, err
	}
	var contests []*contest
	for i := range b.groups {
		b.out.addVariants(&b.groups[i])
		contests = append(contests, b.contests(&b.groups[i])...)
	}
	overall := b.geoContests(contests)
	b.out.Adjustment = adjustAll(contests, overall)
	for _, t := range contests {
		t.judge(b.Thresholds)
		b.out.Comparisons = append(b.out.Comparisons, t.rows...)
		k := t.conclude()
		k.Explanation, k.Unexplained = t.explain(b.Thresholds)
		b.out.Conclusions = append(b.out.Conclusions, k)
	}
	if overall != nil {
		b.out.GeoMean = b.geoMean(overall, contests)
	}
	b.limits(contests)
	for i := range b.groups {
		b.out.warn(&b.groups[i])
	}
	return b.out, nil
}

// split sorts the runs by workload.
func (b *builder) split(all []Series, size int) error {
	for i := 0; i < len(all); i += size {
		g := group{series: all[i : i+size]}
		if len(b.Workloads) > 1 {
			g.workload = b.Workloads[i/size]
			b.out.Workloads = append(b.out.Workloads, g.workload)
		}
		if first := FirstResult(g.series); first != nil {
			g.readings = Readings(first)
			g.metrics = b.choose(g.readings)
		}
		b.groups = append(b.groups, g)
	}
	var firsts []*eas.Result
	for i := range b.groups {
		if first := FirstResult(b.groups[i].series); first != nil {
			firsts = append(firsts, first)
		}
	}
	if len(firsts) < len(b.groups) {
		return nil // a metric may be one that only the missing workload has
	}
	if err := b.checkNames(firsts); err != nil { // again: the first run may have failed
		return &eas.InputError{Err: err}
	}
	return nil
}

// pairs are the indices of what is compared, of n variants: each with the first,
// then, if asked for, the others with each other.
func (b *builder) pairs(n int) [][2]int {
	var out [][2]int
	for base := range n - 1 {
		if base > 0 && !b.AllPairs {
			break
		}
		for other := base + 1; other < n; other++ {
			out = append(out, [2]int{base, other})
		}
	}
	return out
}

func (b *builder) contests(g *group) []*contest {
	if g.readings == nil {
		return nil
	}
	var out []*contest
	for _, p := range b.pairs(len(g.series)) {
		side := g.pairing(p[0], p[1], b.Thresholds)
		out = append(out, side.contest(g.workload, g.metrics))
	}
	return out
}

func (g *group) pairing(base, other int, t Thresholds) *pairing {
	return &pairing{base: &g.series[base], other: &g.series[other], Thresholds: t}
}

// limits holds the variants against the limits, beside the baseline.
func (b *builder) limits(contests []*contest) {
	for _, t := range contests {
		if t.base != b.groups[0].series[0].Name {
			continue
		}
		i := slices.IndexFunc(b.groups, func(g group) bool { return g.workload == t.workload })
		for _, l := range b.Limits {
			b.out.Limits = append(b.out.Limits, l.check(b.groups[i].readings, t.rows)...)
		}
	}
}

// addVariants fills in the variants of a group.
func (c *Comparison) addVariants(g *group) {
	for i := range g.series {
		s := &g.series[i]
		v := VariantResult{
			Name: s.Name, Workload: g.workload, Flags: s.Flags, Seeds: s.Seeds, Exact: s.Exact,
			Runs: s.Results(), Summary: map[string]Summary{}, Failures: s.Failures(),
		}
		for _, m := range g.metrics {
			v.Summary[m.Path] = Summarize(s.Values(m.Path))
		}
		c.Variants = append(c.Variants, v)
	}
}

// warn gathers what the reader has to know: the warnings of the runs, each once,
// and lists of seeds that say little.
func (c *Comparison) warn(g *group) {
	for i := range g.series {
		s := &g.series[i]
		add := func(text string) {
			if text = label(s.Name, g.workload) + ": " + text; !slices.Contains(c.Warnings, text) {
				c.Warnings = append(c.Warnings, text)
			}
		}
		for _, w := range s.Warnings() {
			add(w)
		}
		if len(s.Seeds) == 1 && !s.Exact {
			add("one seed gives no interval; --seeds 1..5 does")
		}
	}
}

package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// GeoMeanName stands in place of a workload for the mean of all.
const GeoMeanName = "geomean"

// RatioUnit is the unit of a geometric mean.
const RatioUnit = "ratio"

// PerformanceMetric is the metric of a geometric mean that stands for a measure of
// performance of each workload.
const PerformanceMetric = "performance"

// GeoMean is the comparison over all workloads, each of which counts the same,
// however long it is and in whatever unit it is measured. A change is that of
//
//	ratio = (r(1) x ... x r(k))^(1/k),  r(w) = variant / base on workload w
//
// so its base is 1 and its unit "ratio". Of each seed the logarithms are averaged
// over the workloads; the interval is Student's t of these averages over the seeds,
// of pairs or of two samples as for a single metric, and raised to a power again.
// It says what other seeds would give, not what other workloads would.
//
// A measure of which less is better enters performance as its inverse.
//
// Sources: P. J. Fleming, J. J. Wallace, How not to lie with statistics: the
// correct way to summarize benchmark results (CACM 29, 1986); benchstat.
type GeoMean struct {
	Workloads   []string     `json:"workloads"`
	Comparisons []Change     `json:"comparisons"`
	Conclusions []Conclusion `json:"conclusions"`
}

// WorkloadRatio is the part of one workload in a geometric mean.
type WorkloadRatio struct {
	Workload string  `json:"workload"`
	Metric   string  `json:"metric"`
	Inverse  bool    `json:"inverse,omitempty"` // less is better, so the ratio is base / variant
	Ratio    float64 `json:"ratio"`             // geometric mean over the seeds
}

// geoContests compares over all workloads. There is nothing to say if there is
// only one, or one that has not been run. singles are the contests of the
// workloads.
func (b *builder) geoContests(singles []*contest) []*contest {
	if len(b.groups) < 2 || slices.ContainsFunc(b.groups, func(g group) bool { return g.readings == nil }) {
		return nil
	}
	var out []*contest
	for _, p := range b.pairs(len(b.groups[0].series)) {
		t := &contest{
			workload: GeoMeanName, base: b.groups[0].series[p[0]].Name, variant: b.groups[0].series[p[1]].Name,
		}
		t.work = differingWork(t, singles)
		for _, path := range b.commonEnergies() {
			t.add(b.geoChange(p, b.sameMetric(path)))
		}
		t.add(b.geoChange(p, b.performance()))
		t.findTotal(func() Change { return b.geoChange(p, b.sameMetric(totalEnergy().Path)) })
		out = append(out, t)
	}
	return out
}

// geoMean judges contests over all workloads; singles are those of the workloads,
// judged.
func (b *builder) geoMean(contests, singles []*contest) *GeoMean {
	g := &GeoMean{Workloads: b.Workloads}
	for _, t := range contests {
		t.judge(b.Thresholds)
		k := t.conclude()
		if names := worseOn(t, singles); len(names) > 0 {
			k.Why += "; by itself worse on " + strings.Join(names, ", ")
		}
		g.Comparisons = append(g.Comparisons, t.rows...)
		g.Conclusions = append(g.Conclusions, k)
	}
	return g
}

// worseOn are the workloads whose own measure of performance is worse: a mean may
// hide them.
func worseOn(t *contest, singles []*contest) []string {
	var out []string
	for _, part := range t.rows[len(t.rows)-1].Parts {
		for _, s := range singles {
			if s.workload != part.Workload || s.base != t.base || s.variant != t.variant {
				continue
			}
			if slices.ContainsFunc(s.rows, func(c Change) bool { return c.Metric == part.Metric && c.Verdict == Worse }) {
				out = append(out, part.Workload)
			}
		}
	}
	return out
}

// differingWork says on which workloads the two of a contest did not do the same.
func differingWork(t *contest, singles []*contest) string {
	var notes []string
	for _, s := range singles {
		if s.base == t.base && s.variant == t.variant && s.work != "" {
			notes = append(notes, s.workload+": "+s.work)
		}
	}
	return strings.Join(notes, "; ")
}

// commonEnergies are the energies that are shown of every workload.
func (b *builder) commonEnergies() []string {
	var out []string
	for _, m := range b.groups[0].metrics {
		everywhere := IsEnergy(m.Path)
		for i := range b.groups {
			everywhere = everywhere && slices.ContainsFunc(b.groups[i].metrics, func(r Reading) bool { return r.Path == m.Path })
		}
		if everywhere {
			out = append(out, m.Path)
		}
	}
	return out
}

// geoMetric is a metric of each workload, under one name.
type geoMetric struct {
	name   string
	better string
	of     []Reading // of the workloads
}

// sameMetric is one energy of all workloads.
func (b *builder) sameMetric(path string) geoMetric {
	m := geoMetric{name: path, better: lower}
	for range b.groups {
		m.of = append(m.of, Reading{Path: path, Better: lower})
	}
	return m
}

// performance is the leading measure of performance of each workload.
func (b *builder) performance() geoMetric {
	m := geoMetric{name: PerformanceMetric, better: higher}
	for i := range b.groups {
		m.of = append(m.of, leading(b.groups[i].readings))
	}
	return m
}

// leading is what a workload is measured by first of all: the first metric of its
// own that has a value, else the work that was done.
func leading(all []Reading) Reading {
	for i := range all {
		if r := &all[i]; strings.HasPrefix(r.Path, ownMetrics) && r.Better != "" && r.Known && r.Value > 0 {
			return *r
		}
	}
	return Reading{Path: WorkMetric, Better: higher}
}

// inverse reports whether the metric of workload w enters as its inverse.
func (m *geoMetric) inverse(w int) bool { return m.of[w].Better != m.better }

// geoChange is the change of the geometric mean of a metric.
func (b *builder) geoChange(pair [2]int, m geoMetric) Change {
	base, err := b.logarithms(pair[0], m)
	other, errOther := b.logarithms(pair[1], m)
	p := pairing{base: base, other: other}
	c := p.blank(&Reading{Path: m.name, Unit: RatioUnit, Better: m.better})
	c.Workload = GeoMeanName
	if err == nil {
		err = errOther
	}
	if err != nil {
		c.Note = err.Error()
		return c
	}
	la, lb := p.values(meanLog, c.Paired)
	if len(la) == 0 || len(lb) == 0 {
		c.Note = noValue
		return c
	}
	d := difference(la, lb, c.Paired)
	d.Mean, d.Lo, d.Hi = math.Expm1(d.Mean), math.Expm1(d.Lo), math.Expm1(d.Hi)
	c.BaseSummary = Summary{Mean: 1, SD: Summarize(la).SD, N: len(la)}
	c.VariantSummary = Summary{Mean: 1 + d.Mean, SD: (1 + d.Mean) * Summarize(lb).SD, N: len(lb)}
	c.fill(d)
	for w := range b.groups {
		xa, xb := p.values(partLog(w), c.Paired)
		c.Parts = append(c.Parts, WorkloadRatio{
			Workload: b.groups[w].workload, Metric: m.of[w].Path, Inverse: m.inverse(w),
			Ratio: math.Exp(Summarize(xb).Mean - Summarize(xa).Mean),
		})
	}
	return c
}

// meanLog is the path of the mean logarithm in a series of logarithms.
const meanLog = "mean"

// partLog is the path of the logarithm on workload w.
func partLog(w int) string { return strconv.Itoa(w) }

// logarithms are those of a metric for a variant, seed by seed; a seed that has
// not a value on every workload has none.
func (b *builder) logarithms(variant int, m geoMetric) (*Series, error) {
	v := b.groups[0].series[variant].Variant
	out := &Series{Variant: v, Exact: true, runs: make([]map[string]Reading, len(v.Seeds))}
	for i := range b.groups {
		out.Exact = out.Exact && b.groups[i].series[variant].Exact
	}
	for seed := range out.runs {
		run, sum := map[string]Reading{}, 0.0
		for w := range b.groups {
			v, ok := b.groups[w].series[variant].at(seed, m.of[w].Path)
			if !ok {
				break
			}
			if v <= 0 {
				return out, fmt.Errorf("a value of %g on %s has no logarithm", v, b.groups[w].workload)
			}
			l := math.Log(v)
			if m.inverse(w) {
				l = -l
			}
			sum += l
			run[partLog(w)] = Reading{Value: l, Known: true}
		}
		if len(run) == len(b.groups) {
			run[meanLog] = Reading{Value: sum / float64(len(b.groups)), Known: true}
			out.runs[seed] = run
		}
	}
	return out, nil
}

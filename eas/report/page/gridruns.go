package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"easim/eas"
	"easim/eas/compare"
)

// pathKey tells a combination of values.
func pathKey(at []int) string {
	out := make([]byte, 0, 4*len(at))
	for _, v := range at {
		out = append(strconv.AppendInt(out, int64(v), 10), ' ')
	}
	return string(out)
}

// ofRuns is a sweep made of whole runs; nil if they differ in nothing but seeds. at
// are the points that their lines name, or nil.
func ofRuns(runs []*eas.Result, at []points) *Sweep {
	axes := axesOf(runs, at)
	if len(axes) == 0 {
		return nil
	}
	g := &Sweep{axes: axes, seeds: seedsOf(runs), total: len(runs), runs: map[int]*eas.Result{}, digests: map[int]string{}}
	r := runs[0]
	g.title = fmt.Sprintf("%s on %s, %s", r.Scenario.Workload, r.Scenario.Platform, r.Scenario.Profile)
	index := map[string]int{}
	for i := range runs {
		place := make([]int, len(axes))
		for k := range axes {
			place[k] = axes[k].of[i]
		}
		if key := pathKey(place); index[key] == 0 {
			g.points = append(g.points, place)
			index[key] = len(g.points)
		}
	}
	slices.SortFunc(g.points, slices.Compare)
	for i, place := range g.points {
		index[pathKey(place)] = i
	}
	number := make([]int, len(runs))
	for i, r := range runs {
		place := make([]int, len(axes))
		for k := range axes {
			place[k] = axes[k].of[i]
		}
		seed, _ := slices.BinarySearch(g.seeds, r.Scenario.Seed)
		number[i] = g.run(index[pathKey(place)], seed)
		if g.runs[number[i]] == nil {
			g.found++
		}
		g.runs[number[i]], g.digests[number[i]] = r, r.Digest
	}
	g.measures = measuresOf(runs, number, len(g.points)*len(g.seeds))
	g.setReferences()
	g.warnings = warningsOf(runs)
	return g
}

// measuresOf are the energies, the work, and the workloads' own metrics. number is
// that of each run, of so many.
func measuresOf(runs []*eas.Result, number []int, of int) []measure {
	unit := runs[0].Energy.Unit
	var out []measure
	add := func(path, unit, better string, value func(*eas.Result) *float64) {
		m := measure{path, unit, better, make([]float64, of)}
		for i := range m.values {
			m.values[i] = math.NaN()
		}
		any := path == "energy.total"
		for i, r := range runs {
			if v := value(r); v != nil {
				m.values[number[i]] = *v
				any = any || *v != 0
			}
		}
		if any {
			out = append(out, m)
		}
	}
	add("energy.total", unit, "lower", func(r *eas.Result) *float64 { return &r.Energy.Total })
	add("energy.little", unit, "lower", func(r *eas.Result) *float64 { return &r.Energy.Little })
	add("energy.mid", unit, "lower", func(r *eas.Result) *float64 { return &r.Energy.Mid })
	add("energy.big", unit, "lower", func(r *eas.Result) *float64 { return &r.Energy.Big })
	add(compare.WorkMetric, "capacity-s", "higher", func(r *eas.Result) *float64 { return &r.Throughput.WorkCapacityS })
	seen := map[string]bool{}
	for _, r := range runs {
		for i := range r.Throughput.Metrics {
			if m := r.Throughput.Metrics[i]; !seen[m.Name] {
				seen[m.Name] = true
				add(metricPrefix+m.Name, m.Unit, m.Better, func(r *eas.Result) *float64 { return metricValue(r, m.Name) })
			}
		}
	}
	return out
}

// warningsOf are the warnings of the runs, each once, with how many gave it.
func warningsOf(runs []*eas.Result) []string {
	var order []string
	count := map[string]int{}
	for _, r := range runs {
		for _, w := range r.Warnings {
			if count[w] == 0 {
				order = append(order, w)
			}
			count[w]++
		}
	}
	for i, w := range order {
		if count[w] < len(runs) {
			order[i] = fmt.Sprintf("in %d of %d runs: %s", count[w], len(runs), w)
		}
	}
	return order
}

package compare

import (
	"fmt"
	"slices"
	"strings"

	"easim/eas"
	"easim/energy/diag"
)

// prefixes are what a short name of a metric may stand for.
var prefixes = [...]string{"", "energy.", "throughput.", ownMetrics, "scheduler."}

// ownMetrics begins the path of a metric that a workload has of its own.
const ownMetrics = "throughput.metrics."

// PerSecond ends the name of a metric that is divided by the length of the window,
// which stands at [WindowPath].
const PerSecond = "/s"

// Choose returns the metrics that the names mean, in the order of the names, each
// once. A name is a path in any case, the end of one behind energy, throughput or
// scheduler ("total", "score_mt"), or a pattern in which a star stands for any
// text ("tasks.*.missed"). Behind a name /s means per second. It is an error if a
// name means nothing.
func Choose(all []Reading, names []string) ([]Reading, error) {
	var out []Reading
	for _, name := range names {
		base, rate := strings.CutSuffix(name, PerSecond)
		got := find(all, base)
		if len(got) == 0 {
			return nil, unknownMetric(all, base)
		}
		for _, r := range got {
			if rate {
				r.Path += PerSecond
				r.Unit = strings.TrimPrefix(strings.TrimPrefix(r.Unit, "1")+PerSecond, "/")
				if r.Unit == "s" {
					r.Unit = "1/s"
				}
			}
			out = addMetric(out, r)
		}
	}
	return out, nil
}

// SelectMetrics returns the readings that the names mean as in [Choose], for a
// table that is not a [Comparison]: without names the usual ones (energies, work,
// what the workload says of itself). To energies alone the measures of performance
// are added.
func SelectMetrics(all []Reading, names []string) ([]Reading, error) {
	if len(names) == 0 {
		return usual(all), nil
	}
	chosen, err := Choose(all, names)
	if err != nil {
		return nil, err
	}
	return withPerformance(all, chosen), nil
}

// checkNames refuses metrics that no workload has. firsts are a run of each.
func (o *Options) checkNames(firsts []*eas.Result) error {
	var all []Reading
	for _, r := range firsts {
		all = append(all, Readings(r)...)
	}
	names := append([]string{}, o.Metrics...)
	for _, l := range o.Limits {
		names = append(names, l.Metric)
	}
	_, err := Choose(all, names)
	return err
}

// choose picks the metrics that are shown of a workload: the asked ones that it has
// or the usual, those of the limits, and what belongs beside an energy.
func (o *Options) choose(all []Reading) []Reading {
	var chosen []Reading
	if len(o.Metrics) == 0 {
		chosen = usual(all)
	}
	for _, name := range o.Metrics {
		chosen = addMetrics(chosen, all, name)
	}
	for _, l := range o.Limits {
		chosen = addMetrics(chosen, all, l.Metric)
	}
	return withPerformance(all, chosen)
}

// addMetrics appends what a name means, if it means something.
func addMetrics(list, all []Reading, name string) []Reading {
	got, err := Choose(all, []string{name})
	if err != nil {
		return list // another workload has it: checkNames has looked
	}
	for _, r := range got {
		list = addMetric(list, r)
	}
	return list
}

// addMetric appends a metric unless it is there.
func addMetric(list []Reading, r Reading) []Reading {
	if slices.ContainsFunc(list, func(have Reading) bool { return have.Path == r.Path }) {
		return list
	}
	return append(list, r)
}

func find(all []Reading, name string) []Reading {
	if strings.Contains(name, "*") {
		var out []Reading
		for i := range all {
			if matches(strings.ToLower(name), strings.ToLower(all[i].Path)) {
				out = append(out, all[i])
			}
		}
		return out
	}
	for _, prefix := range prefixes {
		i := slices.IndexFunc(all, func(r Reading) bool { return strings.EqualFold(r.Path, prefix+name) })
		if i >= 0 {
			return all[i : i+1]
		}
	}
	return nil
}

// matches reports whether text has the form of pattern, whose stars stand for any
// text, dots included.
func matches(pattern, text string) bool {
	first, rest, hasStar := strings.Cut(pattern, "*")
	if !hasStar {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, first)
	for ok {
		part, more, again := strings.Cut(rest, "*")
		if !again {
			return strings.HasSuffix(text, part)
		}
		var found bool
		if _, text, found = strings.Cut(text, part); !found {
			return false
		}
		rest = more
	}
	return false
}

func unknownMetric(all []Reading, name string) error {
	hint := "easim run --format json shows the paths of a run"
	var known []string
	for _, prefix := range prefixes {
		for i := range all {
			if short, ok := strings.CutPrefix(all[i].Path, prefix); ok {
				known = append(known, short)
			}
		}
	}
	if near, ok := diag.Nearest(name, known); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Errorf("compare: unknown metric %q; %s", name, hint)
}

// usual returns the metrics that a comparison shows unless told otherwise: the
// energies, the work, and what the workload says of itself.
func usual(all []Reading) []Reading {
	var out []Reading
	for i := range all {
		p := all[i].Path
		switch p {
		case "energy.total", "energy.little", "energy.big", WorkMetric:
			out = append(out, all[i])
		case "energy.mid":
			if all[i].Value != 0 {
				out = append(out, all[i])
			}
		default:
			if strings.HasPrefix(p, ownMetrics) {
				out = append(out, all[i])
			}
		}
	}
	return out
}

// withPerformance adds the measures of performance to a choice that has energies
// but none of them: an energy is never shown without what it was spent on.
func withPerformance(all, chosen []Reading) []Reading {
	hasEnergy, hasPerformance := false, false
	for i := range chosen {
		hasEnergy = hasEnergy || IsEnergy(chosen[i].Path)
		hasPerformance = hasPerformance || isPerformance(chosen[i].Path, chosen[i].Better)
	}
	if !hasEnergy || hasPerformance {
		return chosen
	}
	for _, r := range usual(all) {
		if isPerformance(r.Path, r.Better) {
			chosen = addMetric(chosen, r)
		}
	}
	return chosen
}

package experiment

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy/diag"
)

// prefixes are what a short name of a metric may stand for.
var prefixes = [...]string{"", "energy.", "throughput.", ownMetrics, "scheduler."}

// ownMetrics begins the path of a metric that a workload has of its own.
const ownMetrics = "throughput.metrics."

// perSecond ends the name of a metric that is divided by the length of the window.
const perSecond = "/s"

// choose returns the metrics that the names mean, in the order of the names, each
// once. A name is a path in any case, the end of one behind energy, throughput or
// scheduler ("total", "score_mt"), or a pattern in which a star stands for any
// text ("tasks.*.missed"). Behind a name /s means per second.
func choose(all []Reading, names []string) ([]Reading, error) {
	var out []Reading
	for _, name := range names {
		base, rate := strings.CutSuffix(name, perSecond)
		got := find(all, base)
		if len(got) == 0 {
			return nil, unknownMetric(all, base)
		}
		for _, r := range got {
			if rate {
				r.Path += perSecond
				r.Unit = strings.TrimPrefix(strings.TrimPrefix(r.Unit, "1")+perSecond, "/")
				if r.Unit == "s" {
					r.Unit = "1/s"
				}
			}
			out = addMetric(out, r)
		}
	}
	return out, nil
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
	return fmt.Errorf("experiment: unknown metric %q; %s", name, hint)
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

// isPerformance reports whether a metric measures what the machine did for its
// user.
func isPerformance(r *Reading) bool { return r.Better != "" && !isEnergy(r.Path) }

// withPerformance adds the measures of performance to a choice that has energies
// but none of them: an energy is never shown without what it was spent on.
func withPerformance(all, chosen []Reading) []Reading {
	hasEnergy, hasPerformance := false, false
	for i := range chosen {
		hasEnergy = hasEnergy || isEnergy(chosen[i].Path)
		hasPerformance = hasPerformance || isPerformance(&chosen[i])
	}
	if !hasEnergy || hasPerformance {
		return chosen
	}
	for _, r := range usual(all) {
		if isPerformance(&r) {
			chosen = addMetric(chosen, r)
		}
	}
	return chosen
}

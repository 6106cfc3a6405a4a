package experiment

import (
	"fmt"
	"slices"
	"strings"

	"easim/energy/diag"
)

// prefixes are what a short name of a metric may stand for.
var prefixes = [...]string{"", "energy.", "throughput.", "throughput.metrics.", "scheduler."}

// choose returns the indices in all of the metrics that the names mean, in the
// order of the names, each once. A name is a path in any case, the end of one
// behind energy, throughput or scheduler ("total", "score_mt"), or a pattern in
// which a star stands for any text ("tasks.*.missed").
func choose(all []Reading, names []string) ([]int, error) {
	var out []int
	for _, name := range names {
		got := find(all, name)
		if len(got) == 0 {
			return nil, unknownMetric(all, name)
		}
		for _, i := range got {
			if !slices.Contains(out, i) {
				out = append(out, i)
			}
		}
	}
	return out, nil
}

func find(all []Reading, name string) []int {
	if strings.Contains(name, "*") {
		var out []int
		for i := range all {
			if matches(strings.ToLower(name), strings.ToLower(all[i].Path)) {
				out = append(out, i)
			}
		}
		return out
	}
	for _, prefix := range prefixes {
		i := slices.IndexFunc(all, func(r Reading) bool { return strings.EqualFold(r.Path, prefix+name) })
		if i >= 0 {
			return []int{i}
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

// usual returns the indices in all of the metrics that a comparison shows unless
// told otherwise: the energies, the work, and what the workload says of itself.
func usual(all []Reading) []int {
	var out []int
	for i := range all {
		p := all[i].Path
		switch p {
		case "energy.total", "energy.little", "energy.big", WorkMetric:
			out = append(out, i)
		case "energy.mid":
			if all[i].Value != 0 {
				out = append(out, i)
			}
		default:
			if strings.HasPrefix(p, "throughput.metrics.") {
				out = append(out, i)
			}
		}
	}
	return out
}

// isPerformance reports whether a metric measures what the machine did for its
// user.
func isPerformance(r *Reading) bool {
	return r.Better != "" && !isEnergy(r.Path)
}

// withPerformance adds the measures of performance to a choice that has energies
// but none of them: an energy is never shown without what it was spent on.
func withPerformance(all []Reading, chosen []int) []int {
	hasEnergy, hasPerformance := false, false
	for _, i := range chosen {
		hasEnergy = hasEnergy || isEnergy(all[i].Path)
		hasPerformance = hasPerformance || isPerformance(&all[i])
	}
	if !hasEnergy || hasPerformance {
		return chosen
	}
	for _, i := range usual(all) {
		if isPerformance(&all[i]) {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

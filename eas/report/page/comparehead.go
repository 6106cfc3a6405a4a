package page

import (
	"fmt"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/wording"
)

// pairHeadlines adds the answer of each pair.
func (c *chapter) pairHeadlines(rows []compare.Change, pairs []compare.Conclusion) {
	for i := range pairs[:min(len(pairs), maxHeadlines)] {
		c.Headlines = append(c.Headlines, pairHeadline(&pairs[i], pairs[i].Rows(rows)))
	}
	if n := len(pairs) - maxHeadlines; n > 0 {
		c.Headlines = append(c.Headlines, headline{Words: []phrase{
			{fmt.Sprintf("The answers of %s more stand in the tables below.", wording.Plural(n, "pair")), false},
		}})
	}
}

// pairHeadline is the answer: energy at throughput, interval, verdict.
func pairHeadline(k *compare.Conclusion, rows []compare.Change) headline {
	energy, speed := find(rows, totalPath), performance(rows)
	h := headline{Words: pairWords(k, energy, speed), Detail: changeDetail(energy, speed)}
	why := k.Why
	if rest, ok := strings.CutPrefix(why, "energy "); ok && h.Detail != "" { // is said already
		_, why, _ = strings.Cut(rest, "; ")
	}
	h.Detail = strings.TrimSpace(h.Detail + " " + sentence(why))
	if k.Note != "" {
		h.Detail += " " + sentence(k.Note)
	}
	switch {
	case k.Winner == nil && energy != nil && energy.Verdict == compare.Same:
		h.Verdict, h.Label = compare.Same, "same"
	case k.Winner == nil:
		h.Verdict, h.Label = compare.Unclear, "no winner"
	case *k.Winner == k.Variant:
		h.Verdict, h.Label = compare.Better, k.Variant+" wins"
	default:
		h.Verdict, h.Label = compare.Worse, *k.Winner+" wins"
	}
	return h
}

// pairWords say "b uses 1.2 % less energy than a at 103.1 % throughput (score)."; of
// what is not known they are silent.
func pairWords(k *compare.Conclusion, energy, speed *compare.Change) []phrase {
	out := []phrase{{k.Variant, true}}
	than := " than " + k.Base
	switch {
	case energy == nil:
		than = " against " + k.Base
	case energy.DeltaPct != nil && *energy.DeltaPct == 0:
		than = " as " + k.Base
	}
	if energy != nil {
		out = append(out, energyWords(energy)...)
	}
	out = append(out, phrase{than, false})
	if speed != nil && speed.DeltaPct != nil {
		at := " at "
		if energy == nil {
			at = ": "
		}
		level := oneDigit(100+*speed.DeltaPct) + " % "
		if speed.Metric == compare.PerformanceMetric {
			out = append(out, phrase{at, false}, phrase{level + "performance", true})
		} else {
			out = append(out, phrase{at, false}, phrase{level + "throughput", true},
				phrase{" (" + wording.Metric(speed.Metric) + ")", false})
		}
	}
	if k.Workload == compare.GeoMeanName {
		out = append(out, phrase{", in the geometric mean", false})
	}
	return append(out, phrase{".", false})
}

// energyWords are "uses 1.2 % less energy".
func energyWords(c *compare.Change) []phrase {
	switch {
	case c.DeltaPct == nil:
		return []phrase{{" uses an unknown amount of energy more or less", false}}
	case *c.DeltaPct == 0:
		return []phrase{{" uses ", false}, {"as much energy", true}}
	case *c.DeltaPct < 0:
		return []phrase{{" uses ", false}, {few(-*c.DeltaPct) + " % less energy", true}}
	}
	return []phrase{{" uses ", false}, {few(*c.DeltaPct) + " % more energy", true}}
}

func changeDetail(energy, speed *compare.Change) string {
	var parts []string
	for _, c := range [...]*compare.Change{energy, speed} {
		if c == nil || c.DeltaPct == nil {
			continue
		}
		name := wording.Metric(c.Metric)
		if c == energy {
			name = "energy"
		}
		text := name + " " + percent(*c.DeltaPct)
		switch {
		case c.Exact:
			text += " (exact)"
		case c.CI95Pct != nil:
			text += " (95 % interval " + interval(c.CI95Pct) + ")"
		}
		parts = append(parts, text)
	}
	if energy != nil && !energy.Exact {
		parts = append(parts, wording.Plural(energy.N, "seed")+", "+wording.Manner(energy))
	}
	if len(parts) == 0 {
		return ""
	}
	return sentence(strings.Join(parts, "; "))
}

// capital makes the first letter of ASCII large.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// minusSigns puts true minus signs before numbers.
func minusSigns(text string) string {
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		text = minus + rest
	}
	return strings.NewReplacer(" -", " "+minus, "(-", "("+minus).Replace(text)
}

// sentence makes text begin with a capital, unless that would spoil a name, and end
// in a stop, with true minus signs.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	text = minusSigns(text)
	if first, _, _ := strings.Cut(text, " "); !strings.ContainsAny(first, "_=.0123456789") {
		text = capital(text)
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

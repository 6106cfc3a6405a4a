package page

import (
	"fmt"
	"strings"

	"easim/eas/compare"
)

// changeHeadline is the answer: energy at throughput, interval, verdict.
func changeHeadline(k *compare.Comparison, p pairing) headline {
	rows, base, variant := p.rows(k), p.base, p.variant
	energy, speed := find(rows, "energy.total"), performance(rows)
	h := headline{Words: []phrase{{variant, true}}}
	if energy != nil {
		h.Words = append(h.Words, energyWords(energy)...)
		h.Verdict = energy.Verdict
	}
	h.Words = append(h.Words, phrase{" than " + base, false})
	if energy != nil && energy.DeltaPct != nil && *energy.DeltaPct == 0 {
		h.Words[len(h.Words)-1].Text = " as " + base
	}
	if speed != nil && speed.DeltaPct != nil {
		h.Words = append(h.Words, phrase{" at ", false}, phrase{oneDigit(100+*speed.DeltaPct) + " % throughput", true},
			phrase{" (" + shortMetric(speed.Metric) + ")", false})
	}
	where := "."
	if p.workload != "" {
		where = ", " + p.workload + "."
	}
	h.Words = append(h.Words, phrase{where, false})
	h.Detail = changeDetail(energy, speed)
	for i := range k.Conclusions {
		c := &k.Conclusions[i]
		if p != (pairing{c.Base, c.Variant, c.Workload}) {
			continue
		}
		why := c.Why
		if rest, ok := strings.CutPrefix(why, "energy "); ok && h.Detail != "" { // is said already
			_, why, _ = strings.Cut(rest, "; ")
		}
		h.Detail = strings.TrimSpace(h.Detail + " " + sentence(why))
		switch {
		case c.Winner == nil:
			h.Verdict, h.Label = compare.Unclear, "no winner"
			if energy != nil && energy.Verdict == compare.Same {
				h.Verdict, h.Label = compare.Same, "same"
			}
		case *c.Winner == variant:
			h.Verdict, h.Label = compare.Better, variant+" wins"
		default:
			h.Verdict, h.Label = compare.Worse, *c.Winner+" wins"
		}
	}
	if h.Label == "" {
		h.Label = h.Verdict
	}
	return h
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
		name := shortMetric(c.Metric)
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
		how := "independent samples"
		if energy.Paired {
			how = "paired by seed"
		}
		parts = append(parts, fmt.Sprintf("%s, %s", plural(energy.N, "seed"), how))
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

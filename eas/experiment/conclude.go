package experiment

import (
	"fmt"
	"strings"
)

// Conclusion says which of two variants is to be preferred, if one is.
type Conclusion struct {
	Base    string  `json:"base"`
	Variant string  `json:"variant"`
	Winner  *string `json:"winner"` // nil: none can be named
	Why     string  `json:"why"`
}

// conclude weighs total energy against everything that measures performance. A
// variant wins if one side of the scale is better and nothing is worse.
func (p *pairing) conclude(rows []Change) Conclusion {
	c := Conclusion{Base: p.base.Name, Variant: p.other.Name}
	if note := p.workDiffers(); note != "" {
		c.Why = note + ": no winner can be named"
		return c
	}
	energy := p.change(&Reading{Path: "energy.total", Better: lower})
	var better, worse, unclear []string
	for i := range rows {
		if isEnergy(rows[i].Metric) || rows[i].Better == "" || rows[i].Delta == nil {
			continue
		}
		name := rows[i].Metric[strings.LastIndexByte(rows[i].Metric, '.')+1:]
		switch rows[i].Verdict {
		case Better:
			better = append(better, name)
		case Worse:
			worse = append(worse, name)
		case Unclear:
			unclear = append(unclear, name)
		}
	}
	c.Why = "energy " + describe(&energy) + "; " + weigh(better, worse, unclear)
	switch e := energy.Verdict; {
	case e == Better && len(worse) == 0, e == Same && len(better) > 0 && len(worse) == 0:
		c.Winner = &c.Variant
	case e == Worse && len(better) == 0, e == Same && len(worse) > 0 && len(better) == 0:
		c.Winner = &c.Base
	case e == Same && len(better)+len(worse)+len(unclear) == 0:
		c.Why += ": no difference"
	case e == Unclear:
		c.Why += ": no winner"
	default:
		c.Why += ": a trade-off"
	}
	return c
}

// describe is a change in words: "-2.1 % [-2.4, -1.8], better".
func describe(c *Change) string {
	switch {
	case c.DeltaPct == nil:
		return c.Verdict
	case c.CI95Pct == nil || c.Exact:
		return fmt.Sprintf("%+.2f %%, %s", *c.DeltaPct, c.Verdict)
	}
	return fmt.Sprintf("%+.2f %% (95 %%: %+.2f to %+.2f), %s", *c.DeltaPct, c.CI95Pct[0], c.CI95Pct[1], c.Verdict)
}

func weigh(better, worse, unclear []string) string {
	var parts []string
	for _, side := range [...]struct {
		names []string
		word  string
	}{{better, Better}, {worse, Worse}, {unclear, Unclear}} {
		if len(side.names) > 0 {
			parts = append(parts, strings.Join(side.names, ", ")+" "+side.word)
		}
	}
	if len(parts) == 0 {
		return "performance same"
	}
	return strings.Join(parts, "; ")
}

package page

import (
	"fmt"
	"strings"

	"easim/eas/compare"
	"easim/eas/report/wording"
)

// whySection says where the difference in energy comes from, and how far the power
// tables can be trusted with it; false if the comparison does not explain itself.
func whySection(k *compare.Comparison) (section, bool) {
	s := section{ID: "why", Title: "Why the energy changed"}
	causes := &table{Caption: "By cause, % of the base's energy", Columns: []column{{Head: "cause"}}}
	parts := &table{Caption: "By cluster and part, % of the base's energy", Columns: []column{{Head: "part"}}}
	powers := &table{
		Caption: "If a power of the table were off",
		Columns: []column{{Head: ""}, {Head: "any one"}, {Head: "all together"}, {"change, lowest", true}, {"highest", true}},
	}
	var byCause, byPart crosstab
	for i := range k.Conclusions {
		c := &k.Conclusions[i]
		e := c.Explanation
		if e == nil {
			continue
		}
		name := wording.Against(c)
		s.Lead = append(s.Lead, name+": "+minusSigns(e.Reading)+".")
		for _, f := range e.Effects {
			byCause.set(f.What, name, maybeNum(f.DeltaPct, percent))
		}
		for _, p := range e.Parts {
			byPart.set(p.Cluster+" "+strings.ReplaceAll(p.Part, "_", " "), name, maybeNum(p.DeltaPct, percent))
		}
		powers.Rows = append(powers.Rows, trustRow(name, &e.Trust))
		powers.Caption = fmt.Sprintf("If the powers of the table were off by %s %%", few(e.Trust.StepPct))
	}
	if len(s.Lead) == 0 {
		return s, false
	}
	byCause.fill(causes)
	byPart.fill(parts)
	s.Tables = []*table{causes, parts, powers}
	return s, true
}

// trustRow says whether the verdict on total energy outlives wrong powers.
func trustRow(name string, t *compare.Trust) []cell {
	row := []cell{words(name), holds(t.HoldsAnyOne, t.Verdict), holds(t.HoldsAll, t.Verdict), words("–"), words("–")}
	for i, end := range [...]*compare.TrustEnd{t.Lowest, t.Highest} {
		if end != nil {
			row[3+i] = num(end.DeltaPct, percent(end.DeltaPct)).over(end.Verdict)
		}
	}
	return row
}

func holds(yes bool, verdict string) cell {
	switch {
	case verdict == "":
		return words("–")
	case yes:
		return words("stays " + verdict)
	}
	return words("no longer " + verdict)
}

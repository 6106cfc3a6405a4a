package report

import (
	"fmt"
	"slices"
	"strconv"

	"easim/eas/compare"
	"easim/eas/report/wording"
)

// WhyTables is the whole of an explanation: every state, cause, class of tasks and
// power.
func WhyTables(e *compare.Explanation, s Style) []byte {
	w := whyText{e: e, s: s}
	w.title()
	w.states()
	w.effects()
	w.classes()
	w.powers()
	return w.b.Bytes()
}

func (w *whyText) section(title string, t *Table) {
	t.Indent = 2
	fmt.Fprintf(&w.b, "\n%s\n", w.s.bold(title))
	w.b.Write(t.Text(w.s))
}

// sides are the cells of two energies and their difference.
func (w *whyText) sides(v *compare.Sides) []string {
	d := min(wording.Decimals(w.e.BaseTotal), 2)
	cells := []string{maybe(v.BaseEnergy, d), maybe(v.VariantEnergy, d), unknown, unknown}
	if v.Delta != nil {
		cells[2] = wording.Signed(*v.Delta, d)
	}
	if v.DeltaPct != nil {
		cells[3] = wording.Signed(*v.DeltaPct, 2)
	}
	return cells
}

// energyColumns are the heads of [whyText.sides].
func (w *whyText) energyColumns() []Column {
	return []Column{
		{w.e.Base, Right},
		{w.e.Variant, Right},
		{"change, " + w.e.Unit, Right},
		{"% of " + w.e.Base, Right},
	}
}

func (w *whyText) states() {
	t := &Table{Columns: append([]Column{
		{"", Left},
		{w.e.Trust.Meter.Unit, Right},
		{w.e.Base + ", s", Right},
		{w.e.Variant + ", s", Right},
	}, w.energyColumns()...)}
	for i := range w.e.Rows {
		r := &w.e.Rows[i]
		t.Add(append([]string{r.What, whyPower(r.Power), fixed(r.BaseNS/1e9, 3), fixed(r.VariantNS/1e9, 3)},
			w.sides(&r.Sides)...)...)
	}
	t.Add(append([]string{"total", "", "", ""}, w.sides(&compare.Sides{
		BaseEnergy: &w.e.BaseTotal, VariantEnergy: &w.e.VariantTotal, Delta: &w.e.Delta, DeltaPct: w.e.DeltaPct,
	})...)...)
	w.section("Time at each power, and its energy", t)
}

func whyPower(power *int64) string {
	if power == nil {
		return unknown
	}
	return strconv.FormatInt(*power, 10)
}

func (w *whyText) effects() {
	t := &Table{Columns: append([]Column{{"", Left}}, w.energyColumns()[2:]...)}
	for i := range w.e.Effects {
		f := &w.e.Effects[i]
		t.Add(append([]string{f.What}, w.sides(&compare.Sides{Delta: &f.Delta, DeltaPct: f.DeltaPct})[2:]...)...)
	}
	w.section("Causes, one after another", t)
}

func (w *whyText) classes() {
	if len(w.e.Classes) == 0 {
		return
	}
	t := &Table{Columns: append([]Column{{"", Left}, {"tasks", Right}}, w.energyColumns()...)}
	kinds := []struct {
		name string
		of   func(*compare.ClassTime) float64
	}{
		{"LITTLE", func(c *compare.ClassTime) float64 { return c.LittleNS }},
		{"mid", func(c *compare.ClassTime) float64 { return c.MidNS }},
		{"big", func(c *compare.ClassTime) float64 { return c.BigNS }},
	}
	hasMid := func(c compare.ClassChange) bool { return c.Base.MidNS+c.Variant.MidNS > 0 }
	if !slices.ContainsFunc(w.e.Classes, hasMid) {
		kinds = slices.Delete(kinds, 1, 2)
	}
	for _, k := range kinds {
		t.Columns = append(t.Columns, Column{k.name + ", s", Left})
	}
	for i := range w.e.Classes {
		c := &w.e.Classes[i]
		row := append([]string{c.Class, strconv.Itoa(c.Tasks)}, w.sides(&c.Sides)...)
		for _, k := range kinds {
			row = append(row, fixed(k.of(&c.Base)/1e9, 3)+" to "+fixed(k.of(&c.Variant)/1e9, 3))
		}
		t.Add(row...)
	}
	w.section("Tasks, the busy cost of their cores", t)
}

func (w *whyText) powers() {
	tr := &w.e.Trust
	t := &Table{Columns: []Column{
		{"", Left},
		{tr.Meter.Unit, Right},
		{fmt.Sprintf("-%g %%", tr.StepPct), Right},
		{fmt.Sprintf("+%g %%", tr.StepPct), Right},
		{"verdict", Left},
	}}
	for i := range tr.Powers {
		p := &tr.Powers[i]
		verdict := p.Verdicts[0]
		if p.Verdicts[1] != verdict {
			verdict += ", " + p.Verdicts[1]
		}
		t.Add(p.What, whyPower(p.Power), wording.Signed(p.ShiftPct[0], 3), wording.Signed(p.ShiftPct[1], 3), verdict)
	}
	w.section("What a power that is wrong moves the change by, in points", t)
	if text := w.holds(); text != "" {
		fmt.Fprintf(&w.b, "%s\n", wrap(fmt.Sprintf("±%g %%: %s", tr.StepPct, text), 2))
	}
}

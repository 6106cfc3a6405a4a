package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/report/wording"
)

// Why is an explanation as a short text for a person: what made the difference,
// by state, cause and task, and how far the powers can be trusted with it.
// [WhyTables] shows every row, and [WhySources] where the powers come from.
func Why(e *compare.Explanation, s Style) []byte {
	w := whyText{e: e, s: s}
	w.title()
	w.line("states", e.Reading)
	w.line("causes", w.causes())
	w.line("tasks", w.tasks())
	w.line("powers", w.trust())
	w.line(fmt.Sprintf("±%g %%", e.Trust.StepPct), w.holds())
	w.line("most by", w.most())
	for _, n := range e.Notes {
		w.line("note", n)
	}
	return w.b.Bytes()
}

// WhySources says once where the powers of each table come from that counted
// energy, or that a scheduler believed.
func WhySources(list []compare.Explanation, s Style) []byte {
	w := whyText{s: s}
	var seen []eas.TableSource
	for i := range list {
		for _, t := range append([]eas.TableSource{list[i].Trust.Meter}, list[i].Trust.Models...) {
			if !slices.Contains(seen, t) {
				seen = append(seen, t)
				fmt.Fprintf(&w.b, "  %s\n", strings.TrimLeft(wrap(tableLine(&t), 4), " "))
			}
		}
	}
	return w.b.Bytes()
}

// whyText is a text on its way.
type whyText struct {
	e *compare.Explanation
	s Style
	b bytes.Buffer
}

func (w *whyText) title() {
	fmt.Fprintf(&w.b, "%s\n", w.s.bold("Why the energy of "+w.e.Variant+" is not that of "+w.e.Base))
}

// whyWidth is the width of the names before the lines.
const whyWidth = 10

func (w *whyText) line(name, text string) {
	if text != "" {
		gap := max(1, whyWidth-utf8.RuneCountInString(name))
		fmt.Fprintf(&w.b, "  %s%s%s\n", w.s.faint(name), strings.Repeat(" ", gap),
			strings.TrimLeft(wrap(text, whyWidth+2), " "))
	}
}

// signed is a difference of energies to the digits that the totals are shown with.
func (w *whyText) signed(v float64) string {
	return wording.Signed(v, min(wording.Decimals(w.e.BaseTotal), 2))
}

// causes are the effects, but those that show as 0.
func (w *whyText) causes() string {
	var out []string
	for i := range w.e.Effects {
		f := &w.e.Effects[i]
		if v := w.signed(f.Delta); v != "0" {
			out = append(out, f.What+" "+v)
		}
	}
	return strings.Join(out, ", ")
}

// whyTasks is how many classes of tasks the short text names.
const whyTasks = 4

// tasks are the classes that changed most: energy of the cores, and run time by
// kind of core.
func (w *whyText) tasks() string {
	var out []string
	for i := range w.e.Classes {
		c := &w.e.Classes[i]
		text := c.Class
		if c.Delta != nil {
			text += " " + w.signed(*c.Delta)
		}
		moved := movedTime(c)
		if len(out) == whyTasks || moved == "" && (c.Delta == nil || w.signed(*c.Delta) == "0") {
			break
		}
		if moved != "" {
			text += " (" + moved + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// movedTime says how the run time of a class changed on each kind of core, in s; "" if
// it did not.
func movedTime(c *compare.ClassChange) string {
	var out []string
	for _, k := range [...]struct {
		name          string
		base, variant float64
	}{
		{"LITTLE", c.Base.LittleNS, c.Variant.LittleNS},
		{"mid", c.Base.MidNS, c.Variant.MidNS},
		{"big", c.Base.BigNS, c.Variant.BigNS},
	} {
		if v := wording.Signed((k.variant-k.base)/1e9, 2); v != "0" {
			out = append(out, k.name+" "+v+" s")
		}
	}
	return strings.Join(out, ", ")
}

// trust names the table that counted the energy, and what it can be trusted with:
// the first clause of the grade.
func (w *whyText) trust() string {
	t := &w.e.Trust.Meter
	text := fmt.Sprintf("table %s (%s, %s)", t.Name, t.Kind, t.Unit)
	if grade := t.Trust; grade != "" {
		if end := strings.IndexAny(grade, ";:"); end > 0 {
			grade = grade[:end]
		}
		text += ", trust: " + grade
	}
	return text
}

// holds says whether the verdict survives powers that are wrong.
func (w *whyText) holds() string {
	t := &w.e.Trust
	if t.Lowest == nil {
		return ""
	}
	between := fmt.Sprintf("the change lies between %s and %s %%",
		wording.Signed(t.Lowest.DeltaPct, 2), wording.Signed(t.Highest.DeltaPct, 2))
	verdict := "the verdict, " + t.Verdict + ","
	switch {
	case t.Note != "":
		return "no verdict (" + t.Note + "); with all powers against each other " + between
	case t.HoldsAll && t.HoldsAnyOne:
		return verdict + " holds for any one power; with all against it " + between
	case t.HoldsAnyOne:
		return fmt.Sprintf("%s holds for any one power, but not with all against it: %s (%s, %s)",
			verdict, between, t.Lowest.Verdict, t.Highest.Verdict)
	}
	return verdict + " hangs on " + w.hinges() + "; with all against it " + between
}

// whyPowers is how many powers the short text names.
const whyPowers = 3

// hinges are the powers that by themselves make another verdict.
func (w *whyText) hinges() string {
	t := &w.e.Trust
	var out []string
	for i := range t.Powers {
		p := &t.Powers[i]
		for k, sign := range [...]string{"-", "+"} {
			if p.Verdicts[k] != t.Verdict {
				out = append(out, fmt.Sprintf("%s (%s%g %%: %s)", p.What, sign, t.StepPct, p.Verdicts[k]))
			}
		}
	}
	if more := len(out) - whyPowers; more > 0 {
		out = append(out[:whyPowers], fmt.Sprintf("%d more", more))
	}
	return strings.Join(out, ", ")
}

// most are the powers that move the change most.
func (w *whyText) most() string {
	var out []string
	for i := range w.e.Trust.Powers {
		p := &w.e.Trust.Powers[i]
		up := wording.Signed(p.ShiftPct[1], 2)
		if len(out) == whyPowers || up == "0" {
			break
		}
		out = append(out, p.What+" "+up)
	}
	if len(out) == 0 {
		return ""
	}
	return fmt.Sprintf("%s (points by +%g %%; schedule and believed table held)",
		strings.Join(out, ", "), w.e.Trust.StepPct)
}

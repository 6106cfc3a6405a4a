package sweep

import (
	"fmt"
	"slices"
	"strings"

	"easim/eas"
	"easim/eas/compare"
)

// Differences says in what two matrices differ, a line for each thing; nothing if
// they make the same runs. There is what stood in the folder, now what is asked for.
func Differences(there, now *Matrix) []string {
	d := &differ{}
	d.text("easim", there.Program, now.Program)
	a, b := scenarioTexts(&there.Base), scenarioTexts(&now.Base)
	for i := range a {
		d.text(a[i].name, a[i].value, b[i].value)
	}
	d.text("check_invariants", fmt.Sprint(there.Base.CheckInvariants), fmt.Sprint(now.Base.CheckInvariants))
	fa, pa, sa := flatten(there.Base.Layers)
	fb, pb, sb := flatten(now.Base.Layers)
	d.text("feat", strings.Join(fa, ","), strings.Join(fb, ","))
	d.text("patch", strings.Join(pa, ","), strings.Join(pb, ","))
	d.text("set", settings(sa), settings(sb))
	d.text("seeds", compare.FormatSeeds(there.Seeds), compare.FormatSeeds(now.Seeds))
	d.text("where", strings.Join(there.Where, " && "), strings.Join(now.Where, " && "))
	d.text("sample", sampleText(there), sampleText(now))
	d.axes(there.Axes, now.Axes)
	d.inputs(there.Inputs, now.Inputs)
	return d.out
}

type differ struct{ out []string }

func (d *differ) text(name, there, now string) {
	if strings.EqualFold(there, now) {
		return
	}
	say := func(text string) string {
		if text == "" {
			return "nothing"
		}
		return text
	}
	d.out = append(d.out, fmt.Sprintf("%s: %s there, %s now", name, say(there), say(now)))
}

func settings(list []eas.Setting) string {
	var words []string
	for _, s := range list {
		words = append(words, s.Key+"="+s.Value)
	}
	return strings.Join(words, " ")
}

func sampleText(m *Matrix) string {
	seed := max(m.SampleSeed, 1)
	switch {
	case m.Random > 0:
		return fmt.Sprintf("random %d, seed %d", m.Random, seed)
	case m.Latin > 0:
		return fmt.Sprintf("latin %d, seed %d", m.Latin, seed)
	}
	return ""
}

func (d *differ) axes(there, now []Axis) {
	names := func(axes []Axis) string {
		var out []string
		for i := range axes {
			out = append(out, axes[i].Name)
		}
		return strings.Join(out, ", ")
	}
	if a, b := names(there), names(now); a != b {
		d.text("axes", a, b)
		return
	}
	for i := range there {
		if !slices.Equal(there[i].Values, now[i].Values) {
			d.text("axis "+there[i].Name, shortList(there[i].Values), shortList(now[i].Values))
			if shortList(there[i].Values) == shortList(now[i].Values) {
				d.out = append(d.out, "axis "+there[i].Name+": other values")
			}
		}
	}
}

// shortList writes the first values of a list.
func shortList(values []string) string {
	const most = 8
	if len(values) <= most {
		return strings.Join(values, ",")
	}
	return fmt.Sprintf("%s,... (%d values)", strings.Join(values[:most], ","), len(values))
}

func (d *differ) inputs(there, now []Input) {
	for _, in := range now {
		i := slices.IndexFunc(there, func(o Input) bool { return o.File == in.File })
		if i >= 0 && there[i].SHA256 != in.SHA256 {
			d.out = append(d.out, fmt.Sprintf("the file %s was changed", in.File))
		}
	}
}

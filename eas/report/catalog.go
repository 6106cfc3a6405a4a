package report

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"easim/eas"
	"easim/eas/sched"
)

// Switches is everything that can be switched.
type Switches struct {
	Profiles      []eas.ProfileInfo
	Features      []sched.FeatureInfo
	Patches       []eas.Entry
	Governors     []eas.Entry
	IdleGovernors []eas.Entry
}

// Text is everything that can be switched as text for a person.
func (w *Switches) Text(s Style) []byte {
	var b bytes.Buffer
	section := func(title string, t *Table) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n", s.bold(title))
		t.Indent = 2
		b.Write(t.Text(s))
	}
	p := &Table{Columns: []Column{{"name", Left}, {"governor", Left}, {"idle", Left}, {"what", Left}}}
	for i := range w.Profiles {
		p.Add(w.Profiles[i].Name, w.Profiles[i].Governor, w.Profiles[i].Idle, w.Profiles[i].Doc)
	}
	section("Profiles (--profile)", p)
	f := w.FeatureTable()
	n := len(f.Columns) - 2 // the last two are the patch table's
	f.Columns, f.Rows = append(f.Columns[:n-1:n-1], Column{"", Below}), firstCells(f.Rows, n)
	section("Features (--feat A,NO_B)", f)
	section("Features of published patches, and how well their code is known", w.patchTable())
	if len(w.Patches) > 0 {
		section("Patches (--patch)", entries(w.Patches))
	}
	section("Frequency governors (--governor)", entries(w.Governors))
	section("Idle governors (--idle)", entries(w.IdleGovernors))
	return b.Bytes()
}

// firstCells is the first n cells of each row.
func firstCells(rows [][]string, n int) [][]string {
	out := make([][]string, len(rows))
	for i, r := range rows {
		out[i] = r[:n]
	}
	return out
}

// patchTable is one row for each feature whose code is not that of a public tree:
// the patch that it stands for, and the grade of that.
func (w *Switches) patchTable() *Table {
	t := &Table{Columns: []Column{{"name", Left}, {"confidence", Left}, {"", Below}}}
	for _, f := range w.Features {
		if f.Confidence != "" {
			t.Add(f.Name, f.Confidence, f.Source)
		}
	}
	return t
}

func entries(list []eas.Entry) *Table {
	t := &Table{Columns: []Column{{"name", Left}, {"what", Left}}}
	for _, e := range list {
		t.Add(e.Name, e.Doc)
	}
	return t
}

// FeatureTable is one row a feature: its default, its value in each profile, what
// it does, where it is from and, of a published patch, how well that is known.
func (w *Switches) FeatureTable() *Table {
	t := &Table{Columns: []Column{{"name", Left}, {"default", Left}}}
	for i := range w.Profiles {
		t.Columns = append(t.Columns, Column{w.Profiles[i].Name, Left})
	}
	t.Columns = append(t.Columns, Column{"what", Left}, Column{"source", Left}, Column{"confidence", Left})
	for _, f := range w.Features {
		row := []string{f.Name, onOff(f.Default)}
		for i := range w.Profiles {
			row = append(row, onOff(slices.Contains(w.Profiles[i].Features, f.Name)))
		}
		t.Add(append(row, f.Doc, f.Source, f.Confidence)...)
	}
	return t
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// Params is every parameter as text for a person: name, default, unit and range,
// what it does, where the kernel shows it and where it is from.
func Params(list []sched.ParamInfo, s Style) []byte {
	var b bytes.Buffer
	for i := range list {
		p := &list[i]
		unit := p.Unit
		if unit != "" {
			unit = " " + unit
		}
		fmt.Fprintf(&b, "%s = %s%s%s\n", s.bold(p.Name), paramDefault(p), unit, paramRange(p))
		fmt.Fprintf(&b, "%s\n", wrap(p.Doc, 4))
		from := strings.TrimPrefix(p.Path+", "+p.Source, ", ")
		fmt.Fprintf(&b, "%s\n", s.faint(wrap(from, 4)))
	}
	return b.Bytes()
}

// ParamTable is one row a parameter with everything that is known about it.
func ParamTable(list []sched.ParamInfo) *Table {
	t := &Table{Columns: []Column{
		{"name", Left},
		{"path", Left},
		{"unit", Left},
		{"default", Left},
		{"min", Right},
		{"max", Right},
		{"values", Left},
		{"doc", Left},
		{"source", Left},
	}}
	for i := range list {
		p := &list[i]
		t.Add(p.Name, p.Path, p.Unit, paramDefault(p), strconv.FormatInt(p.Min, 10), strconv.FormatInt(p.Max, 10),
			strings.Join(p.Values, " "), p.Doc, p.Source)
	}
	return t
}

// paramDefault is the default in words: "scaled" where it follows from the
// machine, as the text says.
func paramDefault(p *sched.ParamInfo) string {
	switch {
	case p.Default == sched.Scaled:
		return "scaled"
	case p.Default >= 0 && p.Default < int64(len(p.Values)):
		return p.Values[p.Default]
	}
	return count(p.Default)
}

func paramRange(p *sched.ParamInfo) string {
	switch {
	case len(p.Values) > 0:
		return "  (" + strings.Join(p.Values, " ") + ")"
	case p.Min == p.Max: // not a number
		return ""
	}
	return fmt.Sprintf("  (%d..%d)", p.Min, p.Max)
}

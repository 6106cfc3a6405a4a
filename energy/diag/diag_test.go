package diag

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestErrIsTrueNil(t *testing.T) {
	t.Parallel()
	var l List
	l.Warnf("a", "", "odd")
	if err := l.Err(); err != nil {
		t.Fatalf("Err of a list with warnings only = %v, want nil", err)
	}
	l.Errorf("b", "fix it", "bad %d", 7)
	l.Errorf("c", "", "worse")
	err := l.Err()
	var le *ListError
	if !errors.As(err, &le) || len(le.List) != 3 {
		t.Fatalf("Err = %#v, want a *ListError with the whole list", err)
	}
	if got, want := err.Error(), "error: b: bad 7; fix it (and 1 more)"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}

func TestLocateAndRender(t *testing.T) {
	t.Parallel()
	src := []byte("name = \"x\"\n[[table]]\n\tkidn = \"\x1b[31m\"\n")
	var l List
	l.Errorf("table[0].kidn", Suggest("kidn", []string{"unit", "kind"}), "unknown key %q", "kidn")
	l.Warnf("", "", "no notes")
	l.Add(Diagnostic{Severity: Error, Line: 1, Summary: "set by the reader", File: "other"})
	l.Locate("b.toml", NewIndex(src))
	want := "b.toml:3: error: table[0].kidn: unknown key \"kidn\"\n" +
		"    3 |  kidn = \"?[31m\"\n" +
		"        did you mean \"kind\"?\n" +
		"b.toml: warning: no notes\n" +
		"other:1: error: set by the reader\n" +
		"    1 | name = \"x\"\n"
	if got := l.Render(src); got != want {
		t.Errorf("Render:\n%s\nwant:\n%s", got, want)
	}
	if got := l.Render(nil); strings.Contains(got, "|") {
		t.Errorf("Render(nil) shows source: %q", got)
	}
	l.Sort()
	if l[0].Line != 0 || l[1].Line != 3 || l[2].File != "other" {
		t.Errorf("Sort: got %v", l)
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"schedutil", "sched", "performance", "core_busy", "em"}
	for _, c := range []struct {
		name, want string
		ok         bool
	}{
		{"schedutill", "schedutil", true},
		{"shced", "sched", true},
		{"CORE_BUSY", "core_busy", true},
		{"core_bussy", "core_busy", true},
		{"preformance", "performance", true},
		{"x", "", false},
		{"", "", false},
		{"zebra", "", false},
		{"en", "em", true},
	} {
		got, ok := Nearest(c.name, names)
		if got != c.want || ok != c.ok {
			t.Errorf("Nearest(%q) = %q, %v; want %q, %v", c.name, got, ok, c.want, c.ok)
		}
	}
	if got, want := Suggest("zebra", []string{"a", "b"}), "want one of: a, b"; got != want {
		t.Errorf("Suggest = %q, want %q", got, want)
	}
}

// The distance is a metric as far as a suggestion needs: 0 only for equal
// texts, symmetric, and at most the longer length.
func TestEditDistanceProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abc")), 0, 7, -1)
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		d := editDistance(a, b)
		if (d == 0) != (string(a) == string(b)) || d != editDistance(b, a) || d > max(len(a), len(b)) {
			t.Fatalf("distance(%q, %q) = %d", string(a), string(b), d)
		}
	})
}

func TestFieldsFindsAllFaults(t *testing.T) {
	t.Parallel()
	doc := map[string]any{
		"name":  int64(3),
		"freq":  []any{int64(1), "x", 2.5},
		"rate":  []any{int64(1), 2.5},
		"rows":  []any{[]any{int64(1)}, int64(2)},
		"tabel": []map[string]any{{}},
		"table": []map[string]any{{"a": true}, {"b": int64(1)}},
		"odd":   []any{map[string]any{}, int64(1)},
	}
	var l List
	f := NewFields(doc, &l)
	f.Require("format", "name")
	if f.Text("name") != "" || len(f.Ints("freq")) != 3 || f.Floats("rate")[1] != 2.5 || len(f.IntRows("rows")) != 2 {
		t.Error("wrong value read")
	}
	for _, sub := range f.Tables("table") {
		sub.Bool("a")
		sub.Done()
	}
	f.Tables("odd")
	f.Done()
	want := []string{
		`format: missing key "format"`,
		`name: want text in quotes, have 3`,
		`freq[1]: want an integer, have the text "x"`,
		`freq[2]: want an integer, have 2.5`,
		`rows[1]: want an array, each element an integer, have 2`,
		`table[1].b: unknown key "b"`,
		`odd[1]: want a table, have 1`,
		`tabel: unknown key "tabel"`,
	}
	if len(l) != len(want) {
		t.Fatalf("got %d diagnostics, want %d:\n%s", len(l), len(want), l.Render(nil))
	}
	for i, w := range want {
		if got := l[i].Path + ": " + l[i].Summary; got != w {
			t.Errorf("diagnostic %d = %q, want %q", i, got, w)
		}
	}
	if got := l[len(l)-1].Detail; got != `did you mean "table"?` {
		t.Errorf("detail = %q", got)
	}
}

func TestFieldsReadsAllShapes(t *testing.T) {
	t.Parallel()
	doc := map[string]any{
		"words": []any{"a", "b"},
		"half":  0.5,
		"whole": int64(2),
		"sub":   map[string]any{"x": int64(1)},
		"free":  map[string]any{"b": int64(1), "a": int64(2)},
		"bad":   map[string]any{},
		"when":  struct{}{}, // a date is of another type
	}
	var l List
	f := NewFields(doc, &l)
	sub, ok := f.Table("sub")
	if !ok || sub.Int("x") != 1 || sub.Path("x") != "sub.x" || sub.Path("") != "sub" {
		t.Error("Table")
	}
	free, _ := f.Table("free")
	if keys := free.Keys(); !slices.Equal(keys, []string{"a", "b"}) {
		t.Errorf("Keys = %v", keys)
	}
	free.Done()
	if w := f.Strings("words"); len(w) != 2 || f.Float("half") != 0.5 || f.Float("whole") != 2 || f.Float("none") != 0 {
		t.Error("Strings or Float")
	}
	if f.Strings("none") != nil || f.Ints("none") != nil || f.IntRows("none") != nil || f.Tables("none") != nil {
		t.Error("an absent array is not nil")
	}
	if _, ok := f.Table("none"); ok || len(l) != 0 {
		t.Fatalf("faults in a good document: %v", l)
	}
	f.Float("bad")
	f.Table("half")
	f.Tables("half")
	f.IntRows("half")
	f.Text("when")
	f.Errorf("whole", "use 3", "2 is too few")
	for i, want := range []string{
		"bad: want a number, have a table",
		"half: want a table, have 0.5",
		"half: want an array of tables, written [[half]], have 0.5",
		"half: want an array of arrays, have 0.5",
		"when: want text in quotes, have a date",
		"whole: 2 is too few",
	} {
		if got := l[i].Path + ": " + l[i].Summary; got != want {
			t.Errorf("diagnostic %d = %q, want %q", i, got, want)
		}
	}
	f.Done()
	if len(l) != 6 {
		t.Errorf("Done: %v", l[6:])
	}
}

// TestLimit: errors stay rather than warnings, the order too, and the rest is counted.
func TestLimit(t *testing.T) {
	t.Parallel()
	list := List{
		{Severity: Warning, Summary: "a", File: "f"},
		{Severity: Error, Summary: "b"},
		{Severity: Warning, Summary: "c"},
		{Severity: Error, Summary: "d"},
	}
	for n, want := range []string{
		"4 more findings are not listed", "b|3 more findings are not listed", "b|d|2 more findings are not listed",
		"a|b|d|1 more findings are not listed", "a|b|c|d",
	} {
		var said []string
		for _, d := range list.Limit(n) {
			said = append(said, d.Summary)
		}
		if got := strings.Join(said, "|"); got != want {
			t.Errorf("Limit(%d): %s, want %s", n, got, want)
		}
	}
	if rest := list.Limit(1)[1]; rest.Severity != Error || rest.File != "f" {
		t.Errorf("an error is left out: %+v", rest)
	}
	if rest := list.Limit(2)[2]; rest.Severity != Warning {
		t.Errorf("only warnings are left out: %+v", rest)
	}
}

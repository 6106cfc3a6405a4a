package report

import (
	"strings"
	"testing"
)

// A long last cell goes on below itself, and a column below has a line of its own.
func TestTableLongText(t *testing.T) {
	t.Parallel()
	tab := &Table{Indent: 2, Columns: []Column{
		{"name", Left}, {"also", Below}, {"n", Right}, {"in", Below}, {"what", Left},
	}}
	tab.Add("a", "b, c", "1", "d", strings.Repeat("word ", 24)+"end")
	tab.Add("a title that is wider than its column")
	tab.Add("long", "", "12", "", "short")
	lead := strings.Repeat(" ", 12)
	want := "  name   n  what\n" +
		"  a      1  " + strings.TrimSpace(strings.Repeat("word ", 19)) + "\n" +
		lead + strings.Repeat("word ", 5) + "end\n" +
		"      also b, c; in d\n" +
		"  a title that is wider than its column\n" +
		"  long  12  short\n"
	if got := string(tab.Text(Style{})); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := string(tab.CSV()); !strings.HasPrefix(got, "name,also,n,in,what\na,\"b, c\",1,d,word word ") {
		t.Errorf("csv %q", got)
	}
}

// Beside something wide text may go to the edge of the page.
func TestHang(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		indent int
		want   string
	}{
		{"it fits", 103, "it fits"},
		{"so does  this", 107, "so does  this"},
		{"eleven more", 110, "eleven\n" + strings.Repeat(" ", 110) + "more"},
	} {
		if got := hang(c.text, c.indent); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.indent, got, c.want)
		}
	}
}

// A table that is too wide is cut into parts, each with the first column, and no
// column is lost.
func TestTableSplit(t *testing.T) {
	t.Parallel()
	tab := &Table{Indent: 2, Columns: []Column{{"", Left}}}
	row := []string{"first"}
	for range 6 {
		tab.Columns = append(tab.Columns, Column{strings.Repeat("h", 30), Right})
		row = append(row, "1")
	}
	tab.Add(row...)
	parts := tab.split()
	if len(parts) != 2 { // 2 + 5 + 3 x 32 = 103 of 110
		t.Fatalf("%d parts, want 2 of 3 columns", len(parts))
	}
	for _, p := range parts {
		if len(p.Columns) != 4 || len(p.Rows) != 1 || p.Rows[0][0] != "first" || p.Indent != 2 {
			t.Errorf("part %+v", p)
		}
	}
}

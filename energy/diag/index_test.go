package diag

import (
	"strings"
	"testing"
)

const sample = `format = 1
name = "x" # a comment with [ and =
a.b = 3
"odd key" = 1
text = """
[[table]]
not = "a key"
"""
raw = '''it's
two'''

[[table]]
kind = "em"
  [[table.domain]]
  cost = [1, 2,
    # between
    3]
  [[table.domain]]
  rows = [[1], [
    2, 3]]
  inner = { p = 1, q = [ 7 ] }
[[table]]
  [table.extra]
  z = "\"]"
[[table.domain]]
cost = [{ k = 1 },
  { k = 2 }]
`

func TestIndexLines(t *testing.T) {
	t.Parallel()
	x := NewIndex([]byte(sample))
	for _, c := range []struct {
		path string
		line int
	}{
		{"format", 1},
		{"name", 2},
		{"a", 3},
		{"a.b", 3},
		{`"odd key"`, 4},
		{"text", 5},
		{"raw", 9},
		{"table", 12},
		{"table[0]", 12},
		{"table[0].kind", 13},
		{"table[0].domain[0]", 14},
		{"table[0].domain[0].cost", 15},
		{"table[0].domain[0].cost[1]", 15},
		{"table[0].domain[0].cost[2]", 17},
		{"table[0].domain[1].rows[1]", 19},
		{"table[0].domain[1].rows[1][1]", 20},
		{"table[0].domain[1].inner.q[0]", 21},
		{"table[1]", 22},
		{"table[1].extra.z", 24},
		{"table[1].domain[0].cost[1].k", 27},
		{"table[1].domain[0].missing", 25}, // the enclosing table
		{"table[1].domain[0].cost[9].k", 26},
		{"nothing", 0},
		{"", 0},
	} {
		if got := x.Line(c.path); got != c.line {
			t.Errorf("Line(%q) = %d, want %d", c.path, got, c.line)
		}
	}
	for _, p := range []string{"not", "text.not", "table[2]"} {
		if x.Has(p) {
			t.Errorf("Has(%q): the scan took text for a key", p)
		}
	}
}

func TestIndexCRLFAndBOM(t *testing.T) {
	t.Parallel()
	src := "\xef\xbb\xbf" + strings.ReplaceAll(sample, "\n", "\r\n")
	if got := NewIndex([]byte(src)).Line("table[1].domain[0].cost[1].k"); got != 27 {
		t.Errorf("line with CRLF = %d, want 27", got)
	}
}

func TestTooDeep(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		src  string
		line int
	}{
		"fine":          {sample, 0},
		"arrays":        {"a = 1\nb = " + strings.Repeat("[", MaxDepth+2), 2},
		"inline tables": {"\n\nb = " + strings.Repeat("{a=", MaxDepth+2), 3},
		"dotted key":    {strings.Repeat("a.", MaxDepth+1) + "a = 1", 1},
		"header":        {"[" + strings.Repeat("a.", MaxDepth+1) + "a]", 1},
		"as deep as allowed": {
			"b = " + strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth) + "\n" +
				strings.Repeat("a.", MaxDepth-1) + "a = 1", 0,
		},
	} {
		if got := NewIndex([]byte(c.src)).TooDeep(); got != c.line {
			t.Errorf("%s: TooDeep = %d, want %d", name, got, c.line)
		}
	}
}

func TestTooMany(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		src  string
		line int
	}{
		"elements":        {"a = 1\nb = [" + strings.Repeat("1,", MaxPaths-1) + "]", 2},
		"keys":            {"\n" + strings.Repeat("a.b = 1\n", 10) + strings.Repeat("[[x]]\n", MaxPaths/2) + "y = 1\n", 0},
		"as many as fit":  {"a = 1\nb = [" + strings.Repeat("1,", MaxPaths-2) + "]", 0},
		"tables of array": {strings.Repeat("[[x]]\n", MaxPaths+1), MaxPaths},
	} {
		if got := NewIndex([]byte(c.src)).TooMany(); got != c.line {
			t.Errorf("%s: TooMany = %d, want %d", name, got, c.line)
		}
	}
}

func TestParent(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"a.b[3].c": "a.b[3]", "a.b[3]": "a.b", "a": "", `a."x.y"`: "a", `"x.y"`: "",
	} {
		if got := parent(path); got != want {
			t.Errorf("parent(%q) = %q, want %q", path, got, want)
		}
	}
}

// FuzzIndex: no panic and no endless scan on any bytes, and no line beyond the
// source's end.
func FuzzIndex(f *testing.F) {
	f.Add(sample)
	f.Add("[[a]]\n[[a.b]]\nx={y=[1,{z=2}]}\n")
	f.Add("a = [[[[[{")
	f.Add("[a\n'x\n\"\\")
	f.Fuzz(func(t *testing.T, src string) {
		x := NewIndex([]byte(src))
		last := strings.Count(src, "\n") + 1
		for path, line := range x.lines {
			if line < 1 || line > last {
				t.Errorf("%q: line %d of %d", path, line, last)
			}
		}
	})
}

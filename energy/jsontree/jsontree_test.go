package jsontree

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	n, err := Parse([]byte(`// a platform
{
  "a": [1, 2.5, "three", null, true,], /* a list,
  of two lines */
  "b": {"c": "// no comment", "d": ",]",},
  "b2": 1e3, "a": 7,
}
`))
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := n.Get("a").Int(); !ok || v != 7 || n.Get("a").Line != 6 {
		t.Errorf("a = %d in line %d: the last of two counts", v, n.Get("a").Line)
	}
	first := n.Items[0]
	if first.Len() != 5 || first.Line != 3 || first.Items[3].Kind != Null || first.Items[4].Text != "true" {
		t.Errorf("list %+v", first)
	}
	if v, ok := first.Items[1].Float(); !ok || v != 2.5 {
		t.Errorf("number %v", v)
	}
	if _, ok := first.Items[1].Int(); ok {
		t.Error("2.5 is an integer")
	}
	if v, ok := n.Get("b2").Int(); !ok || v != 1000 {
		t.Errorf("1e3 = %d", v)
	}
	if got := n.At("b", "c").Text; got != "// no comment" || n.At("b", "d").Text != ",]" {
		t.Errorf("text %q", got)
	}
	if n.At("x", "y") != nil || n.At("a", "y") != nil || n.Get("zz").Len() != 0 || n.Get("zz").Describe() != "nothing" {
		t.Error("what is not there is nil")
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1)
	for _, c := range []struct {
		name, src string
		line      int
		what      string
	}{
		{"nothing", "", 1, "does not end"},
		{"unclosed", "{\n\"a\": [1,\n2", 3, "does not end"},
		{"two values", "1\n2", 2, "more after"},
		{"bad letter", "{\n\n\"a\": x}", 3, "invalid character"},
		{"two commas", "[1,\n,]", 2, "invalid character"},
		{"deep", deep, 1, "nested more than"},
		{"many", "[" + strings.Repeat("0,", MaxNodes) + "0]", 1, "more than"},
		{"large", strings.Repeat(" ", MaxBytes+1), 1, "larger than"},
		{"line feed in a text", "[\"a\nb\"]", 1, "invalid character"},
	} {
		_, err := Parse([]byte(c.src))
		var fault *SyntaxError
		if !errors.As(err, &fault) || fault.Line != c.line || !strings.Contains(fault.What, c.what) {
			t.Errorf("%s: %v, want line %d: %s", c.name, err, c.line, c.what)
		}
	}
}

// FuzzParse: no panic; what is strict JSON already is read as encoding/json does.
func FuzzParse(f *testing.F) {
	f.Add(`{"a":[1,2,{"b":null}],"c":"d"}`)
	f.Add("[1,/* x */2,// y\n]")
	f.Add(`"\"/*"`)
	f.Fuzz(func(t *testing.T, src string) {
		n, err := Parse([]byte(src))
		var want any
		dec := json.NewDecoder(strings.NewReader(src))
		dec.UseNumber()
		strict := json.Valid([]byte(src)) && dec.Decode(&want) == nil
		if strict && err != nil && !strings.Contains(err.Error(), "more than") && !strings.Contains(err.Error(), "larger") {
			t.Fatalf("strict JSON is refused: %v", err)
		}
		if strict && err == nil {
			if got, w := fmt.Sprint(plain(n)), fmt.Sprint(want); got != w {
				t.Fatalf("got %s, want %s", got, w)
			}
		}
	})
}

func plain(n *Node) any {
	switch n.Kind {
	case Map:
		m := map[string]any{}
		for i, k := range n.Keys {
			m[k] = plain(n.Items[i])
		}
		return m
	case List:
		l := []any{}
		for _, it := range n.Items {
			l = append(l, plain(it))
		}
		return l
	case Number:
		return json.Number(n.Text)
	case Bool:
		return n.Text == "true"
	case Text:
		return n.Text
	case Null:
	}
	return nil
}

func ExampleParse() {
	n, _ := Parse([]byte("{ // LISA's platforms have comments\n \"cpus_count\": 6, }"))
	count, _ := n.Get("cpus_count").Int()
	fmt.Println(count, n.Get("cpus_count").Line)
	// Output: 6 2
}

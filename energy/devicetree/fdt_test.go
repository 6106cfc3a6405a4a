package devicetree

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"easim/energy"
	"easim/energy/draft"
)

func TestReadsWhatIsThere(t *testing.T) {
	t.Parallel()
	tr, err := parse(blob(at("",
		text("model", "M"), nums("n", 1, 2, 0xffffffff), long("big", 1<<40), flagged("empty"),
		at("a@1", phandle(7), text("list", "x", "y"), at("deep")),
		at("b", nums("ref", 7, 9, 7, 8), nums("broken", 99, 1)),
	)))
	if err != nil {
		t.Fatal(err)
	}
	a, b := tr.child(0, "a"), tr.child(0, "b")
	if got := tr.path(tr.child(a, "deep")); got != "/a@1/deep" {
		t.Errorf("path = %q", got)
	}
	if got := tr.cells(0, "n"); len(got) != 3 || got[2] != 0xffffffff {
		t.Errorf("cells = %v", got)
	}
	if v, ok := tr.u64(0, "big"); !ok || v != 1<<40 {
		t.Errorf("u64 = %d, %v", v, ok)
	}
	if !tr.has(0, "empty") || tr.has(0, "nothing") || tr.text(0, "empty") != "" {
		t.Error("an empty property is there and has no text")
	}
	if got := tr.texts(a, "list"); len(got) != 2 || got[1] != "y" {
		t.Errorf("texts = %q", got)
	}
	if got := tr.refs(b, "ref", "#nothing-cells"); len(got) != 1 || got[0].node != a {
		t.Errorf("refs without cells = %v: 9 names no node, so the list ends there", got)
	}
	if got := tr.refs(b, "broken", ""); got != nil {
		t.Errorf("a phandle of nothing gives %v", got)
	}
}

// TestBrokenBlobs: each fault is named with its byte.
func TestBrokenBlobs(t *testing.T) {
	t.Parallel()
	good := blob(at("", at("cpus", nums("x", 1), at("cpu@0"))))
	put := func(off int, v uint32) func([]byte) []byte {
		return func(b []byte) []byte { binary.BigEndian.PutUint32(b[off:], v); return b }
	}
	structs := 56
	for _, c := range []struct {
		name string
		edit func([]byte) []byte
		want string
	}{
		{"empty", func([]byte) []byte { return nil }, "no device tree blob"},
		{"a piece of the header", func(b []byte) []byte { return b[:39] }, "at byte 39: the file ends within the header"},
		{"magic", put(0, 0xdeadbeef), "no device tree blob"},
		{"shorter than it says", func(b []byte) []byte { return b[:len(b)-1] }, "the header says"},
		{"total of nothing", put(4, 3), "the header says"},
		{"structs outside", put(8, 0xfffffff0), "structure block lies outside"},
		{"structs not aligned", put(8, 57), "structure block lies outside"},
		{"huge structs", put(36, 0xffffffff), "structure block lies outside"},
		{"strings outside", put(12, 0xfffffff0), "strings block lies outside"},
		{"huge strings", put(32, 0xffffffff), "strings block lies outside"},
		{"old version", put(20, 3), "version 3"},
		{"future version", put(24, 99), "compatible with 99"},
		{"unknown token", put(structs, 77), "unknown token"},
		{"end without begin", put(structs, tokEndNode), "did not begin"},
		{"property first", put(structs, tokProp), "outside any node"},
		{"no root", put(structs, tokEnd), "no root node"},
		{"ends inside", put(36, 8), "ends too soon"},
		{"huge property", put(structs+24, 0xffffffff), "a property of"},
		{"name outside", put(structs+28, 0xffffffff), "name lies outside"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := parse(c.edit(append([]byte(nil), good...)))
			var fault *FormatError
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	deep := at("x")
	for range maxDepth {
		deep = at("x", deep)
	}
	many := at("")
	for range maxNodes {
		many.below = append(many.below, at("n"))
	}
	for name, tree := range map[string]branch{"depth": deep, "nodes": many} {
		if _, err := parse(blob(tree)); err == nil || !strings.Contains(err.Error(), "more than") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := parse(append(blob(at("")), make([]byte, maxBlob)...)); err == nil {
		t.Error("17 MB are accepted")
	}
	cpus := at("cpus")
	for i := range energy.MaxCPUs + 1 {
		cpus.below = append(cpus.below, at("cpu", text("device_type", "cpu"), nums("reg", uint32(i))))
	}
	if _, list, err := Import("x", blob(at("", cpus)), draft.Options{}); err != nil || !list.HasErrors() {
		t.Errorf("513 CPUs: %v, %v", list, err)
	}
}

// TestTruncated cuts a tree at each byte: never a panic, and never success except
// for the whole.
func TestTruncated(t *testing.T) {
	t.Parallel()
	whole := blob(smallBoard())
	for n := range whole {
		if _, _, err := Import("x", whole[:n], draft.Options{}); err == nil {
			t.Fatalf("the first %d of %d bytes are a tree", n, len(whole))
		}
	}
}

package column

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/eas"
	"easim/eas/compare"
)

// runLine is a run as it stands in a file of runs.
func runLine(tb testing.TB, s eas.Scenario) (*eas.Result, []byte) {
	tb.Helper()
	r, err := eas.Run(context.Background(), s)
	if err != nil {
		tb.Fatal(err)
	}
	line, err := json.Marshal(r)
	if err != nil {
		tb.Fatal(err)
	}
	return r, line
}

// TestReadings: the columns of a line are the readings of the run, bit for bit and
// in the same order.
func TestReadings(t *testing.T) {
	for _, workload := range []string{"video-1080p", "geekbench-mt", "hackbench", "periodic:tasks=3,util=0.2"} {
		r, line := runLine(t, eas.Scenario{Workload: workload, Duration: eas.SpanOf(2e8), Warmup: eas.SpanOf(0)})
		s, err := newFiller().fill(append(line, '\n'), 0)
		if err != nil {
			t.Fatal(err)
		}
		want := compare.Readings(r)
		got := map[string]float64{}
		for i, name := range s.names {
			got[name] = s.columns[i][0]
		}
		if len(want) != len(got) {
			t.Errorf("%s: %d columns, want %d", workload, len(got), len(want))
		}
		for _, w := range want {
			v, ok := got[w.Path]
			switch {
			case !ok:
				t.Errorf("%s: no column %s", workload, w.Path)
			case w.Known && v != w.Value || !w.Known && v == v:
				t.Errorf("%s: %s is %v, want %v (known: %v)", workload, w.Path, v, w.Value, w.Known)
			}
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		text   string
		length int
	}{
		{"0", 1},
		{"-0", 2},
		{"12,", 2},
		{"1.5}", 3},
		{"601.3023516630001", 17},
		{"1e3", 3},
		{"-2.5E-7]", 7},
		{"9007199254740993", 16},
		{"123456789012345678901234567890", 30},
		{"0.0000000000000000000000123", 27},
		{"1.7976931348623157e308", 22},
		{"01", 0},
		{"1.", 0},
		{".5", 0},
		{"-", 0},
		{"1e", 0},
		{"1e+", 0},
		{"x", 0},
		{"", 0},
	} {
		v, n := number([]byte(c.text))
		if n != c.length {
			t.Errorf("%q: length %d, want %d", c.text, n, c.length)
		} else if want, err := strconv.ParseFloat(c.text[:n], 64); n > 0 && (err != nil || v != want) {
			t.Errorf("%q: %v, want %v", c.text, v, want)
		}
	}
}

func TestNumberIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Float64().Draw(t, "v")
		form := rapid.SampledFrom([]byte{'g', 'f', 'e'}).Draw(t, "form")
		text := strconv.FormatFloat(want, form, -1, 64)
		got, n := number([]byte(text))
		if n != len(text) || got != want {
			t.Fatalf("%s: %v of %d bytes", text, got, n)
		}
	})
}

func TestValid(t *testing.T) {
	for _, c := range []struct {
		line string
		want bool
	}{
		{`{"a":1}`, true},
		{`{}`, true},
		{` {"a":[1,{"b":null},"x\"\\"],"c":true} `, true},
		{`{"a":1`, false},
		{`{"a":1}}`, false},
		{`{"a":1,}`, false},
		{`{"a":}`, false},
		{`{"a" 1}`, false},
		{`{"a":[1,]}`, false},
		{`{"a":"x}`, false},
		{"{\"a\":\"x\x00\"}", false},
		{`[1]`, false},
		{``, false},
		{"\x00\x00", false},
		{`{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, false},
	} {
		if got := Valid([]byte(c.line)); got != c.want {
			t.Errorf("%q: valid %v, want %v", c.line, got, c.want)
		}
		if err := new(parserOf).line([]byte(c.line)); (err == nil) != c.want {
			t.Errorf("%q: %v, want valid %v", c.line, err, c.want)
		}
	}
}

// parserOf is a parser whose findings go nowhere.
type parserOf struct{}

func (*parserOf) line(src []byte) error {
	_, err := newFiller().fill(append(bytes.Clone(src), '\n'), 0)
	return err
}

func TestNames(t *testing.T) {
	const line = `{"run":3,"list":[{"name":"a","x":1},{"x":2,"name":"b","sub":{"y":null}},{"name":"a","x":3},{"x":4},5],` +
		`"cpus":[{"id":0,"v":6}],"throughput":{"metrics":[{"name":"s","value":7,"unit":"points"}]},"q\"x":8,` +
		`"provenance":{"n":9},"warnings":["w","w2"],"energy":{"unit":"mJ","partial":true}}`
	s, err := newFiller().fill([]byte(line+"\n"), 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, name := range s.names {
		got = append(got, fmt.Sprintf("%s=%v", name, s.columns[i][0]))
	}
	for i := range s.texts {
		got = append(got, s.texts[i].name+"="+s.texts[i].words[0])
	}
	for _, w := range s.warnings {
		got = append(got, w.Text)
	}
	want := []string{
		"run=3", "list.a.x=1", "list.b.x=2", "list.b.sub.y=NaN", "list.a.x#2=3", "list.3.x=4", "list.4=5", "cpus.0.id=0",
		"cpus.0.v=6", "throughput.metrics.s=7", `q"x=8`, "throughput.metrics.s.unit=points", "energy.unit=mJ",
		"energy.partial=true", "w", "w2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestCodec(t *testing.T) {
	value := rapid.OneOf(
		rapid.Map(rapid.Int64Range(-1<<40, 1<<40), func(n int64) float64 { return float64(n) }),
		rapid.Map(rapid.Int64Range(0, 300), func(n int64) float64 { return float64(n) }),
		rapid.Float64(), rapid.Just(math.NaN()), rapid.Just(0.0),
	)
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(value, 1, 50).Draw(t, "rows")
		data, form, base := encode(nil, rows)
		if len(data) != int(form)*len(rows) {
			t.Fatalf("%d bytes for %d rows of form %d", len(data), len(rows), form)
		}
		got := make([]float64, len(rows))
		decode(got, data, form, base)
		for i := range rows {
			if got[i] != rows[i] && (got[i] == got[i] || rows[i] == rows[i]) {
				t.Fatalf("row %d: %v, want %v (form %d)", i, got[i], rows[i], form)
			}
		}
	})
}

func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"a":[{"name":"x","value":1.5e3},{"name":"x"}],"b":{"c":null,"d":"\u0041"}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') >= 0 {
			return
		}
		valid := Valid(line)
		err := new(parserOf).line(line)
		if valid != (err == nil) {
			t.Errorf("valid %v, but %v", valid, err)
		}
		if valid && bytes.IndexByte(line, '\\') < 0 && !json.Valid(line) && printable(line) {
			t.Errorf("taken, but not JSON")
		}
	})
}

// printable reports whether a line has no byte that only a JSON library minds.
func printable(line []byte) bool {
	return !slices.ContainsFunc(line, func(c byte) bool { return c < ' ' })
}

// write makes a file of n runs of different values.
func write(tb testing.TB, n int) string {
	tb.Helper()
	var b bytes.Buffer
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		fmt.Fprintf(&b, `{"run":%d,"energy":{"unit":"mJ","total":%v},"x":%d`, i+1, rng.Float64(), rng.IntN(1000))
		if i%3 == 0 {
			b.WriteString(`,"y":7`)
		}
		b.WriteString("}\n")
	}
	file := filepath.Join(tb.TempDir(), "results.jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// columns opens a file and returns its columns run, x and y.
func columns(t *testing.T, file string) [][]float64 {
	t.Helper()
	table, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close() //nolint:errcheck // only read
	var out [][]float64
	for _, name := range []string{"run", "x", "y"} {
		c, err := table.Numbers(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(c) != table.Rows() {
			t.Fatalf("%s: %d values in %d rows", name, len(c), table.Rows())
		}
		out = append(out, c)
	}
	return out
}

func TestIndexIsKept(t *testing.T) {
	file := write(t, 3*segmentRows+100)
	first := columns(t, file)
	if n := len(first[0]); n != 3*segmentRows+100 || first[0][n-1] != float64(n) || first[2][3] != 7 ||
		first[2][4] == first[2][4] {
		t.Fatalf("%d rows", n)
	}
	index, err := os.ReadFile(IndexFile(file))
	if err != nil {
		t.Fatal(err)
	}
	again := columns(t, file)
	for i := range first {
		if !slices.EqualFunc(first[i], again[i], func(a, b float64) bool { return a == b || a != a && b != b }) {
			t.Errorf("column %d differs when read from the index", i)
		}
	}
	// Appended lines, and an index made in one go, give the same bytes.
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	half := bytes.IndexByte(text[len(text)/2:], '\n') + len(text)/2 + 1
	for _, part := range []int{half, half + 11, len(text)} {
		if err := os.WriteFile(file, text[:part], 0o600); err != nil {
			t.Fatal(err)
		}
		columns(t, file)
	}
	if got, err := os.ReadFile(IndexFile(file)); err != nil || !bytes.Equal(got, index) {
		t.Errorf("an index that grew differs from one made at once: %v", err)
	}
}

// TestIndexIsChecked: whatever happened to either file, the columns are those of
// the runs.
func TestIndexIsChecked(t *testing.T) {
	file := write(t, segmentRows+50)
	want := columns(t, file)
	damage := func(name string, at int, value byte) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		src[at] = value
		if err := os.WriteFile(name, src, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range []int{0, 20, 40, 100} {
		damage(IndexFile(file), at, 0xa5)
		if got := columns(t, file); got[0][segmentRows] != want[0][segmentRows] {
			t.Errorf("damage at %d: wrong value", at)
		}
	}
	if err := os.Truncate(IndexFile(file), 1000); err != nil {
		t.Fatal(err)
	}
	if got := columns(t, file); got[1][10] != want[1][10] {
		t.Errorf("a shortened index: wrong value")
	}
	damage(file, 7, '9') // {"run":1, becomes {"run":9,
	if got := columns(t, file); got[0][0] == want[0][0] {
		t.Errorf("a changed run was not seen")
	}
}

func TestBadLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	if err := os.WriteFile(file, []byte("{\"run\":1}\n{\"run\":\n{\"run\":3}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil || !strings.Contains(err.Error(), "at byte 10") {
		t.Errorf("error %v", err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("files left: %q", left)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	file := write(t, 10)
	if err := os.Chmod(filepath.Dir(file), 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Dir(file), 0o700) //nolint:errcheck // of the test's own folder
	if got := columns(t, file); len(got[0]) != 10 {
		t.Errorf("%d rows", len(got[0]))
	}
}

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "column")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // temporary
	file := filepath.Join(dir, "results.jsonl")
	if err := os.WriteFile(file, []byte(`{"energy":{"total":3}}`+"\n"+`{"energy":{"total":4}}`+"\n"), 0o600); err != nil {
		panic(err)
	}
	t, err := Open(file)
	if err != nil {
		panic(err)
	}
	defer t.Close() //nolint:errcheck // only read
	fmt.Println(t.Columns())
	fmt.Println(t.Numbers("energy.total"))
	// Output:
	// [energy.total]
	// [3 4] <nil>
}

func BenchmarkFill(b *testing.B) {
	_, line := runLine(b, eas.Scenario{})
	block := bytes.Repeat(append(line, '\n'), 500)
	f := newFiller()
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		if _, err := f.fill(block, 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValid(b *testing.B) {
	_, line := runLine(b, eas.Scenario{})
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if !Valid(line) {
			b.Fatal("not valid")
		}
	}
}

package sweep

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/eas"
)

func TestGridOrder(t *testing.T) {
	p := plan(t, Matrix{
		Axes: axesOf(t, "busy_factor=1,2", "feat=LB_MIN,none"), Seeds: []uint64{7, 8},
		Where: []string{"busy_factor=1 || feat=none"},
	})
	var got []string
	for n := range p.Runs() {
		point, seed := p.Run(n)
		got = append(got, fmt.Sprint(point, " ", seed))
	}
	want := "busy_factor=1 feat=LB_MIN 7,busy_factor=1 feat=LB_MIN 8,busy_factor=1 feat=none 7," +
		"busy_factor=1 feat=none 8,busy_factor=2 feat=none 7,busy_factor=2 feat=none 8"
	if strings.Join(got, ",") != want {
		t.Errorf("got %q", got)
	}
}

func TestScenarioOfPoint(t *testing.T) {
	m := Matrix{Seeds: []uint64{3}, Axes: axesOf(t, "platform=hikey960", "workload=periodic:tasks=2", "workload.util=0.3",
		"profile=smp-4.4", "feat=LB_MIN", "busy_factor=9", "governor=performance", "idle=shallow", "duration=30ms",
		"warmup=0s")}
	m.Base.Layers = []eas.Layer{{Features: []string{"NO_LB_MIN"}, Params: []eas.Setting{{Key: "busy_factor", Value: "2"}}}}
	s, err := plan(t, m).Point(0).Scenario(3)
	if err != nil {
		t.Fatal(err)
	}
	r, err := eas.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	got := r.Scenario
	busy, _ := got.Params.Get("busy_factor")
	if got.Platform != "hikey960" || got.Workload != "periodic:tasks=2,util=0.3" || got.Profile != "smp-4.4" ||
		busy != 9 || got.Governor != "performance" || got.Idle != "shallow" || got.DurationNS != 3e7 || got.Seed != 3 ||
		!strings.Contains(strings.Join(got.Features, ","), "LB_MIN") {
		t.Errorf("ran %+v", got)
	}
}

func TestNoPlan(t *testing.T) {
	one := []uint64{1}
	two := axesOf(t, "busy_factor=1,2")
	big := axesOf(t, "busy_factor=1..1000", "sched_nr_migrate=1..10000")
	for _, c := range []struct {
		m    Matrix
		want string
	}{
		{Matrix{Seeds: one}, "no axis, so the grid is empty"},
		{Matrix{Axes: two}, "no seeds"},
		{Matrix{Axes: append(two[:1:1], two...), Seeds: one}, "axis busy_factor is there twice"},
		{Matrix{Axes: two, Seeds: one, Where: []string{"busy_factor > 2"}}, "leave none of the 2 points"},
		{Matrix{Axes: big, Seeds: one}, "10 000 000 points with seeds 1 are more than the 1 000 000 runs"},
		{Matrix{Axes: big[:1], Seeds: make([]uint64, 1001)}, "more than the 1 000 000 runs"},
		{Matrix{Axes: append(big[:2:2], axesOf(t, "sched_latency_ns=100000..101000", "sched_rt_period_us=1..1000",
			"interactive_timer_rate=1000..2000", "sched_time_avg_ms=1..1000")...), Seeds: one}, "the grid has more than"},
		{Matrix{Axes: two, Seeds: one, Random: 3}, "the grid has 2 points only"},
		{Matrix{Axes: two, Seeds: one, Random: 1, Latin: 1}, "exclude each other"},
		{Matrix{Axes: two, Seeds: one, Random: -1}, "want at least 1"},
		{Matrix{Axes: big, Seeds: one, Latin: 2_000_000}, "more than the 1 000 000 runs"},
		{Matrix{Axes: two, Seeds: one, Random: 2, Where: []string{"busy_factor=2"}}, "only 1 points of the grid"},
		{Matrix{Axes: two, Seeds: one, Where: []string{"busy_facto=2"}}, `did you mean "busy_factor"`},
	} {
		_, err := c.m.Plan()
		var input *eas.InputError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &input) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// TestSamples: samples have the asked size, hold no point twice, and are the same
// again for the same seed; a Latin hypercube uses each value equally often.
func TestSamples(t *testing.T) {
	axes := axesOf(t, "busy_factor=1..10", "sched_nr_migrate=1..1000", "feat=LB_MIN,none")
	points := func(m Matrix) []string {
		p := plan(t, m)
		var out []string
		for i := range p.Points() {
			out = append(out, p.Point(i).String())
		}
		return out
	}
	for _, m := range []Matrix{
		{Axes: axes, Seeds: []uint64{1}, Random: 40},
		{Axes: axes, Seeds: []uint64{1}, Latin: 40},
		{Axes: append(axes[:2:2], axesOf(t, "sched_latency_ns=100000..101000")...), Seeds: []uint64{1}, Random: 40},
	} {
		first, again := points(m), points(m)
		if len(first) != 40 || strings.Join(first, ";") != strings.Join(again, ";") {
			t.Errorf("%d points, or others the second time", len(first))
		}
		seen := map[string]bool{}
		for _, p := range first {
			if seen[p] {
				t.Errorf("%s twice", p)
			}
			seen[p] = true
		}
		m.SampleSeed = 2
		if strings.Join(points(m), ";") == strings.Join(first, ";") {
			t.Errorf("another seed draws the same sample")
		}
	}
	uses := map[string]int{}
	for _, p := range points(Matrix{Axes: axes, Seeds: []uint64{1}, Latin: 40}) {
		for word := range strings.SplitSeq(p, " ") {
			uses[word]++
		}
	}
	for i := range 10 {
		if n := uses[fmt.Sprintf("busy_factor=%d", i+1)]; n != 4 {
			t.Errorf("busy_factor=%d in %d of 40 points, want 4", i+1, n)
		}
	}
	if uses["feat=LB_MIN"] != 20 {
		t.Errorf("feat=LB_MIN in %d of 40 points, want 20", uses["feat=LB_MIN"])
	}
	strata := map[int]int{}
	p := plan(t, Matrix{Axes: axes, Seeds: []uint64{1}, Latin: 40})
	for i := range p.Points() {
		strata[int(p.Point(i).Coordinates()[1])*40/1000]++
	}
	for s := range 40 {
		if strata[s] != 1 {
			t.Errorf("stratum %d is used %d times", s, strata[s])
		}
	}
}

// TestDecodeEncode: a matrix reads back as it was written, and writes the same text
// again.
func TestDecodeEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatrix(t)
		text := m.Encode("..")
		got, list := Decode("x/sweep.toml", text)
		if err := list.Err(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := Differences(&m, &got); len(diff) > 0 {
			t.Fatalf("%q\n%s", diff, text)
		}
		if again := got.Encode(".."); string(again) != string(text) {
			t.Fatalf("%s\nbecomes\n%s", text, again)
		}
	})
}

func drawMatrix(t *rapid.T) Matrix {
	text := rapid.StringMatching(`[a-zA-Z0-9_./ "\\é-]{1,12}`)
	m := Matrix{
		Seeds: []uint64{rapid.Uint64Range(1, 1<<60).Draw(t, "seed")}, Program: text.Draw(t, "program"),
		Random: rapid.IntRange(0, 5).Draw(t, "random"), SampleSeed: 1,
	}
	m.Base.Platform = text.Draw(t, "platform")
	m.Base.Layers = []eas.Layer{{Features: []string{"LB_MIN"}, Params: []eas.Setting{{Key: "busy_factor", Value: "3"}}}}
	if rapid.Bool().Draw(t, "duration") {
		m.Base.Duration = eas.SpanOf(rapid.Int64Range(1, 1e12).Draw(t, "ns"))
	}
	values := rapid.SliceOfNDistinct(rapid.IntRange(1, 1024), 1, 6, rapid.ID).Draw(t, "values")
	for _, name := range [...]string{"busy_factor", "workload.util"} {
		var texts []string
		for _, v := range values {
			texts = append(texts, fmt.Sprint(v))
		}
		a, err := NewAxis(name, texts)
		if err != nil {
			t.Fatal(err)
		}
		m.Axes = append(m.Axes, a)
	}
	if rapid.Bool().Draw(t, "where") {
		m.Where = []string{"busy_factor <= 2000"}
	}
	if rapid.Bool().Draw(t, "input") {
		m.Inputs = []Input{{text.Draw(t, "file"), "00ff"}}
	}
	return m
}

// TestDecodeFaults: all faults of a file at once, with their lines.
func TestDecodeFaults(t *testing.T) {
	_, list := Decode("bad.toml", []byte(`format = 2
platfrom = "juno-r2"
seeds = "5..1"
random = 0
[[axis]]
name = "busy_facto"
values = [1, 2]
[[axis]]
name = "busy_factor"
values = []
[[axis]]
name = "sched_nr_migrate"
values = [1, true]
[[axis]]
nam = "x"
values = "1..8+0"
`))
	var got []string
	for _, d := range list {
		got = append(got, fmt.Sprintf("%d %s", d.Line, d.Summary))
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{
		"1 format 2 is not known", `2 unknown key "platfrom"`, "3 seeds", "4 random is 0", `unknown axis "busy_facto"`,
		"the grid is empty", "neither text nor number", `missing key "name"`, `unknown key "nam"`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

func TestDecodeFolder(t *testing.T) {
	const text = "format = 1\nplatform = \"b/x.toml\"\n[[axis]]\nname = \"busy_factor\"\nvalues = \"1..4x2\"\n"
	for _, c := range []struct{ add, want string }{
		{"", "some/dir"},
		{"folder = \"../..\"\n", "."},
		{"folder = \"in\"\n", "some/dir/in"},
	} {
		m, list := Decode("some/dir/sweep.toml", []byte(c.add+text))
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if filepath.ToSlash(m.Folder) != c.want || m.Base.Platform != "b/x.toml" {
			t.Errorf("folder %s, want %s; platform %s", m.Folder, c.want, m.Base.Platform)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("format = 1\nseeds = \"1..3\"\n[[axis]]\nname = \"feat\"\nvalues = [\"LB_MIN\", \"none\"]\n"))
	f.Add([]byte("format = 1\nwhere = [\"busy_factor < 3\"]\n[[axis]]\nname = \"busy_factor\"\nvalues = \"1..8x2\"\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		m, list := Decode("x.toml", src)
		if list.Err() != nil {
			return
		}
		text := m.Encode("")
		again, list := Decode("x.toml", text)
		if err := list.Err(); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if diff := Differences(&m, &again); len(diff) > 0 {
			t.Fatalf("%q\n%s", diff, text)
		}
	})
}

func ExampleMatrix_Plan() {
	a, err := ParseAxis("busy_factor=1..4x2")
	if err != nil {
		panic(err)
	}
	p, err := Matrix{Axes: []Axis{a}, Seeds: []uint64{1, 2}}.Plan()
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Points(), p.Runs())
	fmt.Println(p.Point(2))
	// Output:
	// 3 6
	// busy_factor=4
}

package sweep

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/eas/compare"
)

// fake writes the folder of a sweep whose runs are made up: f gives the metrics of
// a point with a seed; nil leaves the run out.
func fake(tb testing.TB, m Matrix, f func(p Point, seed uint64) map[string]any) string {
	tb.Helper()
	dir := tb.TempDir()
	m.normalize()
	p := plan(tb, m)
	write(tb, string(p.Encode("")), dir, MatrixFile)
	var text []byte
	for n := range p.Runs() {
		point, seed := p.Run(n)
		values := f(point, seed)
		if values == nil {
			continue
		}
		body, err := json.Marshal(values)
		if err != nil {
			tb.Fatal(err)
		}
		text = append(append(p.prefix(text, n), body[1:]...), '\n')
	}
	write(tb, string(text), dir, ResultsFile)
	return dir
}

// metricsOf is the body of a made-up run.
func metricsOf(energy float64, unit string, score float64) map[string]any {
	return map[string]any{
		"scenario": map[string]any{"platform": "p", "workload": "w", "profile": "x"},
		"window":   map[string]any{"length_ns": 2e9},
		"energy":   map[string]any{"unit": unit, "total": energy, "little": energy / 4, "big": energy * 3 / 4},
		"throughput": map[string]any{"work_capacity_s": 1, "metrics": []any{
			map[string]any{"name": "score", "value": score, "unit": "points", "better": "higher"},
		}},
	}
}

func summary(tb testing.TB, dir string, o SummaryOptions) *Summary {
	tb.Helper()
	r, err := Open(dir)
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close() //nolint:errcheck // only read
	s, err := Summarize(r, o)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// TestAxisTable checks means, intervals and changes against the statistics of
// package compare, by hand.
func TestAxisTable(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "busy_factor=1,2,4", "feat=LB_MIN,none"), Seeds: []uint64{1, 2, 3}}
	noise := [...]float64{0.1, -0.3, 0.2}
	value := func(p Point, seed uint64) float64 {
		c := p.Coordinates()
		return 100 + 10*float64(c[0]) + 5*float64(c[1]) + noise[seed-1]*float64(1+c[0])
	}
	s := summary(t, fake(t, m, func(p Point, seed uint64) map[string]any {
		return metricsOf(value(p, seed), "mJ", 7)
	}), SummaryOptions{Metrics: []string{"total", "score"}})
	l := s.Axes[0].Levels[1]
	var per, change []float64
	for seed := range 3 {
		e := noise[seed]
		per = append(per, (110+e*2+115+e*2)/2)
		change = append(change, (100*(10+e)/100+100*(10+e)/105)/2)
	}
	mean, d := compare.Summarize(per), compare.Paired(make([]float64, 3), change)
	c := l.Cells[0]
	if l.Value != "2" || l.Points != 2 || c.N != 6 || !near(*c.Mean, mean.Mean) || !near(*c.SD, mean.SD) || !c.Paired ||
		!near(*c.DeltaPct, d.Mean) || !near(c.DeltaCI[0], d.Lo) || !near(c.DeltaCI[1], d.Hi) {
		t.Errorf("%+v of %+v, want %+v, %+v", c, l, mean, d)
	}
	if !s.Axes[0].Levels[0].Reference || s.Axes[0].Levels[0].Cells[0].DeltaPct != nil {
		t.Errorf("the reference: %+v", s.Axes[0].Levels[0])
	}
	if score := l.Cells[1]; *score.Mean != 7 || *score.DeltaPct != 0 || *score.CI95 != [2]float64{7, 7} {
		t.Errorf("a constant: %+v", score)
	}
	// One point against the reference point, as `compare` does it.
	point := s.Table[5].Cells[0]
	var a, b []float64
	for seed := range 3 {
		a, b = append(a, 100+noise[seed]), append(b, 125+3*noise[seed])
	}
	pd := compare.Paired(a, b)
	base := compare.Summarize(a).Mean
	if !near(*point.DeltaPct, 100*pd.Mean/base) || !near(point.DeltaCI[0], 100*pd.Lo/base) {
		t.Errorf("point %+v, want %v", point, 100*pd.Mean/base)
	}
	if !strings.HasPrefix(s.Reference, "busy_factor=1 feat=LB_MIN") || s.Points != 6 || s.Runs != 18 {
		t.Errorf("%+v", s)
	}
}

// TestReference: changes are taken against the point that is asked for.
func TestReference(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "busy_factor=1,2,4"), Seeds: []uint64{1}}
	dir := fake(t, m, func(p Point, _ uint64) map[string]any {
		return metricsOf(float64(10*p.Coordinates()[0]+10), "mJ", 1)
	})
	s := summary(t, dir, SummaryOptions{Reference: []string{"busy_factor=4"}})
	if got := *s.Axes[0].Levels[0].Cells[0].DeltaPct; !near(got, -200.0/3) || !s.Axes[0].Levels[2].Reference {
		t.Errorf("change %v", got)
	}
	if c := s.Axes[0].Levels[0].Cells[0]; c.CI95 != nil || c.DeltaCI != nil {
		t.Errorf("an interval of one seed: %+v", c)
	}
	for _, o := range []SummaryOptions{
		{Reference: []string{"busy_facto=4"}},
		{Reference: []string{"busy_factor=5"}},
		{Metrics: []string{"totall"}},
		{Where: []string{"busy_factor > 4"}},
		{Where: []string{"x = 1"}},
		{Pivot: []string{"busy_factor"}},
		{Pivot: []string{"busy_factor", "busy_factor"}},
		{Pivot: []string{"busy_factor", "feat"}},
		{Pareto: []string{"energy.total"}},
		{Pareto: []string{"energy.total", "window.length_ns"}},
	} {
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Summarize(r, o); err == nil {
			t.Errorf("%+v was taken", o)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMixedUnits: energies in different units are not averaged, but relative
// changes are.
func TestMixedUnits(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "platform=juno-r2,hikey960", "feat=LB_MIN,none"), Seeds: []uint64{1, 2}}
	s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
		unit, scale := "mJ", 1.0
		if p.Value(0) == "juno-r2" {
			unit, scale = "bogo-mJ", 1000
		}
		return metricsOf(scale*(100+20*float64(p.Coordinates()[1])), unit, 10+float64(p.Coordinates()[1]))
	}), SummaryOptions{Metrics: []string{"total", "score"}})
	none := s.Axes[1].Levels[1].Cells[0]
	if none.Mean != nil || none.DeltaPct == nil || !near(*none.DeltaPct, 20) {
		t.Errorf("%+v", none)
	}
	if c := s.Axes[0].Levels[1].Cells[0]; c.Mean == nil || c.DeltaPct != nil {
		t.Errorf("one board against the other: %+v", c)
	}
	if s.Metrics[0].Unit != Mixed || len(s.Fronts) != 2 || s.Fronts[0].X.Unit != "bogo-mJ" || s.Fronts[1].X.Unit != "mJ" {
		t.Errorf("metrics %+v, fronts %+v", s.Metrics, s.Fronts)
	}
	if e := s.Effects[0]; !e.Relative || len(e.Main) != 1 || !near(e.Main[0].SharePct, 100) {
		t.Errorf("effects %+v", e)
	}
}

// TestFrontMetrics: every workload is measured by its own metric; where nothing is
// and was, nothing changed.
func TestFrontMetrics(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "workload=mp3,geekbench-mt", "feat=LB_MIN,none"), Seeds: []uint64{1, 2}}
	s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
		out := metricsOf(10, "mJ", float64(1+p.Coordinates()[1]))
		out["energy"].(map[string]any)["big"] = 0
		list := out["throughput"].(map[string]any)["metrics"].([]any)
		list[0].(map[string]any)["name"] = "own_of_" + strings.ReplaceAll(p.Value(0), "-", "_")
		return out
	}), SummaryOptions{Metrics: []string{"big", "own_of_mp3", "own_of_geekbench_mt"}})
	if len(s.Fronts) != 2 || s.Fronts[0].Y.Path != "throughput.metrics.own_of_mp3" ||
		s.Fronts[1].Y.Path != "throughput.metrics.own_of_geekbench_mt" || s.Fronts[1].Points[0].Y != 2 {
		t.Errorf("fronts %+v", s.Fronts)
	}
	for _, c := range []Cell{s.Axes[1].Levels[1].Cells[0], s.Table[1].Cells[0]} {
		if c.DeltaPct == nil || *c.DeltaPct != 0 {
			t.Errorf("from nothing to nothing: %+v", c)
		}
	}
}

// TestMissingRuns: points without all seeds are left out, and the reader is told.
func TestMissingRuns(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "busy_factor=1,2", "feat=LB_MIN,none"), Seeds: []uint64{1, 2}}
	s := summary(t, fake(t, m, func(p Point, seed uint64) map[string]any {
		if p.String() == "busy_factor=2 feat=none" && seed == 2 {
			return nil
		}
		return metricsOf(10+float64(p.Coordinates()[0]), "mJ", 1)
	}), SummaryOptions{Metrics: []string{"total", "score"}})
	c := s.Axes[0].Levels[1].Cells[0]
	if s.Runs != 7 || s.Total != 8 || c.N != 2 || *c.Mean != 11 || !near(*c.DeltaPct, 10) {
		t.Errorf("%d of %d runs, %+v", s.Runs, s.Total, c)
	}
	if len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0], "1 of 8 runs are missing") {
		t.Errorf("warnings %q", s.Warnings)
	}
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		axis string
		y    []float64
		want Shape
	}{
		{"1..5", []float64{5, 5, 5, 5, 5}, Shape{Form: "flat", Monotonic: true}},
		{"1..5", []float64{1, 2, 3, 4, 5}, Shape{Form: "rises", Monotonic: true}},
		{"1..5", []float64{5, 4, 4, 2, 1}, Shape{Form: "falls", Monotonic: true}},
		{"1..5", []float64{1, 3, 5, 4, 2}, Shape{Form: "peak", At: "3"}},
		{"1..5", []float64{5, 3, 3, 4, 6}, Shape{Form: "valley", At: "3"}},
		{"1..5", []float64{1, 3, 2, 4, 2}, Shape{Form: "up and down"}},
		{"1..6", []float64{1, 8, 9, 9.4, 9.7, 10}, Shape{Form: "rises", Monotonic: true, Knee: "2"}},
		{"1..6", []float64{10, 4, 2, 1.5, 1.2, 1}, Shape{Form: "falls", Monotonic: true, Knee: "3"}},
		{"1..32x2", []float64{1, 5, 9, 9.5, 9.8, 10}, Shape{Form: "rises", Monotonic: true, Knee: "4", Log: true}},
		{"1,2", []float64{1, 2}, Shape{Form: "rises", Monotonic: true}},
		{"5,1,3", []float64{5, 1, 3}, Shape{Form: "rises", Monotonic: true}},
	} {
		m := Matrix{Axes: axesOf(t, "busy_factor="+c.axis), Seeds: []uint64{1}}
		s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
			return metricsOf(c.y[p.Coordinates()[0]], "mJ", 1)
		}), SummaryOptions{Metrics: []string{"total"}})
		got := s.Axes[0].Shapes[0]
		got.Metric, got.SpanPct = "", 0
		if got != c.want {
			t.Errorf("%v: %+v, want %+v", c.y, got, c.want)
		}
	}
}

// TestShapeNoise: a step within the noise of the seeds is none.
func TestShapeNoise(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "busy_factor=1..4"), Seeds: []uint64{1, 2, 3, 4}}
	rng := rand.New(rand.NewPCG(1, 1))
	s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
		return metricsOf(100+rng.Float64(), "mJ", 10*float64(1+p.Coordinates()[0])+rng.Float64())
	}), SummaryOptions{Metrics: []string{"total", "score"}})
	if e, score := s.Axes[0].Shapes[0], s.Axes[0].Shapes[1]; e.Form != "flat" || score.Form != "rises" {
		t.Errorf("noise %+v, signal %+v", e, score)
	}
}

// TestFrontOfMixedUnits: the front of a board stands though its first point was not
// run, and so has no unit.
func TestFrontOfMixedUnits(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "platform=juno-r0,hikey960", "busy_factor=1..4"), Seeds: []uint64{1}}
	s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
		c := p.Coordinates()
		if c[1] == 0 {
			return nil
		}
		return metricsOf(10*float64(c[1]), []string{"mJ", "mJ, counted otherwise"}[c[0]], float64(c[1]))
	}), SummaryOptions{Metrics: []string{"total", "score"}})
	if len(s.Fronts) != 2 || s.Fronts[0].Of != 3 || len(s.Fronts[1].Points) != 3 {
		t.Errorf("%+v", s.Fronts)
	}
}

// TestFront compares the front with every pair of points.
func TestFront(t *testing.T) {
	value := rapid.Map(rapid.IntRange(0, 6), func(n int) float64 { return float64(n) })
	rapid.Check(t, func(t *rapid.T) {
		x := &studied{Reading: compare.Reading{Better: rapid.SampledFrom([]string{"lower", "higher"}).Draw(t, "x better")}}
		y := &studied{Reading: compare.Reading{Better: rapid.SampledFrom([]string{"lower", "higher"}).Draw(t, "y better")}}
		n := rapid.IntRange(1, 12).Draw(t, "n")
		points := make([]int, n)
		for i := range points {
			points[i] = i
			for _, k := range [...]*studied{x, y} {
				k.means, k.whole = append(k.means, value.Draw(t, "v")), append(k.whole, true)
			}
		}
		beats := func(k *studied, i, j int) bool {
			return k.means[i] != k.means[j] && (k.means[i] > k.means[j]) == (k.Better == "higher")
		}
		got, of := front(x, y, "", points)
		var have, want []int
		for _, p := range got {
			have = append(have, p.index)
		}
		for i := range points {
			dominated := slices.ContainsFunc(points, func(j int) bool {
				return !beats(x, i, j) && !beats(y, i, j) && (beats(x, j, i) || beats(y, j, i))
			})
			if !dominated {
				want = append(want, i)
			}
		}
		slices.Sort(have)
		if of != n || !slices.Equal(have, want) {
			t.Fatalf("front %v, want %v", have, want)
		}
	})
}

// TestEffects: the parts of a made-up response are what it was made of, and the
// regression finds the same as the analysis of variance.
func TestEffects(t *testing.T) {
	m := Matrix{
		Axes: axesOf(t, "busy_factor=1,2,3", "feat=LB_MIN,none", "sched_nr_migrate=2,4,8"), Seeds: []uint64{1, 2, 3},
	}
	rng := rand.New(rand.NewPCG(3, 4))
	f := func(p Point, _ uint64) map[string]any {
		c := p.Coordinates()
		a, b := float64(c[0])-1, float64(c[1])*2-1
		return metricsOf(100+3*a+2*b+1*a*b+0.01*rng.Float64(), "mJ", 5)
	}
	// Sums of squares over the 18 points: A 9 x 2/3 x 18, B 4 x 18, AB 1 x 2/3 x 18.
	total := 6.0 + 4 + 2.0/3
	dir := fake(t, m, f)
	s := summary(t, dir, SummaryOptions{Metrics: []string{"total", "score"}})
	if len(s.Effects) != 1 {
		t.Fatalf("%d tables; a constant has no effects", len(s.Effects))
	}
	e := s.Effects[0]
	for i, want := range []float64{100 * 6 / total, 100 * 4 / total, 0} {
		if got := e.Main[i]; math.Abs(got.SharePct-want) > 0.05 {
			t.Errorf("%s: %.3f %%, want %.3f", got.Axes, got.SharePct, want)
		}
	}
	p := e.Pairs[0]
	if fmt.Sprint(p.Axes) != "[busy_factor feat]" || math.Abs(p.SharePct-200.0/3/total) > 0.05 || *p.P > 0.001 ||
		len(e.Pairs) != 2 {
		t.Errorf("pairs %+v, p %v", e.Pairs, *p.P)
	}
	if *e.Main[0].P > 1e-6 || *e.Main[2].P < 1e-4 || math.Abs(*e.Main[0].SwingPct-6) > 0.05 {
		t.Errorf("main %+v, p %v", e.Main, *e.Main[2].P)
	}
	if e.Method != "analysis of variance" {
		t.Errorf("method %s", e.Method)
	}

	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close() //nolint:errcheck // only read
	y := &study{r: r, p: r.Plan, out: &Summary{}}
	for _, step := range []func() error{y.choosePoints, y.chooseReference, y.chooseMetrics} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	resp := y.respond(y.metrics[0])
	main1, pairs1 := y.variance(resp)
	main2, pairs2, note := y.regression(resp)
	for i := range main1 {
		if math.Abs(main1[i].squares-main2[i].squares) > 1e-6*resp.total {
			t.Errorf("axis %d: %v by variance, %v by regression (%s)", i, main1[i], main2[i], note)
		}
	}
	for i := range pairs1 {
		if math.Abs(pairs1[i].squares-pairs2[i].squares) > 1e-6*resp.total || pairs1[i].freedom != pairs2[i].freedom {
			t.Errorf("pair %d: %v by variance, %v by regression", i, pairs1[i], pairs2[i])
		}
	}
}

// TestSampledEffects: in a Latin hypercube the regression finds which axis matters.
func TestSampledEffects(t *testing.T) {
	m := Matrix{
		Axes: axesOf(t, "busy_factor=1..100", "sched_nr_migrate=1..100", "hz=100..200"), Seeds: []uint64{1}, Latin: 60,
	}
	s := summary(t, fake(t, m, func(p Point, _ uint64) map[string]any {
		c := p.Coordinates()
		a, b := float64(c[0])/50-1, float64(c[1])/50-1
		return metricsOf(100+10*a+5*a*b, "mJ", 5)
	}), SummaryOptions{Metrics: []string{"total"}})
	e := s.Effects[0]
	if e.Method != "regression" || e.Main[0].SharePct < 60 || e.Main[1].SharePct > 10 || e.Main[2].SharePct > 10 {
		t.Errorf("%+v", e)
	}
	if fmt.Sprint(e.Pairs[0].Axes) != "[busy_factor sched_nr_migrate]" || e.Pairs[0].SharePct < 2 {
		t.Errorf("pairs %+v", e.Pairs)
	}
	if n := len(s.Axes[0].Levels); n < 6 || n > 9 || s.Axes[0].Shapes[0].Form != "rises" {
		t.Errorf("%d levels, %+v", n, s.Axes[0].Shapes[0])
	}
}

func TestPivot(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "busy_factor=1,2", "feat=LB_MIN,none", "hz=100,250"), Seeds: []uint64{1, 2}}
	s := summary(t, fake(t, m, func(p Point, seed uint64) map[string]any {
		c := p.Coordinates()
		return metricsOf(float64(100*c[0]+10*c[1]+c[2])+float64(seed), "mJ", 1)
	}), SummaryOptions{Metrics: []string{"energy.total/s"}, Pivot: []string{"feat", "busy_factor"}})
	p := s.Pivots[0]
	if p.Unit != "mJ/s" || fmt.Sprint(p.RowHead, p.ColHead) != "[LB_MIN none] [1 2]" {
		t.Errorf("%+v", p)
	}
	if got := *p.Cells[1][1].Mean; !near(got, (110+0.5+1.5)/2) {
		t.Errorf("cell %v", got)
	}
}

// TestOpenRefuses: results that do not belong to the matrix, or none.
func TestOpenRefuses(t *testing.T) {
	m := Matrix{Axes: axesOf(t, "busy_factor=1,2"), Seeds: []uint64{1}}
	dir := fake(t, m, func(Point, uint64) map[string]any { return metricsOf(1, "mJ", 1) })
	for _, c := range []struct{ results, want string }{
		{"", "no results yet"},
		{`{"run":3,"energy":{"total":1}}` + "\n", "line 1 of results.jsonl belongs to no run"},
		{`{"energy":{"total":1}}` + "\n", "belongs to no run"},
		{`{"run":1,` + "\n", "repairs it"},
	} {
		write(t, c.results, dir, ResultsFile)
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.results, err, c.want)
		}
	}
	if err := os.Remove(filepath.Join(dir, MatrixFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "no folder of a sweep") {
		t.Errorf("error %v", err)
	}
}

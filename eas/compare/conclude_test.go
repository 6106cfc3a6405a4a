package compare

import (
	"strings"
	"testing"
)

// sides is a pairing of two series with given energy and work.
func sides(energyA, energyB, workA, workB []float64) *pairing {
	build := func(name string, energy, work []float64) *Series {
		s := &Series{Variant: Variant{Name: name}}
		for i := range energy {
			s.Seeds = append(s.Seeds, uint64(i+1))
			s.runs = append(s.runs, map[string]Reading{
				"energy.total": {Path: "energy.total", Value: energy[i], Known: true},
				WorkMetric:     {Path: WorkMetric, Value: work[i], Known: true},
			})
		}
		return s
	}
	return &pairing{
		base: build("base", energyA, workA), other: build("other", energyB, workB), Thresholds: Thresholds{}.withDefaults(),
	}
}

// judged is a contest with the total energy of p judged, and rows as they are.
func judged(p *pairing, rows []Change) *contest {
	t := p.contest("", nil)
	t.judge(p.Thresholds)
	t.rows = rows
	return t
}

func TestConclude(t *testing.T) {
	one := []float64{100, 101, 102}
	work := []float64{1, 1, 1}
	row := func(metric, verdict string) Change {
		return Change{Metric: metric, Better: higher, Verdict: verdict, Delta: new(float64)}
	}
	// perhaps is a row whose interval lies on one side, and that adjustment made unclear.
	perhaps := func(metric string, delta float64) Change {
		return Change{
			Metric: metric, Better: higher, Verdict: Unclear, Delta: &delta, CI95: &[2]float64{delta / 2, delta / 2},
		}
	}
	for _, c := range []struct {
		name   string
		energy []float64
		rows   []Change
		winner string
		why    string
	}{
		{"less energy, same speed", []float64{90, 91, 92}, []Change{row(WorkMetric, Same)}, "other", "performance same"},
		{"less energy, faster", []float64{90, 91, 92}, []Change{row("x.score", Better)}, "other", "score better"},
		{"less energy, slower", []float64{90, 91, 92}, []Change{row("x.score", Worse)}, "", "a trade-off"},
		{"more energy, same speed", []float64{110, 111, 112}, []Change{row(WorkMetric, Same)}, "base", "worse"},
		{"more energy, faster", []float64{110, 111, 112}, []Change{row("x.score", Better)}, "", "a trade-off"},
		{"same energy, faster", one, []Change{row("x.score", Better)}, "other", "score better"},
		{"same energy, slower", one, []Change{row("x.score", Worse)}, "base", "score worse"},
		{"same energy, same speed", one, []Change{row(WorkMetric, Same)}, "", "no difference"},
		{"unclear energy", []float64{80, 101, 130}, []Change{row("x.score", Better)}, "", "no winner"},
		{"a value that nobody has", []float64{90, 91, 92}, []Change{{Metric: "x.p50", Better: lower}}, "other", "same"},
		{"less energy, perhaps slower", []float64{90, 91, 92}, []Change{perhaps("x.a", -1)}, "", "a perhaps worse: no winner"},
		{"less energy, perhaps faster", []float64{90, 91, 92}, []Change{perhaps("x.a", 1)}, "other", "a perhaps better"},
		{"more energy, perhaps faster", []float64{110, 111, 112}, []Change{perhaps("x.score", 1)}, "", "no winner"},
		{"same energy, perhaps faster", one, []Change{perhaps("x.score", 1)}, "", "no winner"},
		{"same energy, unclear speed", one, []Change{row("x.score", Unclear)}, "", "score unclear: no winner"},
		{"a count has no say", []float64{90, 91, 92}, []Change{{Metric: "x.switches", Verdict: Unclear}}, "other", "same"},
	} {
		k := judged(sides(one, c.energy, work, work), c.rows).conclude()
		winner := ""
		if k.Winner != nil {
			winner = *k.Winner
		}
		if winner != c.winner || !strings.Contains(k.Why, c.why) {
			t.Errorf("%s: winner %q, %q; want %q, %q", c.name, winner, k.Why, c.winner, c.why)
		}
	}
}

// The limit of 1 % of work is exact: 1 % is allowed, a little more is not.
func TestWorkLimit(t *testing.T) {
	one := []float64{100, 100, 100}
	for _, c := range []struct {
		work float64
		ok   bool
	}{{1, true}, {0.991, true}, {1.0099, true}, {0.989, false}, {1.0101, false}} {
		p := sides(one, []float64{90, 90, 90}, []float64{1, 1, 1}, []float64{c.work, c.work, c.work})
		m := p.contest("", []Reading{totalEnergy()})
		m.judge(p.Thresholds)
		if ok := m.rows[0].Verdict == Better; ok != c.ok {
			t.Errorf("work %g: verdict %s, note %q", c.work, m.rows[0].Verdict, m.rows[0].Note)
		}
		if k := m.conclude(); (k.Winner != nil) != c.ok {
			t.Errorf("work %g: %+v", c.work, k)
		}
	}
	p := sides(one, one, []float64{0, 0, 0}, []float64{1, 1, 1})
	if note := p.workDiffers(); !strings.Contains(note, "did none") {
		t.Errorf("no work at all: %q", note)
	}
}

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]Limit{
		"total=2%": {"total", 2}, " energy.big = 0.5 %": {"energy.big", 0.5}, "x=-1": {"x", -1}, "a=0": {"a", 0},
	} {
		if got, err := ParseLimit(text); err != nil || got != want {
			t.Errorf("ParseLimit(%q) = %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "total", "=2%", "total=", "total=x", "total=2%%", "total=NaN", "total=Inf"} {
		if got, err := ParseLimit(text); err == nil {
			t.Errorf("ParseLimit(%q) = %+v", text, got)
		}
	}
}

func TestLimits(t *testing.T) {
	pct := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		better string
		delta  *float64
		limit  float64
		passed bool
	}{
		{lower, pct(1.9), 2, true},
		{lower, pct(2.1), 2, false},
		{lower, pct(-50), 2, true},
		{higher, pct(-1.9), 2, true},
		{higher, pct(-2.1), 2, false},
		{higher, pct(50), 2, true},
		{"", pct(3), 2, false},
		{"", pct(-3), 2, true},
		{lower, nil, 2, false},
		{lower, pct(-1), -2, false},
		{lower, pct(-3), -2, true},
	} {
		r := Limit{"m", c.limit}.result(&Change{Better: c.better, DeltaPct: c.delta})
		if r.Passed != c.passed {
			t.Errorf("better %q, change %v, limit %g: passed %v", c.better, c.delta, c.limit, r.Passed)
		}
	}
	list := Comparison{Limits: []LimitResult{{Passed: true}}}
	if list.Exceeded() {
		t.Error("a limit that is kept was exceeded")
	}
	list.Limits = append(list.Limits, LimitResult{})
	if !list.Exceeded() {
		t.Error("a limit that is not kept was not exceeded")
	}
}

package sweep

import (
	"slices"
	"strings"
	"testing"
)

func TestParseAxis(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       []string
	}{
		{"busy_factor=1,2,4", "busy_factor", []string{"1", "2", "4"}},
		{"busy_factor=1..4", "busy_factor", []string{"1", "2", "3", "4"}},
		{"busy_factor=1..32x2", "busy_factor", []string{"1", "2", "4", "8", "16", "32"}},
		{"busy_factor=1..40*2,64", "busy_factor", []string{"1", "2", "4", "8", "16", "32", "64"}},
		{"busy_factor=100..1000x1.5", "busy_factor", []string{"100", "150", "225", "338", "506", "759"}},
		{"busy_factor=10..14+2,16", "busy_factor", []string{"10", "12", "14", "16"}},
		{"sched_migration_cost_ns=-1..1", "sched_migration_cost_ns", []string{"-1", "0", "1"}},
		{"workload.util=0.1..0.5+0.1", "workload.util", []string{"0.1", "0.2", "0.3", "0.4", "0.5"}},
		{"util=0.1..1.0x10", "workload.util", []string{"0.1", "1"}},
		{"feat=lb_min,NO_LB_MIN,none", "feat", []string{"LB_MIN", "NO_LB_MIN", "none"}},
		{`feat="LB_MIN,MISFIT_KICK",none`, "feat", []string{"LB_MIN,MISFIT_KICK", "none"}},
		{"features=LB_MIN", "feat", []string{"LB_MIN"}},
		{"platform=juno-r2,hikey", "platform", []string{"juno-r2", "hikey620"}},
		{"platform=../a.toml,b.toml", "platform", []string{"../a.toml", "b.toml"}},
		{`workload='periodic:tasks=4,util=0.3', mp3`, "workload", []string{"periodic:tasks=4,util=0.3", "mp3"}},
		{"profile=EASV5.2,smp-4.4", "profile", []string{"easv5.2", "smp-4.4"}},
		{"governor=sched,Performance", "governor", []string{"sched", "performance"}},
		{"idle=menu", "idle", []string{"menu"}},
		{"rate=383,593", "rate", []string{"383", "593"}},
		{"preempt=full,none", "preempt", []string{"full", "none"}},
		{"calib_cpu=0,1", "calib-cpu", []string{"0", "1"}},
		{"duration=1s,500ms", "duration", []string{"1s", "500ms"}},
		{"Busy-Factor=3", "busy_factor", []string{"3"}},
	} {
		a, err := ParseAxis(c.text)
		if err != nil || a.Name != c.name || !slices.Equal(a.Values, c.want) {
			t.Errorf("%s: %s %q, %v; want %s %q", c.text, a.Name, a.Values, err, c.name, c.want)
		}
	}
}

func TestBadAxes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"busy_factor", "want NAME=VALUES"},
		{"=1", "want NAME=VALUES"},
		{"busy_factor=", "the grid is empty"},
		{"busy_factor= ", "the grid is empty"},
		{"busy_facto=1", `did you mean "busy_factor"`},
		{"featt=LB_MIN", `did you mean "feat"`},
		{"platfrom=juno-r2", `did you mean "platform"`},
		{"nonsense=1", "easim params lists"},
		{"seed=1..5", "--seeds 1..5"},
		{"busy_factor=1,,2", "an empty value"},
		{"busy_factor=1,2,1", "the value 1 is there twice"},
		{"busy_factor=1..4,2", "the value 2 is there twice"},
		{"busy_factor=01,1", "01 and 1 are the same"},
		{"feat=LB_MIN,lb_min", "LB_MIN and lb_min are the same"},
		{`feat="LB_MIN,MISFIT_KICK","MISFIT_KICK,LB_MIN"`, "are the same"},
		{"platform=hikey,hikey620", "are the same"},
		{"duration=1s,1000ms", "are the same"},
		{"preempt=full,2", "are the same"},
		{"busy_factor=1..8+0", "a step of 0 goes nowhere"},
		{"busy_factor=1..8+-1", "goes the wrong way"},
		{"busy_factor=1..8x1", "a factor of 1 goes nowhere"},
		{"busy_factor=1..8x0", "a factor of 0 goes the wrong way"},
		{"busy_factor=1..8x0.5", "goes the wrong way"},
		{"busy_factor=0..8x2", "above 0"},
		{"busy_factor=1..8x1.000001", "more than 1000 values"},
		{"busy_factor=8..1", "write 1..8"},
		{"workload.util=0.1..0.9", "how far apart"},
		{"busy_factor=1..x", "not a number"},
		{"busy_factor=a..b", "not a number"},
		{"sched_nr_migrate=1..10000000", "10000000 values, more than 1000000"},
		{"busy_factor=0", "outside 1..1024"},
		{"busy_factor=1.5", "not a whole number"},
		{"feat=LB_MINN", `did you mean "LB_MIN"`},
		{"platform=juno", "ambiguous"},
		{"platform=junoo-r2", `did you mean "juno-r2"`},
		{"workload=mp4", `did you mean "mp3"`},
		{"workload=periodic:tasks=4,util=0.3", "in quotes"},
		{"workload=-", "standard input cannot be swept"},
		{"profile=easv5", `did you mean "easv5.2"`},
		{"governor=sched,schedutill", `did you mean "schedutil"`},
		{"patch=nothing", `unknown patch "nothing"`},
		{"duration=10", "not a length of time"},
		{`feat="LB_MIN`, "a quote is not closed"},
		{`feat="LB_MIN"x`, "want a comma"},
	} {
		a, err := ParseAxis(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, error %v; want %q", c.text, a.Values, err, c.want)
		}
	}
}

func TestCondition(t *testing.T) {
	axes := axesOf(t, "busy_factor=1,2,4,8", "feat=LB_MIN,none", "sched_nr_migrate=2,4", "workload.util=0.5")
	for _, c := range []struct {
		text string
		want int // points of 16 that are kept
	}{
		{"busy_factor <= 2", 8},
		{"busy_factor>1&&busy_factor<8", 8},
		{"busy_factor=1 || busy_factor==8", 8},
		{"feat = lb_min", 8},
		{"feat != LB_MIN", 8},
		{"LB_MIN == feat", 8},
		{"busy_factor = sched_nr_migrate", 4},
		{"busy_factor < sched_nr_migrate", 6},
		{"!(busy_factor >= 4)", 8},
		{"not busy_factor >= 4 and feat = none", 4},
		{"busy_factor=1 or busy_factor=2 and feat=none", 6},
		{"util = 0.50", 16},
		{"workload.util > 0.4", 16},
		{`feat = "none"`, 8},
		{"busy_factor != 02", 12},
	} {
		cond, err := ParseCondition(c.text, axes)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		p := plan(t, Matrix{Axes: axes, Seeds: []uint64{1}})
		n := 0
		for i := range p.Points() {
			if cond.Keeps(p.Point(i).Coordinates()) {
				n++
			}
		}
		if n != c.want {
			t.Errorf("%s: keeps %d points, want %d", c.text, n, c.want)
		}
	}
}

func TestBadConditions(t *testing.T) {
	axes := axesOf(t, "busy_factor=1,2,4,8", "feat=LB_MIN,none")
	for _, c := range []struct{ text, want string }{
		{"", "it is empty"},
		{"busy_factor", "want a comparison"},
		{"busy_factor =", "it ends too early"},
		{"busy_facto = 2", `did you mean "busy_factor"`},
		{"feat = LB_MINN", `did you mean "LB_MIN"`},
		{"busy_factor = 3", "has no value"},
		{"feat < 3", `"LB_MIN" is not a number`},
		{"busy_factor < many", `"many" is not a number`},
		{"(busy_factor = 2", "parenthesis"},
		{"busy_factor = 2 )", `unexpected ")"`},
		{"busy_factor = 2 feat = none", `unexpected "feat"`},
		{"busy_factor = = 2", `unexpected "="`},
		{"feat = 'none", "quote"},
	} {
		if _, err := ParseCondition(c.text, axes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		}
	}
}

// axesOf parses axes.
func axesOf(tb testing.TB, texts ...string) []Axis {
	tb.Helper()
	var out []Axis
	for _, text := range texts {
		a, err := ParseAxis(text)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, a)
	}
	return out
}

func plan(tb testing.TB, m Matrix) *Plan {
	tb.Helper()
	p, err := m.Plan()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

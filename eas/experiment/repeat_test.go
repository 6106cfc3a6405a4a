package experiment

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"easim/eas/compare"
)

func rowOf(t *testing.T, r *Replica, config, metric string) *ResultRow {
	t.Helper()
	for i := range r.Rows {
		if r.Rows[i].Config == config && r.Rows[i].Metric == metric {
			return &r.Rows[i]
		}
	}
	t.Fatalf("no row %s %s", config, metric)
	return nil
}

func TestRepeat(t *testing.T) {
	x := tinyExperiment(t)
	r, err := x.Repeat(t.Context(), RepeatOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n := x.Runs(RepeatOptions{}); n != 15 || len(r.Rows) != 15 || len(r.Blocks) != 2 {
		t.Errorf("%d runs, %d rows, %d blocks", n, len(r.Rows), len(r.Blocks))
	}
	fast := rowOf(t, r, "fast", "energy.total")
	switch {
	case *fast.Published != 9 || *fast.PublishedDeltaPct != -10:
		t.Errorf("published %v, %v", *fast.Published, *fast.PublishedDeltaPct)
	case *fast.SimulatedDeltaPct <= 0 || *fast.SignAgrees || *fast.Base != "base",
		fast.CI95Pct[0] > *fast.SimulatedDeltaPct:
		t.Errorf("%+v", fast)
	}
	base := rowOf(t, r, "base", "energy.total")
	near(t, "change", *fast.SimulatedDeltaPct, 100*(*fast.Simulated / *base.Simulated - 1), 1e-9)
	if base.SimulatedDeltaPct != nil || base.SignAgrees != nil || base.N != 3 {
		t.Errorf("%+v", base)
	}
	if s := rowOf(t, r, "fast", "sd(energy.total)"); s.SimulatedDeltaPct == nil || *s.Simulated <= 0 ||
		math.Abs(*s.SimulatedDeltaPct-100*(fast.SD/base.SD-1)) > 1e-9 {
		t.Errorf("%+v", s)
	}
	w := rowOf(t, r, "fast", "scheduler.wakeups/s")
	if w.SignAgrees != nil || w.Note != "not significant" || w.Unit != "1/s" {
		t.Errorf("%+v", w)
	}
	if w := rowOf(t, r, "base", "scheduler.wakeups/s"); *w.Published != 2.5 {
		t.Errorf("published %v, want 10 / 4", *w.Published)
	}
	second := rowOf(t, r, "fast (second)", "energy.total")
	if second.Published != nil || second.SignAgrees != nil || *second.Base != "base (second)" ||
		second.SimulatedDeltaPct == nil {
		t.Errorf("%+v", second)
	}
	if r.Signs != (Signs{0, 1}) || len(r.OwnTime) != 2 || r.OwnTime[0].NSPerEvent <= 0 || len(r.Counts) != 4 {
		t.Errorf("signs %+v, own time %+v, counts %+v", r.Signs, r.OwnTime, r.Counts)
	}
	// 10 J over the mean power of base: energy in mJ over 0.2 s.
	near(t, "clip length", r.Derived[0].Value, 10_000*0.2 / *base.Simulated, 1e-6)
	if want := "--platform juno-r2 --workload periodic:jitter=10,tasks=9,util=0.3 --feat LB_MIN --set busy_factor=1 " +
		"--duration 200ms --warmup 50ms"; r.Configs[4].Flags != want {
		t.Errorf("flags %q, want %q", r.Configs[4].Flags, want)
	}
}

// Where the energies of both clusters were published, so was their ratio; it is
// printed for each block.
func TestRatios(t *testing.T) {
	x := decodeTiny(t, strings.Replace(tiny, `["energy.total"`, `["energy.little", "energy.big", "energy.total"`, 1)+`
[[published]]
config = "base"
metric = "energy.little"
rows = ["S,x,base,e"]
[[published]]
config = "base"
metric = "energy.big"
rows = ["S,x,fast,e"]
`)
	x.OwnTime = false
	r, err := x.Repeat(t.Context(), RepeatOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := r.Derived[2:] // behind the clip's length in two blocks
	if len(got) != 2 || got[0].Name != "LITTLE/big of base" || got[1].Name != "LITTLE/big of base (second)" ||
		got[0].How != "published 1.111" { // 10 / 9
		t.Fatalf("%+v", got)
	}
	little, big := rowOf(t, r, "base", "energy.little"), rowOf(t, r, "base", "energy.big")
	near(t, "ratio", got[0].Value, *little.Simulated / *big.Simulated, 1e-12)
}

func TestRanked(t *testing.T) {
	pct := func(v float64) *float64 { return &v }
	rows := []*ResultRow{
		{Config: "c", SimulatedDeltaPct: pct(3)},
		{Config: "a", SimulatedDeltaPct: pct(1)},
		{Config: "b", SimulatedDeltaPct: pct(1)},
	}
	got := ranked(rows, func(r *ResultRow) float64 { return *r.SimulatedDeltaPct })
	if want := []string{"a = b", "c"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What the table says is the same whatever the number of workers.
func TestRepeatIsDeterministic(t *testing.T) {
	x := tinyExperiment(t)
	x.OwnTime = false
	text := func(workers int) string {
		r, err := x.Repeat(t.Context(), RepeatOptions{Runner: compare.Runner{Workers: workers}, Seeds: []uint64{4, 5}})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v %+v", deref(r.Rows), r.Counts[0].Summary)
	}
	if one, four := text(1), text(4); one != four {
		t.Errorf("%s\n%s", one, four)
	}
}

func deref(rows []ResultRow) string {
	out := ""
	for i := range rows {
		out += rows[i].Config + " " + rows[i].Metric + " " + strconv.FormatFloat(*rows[i].Simulated, 'g', -1, 64) + "\n"
	}
	return out
}

package tipping

import (
	"math"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
	"easim/platforms"
)

// board makes a platform of one little and one big CPU by capacities and powers.
func board(kind energy.TableKind, unit string, rows ...energy.TableDomain) (*energy.Platform, *energy.PowerTable) {
	p := &energy.Platform{Name: "toy"}
	t := energy.PowerTable{Name: "t", Kind: kind, Unit: unit}
	for i, r := range rows {
		r.CPUs = energy.CPUSetOf(energy.CPUID(i))
		fd := energy.FreqDomain{CPUs: r.CPUs}
		for j := range r.Capacity {
			fd.OPPs = append(fd.OPPs, energy.OPP{Freq: energy.KHz(100_000 * (j + 1))})
		}
		p.CPUs = append(p.CPUs, energy.CPU{Cluster: i, Domain: i})
		p.Clusters = append(p.Clusters, energy.Cluster{
			Name: string(rune('A' + i)), Kind: energy.Little + 2*energy.Kind(min(i, 1)), CPUs: r.CPUs,
		})
		p.FreqDomains = append(p.FreqDomains, fd)
		t.Domains = append(t.Domains, r)
	}
	p.Tables = []energy.PowerTable{t}
	return p, &p.Tables[0]
}

func report(t *testing.T, p *energy.Platform, table *energy.PowerTable, o Options) *Report {
	t.Helper()
	r, err := New(p, table, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func builtin(t *testing.T, name, table string, o Options) *Report {
	t.Helper()
	p, err := platforms.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return report(t, p, p.Table(table), o)
}

// RB5 (LISA pull request 1892): the big CPU's OPPs up to 979.2 MHz do work for less
// than any OPP of the LITTLE ones; 1056 MHz only for less than 403.2 MHz and all
// from 825.6 MHz up. Power over capacity: 979.2 MHz 471.96, 1056 MHz 490.4, LITTLE
// 403.2 MHz 490.8.
func TestWindow(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("testdata/rb5-window.toml")
	if err != nil {
		t.Fatal(err)
	}
	p, list := energy.Decode("rb5-window.toml", src)
	if p == nil {
		t.Fatal(list)
	}
	r := report(t, p, p.Table("rb5"), Options{})
	if len(r.Duels) != 4 {
		t.Fatalf("%d duels", len(r.Duels))
	}
	for j := range 3 {
		if d := &r.Duels[j]; !d.BeatsAll() {
			t.Errorf("big OPP %d beats %d of %d", j, d.Count(), len(d.Rivals))
		}
	}
	d := &r.Duels[3]
	var beaten, not []energy.KHz
	little := r.Classes[0].Points
	for _, v := range d.Rivals {
		if v.Beaten {
			beaten = append(beaten, little[v.OPP].Freq)
		} else {
			not = append(not, little[v.OPP].Freq)
		}
	}
	if want := []energy.KHz{403_200, 825_600, 902_400, 979_200, 1_056_000, 1_132_800}; !slices.Equal(beaten, want) {
		t.Errorf("big 1056 MHz beats %v, want %v", beaten, want)
	}
	if want := []energy.KHz{300_000, 480_000, 576_000, 652_800, 748_800}; !slices.Equal(not, want) {
		t.Errorf("big 1056 MHz does not beat %v, want %v", not, want)
	}
	for _, c := range []struct {
		got, want, within float64
	}{
		{r.Classes[1].Points[2].Cost(), 471.96, 0.005},
		{r.Classes[1].Points[3].Cost(), 490.4, 0.05},
		{little[1].Cost(), 490.8, 0.05},
	} {
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("cost %v, want %v", c.got, c.want)
		}
	}
	// The verdict on 403.2 MHz (0.09 %) turns with 5 %, that on 979.2 MHz (19 %) does not.
	if !d.Rivals[1].Close || d.Rivals[8].Close {
		t.Errorf("close: %+v, %+v", d.Rivals[1], d.Rivals[8])
	}
}

// The kernel's documentation (sched-energy.rst): the little CPU is the cheaper one
// wherever a task fits, up to 409 of 512.
func TestKernelDocumentation(t *testing.T) {
	t.Parallel()
	p, table := board(energy.TableEM, energy.UnitUW,
		energy.TableDomain{Capacity: []energy.Capacity{170, 341, 512}, CoreBusy: []energy.Power{50, 150, 300}},
		energy.TableDomain{Capacity: []energy.Capacity{512, 768, 1024}, CoreBusy: []energy.Power{400, 800, 1700}})
	r := report(t, p, table, Options{})
	// 80 % of 170, 341, 512 and 768 are 136, 272.8, 409.6 and 614.4; of 512 for the big one too.
	want := []Range{
		{1, 136, []int{0, 0}, 0},
		{137, 272, []int{1, 0}, 0},
		{273, 409, []int{2, 0}, 0},
		{410, 614, []int{-1, 1}, 1},
		{615, 819, []int{-1, 2}, 1},
		{820, 1024, []int{-1, -1}, -1},
	}
	if len(r.Ranges) != len(want) {
		t.Fatalf("ranges %+v", r.Ranges)
	}
	for i := range want {
		g, w := r.Ranges[i], want[i]
		if g.From != w.From || g.To != w.To || g.Best != w.Best || !slices.Equal(g.OPP, w.OPP) {
			t.Errorf("range %d: %+v, want %+v", i, g, w)
		}
	}
	if len(r.Crossings) != 1 || r.Crossings[0] != (Crossing{410, 0, 1, true, 410, 410, false}) {
		t.Errorf("crossings %+v", r.Crossings)
	}
	if r.System != (System{Capacity: 1536, Earliest: 410, First: 0, Latest: 409 + 819}) {
		t.Errorf("system %+v", r.System)
	}
}

// Work costs 1 and 1.5 on A, 1.45 on B's lower OPP: B is cheaper once A needs its
// higher one, above 80. If A's powers are 5 % lower (1.425) or B's higher (1.5225),
// A keeps the work until it does not fit, above 159. With 1.32 on B nothing moves.
// With 1.6, B is never cheaper unless A is 5 % dearer (1.575: no) or B cheaper (1.52:
// no), so the crossing is at 160 for lack of room.
func TestSensitivityByHand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		power energy.Power
		want  Crossing
	}{
		{435, Crossing{81, 0, 1, false, 81, 160, false}},
		{396, Crossing{81, 0, 1, false, 81, 81, false}},
		{480, Crossing{160, 0, 1, true, 160, 160, false}},
		{460, Crossing{160, 0, 1, true, 81, 160, false}}, // 1.533: less than 1.575, and 1.457 less than 1.5
		{450, Crossing{160, 0, 1, true, 81, 160, false}}, // 1.5: a tie goes to the smaller
	} {
		p, table := board(energy.TableEM, energy.UnitUW,
			energy.TableDomain{Capacity: []energy.Capacity{100, 200}, CoreBusy: []energy.Power{100, 300}},
			energy.TableDomain{Capacity: []energy.Capacity{300, 1024}, CoreBusy: []energy.Power{c.power, 2000}})
		r := report(t, p, table, Options{})
		if len(r.Crossings) != 1 || r.Crossings[0] != c.want {
			t.Errorf("power %d: %+v, want %+v", c.power, r.Crossings, c.want)
		}
		if len(r.Variants) != 4 {
			t.Errorf("%d variants", len(r.Variants))
		}
	}
	// 1.02 and 1.0: B takes over at 81 only by 2 %, and gives back at 97; 5 % end it.
	p, table := board(energy.TableEM, energy.UnitUW,
		energy.TableDomain{Capacity: []energy.Capacity{100, 200}, CoreBusy: []energy.Power{100, 204}},
		energy.TableDomain{Capacity: []energy.Capacity{120, 1024}, CoreBusy: []energy.Power{121, 2000}})
	r := report(t, p, table, Options{})
	if len(r.Crossings) != 3 || r.Crossings[0].Util != 81 || r.Crossings[1].Util != 97 || r.Crossings[2].Util != 160 {
		t.Fatalf("crossings %+v", r.Crossings)
	}
	if !r.Crossings[1].Vanishes || r.Crossings[2].Vanishes {
		t.Errorf("vanishes: %+v", r.Crossings)
	}
}

// The 80 % point of the boards and of published cases: 447 -> 357, 1024 -> 819,
// 410 -> 327 (a task of 399 does not fit), 397.5 and 330.75 -> 317 and 264.
func TestLastFit(t *testing.T) {
	t.Parallel()
	for c, want := range map[energy.Capacity]int{447: 357, 1024: 819, 410: 327, 397: 317, 330: 263, 1: 0, 5: 3} {
		if got := LastFit(c); got != want {
			t.Errorf("LastFit(%d) = %d, want %d", c, got, want)
		}
		if u := LastFit(c); u*1280 >= int(c)*1024 || (u+1)*1280 < int(c)*1024 {
			t.Errorf("LastFit(%d) = %d is not the last", c, u)
		}
	}
	r := builtin(t, "juno-r0", "eas1x", Options{})
	if r.System.Earliest != 358 || r.System.Latest != 4*357+2*819 || r.System.Capacity != 4*447+2*1024 {
		t.Errorf("juno-r0: %+v", r.System)
	}
}

// Juno r2 alone on its cluster: (37 + 41) / 276 at 450 MHz; two busy CPUs share.
func TestClusterShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    Options
		want float64
	}{
		{Options{}, 78.0 / 276},
		{Options{Busy: 2}, 57.5 / 276},
		{Options{Busy: 4}, 47.25 / 276},
		{Options{Busy: 9}, 47.25 / 276}, // there are four
		{Options{CoreOnly: true}, 37.0 / 276},
	} {
		if got := builtin(t, "juno-r2", "eas1x", c.o).Classes[0].Points[0].Cost(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: %v, want %v", c.o, got, c.want)
		}
	}
	r := builtin(t, "hikey960", "measured", Options{Busy: 4})
	if got := r.Classes[1].Points[4].Power(); got != 12_722_114.0/4 {
		t.Errorf("A73 at the top, four busy: %v", got)
	}
	// HiKey 620: two clusters, one class.
	if r := builtin(t, "hikey620", "eas1x", Options{}); len(r.Classes) != 1 || r.Classes[0].Name != "cluster0+cluster1" ||
		r.Classes[0].CPUs.Len() != 8 || len(r.Warnings) != 1 {
		t.Errorf("hikey620: %+v, %v", r.Classes, r.Warnings)
	}
}

// Juno r2, WFI to cpu-sleep-0 of a LITTLE: 1500 us, (37 - 0) / (33 - 0), so 1681.8
// us at 450 MHz and (117 - 0) / 33 * 1500 = 5318.2 at 950. Cluster sleep over it:
// 1600 us, 78 busy, 41 and 14 idle: 1600 * 64 / 27 = 3792.6.
func TestBreakEven(t *testing.T) {
	t.Parallel()
	r := builtin(t, "juno-r2", "eas1x", Options{})
	if len(r.Idle) != 4 {
		t.Fatalf("%d break-even times", len(r.Idle))
	}
	near := func(got *float64, want float64) bool { return got != nil && math.Abs(*got-want) < 0.1 }
	if b := r.Idle[0]; b.State != "cpu-sleep-0" || b.Over != "WFI" || !near(b.LowUS, 1681.8) || !near(b.HighUS, 5318.2) {
		t.Errorf("cpu-sleep-0: %+v", b)
	}
	if b := r.Idle[1]; b.State != "cluster-sleep-0" || !near(b.LowUS, 3792.6) || b.ResidencyUS != 2500 {
		t.Errorf("cluster-sleep-0: %+v", b)
	}
	// The mean powers of two states are equal at the break-even time between them.
	if s := r.States; len(s) != 6 || math.Abs(s[0].MeanPower(1681.8)-s[1].MeanPower(1681.8)) > 0.01 ||
		math.Abs(s[1].MeanPower(1e9)-41) > 0.01 || s[0].MeanPower(0.5) != 78 {
		t.Errorf("states %+v", s)
	}
	if r := builtin(t, "juno-r2", "em", Options{}); len(r.Idle)+len(r.States) != 0 {
		t.Errorf("em: %+v", r.Idle)
	}
}

// A state that saves nothing, or whose power is unknown, has no break-even time.
func TestBreakUnknown(t *testing.T) {
	t.Parallel()
	p, table := board(energy.TableEAS1x, energy.UnitBogoMW, energy.TableDomain{
		Capacity: []energy.Capacity{1024}, CoreBusy: []energy.Power{100}, ClusterBusy: []energy.Power{10},
		CoreIdle: []energy.Power{5, 5, 7, energy.UnknownPower},
	})
	p.Clusters[0].IdleStates = []energy.IdleState{{Name: "WFI"}, {Name: "a", EntryUS: 5}, {Name: "b", EntryUS: 5}}
	r := report(t, p, table, Options{})
	if len(r.Idle) != 2 || r.Idle[0].Saves() || !r.Idle[0].Known() || r.Idle[0].LowUS != nil || r.Idle[1].Known() {
		t.Errorf("got %+v", r.Idle)
	}
}

func TestBadTables(t *testing.T) {
	t.Parallel()
	p, table := board(energy.TableEM, energy.UnitUW,
		energy.TableDomain{Capacity: []energy.Capacity{0}, CoreBusy: []energy.Power{1}})
	if _, err := New(p, table, Options{}); err == nil {
		t.Error("capacity 0 passes")
	}
	table.Domains = nil
	if _, err := New(p, table, Options{}); err == nil {
		t.Error("a table without rows passes")
	}
	if _, err := New(p, table, Options{Percent: 100}); err == nil {
		t.Error("100 percent pass")
	}
}

// Whatever the table: ranges cover 1 to 1024 once, the best is the best of those
// that fit (by floats, unless they nearly tie), and a common factor changes nothing.
func TestRangesAreRight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		row := func() energy.TableDomain {
			var d energy.TableDomain
			capacity, power := 0, 0
			for range rapid.IntRange(1, 6).Draw(t, "opps") {
				capacity += rapid.IntRange(1, 170).Draw(t, "cap")
				power += rapid.IntRange(1, 2000).Draw(t, "power")
				d.Capacity = append(d.Capacity, energy.Capacity(capacity))
				d.CoreBusy = append(d.CoreBusy, energy.Power(power))
			}
			return d
		}
		p, table := board(energy.TableEM, energy.UnitUW, row(), row(), row())
		r, err := New(p, table, Options{})
		if err != nil {
			t.Fatal(err)
		}
		next := 1
		for _, g := range r.Ranges {
			if g.From != next || g.To < g.From {
				t.Fatalf("range %+v after %d", g, next)
			}
			next = g.To + 1
			checkRange(t, r.Classes, g)
		}
		if next != 1025 {
			t.Fatalf("ranges end at %d", next-1)
		}
		for i := range table.Domains {
			for j := range table.Domains[i].CoreBusy {
				table.Domains[i].CoreBusy[j] *= 1000
			}
		}
		q, err := New(p, table, Options{})
		if err != nil || !slices.Equal(q.Crossings, r.Crossings) {
			t.Fatalf("a factor of 1000 moves the crossings: %+v, %+v, %v", r.Crossings, q.Crossings, err)
		}
	})
}

func checkRange(t *rapid.T, cs []Class, g Range) {
	for _, u := range []int{g.From, g.To} {
		for i := range cs {
			fits := u <= LastFit(cs[i].Top())
			if fits != (g.OPP[i] >= 0) {
				t.Fatalf("util %d on class %d: fits %v, OPP %d", u, i, fits, g.OPP[i])
			}
			if !fits {
				continue
			}
			c := cs[i].Points[g.OPP[i]]
			if u*1280 > int(c.Capacity)*1024 || g.OPP[i] > 0 && u*1280 <= int(cs[i].Points[g.OPP[i]-1].Capacity)*1024 {
				t.Fatalf("util %d on class %d: OPP %d of capacity %d", u, i, g.OPP[i], c.Capacity)
			}
			if best := cs[g.Best].Points[g.OPP[g.Best]]; c.Cost() < best.Cost()*(1-1e-12) {
				t.Fatalf("util %d: class %d costs %v, class %d %v", u, i, c.Cost(), g.Best, best.Cost())
			}
		}
	}
}

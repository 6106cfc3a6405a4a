package lint_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"easim/energy"
	"easim/energy/diag"
	"easim/energy/lint"
	"easim/platforms"
)

// The odd cases are bug reports and questions from public trackers, turned into
// numbers; each test names its source.

func platform(t *testing.T, name string) *energy.Platform {
	t.Helper()
	p, list := energy.Decode(name, []byte(board(t, name)))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// says reports whether a finding of the rule contains text.
func says(list diag.List, code, text string) bool {
	return slices.ContainsFunc(list, func(d diag.Diagnostic) bool {
		return d.Code == code && strings.Contains(d.Summary, text)
	})
}

// Case 1: three placements of a task of 200 on the toy board of the kernel's
// documentation, whose utilisations are 400, 100, 600 and 500 with the task on
// CPU 0 (Documentation/scheduler/sched-energy.rst, example 2).
func TestCase1ThreePlacements(t *testing.T) {
	t.Parallel()
	p := platform(t, "kernel-doc.toml")
	domains, err := p.PerfDomains(p.TableOfKind(energy.TableEM), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		where   string
		util    [4]energy.Capacity
		exact   float64
		integer int64
	}{
		{"CPU 1", [4]energy.Capacity{200, 300, 600, 500}, 1365.8, 1364},
		{"CPU 3", [4]energy.Capacity{200, 100, 600, 700}, 1486.1, 1485},
		{"CPU 0", [4]energy.Capacity{400, 100, 600, 500}, 1438.8, 1437},
	} {
		exact, integer := 0.0, int64(0)
		for i := range domains {
			pd := &domains[i]
			u := c.util[2*i : 2*i+2]
			most, sum := max(u[0], u[1]), u[0]+u[1]
			s := &pd.States[pd.StateFor(most)]
			exact += float64(s.PowerUW) / 1000 * float64(sum) / float64(s.Performance)
			integer += s.PowerUW / 1000 * int64(sum) / int64(s.Performance)
			// The kernel's estimate is the same but for its truncated cost.
			if got, want := float64(pd.Estimate(most, sum, 1024))/10_000, float64(s.PowerUW)/1000*float64(sum)/
				float64(s.Performance); math.Abs(got/want-1) > 0.001 {
				t.Errorf("on %s: the kernel's estimate is %.2f, want %.2f", c.where, got, want)
			}
		}
		if math.Abs(exact-c.exact) > 0.05 || integer != c.integer {
			t.Errorf("on %s: %.2f and %d, want %.1f and %d", c.where, exact, integer, c.exact, c.integer)
		}
	}
}

// Case 3: ties that are not ties (lkml 2107.2/05173, commit 7fcc17d0cb12). Two
// domains with utilisations 200 and 220 and a task of 12: in whole milliwatts both
// placements cost the same, in the model's microwatts the first is cheaper. The
// lint says of an energy model in milliwatts that it cannot tell them apart.
func TestCase3TiesThatAreNotTies(t *testing.T) {
	t.Parallel()
	freq := []energy.KHz{500_000, 1_000_000}
	domain := func(cpus energy.CPUSet, uw ...int64) energy.PerfDomain {
		pd, err := energy.NewPerfDomain(cpus, 1024, freq, uw, false)
		if err != nil {
			t.Fatal(err)
		}
		return pd
	}
	a, b := domain(energy.CPUSetOf(0), 100_000, 400_000), domain(energy.CPUSetOf(1), 101_500, 400_000)
	delta := func(pd *energy.PerfDomain, util energy.Capacity) int64 { // 10 uW of capacity-scaled power
		return pd.Estimate(util+12, util+12, 1024) - pd.Estimate(util, util, 1024)
	}
	da, db := delta(&a, 200), delta(&b, 220)
	if da >= db {
		t.Errorf("exact: %d and %d, want the first lower", da, db)
	}
	if milli := func(v int64) int64 { return v / 10_000 }; milli(da) != milli(db) || milli(da) != 2 {
		t.Errorf("in whole mW: %d and %d, want 2 and 2", da/10_000, db/10_000)
	}
	src := spoil(t, "unit = \"uW\"", "unit = \"mW\"", emSmall, "core_busy = [30, 60, 120]", emLarge,
		"core_busy = [160, 360, 640]")
	if _, list := lint.File("mw.toml", []byte(src)); !slices.Equal(found(list), []string{"EM096 table[1].unit"}) {
		t.Errorf("an energy model in mW: %q", found(list))
	}
}

// Case 5: big beats LITTLE only in a window (LISA pull request 1892). The powers
// per capacity are those of the report, and the lint finds the LITTLE OPPs above
// the 80 % point that the big CPUs make pointless.
func TestCase5Window(t *testing.T) {
	t.Parallel()
	p := platform(t, "rb5-window.toml")
	little, big := &p.Tables[0].Domains[0], &p.Tables[0].Domains[1]
	cost := func(d *energy.TableDomain, i int) float64 { return float64(d.CoreBusy[i]) / float64(d.Capacity[i]) }
	if got := cost(big, 2); math.Abs(got-471.96) > 0.005 {
		t.Errorf("big at 979.2 MHz: %.2f, want 471.96", got)
	}
	if got := cost(big, 3); math.Abs(got-490.4) > 0.05 {
		t.Errorf("big at 1056 MHz: %.2f, want 490.4", got)
	}
	var cheaper []energy.KHz // LITTLE OPPs that big at 1056 MHz does not beat
	for i := range little.Capacity {
		if cost(little, i) <= cost(big, 2) {
			t.Errorf("LITTLE OPP %d costs %.2f, no more than big at 979.2 MHz", i, cost(little, i))
		}
		if cost(little, i) < cost(big, 3) {
			cheaper = append(cheaper, p.FreqDomains[0].OPPs[i].Freq)
		}
	}
	if want := []energy.KHz{300_000, 480_000, 576_000, 652_800, 748_800}; !slices.Equal(cheaper, want) {
		t.Errorf("big at 1056 MHz is above LITTLE at %v, want %v", cheaper, want)
	}
	want := "979.2, 1056, 1132.8 MHz of CPUs 0-3: at 1132.8 MHz they cost 563.3482 per unit of capacity, " +
		"CPUs 4-7 only 441.9601 at 825.6 MHz"
	list := lint.Check(p)
	if !says(list, "EM095", want) {
		t.Errorf("EM095: %v, want %q", list, want)
	}
}

// Case 7: HiKey's slowest OPP wastes energy, and no other does, in every table of
// the board.
func TestCase7SlowestOPP(t *testing.T) {
	t.Parallel()
	p, err := platforms.Load("hikey620")
	if err != nil {
		t.Fatal(err)
	}
	core := p.Tables[0].Domains[0].CoreBusy
	for i, want := range []float64{0.3317, 0.2870, 0.3073} {
		if got := float64(core[i]) / float64(p.FreqDomains[0].OPPs[i].Freq/1000); math.Abs(got-want) > 0.00005 {
			t.Errorf("OPP %d costs %.4f a MHz, want %.4f", i, got, want)
		}
	}
	found := 0
	for _, d := range lint.Check(p) {
		if d.Code != "EM094" {
			continue
		}
		found++
		if !strings.HasPrefix(d.Summary, "208000 kHz costs ") || !strings.HasSuffix(d.Path, "core_busy[0]") {
			t.Errorf("%s: %s, want 208 MHz only", d.Path, d.Summary)
		}
	}
	if rows := 5; found != rows { // two clusters in two eas1x tables, one energy model
		t.Errorf("%d rows were found wasteful, want %d", found, rows)
	}
}

// Case 9: idling costs more than work. Juno r0 with one LITTLE at 450 MHz, the busy
// CPU's idle time in WFI, the others asleep: 85.36 with utilisation 50, 84.72 with
// 100 (LISA's energy model). The lint warns for both clusters, and for HiKey's.
func TestCase9IdleCostsMoreThanWork(t *testing.T) {
	t.Parallel()
	p, err := platforms.Load("juno-r0")
	if err != nil {
		t.Fatal(err)
	}
	const second = int64(1_000_000_000)
	for util, want := range map[int64]float64{50: 85.36, 100: 84.72} {
		busy := second * util / 235
		little, big := p.NewResidency(energy.CPUSetOf(0, 3, 4, 5)), p.NewResidency(energy.CPUSetOf(1, 2))
		little.CPU[0].BusyNS[0], little.CPU[0].IdleNS[1] = busy, second-busy
		little.BusyNS[0][0], little.IdleNS[1] = busy, second-busy
		for i := 1; i < 4; i++ {
			little.CPU[i].IdleNS[2] = second
		}
		for i := range big.CPU {
			big.CPU[i].IdleNS[3] = second
		}
		big.IdleNS[3] = second
		total := 0.0
		for _, r := range []*energy.Residency{little, big} {
			if err := r.Check(); err != nil {
				t.Fatal(err)
			}
			sums, err := p.Tables[0].Cost(r)
			if err != nil {
				t.Fatal(err)
			}
			total += p.Tables[0].Parts(sums).Total
		}
		if math.Abs(total-want) > 0.005 {
			t.Errorf("utilisation %d: %.3f, want %.2f", util, total, want)
		}
	}
	for name, want := range map[string][]string{
		"juno-r0": {"56 idle is above 26, 30, 39, 47 busy", "65 idle is above 24, 32, 43, 49, 64 busy"},
		"hikey620": {
			"cluster of CPUs 0-3: 47 idle is above 16, 29 busy",
			"cluster of CPUs 4-7: 47 idle is above 16, 29 busy",
		},
	} {
		p, err := platforms.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		list := lint.Check(p)
		for _, text := range want {
			if !says(list, "EM104", text) {
				t.Errorf("%s: no warning says %q", name, text)
			}
		}
	}
}

// Case 11: the powers of a fit gone wrong (ARM-software/lisa issue 533) are refused,
// the first bad entry named first; with --allow they are warnings, and so is that
// they fall.
func TestCase11Garbage(t *testing.T) {
	t.Parallel()
	_, list := lint.File("garbage.toml", []byte(board(t, "garbage.toml")))
	if out, valid := (lint.Policy{}).Apply(list); valid || out[0].Severity != diag.Error ||
		out[0].Path != "table[0].domain[0].core_busy[0]" || !strings.Contains(out[0].Summary, "-190370") {
		t.Errorf("valid %v, first %s", valid, out[0])
	}
	out, valid := lint.Policy{Allow: []string{"power-range"}}.Apply(list)
	if !valid || out.HasErrors() {
		t.Errorf("with the law allowed: %v", out)
	}
	falls := 0
	for _, d := range out {
		if d.Code == "EM093" {
			falls++
		}
	}
	if falls != 3 {
		t.Errorf("%d falling powers, want 3", falls)
	}
}

// Case 13: a wrong relative capacity changes placement (armbian/linux-rockchip pull
// request 175). With capacity-dmips-mhz 530 or 441 the LITTLE CPUs have 397.5 or
// 330.75, so a task of 290 fits them or does not; the lint says which one a table
// does not go with.
func TestCase13RelativeCapacity(t *testing.T) {
	t.Parallel()
	fits := func(util, capacity float64) bool { return util*1280 < capacity*1024 }
	for _, c := range []struct {
		dmips, capacity, limit float64
		fits                   bool
	}{{530, 397.5, 318, true}, {441, 330.75, 264.6, false}} {
		capacity := c.dmips * 1800 * 1024 / (1024 * 2400)
		if capacity != c.capacity || math.Abs(capacity*0.8-c.limit) > 1e-9 || fits(290, capacity) != c.fits {
			t.Errorf("dmips %v: capacity %v, a task of 290 fits: %v", c.dmips, capacity, fits(290, capacity))
		}
	}
	p, err := platforms.Load("rk3588") // 530, 1800 and 2400 MHz
	if err != nil {
		t.Fatal(err)
	}
	if top := p.Tables[0].TopCapacity(0); top != 397 {
		t.Errorf("capacity %d, want 397", top)
	}
	wrong := *p
	wrong.Types = slices.Clone(p.Types)
	wrong.Types[0].DMIPSPerMHz = 441
	want := "CPUs 0-3 have capacity 397; dmips x fmax gives 330"
	if list := lint.Check(&wrong); !says(list, "EM085", want) {
		t.Errorf("no finding says %q: %v", want, list)
	}
}

// Case 15: an OPP of capacity 0, or a domain without a power table, is an error
// within a second that names the domain (simgrid issues 44 and 26).
func TestCase15ZeroCapacity(t *testing.T) {
	t.Parallel()
	start := time.Now()
	_, list := lint.File("zero.toml", []byte(spoil(t, "capacity = [409, 716, 1024]", "capacity = [0, 716, 1024]")))
	if len(list) != 1 || list[0].Code != "EM080" || list[0].Path != "table[0].domain[1].capacity[0]" {
		t.Errorf("capacity 0: %v", list)
	}
	src := spoil(t)
	at := strings.LastIndex(src, "  [[table.domain]]")
	_, list = lint.File("hole.toml", []byte(src[:at]))
	if list[0].Code != "EM063" || list[0].Summary != "CPU 2 is in no row" || list[0].Severity != diag.Error {
		t.Errorf("a domain without power: %v", list)
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("it took %v", d)
	}
}

// Case 19, the arithmetic: a small CPU stuck low (msm-4.9 commit d870d26fb3ff). Juno
// r0's LITTLE with utilisation 400 needs 1.25 * 400 / 447 of 850 MHz; by the scale
// of the biggest CPU it would get 450 MHz. The governor itself is tried in
// cmd/easim.
func TestCase19SmallCPU(t *testing.T) {
	t.Parallel()
	p, err := platforms.Load("juno-r0")
	if err != nil {
		t.Fatal(err)
	}
	fd := &p.FreqDomains[0]
	for scale, want := range map[energy.Capacity]energy.KHz{p.Tables[0].TopCapacity(0): 850_000, 1024: 450_000} {
		target := energy.KHz(1.25 * 400 / float64(scale) * 850_000)
		if got := fd.OPPs[fd.OPPFor(target)].Freq; got != want {
			t.Errorf("scale %d: %d kHz for %d kHz, want %d", scale, got, target, want)
		}
	}
}

// Inefficient OPPs are never judged from truncated milliwatts: an OPP that a
// fraction of a milliwatt would acquit is not accused, in mW and in uW that are
// whole milliwatts; with real microwatts it is.
func TestTruncatedMilliwatts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change []string
		want   bool
	}{
		{
			"mW",
			[]string{
				"unit = \"uW\"",
				"unit = \"mW\"",
				emSmall,
				"core_busy = [41, 61, 121]",
				emLarge,
				"core_busy = [160, 360, 640]",
			},
			false,
		},
		{"whole mW in uW", []string{emSmall, "core_busy = [41_000, 61_000, 121_000]"}, false},
		{"uW", []string{emSmall, "core_busy = [41_001, 61_001, 121_001]"}, true},
		{"bogo-mW", []string{eas1xSmall, "  core_busy = [41, 61, 121]\n"}, false},
		{
			"mW beyond doubt",
			[]string{
				"unit = \"uW\"",
				"unit = \"mW\"",
				emSmall,
				"core_busy = [43, 61, 121]",
				emLarge,
				"core_busy = [160, 360, 640]",
			},
			true,
		},
	} {
		_, list := lint.File("b.toml", []byte(spoil(t, c.change...)))
		got := slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Code == "EM094" })
		if got != c.want {
			t.Errorf("%s: inefficient %v, want %v: %q", c.name, got, c.want, found(list))
		}
	}
	// The debugfs dump of Juno r0 of kernel 5.14, in mW: nothing can be said.
	fd := []energy.KHz{450_000, 575_000, 700_000, 775_000, 850_000}
	p := platform(t, "clean.toml")
	p.FreqDomains[0].OPPs = nil
	for _, f := range fd {
		p.FreqDomains[0].OPPs = append(p.FreqDomains[0].OPPs, energy.OPP{Freq: f})
	}
	td := energy.TableDomain{
		CPUs: p.FreqDomains[0].CPUs, Capacity: []energy.Capacity{236, 301, 367, 406, 446},
		CoreBusy: []energy.Power{42, 58, 79, 97, 119},
	}
	if w := p.Inefficient(&energy.PowerTable{Kind: energy.TableEM, Unit: energy.UnitMW}, &td); w != nil {
		t.Errorf("Juno r0 in mW: %+v", w)
	}
}

package compare

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"easim/eas"
	"easim/energy"
)

// pocket is a board of two CPUs, one LITTLE and one big, with round powers.
const pocket = `format = 1
name = "pocket"
source = "made up"

[[cpu_type]]
name = "a"
cpus = "0"
rate = [200, 400]
[[cpu_type]]
name = "b"
cpus = "1"
rate = [500, 1000]

[[cluster]]
name = "LITTLE"
kind = "little"
cpus = "0"
idle_state = [
  {name = "WFI", level = "core", exit_us = 1, residency_us = 1},
  {name = "off", level = "cluster", exit_us = 9, residency_us = 9},
]
[[cluster]]
name = "big"
kind = "big"
cpus = "1"
idle_state = [
  {name = "WFI", level = "core", exit_us = 1, residency_us = 1},
  {name = "off", level = "cluster", exit_us = 9, residency_us = 9},
]

[[freq_domain]]
cpus = "0"
freq_khz = [500_000, 1_000_000]
[[freq_domain]]
cpus = "1"
freq_khz = [1_000_000, 2_000_000]

[[table]]
name = "eas1x"
kind = "eas1x"
unit = "bogo-mW"
default_meter = true
source = "made up"
[[table.domain]]
cpus = "0"
capacity = [200, 400]
core_busy = [20, 60]
cluster_busy = [10, 20]
core_idle = [5, 5, 0]
cluster_idle = [8, 8, 2]
[[table.domain]]
cpus = "1"
capacity = [512, 1024]
core_busy = [100, 400]
cluster_busy = [30, 50]
core_idle = [10, 10, 0]
cluster_idle = [20, 20, 4]
`

func pocketBoard(t *testing.T, text string) *energy.Platform {
	t.Helper()
	p, list := energy.Decode("pocket.toml", []byte(text))
	if list.HasErrors() {
		t.Fatal(list)
	}
	return p
}

// pocketRun is a run of the board's single-CPU clusters: seconds busy by OPP and
// idle by index, LITTLE first. The energy is priced by hand in the tests.
func pocketRun(total float64, busy [2][2]float64, idle [2][3]float64) *eas.Result {
	r := &eas.Result{Energy: eas.Energy{Unit: "bogo-mJ", Meter: "eas1x", Total: total}}
	r.Scenario.Platform, r.Scenario.Seed = "pocket", 1
	ns := func(s float64) int64 { return int64(math.Round(s * 1e9)) }
	for i, name := range []string{"LITTLE", "big"} {
		freqs := [2][2]string{{"500000", "1000000"}, {"1000000", "2000000"}}[i]
		on := eas.NamedInts{{Name: freqs[0], Value: ns(busy[i][0])}, {Name: freqs[1], Value: ns(busy[i][1])}}
		off := eas.NamedInts{
			{Name: "active", Value: ns(idle[i][0])}, {Name: "WFI", Value: ns(idle[i][1])}, {Name: "off", Value: ns(idle[i][2])},
		}
		r.Energy.Clusters = append(r.Energy.Clusters, eas.ClusterEnergy{
			Name: name, CPUs: energy.CPUSetOf(energy.CPUID(i)).String(), BusyFreqNS: on, IdleStateNS: off,
		})
		r.CPUs = append(r.CPUs, eas.CPUResult{ID: i, BusyFreqNS: on, IdleStateNS: off})
		r.Window.LengthNS = ns(busy[i][0] + busy[i][1] + idle[i][0] + idle[i][1] + idle[i][2])
	}
	return r
}

// Ten seconds. The base runs LITTLE for 4 s at 1000 MHz and big for 2 s at
// 2000 MHz; the variant moves work to LITTLE and runs half of it slower:
//
//	base     LITTLE  4 x 60 + 6 x 5 + 4 x 20 + 6 x 8                             = 398
//	         big     2 x 400 + 2 x 50 + 8 x 4                                    = 932
//	variant  LITTLE  4 x 60 + 4 x 20 + 2 x 5 + 4 x 20 + 4 x 10 + 2 x 8           = 466
//	         big     1 x 100 + .7 x 400 + 1 x 30 + .7 x 50 + 8.3 x 4             = 478.2
//
// The work is the same, 4 x 400 + 2 x 1000 = 4 x 400 + 4 x 200 + 500 + 700 = 3600.
func handMade() (base, variant *eas.Result) {
	base = pocketRun(1330, [2][2]float64{{0, 4}, {0, 2}}, [2][3]float64{{0, 6, 0}, {0, 0, 8}})
	variant = pocketRun(944.2, [2][2]float64{{4, 4}, {1, 0.7}}, [2][3]float64{{0, 2, 0}, {0, 0, 8.3}})
	return base, variant
}

func explained(t *testing.T, p *energy.Platform, base, variant []*eas.Result, o ExplainOptions) *Explanation {
	t.Helper()
	e, err := Explain(p, base, variant, o)
	if err != nil {
		t.Fatal(err)
	}
	checkSplit(t, e)
	return e
}

// checkSplit checks that rows, parts and effects each add up to the difference of
// the totals that the runs themselves report.
func checkSplit(t *testing.T, e *Explanation) {
	t.Helper()
	tolerance := 1e-9 * (math.Abs(e.BaseTotal) + math.Abs(e.VariantTotal))
	var rows, parts, effects Sides
	add := func(to *Sides, s *Sides) {
		for _, v := range [...][2]**float64{
			{&to.BaseEnergy, &s.BaseEnergy}, {&to.VariantEnergy, &s.VariantEnergy}, {&to.Delta, &s.Delta},
		} {
			if *v[0] == nil {
				*v[0] = new(float64)
			}
			if *v[1] != nil {
				**v[0] += **v[1]
			}
		}
	}
	for i := range e.Rows {
		add(&rows, &e.Rows[i].Sides)
	}
	for i := range e.Parts {
		add(&parts, &e.Parts[i].Sides)
	}
	for i := range e.Effects {
		add(&effects, &Sides{Delta: &e.Effects[i].Delta})
	}
	for _, s := range []*Sides{&rows, &parts} {
		near(t, "base", *s.BaseEnergy, e.BaseTotal, tolerance)
		near(t, "variant", *s.VariantEnergy, e.VariantTotal, tolerance)
		near(t, "difference", *s.Delta, e.Delta, tolerance)
	}
	near(t, "effects", *effects.Delta, e.Delta, tolerance)
}

func TestExplainByHand(t *testing.T) {
	base, variant := handMade()
	e := explained(t, pocketBoard(t, pocket), []*eas.Result{base}, []*eas.Result{variant},
		ExplainOptions{Total: Change{Base: "a", Variant: "b", Paired: true, Exact: true}})
	near(t, "change", *e.DeltaPct, 100*-385.8/1330, 1e-9)
	type row struct {
		part, state                         string
		power                               int64
		baseS, variantS, base, variant, pct float64
	}
	want := []row{
		{"core_busy", "500000", 20, 0, 4, 0, 80, 100 * 80 / 1330.},
		{"core_busy", "1000000", 60, 4, 4, 240, 240, 0},
		{"core_idle", "WFI", 5, 6, 2, 30, 10, -100 * 20 / 1330.},
		{"cluster_busy", "500000", 10, 0, 4, 0, 40, 100 * 40 / 1330.},
		{"cluster_busy", "1000000", 20, 4, 4, 80, 80, 0},
		{"cluster_idle", "WFI", 8, 6, 2, 48, 16, -100 * 32 / 1330.},
		{"core_busy", "1000000", 100, 0, 1, 0, 100, 100 * 100 / 1330.},
		{"core_busy", "2000000", 400, 2, 0.7, 800, 280, -100 * 520 / 1330.},
		{"core_idle", "off", 0, 8, 8.3, 0, 0, 0},
		{"cluster_busy", "1000000", 30, 0, 1, 0, 30, 100 * 30 / 1330.},
		{"cluster_busy", "2000000", 50, 2, 0.7, 100, 35, -100 * 65 / 1330.},
		{"cluster_idle", "off", 4, 8, 8.3, 32, 33.2, 100 * 1.2 / 1330.},
	}
	if len(e.Rows) != len(want) {
		t.Fatalf("%d rows, want %d: %+v", len(e.Rows), len(want), e.Rows)
	}
	for i, w := range want {
		r := &e.Rows[i]
		if r.Part != w.part || r.State != w.state || *r.Power != w.power {
			t.Errorf("row %d: %+v, want %+v", i, r, w)
		}
		near(t, r.What, r.BaseNS, 1e9*w.baseS, 1)
		near(t, r.What, r.VariantNS, 1e9*w.variantS, 1)
		near(t, r.What, *r.BaseEnergy, w.base, 1e-9)
		near(t, r.What, *r.VariantEnergy, w.variant, 1e-9)
		near(t, r.What, *r.DeltaPct, w.pct, 1e-9)
	}
	const reading = "-386 bogo-mJ (-29.01 %): less time with big cores busy at 2000 MHz (-520), " +
		"big cluster busy at 2000 MHz (-65), LITTLE cluster in WFI (-32); more time with big cores busy at 1000 MHz (+100), " +
		"LITTLE cores busy at 500 MHz (+80), LITTLE cluster busy at 500 MHz (+40); the rest +11"
	if e.Reading != reading {
		t.Errorf("reading\n%s\nwant\n%s", e.Reading, reading)
	}
	back := explained(t, pocketBoard(t, pocket), []*eas.Result{variant}, []*eas.Result{base}, ExplainOptions{})
	if !strings.HasPrefix(back.Reading, "+386 bogo-mJ (+40.86 %): more time with big cores busy at 2000 MHz (+520), ") {
		t.Errorf("%s", back.Reading)
	}
}

// The effects of the same by hand, at net powers (busy less idle) of the base:
//
//	clusters  LITTLE work 1600 -> 2400 at 1000 MHz is 4 s -> 6 s: 2 x (60-5 + 20-8)  = 134
//	          big work 2000 -> 1200 at 2000 MHz is 2 s -> 1.2 s: -.8 x (400 + 50-4)  = -356.8
//	opps      LITTLE 6 s of 80 and 4 s of 13 -> 8 s of 55 and 2 s of 13              = -66
//	          big 1.2 s of 450 and 8.8 s of 4 -> 380 + 65 and 8.3 s of 4             = -97
func TestEffectsByHand(t *testing.T) {
	base, variant := handMade()
	e := explained(t, pocketBoard(t, pocket), []*eas.Result{base}, []*eas.Result{variant}, ExplainOptions{})
	wantEffects(t, e, map[string]float64{EffectClusters: 134 - 356.8, EffectOPPs: -66 - 97})
}

func wantEffects(t *testing.T, e *Explanation, want map[string]float64) {
	t.Helper()
	for i := range e.Effects {
		near(t, e.Effects[i].Name, e.Effects[i].Delta, want[e.Effects[i].Name], 1e-9)
	}
}

// Each effect by itself.
func TestEffectsOneByOne(t *testing.T) {
	busy, idle := [2][2]float64{{0, 4}, {0, 2}}, [2][3]float64{{0, 6, 0}, {0, 0, 8}}
	base := pocketRun(1330, busy, idle)
	working := func(r *eas.Result, work float64) *eas.Result {
		r.Throughput.WorkCapacityS = work
		return r
	}
	working(base, 3)
	for _, c := range []struct {
		name    string
		variant *eas.Result
		want    map[string]float64
	}{
		{"the same", working(pocketRun(1330, busy, idle), 3), nil},
		{ // a second longer, idle in WFI and off: 5 + 8 + 4
			"window", working(pocketRun(1347, busy, [2][3]float64{{0, 7, 0}, {0, 0, 9}}), 3),
			map[string]float64{EffectWindow: 17},
		},
		{ // half the work: LITTLE -2 x (55 + 12), big -1 x (400 + 46)
			"work", working(pocketRun(750, [2][2]float64{{0, 2}, {0, 1}}, [2][3]float64{{0, 8, 0}, {0, 0, 9}}), 1.5),
			map[string]float64{EffectWork: -134 - 446},
		},
		{ // half the cycles for more than half the work: 2/3, and 3/4 of that
			"cycles", working(pocketRun(750, [2][2]float64{{0, 2}, {0, 1}}, [2][3]float64{{0, 8, 0}, {0, 0, 9}}), 2),
			map[string]float64{EffectWork: -1160. / 3, EffectCycles: -1160. / 6},
		},
		{ // the same of a run that reports no work
			"no work", pocketRun(750, [2][2]float64{{0, 2}, {0, 1}}, [2][3]float64{{0, 8, 0}, {0, 0, 9}}),
			map[string]float64{EffectWork: -134 - 446},
		},
		{ // LITTLE sleeps in "off": 6 x (0 - 5 + 2 - 8)
			"idle states", working(pocketRun(1264, busy, [2][3]float64{{0, 0, 6}, {0, 0, 8}}), 3),
			map[string]float64{EffectIdle: -66},
		},
		{ // all on LITTLE: 3600 is 9 s; 5 x (55 + 12) - 2 x 446; big has no mix of its own
			"clusters", working(pocketRun(773, [2][2]float64{{0, 9}, {0, 0}}, [2][3]float64{{0, 1, 0}, {0, 0, 10}}), 3),
			map[string]float64{EffectClusters: 335 - 892},
		},
		{ // and from it: what is taken from the variant where the base has nothing
			"no idle time", pocketRun(840, [2][2]float64{{0, 10}, {0, 0}}, [2][3]float64{{}, {0, 0, 10}}),
			map[string]float64{EffectWork: 4000./3600*(4*67+2*446) - (4*67 + 2*446), EffectClusters: (10-4/.9)*67 - 2/.9*446},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := explained(t, pocketBoard(t, pocket), []*eas.Result{base}, []*eas.Result{c.variant}, ExplainOptions{})
			wantEffects(t, e, c.want)
		})
	}
}

// One after the other instead of both at once: the cluster is on for longer.
func TestOverlapByHand(t *testing.T) {
	text := strings.NewReplacer(`cpus = "0"`, `cpus = "0-1"`, `cpus = "1"`, `cpus = "2"`).Replace(pocket)
	p := pocketBoard(t, text)
	pair := func(total, on float64) *eas.Result {
		r := pocketRun(total, [2][2]float64{{0, on}, {}}, [2][3]float64{{0, 10 - on, 0}, {0, 0, 10}})
		r.Energy.Clusters[0].CPUs, r.Energy.Clusters[1].CPUs = "0-1", "2"
		each := pocketRun(0, [2][2]float64{{0, 2}, {}}, [2][3]float64{{0, 8, 0}, {0, 0, 10}}).CPUs
		r.CPUs = []eas.CPUResult{each[0], each[0], each[1]}
		return r
	}
	// 4 x 60 + 16 x 5 + 2 x 20 + 8 x 8 + 10 x 4 = 464; the shared part costs 20 - 8
	// more in each of two seconds.
	e := explained(t, p, []*eas.Result{pair(464, 2)}, []*eas.Result{pair(488, 4)}, ExplainOptions{})
	wantEffects(t, e, map[string]float64{EffectOverlap: 24})
}

func TestExplainNeedsOneTable(t *testing.T) {
	p := pocketBoard(t, pocket)
	base, variant := handMade()
	variant.Energy.Meter = "em"
	if _, err := Explain(p, []*eas.Result{base}, []*eas.Result{variant}, ExplainOptions{}); err == nil {
		t.Error("two tables: no error")
	}
	base, variant = handMade()
	variant.Scenario.Seed = 2
	paired := ExplainOptions{Total: Change{Paired: true}}
	if _, err := Explain(p, []*eas.Result{base}, []*eas.Result{variant}, paired); err == nil {
		t.Error("no pair: no error")
	}
	if e := explained(t, p, []*eas.Result{base}, []*eas.Result{variant}, ExplainOptions{}); e.N != 1 {
		t.Errorf("independent: %d", e.N)
	}
	base.CPUs = base.CPUs[:1]
	if _, err := Explain(p, []*eas.Result{base}, []*eas.Result{variant}, ExplainOptions{}); err == nil {
		t.Error("a CPU is missing: no error")
	}
}

// An idle power that is unknown is no row of 0: it has no energy, and the part is
// not in the total.
func TestExplainUnknownIdle(t *testing.T) {
	text := strings.Replace(pocket, "core_idle = [5, 5, 0]", "core_idle = [5, 5]", 1)
	base, variant := handMade()
	// The variant's LITTLE sleeps in "off" for a second: all its core idle is out.
	variant.CPUs[0].IdleStateNS = eas.NamedInts{{Name: "active"}, {Name: "WFI", Value: 1e9}, {Name: "off", Value: 1e9}}
	variant.Energy.Total -= 10
	e := explained(t, pocketBoard(t, text), []*eas.Result{base}, []*eas.Result{variant}, ExplainOptions{})
	wfi, off := &e.Rows[2], &e.Rows[3]
	if *wfi.BaseEnergy != 30 || wfi.VariantEnergy != nil || *wfi.Delta != -30 || off.Power != nil || off.Delta != nil {
		t.Errorf("%+v %+v", wfi, off)
	}
	if len(e.Notes) != 1 || !strings.HasPrefix(e.Notes[0], "LITTLE, core idle: some runs visited") {
		t.Errorf("%q", e.Notes)
	}
	text2, err := json.Marshal(off)
	if err != nil || !strings.Contains(string(text2), `"delta":null`) {
		t.Errorf("%s %v", text2, err)
	}
}

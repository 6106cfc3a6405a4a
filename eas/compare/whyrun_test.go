package compare

import (
	"testing"

	"easim/eas"
	"easim/energy"
)

// twoSeeds runs s on two seeds.
func twoSeeds(t *testing.T, s eas.Scenario) []*eas.Result {
	t.Helper()
	var out []*eas.Result
	for seed := range uint64(2) {
		s.Seed = seed + 1
		out = append(out, runOf(t, s))
	}
	return out
}

// Rows, parts and effects add up to what the runs themselves report, for every
// kind of table, whether idle is known or not, and however clusters and clocks lie.
func TestExplanationsAddUp(t *testing.T) {
	const periodic = "periodic:tasks=6,util=0.3,jitter=10"
	for _, c := range []struct{ platform, meter, workload string }{
		{"juno-r2", "eas1x", periodic},
		{"juno-r2", "eas1x", "geekbench-mt:work=20ms,gap=0s"}, // ends by itself: windows differ
		{"juno-r2", "em", periodic},
		{"juno-r2", "notebook", periodic}, // idle unknown
		{"hikey960", "measured", periodic},
		{"hikey960", "eas1x-fit", periodic}, // idle unknown
		{"hikey620", "em", periodic},        // two clusters on one clock: one row
		{"sm8250", "freqbench", periodic},   // two clocks in a cluster
		{"zuma", "freqbench", periodic},     // three kinds of cores
	} {
		t.Run(c.platform+"/"+c.meter+"/"+c.workload[:4], func(t *testing.T) {
			s := small(0)
			s.Platform, s.Meter, s.Workload, s.Warmup = c.platform, c.meter, c.workload, eas.SpanOf(0)
			s.Duration = eas.SpanOf(2e9)
			p, _, err := eas.LoadPlatform(c.platform, nil)
			if err != nil {
				t.Fatal(err)
			}
			base := twoSeeds(t, s)
			s.Governor = "performance"
			e := explained(t, p, base, twoSeeds(t, s), ExplainOptions{Total: Change{Paired: true}})
			if e.Delta == 0 || e.N != 2 || len(e.Rows) == 0 || len(e.Trust.Powers) == 0 {
				t.Errorf("%+v", e)
			}
			if e.Trust.Meter.Name != c.meter || len(e.Trust.Models) != 1 {
				t.Errorf("%+v", e.Trust)
			}
			checkParts(t, p, base, e)
			for i := range e.Rows {
				if r := &e.Rows[i]; r.State == "" || (r.BusyCPUs > 0) != (c.meter == "measured" && r.Part == "cluster_busy") {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}

// checkParts checks the parts of the base against those of the runs.
func checkParts(t *testing.T, p *energy.Platform, base []*eas.Result, e *Explanation) {
	t.Helper()
	want := map[string]float64{}
	for _, r := range base {
		for i := range r.Energy.Clusters {
			c := &r.Energy.Clusters[i]
			for name, v := range map[string]*float64{
				"core_busy": c.CoreBusy, "core_idle": c.CoreIdle, "cluster_busy": c.ClusterBusy, "cluster_idle": c.ClusterIdle,
			} {
				if v != nil {
					want[c.Name+" "+name] += *v / float64(len(base))
				}
			}
		}
	}
	if len(base[0].Energy.Clusters) != len(p.Islands()) {
		t.Errorf("%d clusters", len(base[0].Energy.Clusters))
	}
	seen := 0
	for i := range e.Parts {
		part := &e.Parts[i]
		name := part.Cluster + " " + part.Part
		v, known := want[name]
		if known != (part.BaseEnergy != nil) {
			t.Errorf("%s: known %v, want %v", name, part.BaseEnergy != nil, known)
		} else if known {
			near(t, name, *part.BaseEnergy, v, 1e-9*e.BaseTotal)
			seen++
		}
	}
	if seen != len(want) {
		t.Errorf("%d parts, want %d", seen, len(want))
	}
}

// Two clusters on one clock have one row in an em table: a power of it is moved for
// both.
func TestTrustMovesRowsOfTheTable(t *testing.T) {
	s := small(0)
	s.Platform, s.Meter, s.Governor = "hikey620", "em", "performance"
	s.Workload = "periodic:tasks=16,util=0.6"
	p, _, err := eas.LoadPlatform(s.Platform, nil)
	if err != nil {
		t.Fatal(err)
	}
	runs := twoSeeds(t, s)
	e := explained(t, p, runs, runs, ExplainOptions{})
	busy := 0
	for i := range e.Rows {
		if r := &e.Rows[i]; r.Part == "core_busy" && *r.BaseEnergy > 0 {
			busy++
		}
	}
	const want = "cluster0+cluster1 cores busy at 1200 MHz"
	if powers := e.Trust.Powers; busy != 2 || len(powers) != 1 || powers[0].What != want {
		t.Errorf("%d busy rows; %+v", busy, powers)
	}
}

// A variant beside itself: every difference is exactly 0, and no power matters.
func TestExplainItself(t *testing.T) {
	runs := twoSeeds(t, small(0))
	p, _, err := eas.LoadPlatform("juno-r2", nil)
	if err != nil {
		t.Fatal(err)
	}
	e := explained(t, p, runs, runs, ExplainOptions{Total: Change{Paired: true}})
	if e.Delta != 0 || e.Reading != "no difference: the same time at every power" {
		t.Errorf("%+v", e)
	}
	for i := range e.Effects {
		if e.Effects[i].Delta != 0 {
			t.Errorf("%+v", e.Effects[i])
		}
	}
	for i := range e.Trust.Powers {
		if p := &e.Trust.Powers[i]; p.ShiftPct != [2]float64{} || p.Verdicts != [2]string{Same, Same} {
			t.Errorf("%+v", p)
		}
	}
	if tr := &e.Trust; tr.Verdict != Same || !tr.HoldsAll || tr.Lowest.DeltaPct != 0 || tr.Highest.DeltaPct != 0 {
		t.Errorf("%+v", tr)
	}
}

// The explanation of a comparison is about its change in total energy, verdict and
// all: the base of Juno r2 beside the features that shall save power.
func TestExplainCompares(t *testing.T) {
	base := eas.Scenario{Platform: "juno-r2", Workload: "geekbench-mt:work=20ms,gap=0s", Warmup: eas.SpanOf(0)}
	power := base
	power.Profile = "easv5.2-power"
	for _, seeds := range [][]uint64{{1, 2, 3}, {4, 5, 6, 7}} {
		c := compare(t, Options{}, variant("base", base, 1, 2, 3), variant("power", power, seeds...))
		total := change(t, c, "power", "energy.total")
		p, _, err := eas.LoadPlatform("juno-r2", nil)
		if err != nil {
			t.Fatal(err)
		}
		e := explained(t, p, c.Variants[0].Runs, c.Variants[1].Runs, ExplainOptions{Total: *total})
		if e.Base != "base" || e.Variant != "power" || e.N != 3 || e.Paired != (len(seeds) == 3) {
			t.Errorf("%+v", e)
		}
		near(t, "change", e.Delta, *total.Delta, 1e-9*e.BaseTotal)
		near(t, "change", *e.DeltaPct, *total.DeltaPct, 1e-9)
		if e.Trust.Verdict != total.Verdict {
			t.Errorf("verdict %s, want %s", e.Trust.Verdict, total.Verdict)
		}
		if lo, hi := e.Trust.Lowest.DeltaPct, e.Trust.Highest.DeltaPct; lo >= *e.DeltaPct || hi <= *e.DeltaPct {
			t.Errorf("%g is not between %g and %g", *e.DeltaPct, lo, hi)
		}
	}
}

// BenchmarkExplain is what a pair of variants with five seeds each costs beside
// its runs.
func BenchmarkExplain(b *testing.B) {
	var runs []*eas.Result
	for seed := range uint64(10) {
		s := small(seed + 1)
		s.Platform = "juno-r2"
		r, err := eas.Run(b.Context(), s)
		if err != nil {
			b.Fatal(err)
		}
		runs = append(runs, r)
	}
	p, _, err := eas.LoadPlatform("juno-r2", nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Explain(p, runs[:5], runs[5:], ExplainOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

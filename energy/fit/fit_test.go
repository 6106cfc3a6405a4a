package fit

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
	"easim/energy/diag"
	"easim/platforms"
)

func load(t *testing.T, name string) *energy.Platform {
	t.Helper()
	p, err := platforms.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hikey returns the 40 published points, from the file with the notebook's numbers.
func hikey(t *testing.T) []Sample {
	t.Helper()
	src, err := os.ReadFile("../../platforms/testdata/hikey960_dhrystone.csv")
	if err != nil {
		t.Fatal(err)
	}
	samples, list := Read("hikey960_dhrystone.csv", src)
	if len(list) > 0 || len(samples) != 40 {
		t.Fatalf("%d samples, %v", len(samples), list)
	}
	return samples
}

func mustFit(t *testing.T, samples []Sample, o Options) *Result {
	t.Helper()
	r, err := Fit(samples, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func codes(list diag.List) string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	return strings.Join(out, " ")
}

// The 40 dhrystone points of HiKey960 against the core and cluster values that the
// notebook derived from them (EnergyModel_SystemEnergy.ipynb, mJ over 2 s / 2),
// within 5 %, and its finding that the A73's intercept is not monotone.
func TestHiKey960(t *testing.T) {
	t.Parallel()
	r := mustFit(t, hikey(t), Options{})
	want := []struct{ core, cluster float64 }{
		{55.548786, 36.7721},
		{138.424385, 55.4784},
		{253.783172, 65.7259},
		{384.314408, 98.0725},
		{513.871958, 122.9414},
	}
	a53, a73 := &r.Clusters[0], &r.Clusters[1]
	for j, w := range want {
		k := a53.OPPs[j]
		core, cluster := k.Core.Value/1000, k.Cluster.Value/1000
		dc, ds := 100*(core/w.core-1), 100*(cluster/w.cluster-1)
		t.Logf("A53 %4d MHz: core %6.2f mW (%+.2f %%), cluster %6.2f mW (%+.2f %%)", k.Freq/1000, core, dc, cluster, ds)
		if abs(dc) > 5 || abs(ds) > 5 {
			t.Errorf("A53 at %d kHz: core %.1f, cluster %.1f mW, published %.1f, %.1f", k.Freq, core, cluster, w.core, w.cluster)
		}
	}
	// By hand, from the four points at 2112 MHz: slope (3 (9035.662 - 2308.189) +
	// 6646.3112 - 4520.4124) / 10 = 2230.832, mean 5627.644, intercept 50.565.
	if k := a73.OPPs[3]; abs(k.Core.Value/1000-2230.832) > 0.01 || abs(k.Cluster.Value/1000-50.565) > 0.01 {
		t.Errorf("A73 at 2112 MHz: %v, %v", k.Core.Value, k.Cluster.Value)
	}
	const warning = "A73: the cluster cost (the intercept) is not monotone: " +
		"it falls from 186.1 to 50.6 mW from 1805 MHz to 2112 MHz"
	if got := r.Warnings[0]; got.Code != "intercept-order" || got.Summary != warning {
		t.Errorf("first warning %+v", got)
	}
	if got := codes(r.Warnings); got != "intercept-order wide-interval" {
		t.Errorf("warnings %s", got)
	}
	for i := range r.Clusters {
		w := r.Clusters[i].Worst()
		t.Logf("%s: worst %s %+.2f %%", r.Clusters[i].Label, w, w.ErrorPct())
		if abs(w.ErrorPct()) > 2.1 {
			t.Errorf("%s misses %s by %.2f %%", r.Clusters[i].Label, w, w.ErrorPct())
		}
	}
}

// The same from the platform's own table.
func TestHiKey960FromTable(t *testing.T) {
	t.Parallel()
	p := load(t, "hikey960")
	samples, err := FromTable(p, p.Table("measured"))
	if err != nil {
		t.Fatal(err)
	}
	a, b := mustFit(t, samples, Options{}), mustFit(t, hikey(t), Options{})
	for i := range a.Clusters {
		for j := range a.Clusters[i].OPPs {
			x, y := a.Clusters[i].OPPs[j].Core.Value, b.Clusters[i].OPPs[j].Core.Value
			if abs(x-y) > 1 { // the table rounds to uW
				t.Errorf("cluster %d OPP %d: core %v and %v uW", i, j, x, y)
			}
		}
	}
	if _, err := FromTable(p, p.Table("em")); err == nil {
		t.Error("a table of kind em has samples")
	}
}

// A table with hand calculations. Two samples: exact, no interval. Four: slope and
// intercept of 1, 2, 3, 4 against 10, 20, 30, 44 mW are 11.2 and -2; sum of squared
// errors 4.8, so the slope's standard error is sqrt(4.8/2/5) = 0.6928 and t(0.975,
// 2) = 4.302653.
func TestLineByHand(t *testing.T) {
	t.Parallel()
	at := func(n int, mw float64) Sample {
		return Sample{Cluster: "a", Busy: n, Freq: 500_000, PowerUW: mw * 1000}
	}
	r := mustFit(t, []Sample{at(1, 30), at(3, 50)}, Options{})
	k := r.Clusters[0].OPPs[0]
	if abs(k.Core.Value-10_000) > 1e-6 || abs(k.Cluster.Value-20_000) > 1e-6 || k.Core.CI != nil {
		t.Errorf("two samples: %+v, %+v", k.Core, k.Cluster)
	}
	if got := codes(r.Warnings); got != "no-interval" {
		t.Errorf("two samples: warnings %s", got)
	}
	r = mustFit(t, []Sample{at(1, 10), at(2, 20), at(3, 30), at(4, 44)}, Options{})
	k = r.Clusters[0].OPPs[0]
	half := 4.302653 * math.Sqrt(4.8/2/5) * 1000
	if abs(k.Core.Value-11_200) > 1e-6 || abs(k.Cluster.Value+2_000) > 1e-6 || abs(k.Core.CI.Hi-k.Core.Value-half) > 0.01 {
		t.Errorf("four samples: %+v %+v, %+v", k.Core, k.Core.CI, k.Cluster)
	}
	if d := r.Warnings[0]; d.Code != "negative-cost" || d.Severity != diag.Error {
		t.Errorf("a negative intercept: %+v", d)
	}
	// Under Monotone the intercept becomes 0 and the slope Σ n P / Σ n² = 316 / 30.
	r = mustFit(t, []Sample{at(1, 10), at(2, 20), at(3, 30), at(4, 44)}, Options{Monotone: true})
	k = r.Clusters[0].OPPs[0]
	if abs(k.Core.Value-316_000.0/30) > 1e-3 || k.Cluster.Value != 0 || codes(r.Warnings) != "negative-intercept" {
		t.Errorf("made monotone: %+v, %+v, %s", k.Core, k.Cluster, codes(r.Warnings))
	}
	r = mustFit(t, []Sample{at(2, 30), at(2, 34)}, Options{})
	if k = r.Clusters[0].OPPs[0]; abs(k.Core.Value-16_000) > 1e-6 || k.Cluster != nil {
		t.Errorf("one number of CPUs: %+v", k)
	}
}

// LISA issue 533: measurements whose core cost comes out negative are refused, the
// first bad one named.
func TestNegativeCore(t *testing.T) {
	t.Parallel()
	r := mustFit(t, []Sample{
		{Cluster: "big", Busy: 1, Freq: 600_000, PowerUW: 298_530, Line: 2}, // 488.9 - 190.37 n
		{Cluster: "big", Busy: 2, Freq: 600_000, PowerUW: 108_160, Line: 3},
	}, Options{})
	d := r.Warnings[0]
	if d.Code != "negative-cost" || d.Line != 2 || d.Summary != "big at 600 MHz: the core cost is -190.4 mW" {
		t.Errorf("got %+v", d)
	}
	if _, list := r.Table(load(t, "juno-r2"), TableOptions{}); !list.HasErrors() {
		t.Error("a table was made of it")
	}
}

func TestBadOptions(t *testing.T) {
	t.Parallel()
	s := []Sample{{Cluster: "a", Busy: 1, Freq: 1, PowerUW: 5}}
	for _, c := range []struct {
		name    string
		samples []Sample
		o       Options
	}{
		{"none", nil, Options{}},
		{"confidence", s, Options{Confidence: 1.5}},
		{"base", s, Options{BaseUW: 5}},
		{"no voltage", s, Options{Model: Formula}},
	} {
		if _, err := Fit(c.samples, c.o); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
	for m := Linear; m <= Formula; m++ {
		if got, ok := ParseModel(m.String()); got != m || !ok {
			t.Errorf("ParseModel(%q) = %v, %v", m, got, ok)
		}
	}
}

// Planted costs come back, whatever else: base, repeats, order.
func TestRecoversPlantedCosts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "cpus")
		opps := rapid.IntRange(1, 6).Draw(t, "opps")
		base := rapid.Float64Range(0, 1e6).Draw(t, "base")
		var samples []Sample
		var core, shared []float64
		for j := range opps {
			core = append(core, rapid.Float64Range(1e3, 3e6).Draw(t, "core"))
			shared = append(shared, rapid.Float64Range(0, 1e6).Draw(t, "cluster"))
			for k := n; k >= 1; k-- {
				samples = append(samples, Sample{
					Cluster: "c", Busy: k, Freq: energy.KHz(500_000 + 100_000*j), PowerUW: base + shared[j] + float64(k)*core[j],
				})
			}
		}
		r, err := Fit(samples, Options{BaseUW: base})
		if err != nil {
			t.Fatal(err)
		}
		for j, k := range r.Clusters[0].OPPs {
			if abs(k.Core.Value-core[j]) > 1e-3 || abs(k.Cluster.Value-shared[j]) > 1e-3 {
				t.Fatalf("OPP %d: core %v, cluster %v, want %v, %v", j, k.Core.Value, k.Cluster.Value, core[j], shared[j])
			}
		}
		for _, p := range r.Clusters[0].Points {
			if p.Outlier {
				t.Fatalf("%v is an outlier of an exact line", p)
			}
		}
	})
}

// The 95 % intervals hold the truth 95 times of 100: 4000 noisy lines, fixed seed;
// the standard error of the share is 0.34 %.
func TestIntervalsCover(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	const trials = 4000
	core, shared := 0, 0
	for range trials {
		var s []Sample
		for n := 1; n <= 4; n++ {
			uw := 200_000 + 100_000*float64(n) + 3000*rnd.NormFloat64()
			s = append(s, Sample{Cluster: "c", Busy: n, Freq: 1e6, PowerUW: uw})
		}
		r := mustFit(t, s, Options{})
		k := r.Clusters[0].OPPs[0]
		if k.Core.CI.Lo <= 100_000 && 100_000 <= k.Core.CI.Hi {
			core++
		}
		if k.Cluster.CI.Lo <= 200_000 && 200_000 <= k.Cluster.CI.Hi {
			shared++
		}
	}
	for _, hits := range []int{core, shared} {
		if share := float64(hits) / trials; abs(share-0.95) > 0.015 {
			t.Errorf("an interval of 95 %% holds the truth in %.1f %%", 100*share)
		}
	}
}

// One bad sample in twenty is found, and nothing else; without it the costs are
// right.
func TestOutlier(t *testing.T) {
	t.Parallel()
	for bad := range 20 {
		rnd := rand.New(rand.NewPCG(3, uint64(bad)))
		var s []Sample
		for j := range 5 {
			for n := 1; n <= 4; n++ {
				mw := float64(40+20*j) + float64(n)*float64(100*(j+1))
				s = append(s, Sample{
					Cluster: "c", Busy: n, Freq: energy.KHz(500_000 + 300_000*j), PowerUW: 1000 * mw * (1 + 0.004*rnd.NormFloat64()),
				})
			}
		}
		s[bad].PowerUW *= 1.25
		r := mustFit(t, s, Options{DropOutliers: true})
		for i, p := range r.Clusters[0].Points {
			if p.Outlier != (i == bad) {
				t.Errorf("sample %d bad: sample %d outlier %v", bad, i, p.Outlier)
			}
		}
		k := r.Clusters[0].OPPs[bad/4]
		if want := float64(100_000 * (bad/4 + 1)); abs(k.Core.Value/want-1) > 0.03 {
			t.Errorf("sample %d bad: core %v, want %v", bad, k.Core.Value, want)
		}
	}
}

package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"easim/energy"
)

// By hand: 3 and 1 pool to 2; with weights 1 and 3 to 1.5; the last pools with both.
func TestIsotonicByHand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		y, w, want []float64
		low        float64
	}{
		{[]float64{1, 2, 3}, []float64{1, 1, 1}, []float64{1, 2, 3}, 0},
		{[]float64{3, 1, 5}, []float64{1, 1, 1}, []float64{2, 2, 5}, 0},
		{[]float64{3, 1}, []float64{1, 3}, []float64{1.5, 1.5}, 0},
		{[]float64{4, 3, -1}, []float64{1, 1, 1}, []float64{2, 2, 2}, 0},
		{[]float64{-4, 3}, []float64{1, 1}, []float64{0, 3}, 0},
	} {
		got := isotonic(c.y, c.w, c.low)
		for i := range got {
			if abs(got[i]-c.want[i]) > 1e-12 {
				t.Errorf("isotonic(%v, %v) = %v, want %v", c.y, c.w, got, c.want)
				break
			}
		}
	}
}

// The monotone fit obeys its constraints, and no small move that does gets nearer
// to the samples; where the plain fit is monotone, it is the plain fit.
func TestMonotoneIsTheLeastSquares(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s []Sample
		opps := rapid.IntRange(2, 5).Draw(t, "opps")
		for j := range opps {
			core := rapid.Float64Range(50_000, 500_000).Draw(t, "core")
			shared := rapid.Float64Range(0, 300_000).Draw(t, "cluster")
			for n := 1; n <= 4; n++ {
				noise := rapid.Float64Range(0.9, 1.1).Draw(t, "noise")
				s = append(s, Sample{
					Cluster: "c", Busy: n, Freq: energy.KHz(1000 * (j + 1)), PowerUW: noise * (shared + core*float64(n)),
				})
			}
		}
		plain, err := Fit(s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		mono, err := Fit(s, Options{Monotone: true})
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float64, 0, 2*opps)
		for _, k := range mono.Clusters[0].OPPs {
			x = append(x, k.Core.Value, k.Cluster.Value)
		}
		if !allowed(x) {
			t.Fatalf("constraints broken: %v", x)
		}
		best, least := cost(s, x), plainCost(plain)
		if best < least*(1-1e-9) {
			t.Fatalf("better (%g) than least squares (%g)", best, least)
		}
		rnd := rand.New(rand.NewPCG(7, uint64(opps)))
		for range 2000 {
			y := append([]float64(nil), x...)
			step := math.Pow(10, 1+4*rnd.Float64())
			for i := range y {
				if rnd.IntN(2) == 0 {
					y[i] += step * (2*rnd.Float64() - 1)
				}
			}
			if allowed(y) && cost(s, y) < best*(1-1e-9)-1 {
				t.Fatalf("%v costs %g, better than %v with %g", y, cost(s, y), x, best)
			}
		}
	})
}

// allowed reports whether core (even) and cluster (odd) costs rise.
func allowed(x []float64) bool {
	for i := range x {
		if x[i] < -1e-3 || i >= 2 && x[i] < x[i-2]-1e-3 {
			return false
		}
	}
	return true
}

func cost(s []Sample, x []float64) float64 {
	sum := 0.0
	for _, p := range s {
		j := int(p.Freq/1000) - 1
		e := p.PowerUW - x[2*j]*float64(p.Busy) - x[2*j+1]
		sum += e * e
	}
	return sum
}

func plainCost(r *Result) float64 {
	sum := 0.0
	for _, p := range r.Clusters[0].Points {
		sum += (p.PowerUW - p.FittedUW) * (p.PowerUW - p.FittedUW)
	}
	return sum
}

// HiKey960 made monotone: the A73's intercepts rise, and the fit stays within 2.5 %.
func TestHiKey960Monotone(t *testing.T) {
	t.Parallel()
	r := mustFit(t, hikey(t), Options{Monotone: true})
	a73 := &r.Clusters[1]
	for j := 1; j < 5; j++ {
		if a73.OPPs[j].Cluster.Value < a73.OPPs[j-1].Cluster.Value {
			t.Errorf("the intercept falls at OPP %d", j)
		}
	}
	// By hand: the middle two pool to (186.072 + 50.565) / 2 = 118.319 mW.
	if v := a73.OPPs[2].Cluster.Value; abs(v-118_319) > 1 || abs(a73.OPPs[3].Cluster.Value-v) > 1 || !a73.OPPs[3].Moved {
		t.Errorf("pooled intercepts %v, %v", v, a73.OPPs[3].Cluster.Value)
	}
	if w := a73.Worst(); abs(w.ErrorPct()) > 2.5 {
		t.Errorf("misses %s by %.2f %%", w, w.ErrorPct())
	}
	if d := r.Warnings[0]; d.Code != "intercept-order" || d.Detail != "made monotone, since that was asked for" {
		t.Errorf("got %+v", d)
	}
}

// volts are the voltages of the HiKey960's OPPs.
var volts = [5]energy.MicroVolt{700_000, 800_000, 900_000, 1_000_000, 1_100_000}

func lawSamples(cn, in, cc, ic float64, cpus int) []Sample {
	var s []Sample
	for j, v := range volts {
		f := energy.KHz(500_000 + 300_000*j)
		x := terms(1, f, v)
		for n := 1; n <= cpus; n++ {
			s = append(s, Sample{
				Cluster: "c", Busy: n, Freq: f, Volt: v, PowerUW: float64(n)*(cn*x[0]+in*x[1]) + cc*x[2]*1 + ic*x[3],
			})
		}
	}
	return s
}

// The planted formula comes back; a part that is not there is left out.
func TestFormulaRecovers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := [4]float64{
			rapid.Float64Range(50, 2000).Draw(t, "Cn"), rapid.Float64Range(1000, 60_000).Draw(t, "In"),
			rapid.Float64Range(10, 500).Draw(t, "Cc"), rapid.Float64Range(1000, 60_000).Draw(t, "Ic"),
		}
		r, err := Fit(lawSamples(want[0], want[1], want[2], want[3], 4), Options{Model: Formula})
		if err != nil {
			t.Fatal(err)
		}
		l := r.Clusters[0].Law
		for i, e := range []*Estimate{l.CoreCoef, l.CoreLeak, l.ClusterCoef, l.ClusterLeak} {
			if e == nil || abs(e.Value/want[i]-1) > 1e-6 {
				t.Fatalf("unknown %d: %+v, want %v", i, e, want[i])
			}
		}
		core, shared := l.At(1_500_000, 950_000)
		if c := want[0]*0.95*0.95*1500 + want[1]*0.95; abs(core/c-1) > 1e-6 {
			t.Fatalf("core %v, want %v", core, c)
		}
		if c := want[2]*0.95*0.95*1500 + want[3]*0.95; abs(shared/c-1) > 1e-6 {
			t.Fatalf("cluster %v, want %v", shared, c)
		}
	})
}

// The kernel's coefficient is what comes out of the kernel's powers: 110 and 550 of
// hi3660.dtsi from table em, with one busy CPU, so no shared part.
func TestFormulaGivesTheCoefficient(t *testing.T) {
	t.Parallel()
	p := load(t, "hikey960")
	em := p.Table("em")
	for i, want := range []float64{110, 550} {
		var s []Sample
		for j, opp := range p.FreqDomains[i].OPPs {
			s = append(s, Sample{
				Cluster: p.Clusters[i].Name, Busy: 1, Freq: opp.Freq, Volt: opp.Volt, PowerUW: float64(em.Domains[i].CoreBusy[j]),
			})
		}
		r := mustFit(t, s, Options{Model: Formula})
		l := r.Clusters[0].Law
		if abs(l.CoreCoef.Value/want-1) > 2e-3 || l.ClusterCoef != nil || l.ClusterLeak != nil {
			t.Errorf("coefficient %v, want %v; %+v", l.CoreCoef.Value, want, l)
		}
		if r.Clusters[0].OPPs[0].Cluster != nil {
			t.Error("a shared part from one busy CPU")
		}
	}
}

// The measured HiKey960 by the formula: within 5 % for the A53, 9 % for the A73,
// about twice the kernel's coefficients.
func TestHiKey960Formula(t *testing.T) {
	t.Parallel()
	s, err := Place(hikey(t), load(t, "hikey960"))
	if err != nil {
		t.Fatal(err)
	}
	r := mustFit(t, s, Options{Model: Formula})
	for i, limit := range []float64{5, 9} {
		c := &r.Clusters[i]
		t.Logf("%s: Cn %.0f, worst %s %+.1f %%", c.Label, c.Law.CoreCoef.Value, c.Worst(), c.Worst().ErrorPct())
		if e := abs(c.Worst().ErrorPct()); e > limit {
			t.Errorf("%s misses by %.1f %%", c.Label, e)
		}
	}
	if cn := r.Clusters[0].Law.CoreCoef.Value; cn < 215 || cn > 230 {
		t.Errorf("A53: %v", cn)
	}
}

// Samples with honest noise are seldom marked: at most 1 % of the sets by design.
func TestFewFalseOutliers(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(11, 12))
	marked := 0
	const sets = 1000
	for range sets {
		s := lawSamples(200, 20_000, 50, 20_000, 4)
		for i := range s {
			s[i].PowerUW *= 1 + 0.03*rnd.NormFloat64()
		}
		r := mustFit(t, s, Options{})
		for i := range r.Clusters[0].Points {
			if r.Clusters[0].Points[i].Outlier {
				marked++
				break
			}
		}
	}
	t.Logf("%d of %d sets have a marked sample", marked, sets)
	if marked > sets*3/100 {
		t.Errorf("%d of %d sets of good samples have a marked one", marked, sets)
	}
}

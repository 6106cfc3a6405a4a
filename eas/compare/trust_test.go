package compare

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"easim/eas"
)

// The powers of the runs by hand (see handMade), moved by 5 %: of 2000 MHz
//
//	up    (944.2 + 14) / (1330 + 40) - 1 = -30.058 %
//	down  (944.2 - 14) / (1330 - 40) - 1 = -27.891 %
func TestTrustByHand(t *testing.T) {
	base, variant := handMade()
	e := explained(t, pocketBoard(t, pocket), []*eas.Result{base}, []*eas.Result{variant},
		ExplainOptions{Total: Change{Paired: true, Exact: true}})
	tr := &e.Trust
	if len(tr.Powers) != 11 { // twelve rows, one of power 0
		t.Errorf("%d powers", len(tr.Powers))
	}
	p := &tr.Powers[0]
	if p.What != "big cores busy at 2000 MHz" || *p.Power != 400 || p.Verdicts != [2]string{Better, Better} {
		t.Errorf("%+v", p)
	}
	change := *e.DeltaPct
	near(t, "down", p.ShiftPct[0], 100*(930.2/1290-1)-change, 1e-9)
	near(t, "up", p.ShiftPct[1], 100*(958.2/1370-1)-change, 1e-9)
	// Lowest: up is what the variant burns less of, relative to 944.2/1330 = 0.71 of
	// all: WFI (30 + 48 -> 10 + 16) and big at 2000 MHz (900 -> 315).
	lo := 100 * ((944.2+.05*(26+315)-.05*(944.2-341))/(1330+.05*(78+900)-.05*(1330-978)) - 1)
	hi := 100 * ((944.2-.05*(26+315)+.05*(944.2-341))/(1330-.05*(78+900)+.05*(1330-978)) - 1)
	near(t, "lowest", tr.Lowest.DeltaPct, lo, 1e-9)
	near(t, "highest", tr.Highest.DeltaPct, hi, 1e-9)
	if tr.Verdict != Better || !tr.HoldsAnyOne || !tr.HoldsAll {
		t.Errorf("%+v", tr)
	}
}

func levers(rows ...[2][]float64) *pricing {
	p := &pricing{ExplainOptions: ExplainOptions{Total: Change{Paired: true}, Thresholds: Thresholds{}.withDefaults()}}
	for _, r := range rows {
		v := lever{base: r[0], variant: r[1]}
		v.meanBase, v.meanVariant = Summarize(r[0]).Mean, Summarize(r[1]).Mean
		p.levers = append(p.levers, v)
	}
	p.base, p.variant = make([]float64, len(rows[0][0])), make([]float64, len(rows[0][1]))
	for _, v := range p.levers {
		for i := range v.base {
			p.base[i] += v.base[i]
		}
		for i := range v.variant {
			p.variant[i] += v.variant[i]
		}
	}
	return p
}

// 200 -> 199 in three seeds, of which one power burns 100 -> 50: 5 % less of that
// makes 195 -> 196.5.
func TestOnePowerTurnsTheVerdict(t *testing.T) {
	p := levers([2][]float64{{100, 101, 99}, {50, 51, 49}}, [2][]float64{{100, 100, 100}, {149, 149, 149}})
	for _, c := range []struct {
		by      []float64
		pct     float64
		verdict string
	}{
		{nil, -0.5, Better},
		{[]float64{-.05, 0}, 100 * 1.5 / 195, Worse},
		{[]float64{.05, 0}, -100 * 3.5 / 205, Better},
		{[]float64{0, .05}, 100 * 1.45 / 205, Worse},
		{[]float64{.05, .05}, -0.5, Better}, // all by the same: nothing changes in percent
	} {
		got := p.change(c.by)
		near(t, "change", *got.DeltaPct, c.pct, 1e-9)
		if got.Verdict != c.verdict {
			t.Errorf("%v: %s, want %s", c.by, got.Verdict, c.verdict)
		}
	}
	p.NoVerdict = "the work differs"
	if got := p.change(nil); got.Verdict != Unclear {
		t.Errorf("no verdict is to be given: %s", got.Verdict)
	}
}

// A probability is adjusted as the explained change was, here for three
// comparisons: pairs that differ by -3 +- 1 have t = -3 x sqrt(3) = -5.196 with two
// degrees of freedom, of which p = 0.0351 (1 - t / sqrt(2 + t^2)).
func TestTrustKeepsTheAdjustment(t *testing.T) {
	p := levers([2][]float64{{100, 100, 100}, {96, 97, 98}})
	got := p.change(nil)
	near(t, "p", *got.P, 1-5.19615/math.Sqrt(29), 1e-5)
	if got.Verdict != Better {
		t.Errorf("%+v", got)
	}
	own, adjusted := *got.P, 3**got.P
	p.Total.P, p.Total.PAdjusted = &own, &adjusted
	if got = p.change([]float64{.05}); got.Verdict != Unclear {
		t.Errorf("%+v", got)
	}
	near(t, "adjusted p", *got.PAdjusted, adjusted, 1e-9)
}

// The interval moves with the powers: a noisy one that weighs more takes a
// verdict away though the sign stays.
func TestAllPowersTakeTheVerdictAway(t *testing.T) {
	p := levers([2][]float64{{50, 60, 70, 64}, {46, 60, 62, 64}}, [2][]float64{{40, 40, 40, 40}, {36.8, 36.8, 36.8, 36.8}})
	if got := p.change(nil); got.Verdict != Better {
		t.Fatalf("%+v", got)
	}
	// t(0.975, 3) = 3.182, so the noisy power makes -3 +- 6.09, and -3.2 of the other
	// hold it off 0; moved, it is -3.15 +- 6.40 and -3.04. The mean stays below 0.
	if got := p.change([]float64{.05, -.05}); got.Verdict != Unclear || *got.Delta >= 0 {
		t.Errorf("%+v %v", got, *got.CI95)
	}
}

// The ends are those of all 2^n corners.
func TestTrustEndsAreTheCorners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "powers")
		joules := rapid.SliceOfN(rapid.Float64Range(0.1, 1000), n, n)
		a, b := joules.Draw(t, "base"), joules.Draw(t, "variant")
		var rows [][2][]float64
		for i := range a {
			rows = append(rows, [2][]float64{{a[i]}, {b[i]}})
		}
		p := levers(rows...)
		lo, hi := math.Inf(1), math.Inf(-1)
		for corner := range 1 << n {
			var base, variant float64
			for i := range a {
				f := 1.05
				if corner>>i&1 == 0 {
					f = 0.95
				}
				base, variant = base+f*a[i], variant+f*b[i]
			}
			pct := 100 * (variant - base) / base
			lo, hi = min(lo, pct), max(hi, pct)
		}
		tolerance := 1e-9 * (1 + math.Abs(hi))
		if got := p.end(-.05).DeltaPct; math.Abs(got-lo) > tolerance {
			t.Fatalf("lowest %g, want %g", got, lo)
		}
		if got := p.end(.05).DeltaPct; math.Abs(got-hi) > tolerance {
			t.Fatalf("highest %g, want %g", got, hi)
		}
	})
}

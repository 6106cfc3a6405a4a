package report

import (
	"strings"
	"testing"

	"easim/eas"
	"easim/eas/compare"
)

func sidesOf(base, variant float64) compare.Sides {
	return compare.Sides{
		BaseEnergy: &base, VariantEnergy: &variant, Delta: ref(variant - base), DeltaPct: ref((variant - base) / 13.30),
	}
}

// explanation is the example that the tests of package compare calculate by
// hand, with what a table may leave unknown.
func explanation() *compare.Explanation {
	e := &compare.Explanation{
		Base: "base", Variant: "packed", Unit: "bogo-mJ", Paired: true, N: 5,
		BaseTotal: 1330, VariantTotal: 944.2, Delta: -385.8, DeltaPct: ref(-29.0075),
		Reading: "-386 bogo-mJ (-29.01 %): less time with big cores busy at 2000 MHz (-520); " +
			"more time with LITTLE cores busy at 500 MHz (+80); the rest +54",
		Rows: []compare.StateChange{
			{What: "LITTLE cores busy at 500 MHz", Power: ref(int64(20)), VariantNS: 4e9, Sides: sidesOf(0, 80)},
			{What: "LITTLE cores in off", BaseNS: 1e9, VariantNS: 2e9},
			{What: "big cores busy at 2000 MHz", Power: ref(int64(400)), BaseNS: 2e9, VariantNS: 7e8, Sides: sidesOf(800, 280)},
		},
		Effects: []compare.Effect{
			{Name: compare.EffectWindow, What: "the length of the window"},
			{Name: compare.EffectClusters, What: "work moved between clusters", Delta: -222.8, DeltaPct: ref(-16.75)},
			{Name: compare.EffectOPPs, What: "the same work at other OPPs", Delta: -163, DeltaPct: ref(-12.26)},
		},
		Classes: []compare.ClassChange{
			{
				Class: "render", Tasks: 1, Base: compare.ClassTime{BigNS: 2e9},
				Variant: compare.ClassTime{LittleNS: 4e9, BigNS: 1.7e9}, Sides: sidesOf(800, 460),
			},
			{Class: "waker", Tasks: 3, Base: compare.ClassTime{LittleNS: 4e9}, Variant: compare.ClassTime{LittleNS: 4e9}},
		},
		Notes: []string{"something to know"},
	}
	e.Trust = compare.Trust{
		Meter: eas.TableSource{
			Name: "eas1x", Kind: "eas1x", Unit: "bogo-mW", Source: "a device tree", Trust: "high: on-chip counters; no idle",
		},
		StepPct: 5, Verdict: compare.Better, HoldsAnyOne: true, HoldsAll: true,
		Powers: []compare.PowerShift{
			{
				What: "big cores busy at 2000 MHz", Power: ref(int64(400)), ShiftPct: [2]float64{1.1166, -1.0502},
				Verdicts: [2]string{compare.Better, compare.Better},
			},
			{
				What: "LITTLE cores busy at 500 MHz", Power: ref(int64(20)), ShiftPct: [2]float64{-0.3008, 0.3008},
				Verdicts: [2]string{compare.Better, compare.Better},
			},
		},
		Lowest:  &compare.TrustEnd{DeltaPct: -31.5, Verdict: compare.Better},
		Highest: &compare.TrustEnd{DeltaPct: -26.4, Verdict: compare.Better},
	}
	e.Trust.Models = []eas.TableSource{e.Trust.Meter}
	return e
}

func TestWhyGolden(t *testing.T) {
	e := explanation()
	golden(t, "why.txt", Why(e, Style{}))
	golden(t, "whytables.txt", WhyTables(e, Style{}))
}

// A table that counted several explanations, or is believed too, is named once.
func TestWhySources(t *testing.T) {
	a, b := explanation(), explanation()
	b.Trust.Models = []eas.TableSource{{Name: "em", Kind: "em", Unit: "uW", Source: "a formula"}}
	got := string(WhySources([]compare.Explanation{*a, *b}, Style{}))
	const want = "  table eas1x (eas1x, bogo-mW): a device tree; trust: high: on-chip counters; no idle\n" +
		"  table em (em, uW): a formula\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWhyVerdicts(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*compare.Trust)
		want string
	}{
		{"holds", func(*compare.Trust) {}, "the verdict, better, holds for any one power; with all against it the change"},
		{
			"not against all", func(t *compare.Trust) {
				t.HoldsAll, t.Highest = false, &compare.TrustEnd{DeltaPct: 0.3, Verdict: compare.Worse}
			},
			"holds for any one power, but not with all against it: the change lies between -31.50 and +0.30 % (better, worse)",
		},
		{
			"hangs on one", func(t *compare.Trust) {
				t.HoldsAnyOne = false // all together may hold where one does not
				t.Powers[1].Verdicts[1] = compare.Unclear
			},
			"the verdict, better, hangs on LITTLE cores busy at 500 MHz (+5 %: unclear); with all against it",
		},
		{
			"none", func(t *compare.Trust) { t.Note, t.Verdict = "the work differs", compare.Unclear },
			"no verdict (the work differs); with all powers against each other the change lies",
		},
		{
			"nothing burnt", func(t *compare.Trust) { t.Lowest, t.Highest, t.Powers = nil, nil, nil }, "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := explanation()
			c.set(&e.Trust)
			text := strings.Join(strings.Fields(string(Why(e, Style{}))), " ")
			if !strings.Contains(text, c.want) {
				t.Errorf("no %q in\n%s", c.want, text)
			}
			if c.want == "" && strings.Contains(text, "±5 %") {
				t.Errorf("%s", text)
			}
		})
	}
}

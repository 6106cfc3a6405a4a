package wording

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"easim/eas/compare"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Number(63), "63"},
		{Number(0.5), "0.500"},
		{Number(123.456), "123.46"},
		{Number(1234.56), "1234.6"},
		{Number(123456.7), "123457"},
		{MHz("450000"), "450"},
		{MHz("2362500"), "2362.5"},
		{MHz("odd"), "odd"},
		{Plural(1, "seed"), "1 seed"},
		{Plural(0, "seed"), "0 seeds"},
		{FirstLine("boom\ngoroutine 1"), "boom"},
		{Metric("throughput.metrics.score_mt"), "score_mt"},
		{Metric("throughput.work_capacity_s"), "work_capacity_s"},
		{Metric("energy.total"), "energy.total"},
		{Part(&compare.WorkloadRatio{Metric: "throughput.metrics.time_s", Inverse: true}), "1/time_s"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestSigned(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", -0.004: "0", 0.004: "0",
		1.5: "+1.50", -1.5: "-1.50", 0.005001: "+0.01", 10: "+10.00",
	} {
		if got := Signed(v, 2); got != want {
			t.Errorf("Signed(%g) = %q, want %q", v, got, want)
		}
	}
}

// The adjusted probability comes before the plain one, and chance that has no part
// before both.
func TestP(t *testing.T) {
	plain, adjusted := 0.0004, 0.0456
	for want, c := range map[string]compare.Change{
		"": {}, "<0.001": {P: &plain}, "0.046": {P: &plain, PAdjusted: &adjusted},
		"exact": {P: &plain, Exact: true},
	} {
		if got := P(&c); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

func TestWild(t *testing.T) {
	for _, c := range []struct {
		ci   *[2]float64
		want bool
	}{{nil, false}, {&[2]float64{-378, 178}, true}, {&[2]float64{-100, -100}, false}, {&[2]float64{-50, 900}, false}} {
		if got := Wild(&compare.Change{CI95Pct: c.ci}); got != c.want {
			t.Errorf("%v: %t", c.ci, got)
		}
	}
}

func TestAdjusted(t *testing.T) {
	for _, c := range []struct {
		a    compare.Adjustment
		want bool
	}{
		{compare.Adjustment{}, false},
		{compare.Adjustment{TotalEnergy: 1, Comparisons: 1}, false}, // two families of one
		{compare.Adjustment{TotalEnergy: 2}, true},
		{compare.Adjustment{Comparisons: 2}, true},
	} {
		if got := Adjusted(&c.a); got != c.want {
			t.Errorf("%+v: %t", c.a, got)
		}
	}
}

// Rows share a note.
func TestNotes(t *testing.T) {
	var n Notes
	for want, c := range map[string]compare.Change{"same": {Verdict: "same"}, "worse": {Verdict: "worse"}} {
		if got := n.Verdict(&c); got != want {
			t.Errorf("without a note %q, want %q", got, want)
		}
	}
	for _, want := range []string{"unclear (1) few", "unclear (2) many", "unclear (1) few"} {
		verdict, note := want[:len("unclear (1)")], want[len("unclear (1) "):]
		if got := n.Verdict(&compare.Change{Verdict: "unclear", Note: note}); got != verdict {
			t.Errorf("with note %q: %q, want %q", note, got, verdict)
		}
	}
	if !slices.Equal(n, Notes{"few", "many"}) {
		t.Errorf("notes %q", n)
	}
}

// An energy that the first pair lacks still comes first.
func TestPairsMetrics(t *testing.T) {
	row := func(variant, metric string) compare.Change {
		return compare.Change{Variant: variant, Metric: metric}
	}
	p := NewPairs([]compare.Change{
		row("b", "little"), row("b", "score"), row("c", "total"), row("c", "little"), row("c", "big"), row("c", "score"),
		row("d", "switches"),
	}, nil)
	if want := "switches total little big score"; strings.Join(p.Metrics, " ") != want {
		t.Errorf("%q, want %q", p.Metrics, want)
	}
}

// Pairs in an order that no comparison has are read all the same.
func TestPairsOfOddOrder(t *testing.T) {
	p := NewPairs([]compare.Change{{Metric: "m", Base: "a", Variant: "d"}}, []compare.Conclusion{
		{Base: "a", Variant: "b"}, {Base: "a", Variant: "c"}, {Base: "a", Variant: "d"}, {Base: "c", Variant: "b"},
	})
	if !slices.Equal(p.Bases, []string{"a", "c"}) || !slices.Equal(p.Variants, []string{"b", "c", "d"}) {
		t.Fatalf("bases %q, variants %q", p.Bases, p.Variants)
	}
	if row := p.Row("m", 2); len(row) != 2 || row[0] == nil || row[1] != nil {
		t.Errorf("row %v", row)
	}
}

func ExampleNewPairs() {
	change := func(variant, base string, pct float64) compare.Change {
		return compare.Change{Metric: "energy.total", Variant: variant, Base: base, DeltaPct: &pct}
	}
	p := NewPairs(
		[]compare.Change{change("b", "a", -2), change("c", "a", -5), change("c", "b", -3)},
		[]compare.Conclusion{{Base: "a", Variant: "b"}, {Base: "a", Variant: "c"}, {Base: "b", Variant: "c"}},
	)
	fmt.Println("beside", p.Bases)
	for i, variant := range p.Variants {
		fmt.Print(variant)
		for _, c := range p.Row("energy.total", i) {
			fmt.Print(" ", Signed(*c.DeltaPct, 0), " %")
		}
		fmt.Println()
	}
	// Output:
	// beside [a b]
	// b -2 %
	// c -5 % -3 %
}

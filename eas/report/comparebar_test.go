package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"easim/eas/compare"
)

func changed(pct, lo, hi float64) compare.Change {
	return compare.Change{Delta: &pct, DeltaPct: &pct, CI95: &[2]float64{lo, hi}, CI95Pct: &[2]float64{lo, hi}}
}

// A bar of five columns on either side of 0, for 10 %: a column is 2 %.
func TestBars(t *testing.T) {
	for _, c := range []struct {
		name         string
		k            compare.Change
		want, inText string
	}{
		{"less", changed(-6, -7.9, -4.1), " [o]=|", " ├●┤━│"},
		{"more", changed(6, 4.1, 7.9), "     |=[o]", "     │━├●┤"},
		{"exact", changed(-10, -10, -10), "o====|", "●━━━━│"},
		{"may be none", changed(2, -4, 8), "   [-+o--]", "   ├─┼●──┤"},
		{"near none", changed(0.1, -0.2, 0.4), "     o", "     ●"},
		{"none", changed(0, 0, 0), "     |", "     │"},
		{"beyond the ends", changed(0, -30, 20), "<----+---->", "◂────┼────▸"},
		{"a change beyond the end", changed(-100, -378, 178), "<====+---->", "◂━━━━┼────▸"},
		{"a change above the end", changed(100, 90, 110), "     |====>", "     │━━━━▸"},
		{"beyond one end", changed(7, 1, 17), "     |[==o>", "     │├━━●▸"},
		{"unknown", compare.Change{}, "", ""},
		{"no interval", compare.Change{DeltaPct: ref(4.0)}, "     |=o", "     │━●"},
	} {
		plain := bar{signs: Style{ASCII: true}.signs(), half: 5, scale: 10}
		if got := plain.text(&c.k); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		full := bar{signs: Style{}.signs(), half: 5, scale: 10}
		if got := full.text(&c.k); got != c.inText {
			t.Errorf("%s: %q, want %q", c.name, got, c.inText)
		}
	}
	head := bar{half: 5, scale: 10}
	if got := head.head(); got != "-10     +10" {
		t.Errorf("head %q", got)
	}
}

func TestBarScale(t *testing.T) {
	for largest, want := range map[float64]float64{
		0: 0, 0.004: 0, 0.01: 1, 0.73: 1, 1: 1, 1.2: 1.5, 19.51: 20, 313: 500, 7.3: 10, 6.6: 7, 100: 100, 1000: 1000, 999: 1000,
	} {
		if got := barScale([]compare.Change{changed(0, 0, 0), changed(-largest, -largest, 0)}); got != want {
			t.Errorf("scale for %g: %g, want %g", largest, got, want)
		}
	}
	for end, want := range map[float64]float64{4: 5, 6: 7, 9: 10, 10: 10, 11: 10, 1000: 10} {
		if got := barScale([]compare.Change{changed(-5, -end, end), {}}); got != want {
			t.Errorf("scale for 5 with an interval to %g: %g, want %g", end, got, want)
		}
	}
}

// A row that says nothing of how much does not flatten the others.
func TestBarScaleWithoutWildRows(t *testing.T) {
	wild := changed(-100, -378, 178)
	if got := barScale([]compare.Change{changed(-5, -6, -4), wild}); got != 7 {
		t.Errorf("scale %g, want that of the other row, 7", got)
	}
	if got := barScale([]compare.Change{changed(0, 0, 0), wild}); got != 200 {
		t.Errorf("scale %g, want 200: there is no other", got)
	}
	if got := barScale([]compare.Change{changed(-5, -6, -4), changed(-100, -100, -100)}); got != 100 {
		t.Errorf("scale %g: a change of -100 %% is no wild one", got)
	}
}

// Whatever the numbers, a bar keeps to its columns, and begins and ends where
// change and 0 stand.
func TestBarStaysInItsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pct := rapid.Float64Range(-50, 50).Draw(t, "change")
		k := changed(pct, pct-rapid.Float64Range(0, 200).Draw(t, "below"), pct+rapid.Float64Range(0, 200).Draw(t, "above"))
		b := bar{signs: Style{}.signs(), half: rapid.IntRange(4, 10).Draw(t, "half"), scale: barScale([]compare.Change{k})}
		if b.scale == 0 {
			return
		}
		text := b.text(&k)
		if n := utf8.RuneCountInString(text); n > 2*b.half+1 || n < b.half+1 && pct >= 0 {
			t.Fatalf("%q is %d wide", text, n)
		}
		if at := []rune(text)[b.column(pct)]; pct != 0 && at != b.signs.point {
			t.Fatalf("%q: %q stands where the change is", text, at)
		}
	})
}

// A table is not made wider than 118 columns by its bars, and they end before they
// are too short to read.
func TestBarsFit(t *testing.T) {
	for _, name := range []string{"b", strings.Repeat("b", 20), strings.Repeat("b", 60)} {
		k := changed(-3, -4, -2)
		k.Metric, k.Base, k.Variant, k.BaseSummary.N, k.VariantSummary.N = "energy.total", "a", name, 5, 5
		c := &compare.Comparison{
			Variants:    []compare.VariantResult{{Name: "a"}, {Name: name}},
			Comparisons: []compare.Change{k},
			Conclusions: []compare.Conclusion{{Base: "a", Variant: name, Why: strings.Repeat("because ", 30)}},
		}
		text := string(Comparison(c, Style{}))
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > maxTable && len(name) < 60 {
				t.Errorf("%d columns: %q", n, line)
			}
		}
		if got := strings.Contains(text, "●"); got != (len(name) < 60) {
			t.Errorf("a name of %d: bars are %v\n%s", len(name), got, text)
		}
	}
}

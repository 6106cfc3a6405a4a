package chart

import (
	"strings"
	"testing"
)

// TestContrast: every ink that words or lines are drawn with is read well upon
// paper in both themes, as WCAG 2.2 AA asks: 4.5:1 for text.
func TestContrast(t *testing.T) {
	t.Parallel()
	for k := Text; int(k) < len(looks); k++ {
		if k == Grid || k == Idle || k == Print {
			continue
		}
		for _, theme := range [...]Theme{Light, Dark} {
			if c := (Paint{Ink: Paper}).contrast(k, theme); c < 4.5 {
				t.Errorf("ink %s in theme %d: contrast %.2f, want at least 4.5", looks[k].name, theme, c)
			}
		}
	}
}

// TestContrastFormula: the examples of the definition.
func TestContrastFormula(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b uint32
		want float64
	}{{0x000000, 0xffffff, 21}, {0x777777, 0xffffff, 4.48}, {0x123456, 0x123456, 1}} {
		la, lb := luminance(c.a), luminance(c.b)
		got := (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
		if got < c.want-0.005 || got > c.want+0.005 {
			t.Errorf("contrast of %06x and %06x is %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// TestOnTop: text upon bars is readable in both themes, or not written.
func TestOnTop(t *testing.T) {
	t.Parallel()
	for k := Little; int(k) < len(looks); k++ {
		for _, alpha := range [...]float64{1, 0.85, 0.72, 0.6, 0.46, 0.25, 0.1} {
			p := Paint{k, alpha}
			ink, ok := p.onTop()
			if worst := min(p.contrast(ink, Light), p.contrast(ink, Dark)); ok != (worst >= 4.5) {
				t.Errorf("%s at %.2f: contrast %.2f, ok %t", looks[k].name, alpha, worst, ok)
			}
		}
		if _, ok := (Paint{Ink: k}).onTop(); !ok && k != Idle && k != Print {
			t.Errorf("nothing can be written upon %s", looks[k].name)
		}
	}
	for _, k := range [...]Ink{Little, Mid, Big} {
		for _, alpha := range [...]float64{0.72, 0.46, 0.25} { // the parts of a cluster's energy
			if _, ok := (Paint{k, alpha}).onTop(); !ok {
				t.Errorf("nothing can be written upon %s at %.2f", looks[k].name, alpha)
			}
		}
	}
}

// TestStyleSheet: both themes name every ink.
func TestStyleSheet(t *testing.T) {
	t.Parallel()
	css := StyleSheet()
	for i := range looks {
		name := looks[i].name
		if n := strings.Count(css, "--ink-"+name+":"); n != 3 {
			t.Errorf("ink %s is set %d times, want 3 (light, dark by system, dark by choice)", name, n)
		}
		if !strings.Contains(css, ".f-"+name+"{") || !strings.Contains(css, ".k-"+name+"{") {
			t.Errorf("ink %s has no class", name)
		}
	}
}

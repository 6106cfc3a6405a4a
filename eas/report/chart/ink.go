package chart

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Ink is a colour by its meaning; what it looks like depends on the [Theme].
type Ink uint8

// The inks.
const (
	Paper  Ink = iota // what pictures are drawn on, and text upon a dark bar
	Text              // words and axes that are read first
	Muted             // those that are read second
	Grid              // lines that guide the eye
	Little            // CPUs of kind little
	Mid               // CPUs of kind mid
	Big               // CPUs of kind big
	Idle              // time in which nothing runs
	Alert             // the tipping point, failures
	Print             // text upon middle tones: dark in both themes
	series            // the first of the inks of Series
)

// nSeries is how many inks [Series] tells apart.
const nSeries = 10

// Series returns the ink of the n-th of several things of one kind, from 0; after
// ten they repeat. The first two look like Little and Big.
func Series(n int) Ink { return series + Ink(n%nSeries) }

// Theme is a set of looks for the inks.
type Theme uint8

// The themes.
const (
	Light  Theme = iota
	Dark         // light on dark
	Styled       // SVG only: each ink is a CSS class, see [StyleSheet]
)

// look is how an ink looks: its name in style sheets, and its colour in both
// themes.
type look struct {
	name        string
	light, dark uint32
}

// looks is indexed by [Ink]. Every ink but Grid, Idle and Print keeps a contrast of
// 4.5:1 against the paper of its theme, so that it may be used for text (WCAG 2.2, AA).
var looks = [series + nSeries]look{
	{"paper", 0xffffff, 0x12161c},
	{"text", 0x1a1f27, 0xe8ebef},
	{"muted", 0x57616f, 0xa3adb9},
	{"grid", 0xdfe3e8, 0x2b323c},
	{"little", 0x0b6b9e, 0x5db4e8},
	{"mid", 0x6b4ea0, 0xb79df0},
	{"big", 0xb5470b, 0xf2965a},
	{"idle", 0x8a94a1, 0x6b7788},
	{"alert", 0xbe1e37, 0xff7a86},
	{"print", 0x12161c, 0x12161c},
	{"s1", 0x0b6b9e, 0x5db4e8},
	{"s2", 0xb5470b, 0xf2965a},
	{"s3", 0x1d7a3e, 0x62c98a},
	{"s4", 0x7a3fa8, 0xc59bf0},
	{"s5", 0xa8205e, 0xf28ab8},
	{"s6", 0x0d7377, 0x4fc7c7},
	{"s7", 0x7a5c14, 0xd8b45c},
	{"s8", 0x4a5568, 0xa9b4c2},
	{"s9", 0x5a6b12, 0xb9cc5c},
	{"s10", 0x87453a, 0xdc9d8f},
}

// Hex is the colour as "#rrggbb"; of the light theme if t is Styled.
func (k Ink) Hex(t Theme) string { return fmt.Sprintf("#%06x", k.rgb(t)) }

func (k Ink) rgb(t Theme) uint32 {
	if t == Dark {
		return looks[k].dark
	}
	return looks[k].light
}

// Paint is an ink, thinned. It is a [color.Color], of the light theme.
type Paint struct {
	Ink   Ink
	Alpha float64 // 0 is opaque, as 1 is
}

var _ color.Color = Paint{}

// RGBA implements [color.Color].
func (p Paint) RGBA() (r, g, b, a uint32) { return p.in(Light).RGBA() }

func (p Paint) in(t Theme) color.NRGBA {
	v := p.Ink.rgb(t)
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: uint8(float64(255*p.opacity()) + 0.5)}
}

func (p Paint) opacity() float64 {
	if p.Alpha <= 0 || p.Alpha > 1 {
		return 1
	}
	return p.Alpha
}

// onTop is the ink of text upon an area of paint p that is read best, in the theme
// where it is read worse; ok is false if that falls short of 4.5:1.
func (p Paint) onTop() (ink Ink, ok bool) {
	var best float64
	for _, k := range [...]Ink{Paper, Text, Print} {
		c := min(p.contrast(k, Light), p.contrast(k, Dark))
		if c > best {
			ink, best = k, c
		}
	}
	return ink, best >= 4.5
}

// contrast is the contrast ratio of an ink upon paint p upon paper (WCAG 2.2).
func (p Paint) contrast(k Ink, t Theme) float64 {
	under := luminance(blend(Paper.rgb(t), p.Ink.rgb(t), p.opacity()))
	over := luminance(k.rgb(t))
	return (max(under, over) + 0.05) / (min(under, over) + 0.05)
}

// blend is colour top, of some opacity, upon colour below.
func blend(below, top uint32, opacity float64) uint32 {
	var out uint32
	for _, shift := range [...]uint{16, 8, 0} {
		a, b := float64(below>>shift&0xff), float64(top>>shift&0xff)
		out |= uint32(a+float64((b-a)*opacity)+0.5) << shift
	}
	return out
}

// luminance is the relative luminance of an sRGB colour.
func luminance(rgb uint32) float64 {
	linear := func(shift uint) float64 {
		v := float64(rgb>>shift&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

// StyleSheet is the CSS that Styled pictures need: a custom property for each ink,
// --ink-NAME, in both themes, and a class for filling and one for stroking with it.
// The dark theme is that of a root element with data-theme="dark"; without that
// attribute it follows the reader's system. Print is always light.
func StyleSheet() string {
	var b strings.Builder
	light, dark := properties(Light), properties(Dark)
	fmt.Fprintf(&b, ":root{%s}\n", light)
	fmt.Fprintf(&b, "@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){%s}}\n", dark)
	fmt.Fprintf(&b, "@media screen{:root[data-theme=dark]{%s}}\n", dark)
	for i := range looks {
		name := looks[i].name
		fmt.Fprintf(&b, ".f-%s{fill:var(--ink-%s)}.k-%s{fill:none;stroke:var(--ink-%s)}\n", name, name, name, name)
	}
	return b.String()
}

func properties(t Theme) string {
	var b strings.Builder
	for i := range looks {
		fmt.Fprintf(&b, "--ink-%s:%s;", looks[i].name, Ink(i).Hex(t))
	}
	return b.String()
}

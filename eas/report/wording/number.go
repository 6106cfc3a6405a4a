package wording

import (
	"math"
	"strconv"
	"strings"
)

// Decimals is how many digits after the point show a value of size v to about four
// digits.
func Decimals(v float64) int {
	switch a := math.Abs(v); {
	case a >= 10_000:
		return 0
	case a >= 1000:
		return 1
	case a >= 100:
		return 2
	}
	return 3
}

// Number is a number with about four digits, and without a point if it is whole.
func Number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', Decimals(v), 64)
}

// Signed is v with a sign in front, unless it shows as 0.
func Signed(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	switch {
	case strings.Trim(text, "-0.") == "":
		return "0"
	case v > 0:
		return "+" + text
	}
	return text
}

// MHz turns a frequency in kHz, as it stands in a result, into MHz. What is no
// number stays as it is.
func MHz(khz string) string {
	v, err := strconv.ParseInt(khz, 10, 64)
	if err != nil {
		return khz
	}
	return strconv.FormatFloat(float64(v)/1000, 'f', -1, 64)
}

// Plural is a count with its noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// FirstLine is text up to its first line break.
func FirstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

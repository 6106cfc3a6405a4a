package report

import (
	"math"
	"strconv"
)

// unknown stands for a number that is not known.
const unknown = "-"

// decimals is how many digits after the point show a value of size largest to
// about four digits.
func decimals(largest float64) int {
	switch a := math.Abs(largest); {
	case a >= 10_000:
		return 0
	case a >= 1000:
		return 1
	case a >= 100:
		return 2
	}
	return 3
}

func fixed(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if v == 0 {
		return "0"
	}
	return text
}

// metric is a number that may be a count: without a point if it is whole.
func metric(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return fixed(v, decimals(v))
}

func maybe(v *float64, digits int) string {
	if v == nil {
		return unknown
	}
	return fixed(*v, digits)
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

// percent is the share of part in whole, with one digit after the point; a share
// of nothing is empty, so that tables stay calm.
func percent(part, whole int64) string {
	if part == 0 || whole == 0 {
		return "0"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64)
}

// perSecond is a rate over a length in ns.
func perSecond(n, ns int64) string {
	if n == 0 || ns == 0 {
		return "0"
	}
	rate := float64(n) * 1e9 / float64(ns)
	return fixed(rate, min(decimals(rate), 1))
}

// seconds is a length in ns with three digits after the point.
func seconds(ns int64) string { return strconv.FormatFloat(float64(ns)/1e9, 'f', 3, 64) + " s" }

// mhz turns a frequency in kHz, as it stands in a result, into MHz.
func mhz(khz string) string {
	v, err := strconv.ParseInt(khz, 10, 64)
	if err != nil {
		return khz
	}
	return strconv.FormatFloat(float64(v)/1000, 'f', -1, 64)
}

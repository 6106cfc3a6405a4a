package report

import (
	"strconv"

	"easim/eas/report/wording"
)

// unknown stands for a number that is not known.
const unknown = "-"

func fixed(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if v == 0 {
		return "0"
	}
	return text
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
	return fixed(rate, min(wording.Decimals(rate), 1))
}

// seconds is a length in ns with three digits after the point.
func seconds(ns int64) string { return strconv.FormatFloat(float64(ns)/1e9, 'f', 3, 64) + " s" }

package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"easim/eas/report/wording"
)

// minus is the sign of a negative number in running text.
const minus = "−"

// number writes a number with about four digits.
func number(v float64) string { return signless(wording.Number(v)) }

func fixed(v float64, digits int) string { return signless(strconv.FormatFloat(v, 'f', digits, 64)) }

// digitsOf is how many digits after the point number gives v.
func digitsOf(v float64) int {
	_, after, _ := strings.Cut(number(v), ".")
	return len(after)
}

// spread is a mean with its deviation, to the same digit.
func spread(mean, sd float64) string {
	if sd == 0 {
		return number(mean)
	}
	d := digitsOf(mean)
	for d < 3 && sd < 0.5*math.Pow(10, -float64(d)) {
		d++
	}
	return fixed(mean, d) + " ± " + fixed(sd, d)
}

// few writes a number with at most two digits after the point, and no zeros at its
// end.
func few(v float64) string {
	text := fixed(v, 2)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// signless puts the true minus sign, and none before a zero.
func signless(text string) string {
	body, negative := strings.CutPrefix(text, "-")
	if !negative {
		return text
	}
	if strings.Trim(body, "0.") == "" {
		return body
	}
	return minus + body
}

// signed is a number of percent with its sign: "+1.25", "−3.08", "0".
func signed(v float64) string { return signless(wording.Signed(v, 2)) }

func percent(v float64) string { return signed(v) + " %" }

// interval is a 95 % interval of percents.
func interval(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return signed(ci[0]) + " to " + signed(ci[1]) + " %"
}

// share is a part of a whole in percent, unsigned.
func share(part, whole float64) string {
	if whole == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*part/whole, 'f', 1, 64) + " %"
}

// seconds is a length of time in words.
func seconds(ns int64) string {
	switch {
	case ns == 0:
		return "0 s"
	case ns < 1_000_000:
		return strconv.FormatFloat(float64(ns)/1e3, 'f', -1, 64) + " µs"
	case ns < 1_000_000_000:
		return strconv.FormatFloat(float64(ns)/1e6, 'f', -1, 64) + " ms"
	}
	text := strconv.FormatFloat(float64(ns)/1e9, 'f', 3, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + " s"
}

// flagTime is a length as a flag takes it.
func flagTime(ns int64) string { return time.Duration(ns).String() }

// withUnit puts the unit after a name.
func withUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return fmt.Sprintf("%s, %s", name, unit)
}

// pieces cuts a name behind every blank and underscore: there a line may break, and
// nowhere else.
func pieces(name string) []string {
	var out []string
	for name != "" {
		end := strings.IndexAny(name, " _") + 1
		if end == 0 {
			end = len(name)
		}
		out, name = append(out, name[:end]), name[end:]
	}
	return out
}

// slug is text as an id.
func slug(text string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
			dash = false
		} else if !dash && b.Len() > 0 {
			b.WriteByte('-')
			dash = true
		}
	}
	return strings.TrimRight(b.String(), "-")
}

// list joins names as a sentence does.
func list(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

package check

import (
	"math"
	"strconv"
)

// Threshold is what a number has to be: each bound that is set has to hold.
type Threshold struct {
	Min   *float64 `json:"min,omitempty"`
	Max   *float64 `json:"max,omitempty"`
	Above *float64 `json:"above,omitempty"`
	Below *float64 `json:"below,omitempty"`
}

// Judge says whether v holds, and by how much: margin is the distance to the
// nearest bound, negative beyond it.
func (t Threshold) Judge(v float64) (margin float64, holds bool) {
	margin, holds = math.Inf(1), true
	for _, b := range [...]struct {
		bound  *float64
		upper  bool
		strict bool
	}{{t.Min, false, false}, {t.Above, false, true}, {t.Max, true, false}, {t.Below, true, true}} {
		if b.bound == nil {
			continue
		}
		d := v - *b.bound
		if b.upper {
			d = -d
		}
		margin = min(margin, d)
		holds = holds && (d > 0 || d == 0 && !b.strict)
	}
	return margin, holds
}

// String returns the bounds as they are printed, such as ">= 85" or "44.3 to 59.9".
func (t Threshold) String() string {
	if t.Min != nil && t.Max != nil {
		return plain(*t.Min) + " to " + plain(*t.Max)
	}
	out := ""
	for _, b := range [...]struct {
		sign  string
		bound *float64
	}{{">= ", t.Min}, {"> ", t.Above}, {"<= ", t.Max}, {"< ", t.Below}} {
		if b.bound == nil {
			continue
		}
		if out != "" {
			out += ", "
		}
		out += b.sign + plain(*b.bound)
	}
	return out
}

func (t Threshold) empty() bool { return t == Threshold{} }

// plain is a number without an exponent, with at most four digits after the point.
func plain(v float64) string {
	if math.IsInf(v, 0) {
		return never
	}
	return strconv.FormatFloat(math.Round(v*1e4)/1e4, 'f', -1, 64)
}

// never stands for the value of what did not happen.
const never = "never"

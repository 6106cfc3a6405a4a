package check

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
)

// CSV is the report as a table (RFC 4180): a row for each criterion and seed, one
// for a scenario that was skipped. Numbers that are not known are empty.
func (r *Report) CSV() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{
		"suite", "scenario", "scenario_status", "platform", "profile", "criterion", "kind", "criterion_status", "seed",
		"status", "value", "unit", "threshold", "margin", "who", "samples", "reason",
	}}
	for i := range r.Scenarios {
		o := &r.Scenarios[i]
		head := []string{o.Suite, o.Name, string(o.Status), o.Platform, o.Profile}
		if len(o.Criteria) == 0 {
			rows = append(rows, append(head, "", "", "", "", "", "", "", "", "", "", "", o.Reason))
		}
		for n := range o.Criteria {
			c := &o.Criteria[n]
			for _, s := range c.Runs {
				row := append([]string(nil), head...)
				rows = append(rows, append(row, c.Name, c.Kind, string(c.Status), strconv.FormatUint(s.Seed, 10),
					string(s.Status), s.Value.exact(), c.Unit, c.Threshold.String(), s.Margin.exact(), s.Who,
					strconv.FormatInt(s.Samples, 10), s.Reason))
			}
		}
	}
	if err := w.WriteAll(rows); err != nil {
		panic("check: " + err.Error()) // a bytes.Buffer takes everything
	}
	return b.Bytes()
}

// exact is the number as it reads back; empty if it is not finite.
func (n Number) exact() string {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

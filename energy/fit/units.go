package fit

import (
	"fmt"

	"easim/energy/diag"
)

// unitDoubts recognises numbers under the wrong unit by what CPUs can be: a
// clock of 10 MHz to 10 GHz, 0.3 to 2 V, 0.1 mW to 50 W a busy CPU. One remark a
// column.
func unitDoubts(samples []Sample, file string) diag.List {
	checks := [...]struct {
		what      string
		unit      string
		lo, hi    float64
		of        func(s *Sample) float64
		low, high string
	}{
		{
			"frequency", "MHz", 10, 10_000, func(s *Sample) float64 { return float64(s.Freq) / 1000 },
			"are these MHz in a column of kHz?", "are these kHz in a column of MHz, or Hz in one of kHz?",
		},
		{
			"voltage", "V", 0.3, 2, func(s *Sample) float64 { return float64(s.Volt) / 1e6 },
			"are these mV in a column of uV?", "are these uV in a column of mV?",
		},
		{
			"power per busy CPU", "mW", 0.1, 50_000, func(s *Sample) float64 { return s.PowerUW / 1000 / float64(s.Busy) },
			"are these mW in a column of uW?", "are these uW in a column of mW?",
		},
	}
	var list diag.List
	for _, c := range checks {
		for i := range samples {
			v := c.of(&samples[i])
			if v == 0 || v >= c.lo && v <= c.hi {
				continue
			}
			detail := c.low
			if v > c.hi {
				detail = c.high
			}
			list.Add(diag.Diagnostic{
				Severity: diag.Warning, Code: "unit-suspect", File: file, Line: samples[i].Line,
				Summary: fmt.Sprintf("a %s of %.6g %s is not plausible", c.what, v, c.unit), Detail: detail,
			})
			break
		}
	}
	return list
}

package experiment

import "strings"

// sample is the numbers of a variant's runs.
type sample struct {
	runs []map[string]Reading // of the seeds; nil: no result
}

func newSample(outcomes []Outcome) sample {
	s := sample{runs: make([]map[string]Reading, len(outcomes))}
	for i := range outcomes {
		if r := outcomes[i].Result; r != nil {
			s.runs[i] = map[string]Reading{}
			for _, reading := range Readings(r) {
				s.runs[i][reading.Path] = reading
			}
		}
	}
	return s
}

// windowPath is the length of the measured window.
const windowPath = "window.length_ns"

// at is the value of a metric in the run of seed i.
func (s sample) at(i int, path string) (float64, bool) {
	base, rate := strings.CutSuffix(path, perSecond)
	r, ok := s.runs[i][base]
	if !ok || !r.Known {
		return 0, false
	}
	if !rate {
		return r.Value, true
	}
	length := s.runs[i][windowPath].Value
	if length <= 0 {
		return 0, false
	}
	return r.Value * 1e9 / length, true
}

// values are the known values of a metric.
func (s sample) values(path string) []float64 {
	var out []float64
	for i := range s.runs {
		if v, ok := s.at(i, path); ok {
			out = append(out, v)
		}
	}
	return out
}

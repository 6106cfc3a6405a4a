package sweep

import (
	"math"
)

// Shape says how a metric follows an ordered axis.
type Shape struct {
	Metric string `json:"metric"`
	// Form is flat, rises, falls, peak, valley, "up and down", or "" where it is not
	// known. A step counts as up or down if its interval leaves out 0, or, with one
	// seed, if there is a difference.
	Form      string `json:"form"`
	Monotonic bool   `json:"monotonic"` // flat, rises or falls
	At        string `json:"at,omitempty"`
	Knee      string `json:"knee,omitempty"` // beyond it the curve bends away from its beginning
	Log       bool   `json:"knee_log_scale,omitempty"`
	// SpanPct is the largest change against the reference minus the smallest.
	SpanPct float64 `json:"span_pct"`
}

// shape follows metric k along axis a.
func (s *study) shape(a, m int, k *studied, rows []Level) Shape {
	out := Shape{Metric: k.Path}
	levels := s.levels[a]
	var steps []int
	for i := 1; i < len(levels); i++ {
		step, ok := s.step(k, a, &levels[i-1], &levels[i])
		if !ok {
			return out
		}
		steps = append(steps, step)
	}
	if len(steps) == 0 {
		return out
	}
	lo, hi := 0.0, 0.0
	for i := range rows {
		if d := rows[i].Cells[m].DeltaPct; d != nil {
			lo, hi = min(lo, *d), max(hi, *d)
		}
	}
	out.SpanPct = hi - lo
	var turn int
	out.Form, turn = form(steps)
	switch out.Form {
	case "rises", "falls":
		out.Monotonic = true
		out.Knee, out.Log = knee(levels, curve(m, rows))
	case "flat":
		out.Monotonic = true
	case "peak", "valley":
		out.At = levels[turn].label
	}
	return out
}

// step is 1, -1 or 0 as the metric rises, falls or stays from one level to the
// next.
func (s *study) step(k *studied, a int, from, to *level) (sign int, ok bool) {
	c := Cell{N: 1}
	s.change(&c, k, a, to, from)
	switch {
	case c.DeltaPct == nil:
		return 0, false
	case c.DeltaCI != nil && c.DeltaCI[0] <= 0 && c.DeltaCI[1] >= 0:
		return 0, true
	case *c.DeltaPct > 0:
		return 1, true
	case *c.DeltaPct < 0:
		return -1, true
	}
	return 0, true
}

// form names a sequence of steps; turn is the level at which a peak or valley is.
func form(steps []int) (name string, turn int) {
	first, last, turns := 0, 0, 0
	for i, s := range steps {
		if s == 0 {
			continue
		}
		if first == 0 {
			first = s
		} else if s != last {
			turns++
			turn = i
		}
		last = s
	}
	switch {
	case first == 0:
		return "flat", 0
	case turns == 0 && first > 0:
		return "rises", 0
	case turns == 0:
		return "falls", 0
	case turns == 1 && first > 0:
		return "peak", turn
	case turns == 1:
		return "valley", turn
	}
	return "up and down", 0
}

// curve are the means of the levels, or where units are mixed the changes.
func curve(m int, rows []Level) []float64 {
	means, changes := make([]float64, len(rows)), make([]float64, len(rows))
	wholeMeans := true
	for i := range rows {
		c := &rows[i].Cells[m]
		if c.Mean == nil {
			wholeMeans = false
		} else {
			means[i] = *c.Mean
		}
		if c.DeltaPct != nil {
			changes[i] = *c.DeltaPct
		}
	}
	if wholeMeans {
		return means
	}
	return changes
}

// minKnee is how far, as a share of the whole height, a curve must bulge out of the
// straight line from its first to its last point for that to be called a knee.
const minKnee = 0.3

// knee finds the level of a rising or falling curve that is farthest from the
// straight line between its ends, on axes scaled to 1 (V. Satopaa and others,
// Finding a kneedle in a haystack, ICDCS workshops 2011). Values whose ratios are
// more even than their differences are taken on a logarithmic scale.
func knee(levels []level, y []float64) (at string, log bool) {
	n := len(levels)
	if n < 4 || y[0] == y[n-1] {
		return "", false
	}
	x := make([]float64, n)
	log = levels[0].number > 0
	for i := range levels {
		x[i] = levels[i].number
	}
	if log {
		logs := make([]float64, n)
		for i := range x {
			logs[i] = math.Log(x[i])
		}
		if log = unevenness(logs) < unevenness(x); log {
			x = logs
		}
	}
	best, far := 0, 0.0
	for i := 1; i < n-1; i++ {
		u := (x[i] - x[0]) / (x[n-1] - x[0])
		v := (y[i] - y[0]) / (y[n-1] - y[0])
		if d := math.Abs(v - u); d > far {
			best, far = i, d
		}
	}
	if far < minKnee {
		return "", false
	}
	return levels[best].label, log
}

// unevenness is the coefficient of variation of the steps.
func unevenness(x []float64) float64 {
	mean, sum := (x[len(x)-1]-x[0])/float64(len(x)-1), 0.0
	for i := 1; i < len(x); i++ {
		d := x[i] - x[i-1] - mean
		sum += float64(d * d)
	}
	return math.Sqrt(sum/float64(len(x)-1)) / math.Abs(mean)
}

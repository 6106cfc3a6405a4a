package sweep

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"easim/eas/compare"
)

// Shape says how a metric follows an ordered axis.
type Shape struct {
	Metric string `json:"metric"`
	// Form is flat, rises, falls, peak, valley, "up and down", or "" where it is not
	// known. A step counts as up or down if chance is unlikely to do as much: with a
	// probability of less than 5 % over all steps together (Bonferroni). With one seed
	// any difference counts.
	Form      string `json:"form"`
	Monotonic bool   `json:"monotonic"` // flat, rises or falls, at every step
	// Trend: the points of a sample say nothing of single steps. Then the form is flat,
	// rises or falls by the rank correlation of all points.
	Trend bool   `json:"trend,omitempty"`
	At    string `json:"at,omitempty"`
	Knee  string `json:"knee,omitempty"` // beyond it the curve bends away from its beginning
	Log   bool   `json:"knee_log_scale,omitempty"`
	// SpanPct is the largest change against the reference minus the smallest.
	SpanPct float64 `json:"span_pct"`
}

// shape follows metric k along axis a.
func (s *study) shape(a, m int, k *studied, rows []Level) Shape {
	out := Shape{Metric: k.Path}
	levels := s.levels[a]
	var steps []int
	for i := 1; i < len(levels); i++ {
		step, paired, ok := s.step(k, a, i)
		if !ok {
			return out
		}
		steps, out.Trend = append(steps, step), out.Trend || !paired
	}
	if len(steps) == 0 {
		return out
	}
	if out.Trend {
		steps = []int{s.trend(k, a)}
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
		if out.Monotonic = !out.Trend; out.Monotonic {
			out.Knee, out.Log = knee(levels, curve(m, rows))
		}
	case "flat":
		out.Monotonic = !out.Trend
	case "peak", "valley":
		out.At = levels[turn].label
	}
	return out
}

// step is 1, -1 or 0 as the metric rises, falls or stays up to level i of an axis
// from the one before; ok is false if that is not known.
func (s *study) step(k *studied, a, i int) (sign int, paired, ok bool) {
	levels := s.levels[a]
	d, paired, ok := s.difference(k, a, &levels[i], &levels[i-1])
	switch {
	case d.Known && d.P*float64(len(levels)-1) >= 1-compare.Confidence:
		return 0, paired, ok
	case d.Mean > 0:
		return 1, paired, ok
	case d.Mean < 0:
		return -1, paired, ok
	}
	return 0, paired, ok
}

// trendChance is how probable a trend without cause may be. It is smaller than that
// of other statements because the fit of the other axes is itself not exact.
const trendChance = 0.01

// trend is 1, -1 or 0 as the metric rises, falls or does neither along axis a, by
// Kendall's rank correlation of all points, less what the other axes do.
func (s *study) trend(k *studied, a int) (sign int) {
	values := s.alone(k, a)
	var x, y []float64
	for i := range s.levels[a] {
		l := &s.levels[a][i]
		for _, v := range known(values, l.points) {
			x, y = append(x, float64(i)), append(y, v)
		}
	}
	z := kendall(x, y)
	switch limit := distuv.UnitNormal.Quantile(1 - trendChance/2); {
	case z > limit:
		return 1
	case z < -limit:
		return -1
	}
	return 0
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

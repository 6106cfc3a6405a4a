package page

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"easim/eas"
	"easim/eas/compare"
	"easim/eas/sweep"
)

// Sweep is runs over several axes, as a page shows them. Make it with [NewSweep], or
// let [Decode] make it.
type Sweep struct {
	title    string
	axes     []axis
	points   [][]int // by point: the index of its value on each axis
	seeds    []uint64
	measures []measure
	ref      []int          // by point: the one that its changes are relative to
	summary  *sweep.Summary // nil: there is none
	warnings []string
	merged   bool // of single runs that a user put together

	total   int                 // runs there should be
	found   int                 // runs there are
	runs    map[int]*eas.Result // by run: those that are shown closer
	digests map[int]string      // by run
}

// measure is one number of a run that is looked at.
type measure struct {
	path, unit, better string
	values             []float64 // by run: point by point, seed by seed; NaN where it is not known
}

// run is the number of a run.
func (g *Sweep) run(point, seed int) int { return point*len(g.seeds) + seed }

// at are the values of a measure at a point, seed by seed.
func (g *Sweep) at(m *measure, point int) []float64 {
	n := len(g.seeds)
	return m.values[point*n : (point+1)*n]
}

// setReferences finds the reference of every point: the first one that agrees with
// it on the axes that change what is asked.
func (g *Sweep) setReferences() {
	first := map[string]int{}
	g.ref = make([]int, len(g.points))
	for i, at := range g.points {
		var key strings.Builder
		for k := range g.axes {
			if g.axes[k].context {
				key.WriteString(strconv.Itoa(at[k]) + " ")
			}
		}
		if _, ok := first[key.String()]; !ok {
			first[key.String()] = i
		}
		g.ref[i] = first[key.String()]
	}
}

// context is points that answer the same question: on one platform, with one
// workload.
type context struct {
	label  string // "" if there is only one
	points []int
	speed  *measure
}

// contexts groups the points by the axes that change what is asked.
func (g *Sweep) contexts() []context {
	var axes []int
	for k := range g.axes {
		if g.axes[k].context {
			axes = append(axes, k)
		}
	}
	groups, labels := g.split(g.allPoints(), axes)
	out := make([]context, len(groups))
	for i := range groups {
		out[i] = context{labels[i], groups[i], g.speed(groups[i])}
	}
	return out
}

// speed is the measure of performance that stands beside energy at some points: the
// workload's first one that is better higher, else its first, else the work; as far
// as a run knows it.
func (g *Sweep) speed(points []int) *measure {
	var first, work *measure
	for i := range g.measures {
		m := &g.measures[i]
		switch {
		case m.path == compare.WorkMetric:
			work = m
		case !strings.HasPrefix(m.path, metricPrefix) || !g.knows(m, points):
		case m.better == "higher":
			return m
		case first == nil:
			first = m
		}
	}
	switch {
	case first != nil:
		return first
	case work != nil:
		return work
	}
	return g.energy()
}

// knows reports whether a run of the points has a value of m.
func (g *Sweep) knows(m *measure, points []int) bool {
	return slices.ContainsFunc(points, func(i int) bool { return !math.IsNaN(g.mean(m, i)) })
}

// energy is the measure of total energy.
func (g *Sweep) energy() *measure { return &g.measures[0] }

// bySpeed are the measures with those of performance in front.
func (g *Sweep) bySpeed() []*measure {
	var out []*measure
	for _, c := range g.contexts() {
		if !slices.Contains(out, c.speed) {
			out = append(out, c.speed)
		}
	}
	for i := range g.measures {
		if m := &g.measures[i]; !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// label names a point by some of its axes.
func (g *Sweep) label(point int, axes []int) string {
	var words []string
	for _, k := range axes {
		words = append(words, g.value(k, g.points[point][k]))
	}
	return strings.Join(words, ", ")
}

// name names a point by all axes.
func (g *Sweep) name(point int) string { return g.label(point, g.allAxes()) }

// value is a value of an axis as it is shown: a feature says itself what it is.
func (g *Sweep) value(axis, index int) string {
	a := &g.axes[axis]
	v := a.values[index]
	if a.numbers == nil && (a.name == "feat" || strings.TrimPrefix(v, "NO_") == a.name || a.context) {
		return v
	}
	return a.name + "=" + v
}

func (g *Sweep) allAxes() []int {
	out := make([]int, len(g.axes))
	for i := range out {
		out[i] = i
	}
	return out
}

func (g *Sweep) allPoints() []int {
	out := make([]int, len(g.points))
	for i := range out {
		out[i] = i
	}
	return out
}

// layout says which axis a sweep is drawn over, which axes tell its lines apart,
// and which its pictures.
type layout struct {
	x      int // -1: none is a number
	lines  []int
	facets []int
}

// maxLines is how many lines one picture holds.
const maxLines = 8

// layout draws over the axis of numbers with the most values. Platforms and
// workloads have pictures of their own, since their values do not compare; other
// axes are lines, as long as they are few.
func (g *Sweep) layout() layout {
	l := layout{x: -1}
	for k := range g.axes {
		if a := &g.axes[k]; a.numbers != nil && len(a.values) > 1 && (l.x < 0 || len(a.values) > len(g.axes[l.x].values)) {
			l.x = k
		}
	}
	n := 1
	for k := range g.axes {
		switch a := &g.axes[k]; {
		case k == l.x:
		case a.context || n*len(a.values) > maxLines:
			l.facets = append(l.facets, k)
		default:
			n *= len(a.values)
			l.lines = append(l.lines, k)
		}
	}
	return l
}

// split groups points by their values on some axes, in order.
func (g *Sweep) split(points []int, axes []int) (groups [][]int, labels []string) {
	index := map[string]int{}
	for _, i := range points {
		var key strings.Builder
		for _, k := range axes {
			key.WriteString(strconv.Itoa(g.points[i][k]) + " ")
		}
		n, ok := index[key.String()]
		if !ok {
			n = len(groups)
			index[key.String()] = n
			groups, labels = append(groups, nil), append(labels, g.label(i, axes))
		}
		groups[n] = append(groups[n], i)
	}
	return groups, labels
}

// known are the values that are no NaN.
func known(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), math.IsNaN)
}

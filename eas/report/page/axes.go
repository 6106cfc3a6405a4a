package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"easim/eas"
)

// axis is what the runs of a sweep differ in.
type axis struct {
	name    string
	values  []string  // in order
	numbers []float64 // of the values; nil if they have no order
	context bool      // values of other points on it are of another kind
	of      []int     // by run: the index of its value; nil if the points know it
}

// axesOf finds the axes of runs: those that the lines name, if all name the same,
// else what the scenarios differ in apart from the seed.
func axesOf(runs []*eas.Result, at []points) []axis {
	if len(at) > 0 && len(at[0]) > 0 && !slices.ContainsFunc(at, func(p points) bool { return !sameAxes(p, at[0]) }) {
		axes := make([]axis, len(at[0]))
		for k := range axes {
			values := make([]string, len(at))
			for i := range at {
				values[i] = at[i][k].value
			}
			axes[k] = newAxis(at[0][k].axis, values)
		}
		return axes
	}
	return differences(runs)
}

func sameAxes(p, q points) bool {
	return slices.EqualFunc(p, q, func(a, b struct{ axis, value string }) bool { return a.axis == b.axis })
}

// newAxis makes an axis of the values of the runs. Numbers are put in order; texts
// stay as they came.
func newAxis(name string, values []string) axis {
	a := axis{name: name, context: incomparable(name)}
	for _, v := range values {
		if !slices.Contains(a.values, v) {
			a.values = append(a.values, v)
		}
	}
	if numbersOf(a.values) != nil {
		slices.SortFunc(a.values, func(x, y string) int {
			n := numbersOf([]string{x, y})
			return cmp.Compare(n[0], n[1])
		})
	}
	a.numbers = numbersOf(a.values)
	index := map[string]int{}
	for i, v := range a.values {
		index[v] = i
	}
	a.of = make([]int, len(values))
	for i, v := range values {
		a.of[i] = index[v]
	}
	return a
}

// numbersOf are the values as numbers; nil if one is none.
func numbersOf(values []string) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil || n-n != 0 {
			return nil
		}
		out[i] = n
	}
	return out
}

// geometric reports whether the numbers are better shown by their ratios.
func (a *axis) geometric() bool {
	v := a.numbers
	return len(v) > 2 && v[0] > 0 && v[len(v)-1] >= 8*v[0] && v[1] >= 1.5*v[0]
}

// incomparable reports whether values of other points on the axis are of another
// kind.
func incomparable(name string) bool {
	switch name {
	case "platform", "workload", "meter", "calibration", "duration", "warm-up":
		return true
	}
	return strings.HasPrefix(name, "workload.")
}

// coordinate is a part of a scenario that runs may differ in.
type coordinate struct {
	name   string
	values []string // by run
}

// differences finds what the scenarios differ in. A coordinate that follows from
// those before it (the features of a profile) is no axis of its own.
func differences(runs []*eas.Result) []axis {
	var axes []axis
	for _, c := range coordinates(runs) {
		if !varies(c.values) {
			continue
		}
		a := newAxis(c.name, c.values)
		if !follows(&a, axes) {
			axes = append(axes, a)
		}
	}
	return axes
}

func varies(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return v != values[0] })
}

// follows reports whether the axes tell the value of a.
func follows(a *axis, axes []axis) bool {
	if len(axes) == 0 {
		return false
	}
	seen := map[string]int{}
	for i := range a.of {
		key := pointKey(axes, i)
		if v, ok := seen[key]; ok && v != a.of[i] {
			return false
		}
		seen[key] = a.of[i]
	}
	return true
}

// pointKey tells the point of run i.
func pointKey(axes []axis, i int) string {
	var b strings.Builder
	for k := range axes {
		b.WriteString(strconv.Itoa(axes[k].of[i]))
		b.WriteByte(' ')
	}
	return b.String()
}

func coordinates(runs []*eas.Result) []coordinate {
	var out []coordinate
	add := func(name string, of func(*eas.Result) string) {
		c := coordinate{name: name}
		for _, r := range runs {
			c.values = append(c.values, of(r))
		}
		out = append(out, c)
	}
	for _, f := range fields {
		add(f.name, f.of)
	}
	for _, name := range featureNames(runs) {
		add(name, func(r *eas.Result) string {
			if slices.Contains(r.Scenario.Features, name) {
				return name
			}
			return "NO_" + name
		})
	}
	for _, p := range eas.Params() {
		add(p.Name, func(r *eas.Result) string {
			v, _ := r.Scenario.Params.Get(p.Name)
			return strconv.FormatInt(v, 10)
		})
	}
	return out
}

func featureNames(runs []*eas.Result) []string {
	var out []string
	for _, r := range runs {
		for _, f := range r.Scenario.Features {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

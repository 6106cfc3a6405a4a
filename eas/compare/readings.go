package compare

import (
	"reflect"
	"strconv"
	"strings"

	"easim/eas"
)

// Reading is one number of a run.
type Reading struct {
	// Path is where it stands in the run's JSON form, keys joined by dots. An
	// element of a list goes by its name, a CPU by its number, and a metric of the
	// workload stands for its value:
	//
	//	energy.big
	//	energy.clusters.LITTLE.core_busy
	//	throughput.metrics.score_mt
	//	tasks.render.wakeup_latency_us.p99
	//	cpus.0.freq_ns.450000
	Path   string
	Value  float64
	Known  bool   // false: null in the JSON form
	Unit   string // as far as it is known
	Better string // "higher", "lower", or "" where neither is
}

// The directions of [Reading].
const (
	higher = "higher"
	lower  = "lower"
)

const (
	// WorkMetric is the path of the work that was done.
	WorkMetric = "throughput.work_capacity_s"
	// WindowPath is the path of the length of the measured window, ns.
	WindowPath = "window.length_ns"
)

// Readings returns every number of a run, in the order of its JSON form.
func Readings(r *eas.Result) []Reading {
	w := walker{energyUnit: r.Energy.Unit, seen: map[string]int{}}
	w.walk("", reflect.ValueOf(r).Elem())
	return w.out
}

// Describe returns the reading of a path without a value: its unit, as far as it
// is known, and which direction is good. energyUnit is the unit of energies.
func Describe(path, energyUnit string) Reading {
	w := walker{energyUnit: energyUnit}
	return Reading{Path: path, Unit: w.unit(path), Better: direction(path)}
}

// IsEnergy reports whether the number at path is an energy.
func IsEnergy(path string) bool {
	return strings.HasPrefix(path, "energy.") && !strings.Contains(path, "_ns.") ||
		strings.HasPrefix(path, "tasks.") && strings.HasSuffix(path, ".energy")
}

// isPerformance reports whether the number at path measures what the machine did
// for its user, better being its good direction.
func isPerformance(path, better string) bool { return better != "" && !IsEnergy(path) }

// walker goes through a result by the names of its JSON form.
type walker struct {
	energyUnit string
	seen       map[string]int // how often a path was met
	out        []Reading
}

func (w *walker) walk(path string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case eas.Metric:
		w.metric(path, x)
		return
	case eas.NamedInts:
		for _, e := range x {
			w.add(join(path, e.Name), float64(e.Value), true)
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			w.walk(join(path, name), v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(join(path, elementName(v.Index(i), i)), v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			w.add(path, 0, false)
		} else {
			w.walk(path, v.Elem())
		}
	case reflect.Int, reflect.Int64:
		w.add(path, float64(v.Int()), true)
	case reflect.Uint64:
		w.add(path, float64(v.Uint()), true)
	case reflect.Float64:
		w.add(path, v.Float(), true)
	}
}

// elementName is how an element of a list is called: its name, else its id, else
// its index.
func elementName(v reflect.Value, index int) string {
	if v.Kind() == reflect.Struct {
		if f := v.FieldByName("Name"); f.IsValid() {
			return f.String()
		}
		if f := v.FieldByName("ID"); f.IsValid() {
			return strconv.FormatInt(f.Int(), 10)
		}
	}
	return strconv.Itoa(index)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (w *walker) metric(path string, m eas.Metric) {
	r := Reading{Path: w.unique(path), Unit: m.Unit, Better: m.Better, Known: m.Value != nil}
	if r.Known {
		r.Value = *m.Value
	}
	w.out = append(w.out, r)
}

func (w *walker) add(path string, value float64, known bool) {
	w.out = append(w.out, Reading{
		Path: w.unique(path), Value: value, Known: known, Unit: w.unit(path), Better: direction(path),
	})
}

// unique tells elements of one name apart: the second is called name#2.
func (w *walker) unique(path string) string {
	w.seen[path]++
	if n := w.seen[path]; n > 1 {
		return path + "#" + strconv.Itoa(n)
	}
	return path
}

func (w *walker) unit(path string) string {
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case path == WorkMetric, last == "work_capacity_s":
		return "capacity-s"
	case IsEnergy(path):
		return w.energyUnit
	case strings.HasSuffix(last, "_ns"), strings.Contains(path, "_ns."):
		return "ns"
	case strings.Contains(path, "_us."):
		return "us"
	}
	return ""
}

// direction says which change of a number of the run is good.
func direction(path string) string {
	switch {
	case path == WorkMetric:
		return higher
	case IsEnergy(path),
		strings.HasPrefix(path, "tasks.") && strings.HasSuffix(path, ".missed"),
		strings.Contains(path, ".wakeup_latency_us."):
		return lower
	}
	return ""
}

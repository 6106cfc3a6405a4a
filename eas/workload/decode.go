package workload

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"easim/energy"
	"easim/energy/diag"
)

// Format is the version of the workload file format that this package reads
// (key format).
const Format = 1

// Decode reads a workload file of the project's own format: TOML, with a unit in
// every key that needs one. The list holds every fault of the file, ordered by
// line, each with file, line, key path and remedy; warnings leave the workload
// usable, with errors it is nil. file is only used in the messages.
//
// The package's documentation describes the format.
func Decode(file string, src []byte) (*Workload, diag.List) {
	doc, list := parseTOML(src)
	d := decoder{w: &Workload{}, timers: [2]int{NoRef, NoRef}}
	if !list.HasErrors() {
		d.workload(diag.NewFields(doc, &d.list))
		list = append(list, d.list...)
		if !list.HasErrors() {
			d.review(&list)
		}
	}
	list.Locate(file, diag.NewIndex(src))
	list.Sort()
	if list.HasErrors() {
		return nil, list
	}
	return d.w, list
}

func parseTOML(src []byte) (map[string]any, diag.List) {
	var doc map[string]any
	var list diag.List
	if err := toml.Unmarshal(src, &doc); err != nil {
		d := diag.Diagnostic{
			Severity: diag.Error, Code: "toml-syntax",
			Summary: strings.TrimPrefix(err.Error(), "toml: "),
			Detail:  "the file is not TOML; correct the line",
		}
		var pe toml.ParseError
		if errors.As(err, &pe) {
			d.Line, d.Summary = pe.Position.Line, pe.Message
		}
		list.Add(d)
	}
	return doc, list
}

// decoder builds the workload while it reads.
type decoder struct {
	w      *Workload
	list   diag.List
	names  []string // of the tasks
	timers [2]int   // resources of the periodic bodies: late keeps, late shifts
	paths  []string // of the resources
}

func (d *decoder) workload(f *diag.Fields) {
	d.header(f)
	d.resources(f)
	tasks := f.Tables("task")
	if len(tasks) == 0 {
		f.Errorf("task", "add [[task]] with a name and period_us and run_us, or ops", "the workload has no tasks")
	}
	d.w.Tasks = make([]TaskSpec, len(tasks))
	for i, t := range tasks {
		d.w.Tasks[i].Name = d.name(t, d.names)
		d.names = append(d.names, d.w.Tasks[i].Name)
	}
	threads := int64(0)
	for i, t := range tasks {
		d.task(t, &d.w.Tasks[i])
		threads += int64(d.w.Tasks[i].Instances)
	}
	if len(tasks) > 0 && !d.list.HasErrors() && (threads < 1 || threads > MaxThreads) {
		f.Errorf("task", "correct the instances", "the workload starts %d threads, want 1 to %d", threads, MaxThreads)
	}
	for _, a := range f.Tables("action") {
		d.action(a)
	}
	d.metrics(f.Tables("metric"))
	f.Done()
}

func (d *decoder) header(f *diag.Fields) {
	if f.Require("format") {
		if v := f.Int("format"); v != Format {
			f.Errorf("format", fmt.Sprintf("this program reads format %d", Format), "unknown format %d", v)
		}
	}
	f.Require("name")
	d.w.Name = f.Text("name")
	d.w.Title = f.Text("title")
	d.w.Source = f.Text("source")
	d.w.DurationNS = int64(d.number(f, "duration_s", 0, 1e6) * 1e9)
	d.calibration(f)
}

// calibration reads what 1 us of work means.
func (d *decoder) calibration(f *diag.Fields) {
	c := &d.w.Calib
	c.HasCPU = f.Has("calib_cpu")
	c.CPU = energy.CPUID(d.count(f, "calib_cpu", 0, energy.MaxCPUs-1, 0))
	c.Capacity = energy.Capacity(d.count(f, "calib_capacity", 1, int64(energy.CapacityScale), int64(energy.CapacityScale)))
	if c.HasCPU && f.Has("calib_capacity") {
		f.Errorf("calib_capacity", "keep one of the two", "the file calibrates its work twice, to a CPU and to a capacity")
	}
}

// name reads the name of an element; taken are the names before it.
func (d *decoder) name(f *diag.Fields, taken []string) string {
	if !f.Require("name") {
		return ""
	}
	name := f.Text("name")
	switch {
	case name == "":
		f.Errorf("name", "give it one", "the name is empty")
	case slices.Contains(taken, name):
		f.Errorf("name", "choose another", "the name %q is taken", name)
	}
	return name
}

func (d *decoder) resources(f *diag.Fields) {
	d.named(f, "mutexes", Resource{Kind: ResMutex})
	d.named(f, "conditions", Resource{Kind: ResCond})
	d.named(f, "events", Resource{Kind: ResCond, Memory: true})
	d.named(f, "semaphores", Resource{Kind: ResSem})
	for _, t := range f.Tables("timer") {
		r := Resource{Kind: ResTimer, Unique: t.Bool("unique"), Absolute: d.late(t)}
		d.resource(t, r)
	}
	for _, t := range f.Tables("barrier") {
		d.resource(t, Resource{Kind: ResBarrier, N: int(d.count(t, "users", 1, MaxThreads, 0))})
	}
	for _, t := range f.Tables("pipe") {
		r := Resource{Kind: ResPipe, N: int(d.count(t, "capacity", 1, 1<<30, 0))}
		r.Batch = int(d.count(t, "batch", 1, max(int64(r.N), 1), 1))
		d.resource(t, r)
	}
}

// named reads resources that have nothing but a name.
func (d *decoder) named(f *diag.Fields, key string, r Resource) {
	for i, name := range f.Strings(key) {
		at := diag.Elem(f.Path(key), i)
		if name == "" {
			d.list.Errorf(at, "give it one", "the name is empty")
		} else if d.find(r.Kind, name) != NoRef {
			d.list.Errorf(at, "remove one", "the name %q is taken", name)
		}
		r.Name = name
		d.addResource(at, r)
	}
}

func (d *decoder) resource(f *diag.Fields, r Resource) {
	r.Name = d.name(f, d.resourceNames(r.Kind))
	f.Done()
	d.addResource(f.Path(""), r)
}

func (d *decoder) addResource(path string, r Resource) int {
	d.w.Resources = append(d.w.Resources, r)
	d.paths = append(d.paths, path)
	return len(d.w.Resources) - 1
}

// late reads what a timer found in the past does: true keeps the grid.
func (d *decoder) late(f *diag.Fields) (keeps bool) {
	return d.choice(f, "late", []string{"keep", "shift"}) == 0
}

// ref resolves a resource that key names.
func (d *decoder) ref(f *diag.Fields, key string, kind ResourceKind) int {
	name := f.Text(key)
	if name == "" {
		f.Errorf(key, "name it", "want the name of a %s", kind)
		return NoRef
	}
	i := d.find(kind, name)
	if i == NoRef {
		f.Errorf(key, or(diag.Suggest(name, d.resourceNames(kind)), "declare it at the top of the file"),
			"unknown %s %q", kind, name)
		return NoRef
	}
	return i
}

func (d *decoder) find(kind ResourceKind, name string) int {
	for i := range d.w.Resources {
		if d.w.Resources[i].Kind == kind && d.w.Resources[i].Name == name {
			return i
		}
	}
	return NoRef
}

func (d *decoder) resourceNames(kind ResourceKind) []string {
	var out []string
	for i := range d.w.Resources {
		if d.w.Resources[i].Kind == kind {
			out = append(out, d.w.Resources[i].Name)
		}
	}
	return out
}

// us reads a time in microseconds, whole or with decimals, as ns; 0 if absent.
func (d *decoder) us(f *diag.Fields, key string, maxNS int64) int64 {
	return int64(math.Round(d.number(f, key, 0, float64(maxNS)/1000) * 1000))
}

// positive is us for a time that has to be there and may not be 0; it returns 1 if
// it is wrong.
func (d *decoder) positive(f *diag.Fields, key string, maxNS int64) int64 {
	before := len(d.list)
	f.Require(key)
	ns := d.us(f, key, maxNS)
	if ns == 0 && len(d.list) == before {
		f.Errorf(key, "make it longer", "%s is 0", key)
	}
	return max(ns, 1)
}

// number reads a number between lo and hi; lo if absent or wrong.
func (d *decoder) number(f *diag.Fields, key string, lo, hi float64) float64 {
	if !f.Has(key) {
		return lo
	}
	v := f.Float(key)
	if !(v >= lo && v <= hi) {
		f.Errorf(key, "correct it", "%s is out of range, want %s to %s", plain(v), plain(lo), plain(hi))
		return lo
	}
	return v
}

// plain is a number without an exponent.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// count reads an integer between lo and hi; def if absent, and an error if it is
// absent and def is below lo.
func (d *decoder) count(f *diag.Fields, key string, lo, hi, def int64) int64 {
	if !f.Has(key) {
		if def < lo {
			f.Require(key)
			return lo
		}
		return def
	}
	v := f.Int(key)
	if v < lo || v > hi {
		f.Errorf(key, "correct it", "%d is out of range, want %d to %d", v, lo, hi)
		return lo
	}
	return v
}

// choice reads one of the words and returns its index; 0 if absent or wrong.
func (d *decoder) choice(f *diag.Fields, key string, words []string) int {
	if !f.Has(key) {
		return 0
	}
	text := f.Text(key)
	i := slices.Index(words, text)
	if i < 0 {
		f.Errorf(key, diag.Suggest(text, words), "unknown value %q", text)
	}
	return max(i, 0)
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

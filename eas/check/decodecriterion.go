package check

import (
	"slices"
	"strings"
	"time"

	"easim/energy"
	"easim/energy/diag"
)

// criterion reads one [[criterion]]; raw is the table as it stands.
func (d *decoder) criterion(f *diag.Fields, raw map[string]any) Criterion {
	d.raw = raw
	c := Criterion{path: f.Path(""), MarginPct: 20, MinSamples: 1}
	f.Require("name", "kind")
	c.Name, c.Kind = f.Text("name"), f.Text("kind")
	c.info = d.kind(f, c.Kind)
	d.bounds(f, &c.Threshold)
	if f.Has("min_samples") {
		c.MinSamples = d.count(f, "min_samples", 1, 1<<40)
	}
	c.Tasks = f.Strings("tasks")
	if f.Has("tasks") && len(c.Tasks) == 0 {
		f.Errorf("tasks", "name a task, or remove the key for all", "the list of tasks is empty")
	}
	c.On = d.cpus(f)
	c.From, c.To = d.instant(f, "from"), d.instant(f, "to")
	d.special(f, &c)
	if c.info != nil {
		d.allowed(f, c.info)
	}
	f.Done()
	return c
}

// special reads the keys that only one kind of criterion has.
func (d *decoder) special(f *diag.Fields, c *Criterion) {
	c.Each = f.Bool("each")
	if f.Has("of_cpus") {
		c.OfCPUs = d.count(f, "of_cpus", 1, energy.MaxCPUs)
		if c.Each {
			f.Errorf("of_cpus", "remove one of the two", "of_cpus and each exclude each other")
		}
	}
	c.Near, c.FromClass, c.ToClass = d.instant(f, "near"), d.class(f, "from_class"), d.class(f, "to_class")
	c.Side = Side(max(d.word(f, "side", sideNames[:]...), 0))
	if d.word(f, "level", "MC", "DIE") >= 0 {
		c.Level = strings.ToUpper(f.Text("level"))
	}
	if d.word(f, "idle", idleNames[:]...) >= 0 {
		c.Idle = strings.ToLower(f.Text("idle"))
	}
	if d.word(f, "reason", reasonNames[:]...) >= 0 {
		c.Reason = strings.ToLower(f.Text("reason"))
	}
	c.Path, c.Per = f.Text("path"), f.Text("per")
	if f.Has("margin_pct") {
		c.MarginPct = d.count(f, "margin_pct", 0, 99)
	}
	c.Swing, c.Table = f.Bool("swing"), f.Text("table")
	c.IdleClass = d.class(f, "idle_class")
}

func (d *decoder) kind(f *diag.Fields, name string) *kindInfo {
	for i := range kinds {
		if strings.EqualFold(kinds[i].name, name) {
			return &kinds[i]
		}
	}
	if name != "" {
		f.Errorf("kind", diag.Suggest(name, kindNames()), "unknown kind %q", name)
	}
	return nil
}

// allowed complains of keys that the kind does not take, and of those it lacks.
func (d *decoder) allowed(f *diag.Fields, info *kindInfo) {
	for i, keys := range keyNames {
		set := keySet(1) << i
		given := false
		for _, key := range keys {
			if key == "" || !f.Has(key) {
				continue
			}
			given = true
			if info.keys&set == 0 {
				f.Errorf(key, "remove it", "%s takes no %s", info.name, key)
			}
		}
		if info.must&set == 0 {
			continue
		}
		if set == keySwitch {
			f.Require("near", "from_class", "to_class")
		} else if !given || set == keyMetric || set == keyBalance {
			f.Require(keys[0])
		}
	}
}

// bounds reads min, max, above and below, or want with tolerance_pct.
func (d *decoder) bounds(f *diag.Fields, t *Threshold) {
	for _, b := range [...]struct {
		key string
		to  **float64
	}{{"min", &t.Min}, {"max", &t.Max}, {"above", &t.Above}, {"below", &t.Below}} {
		if f.Has(b.key) {
			v := f.Float(b.key)
			*b.to = &v
		}
	}
	if f.Has("want") || f.Has("tolerance_pct") {
		if !t.empty() {
			f.Errorf("want", "keep one of the two ways", "want excludes min, max, above and below")
		}
		f.Require("want", "tolerance_pct")
		want, tolerance := f.Float("want"), f.Float("tolerance_pct")
		if tolerance < 0 {
			f.Errorf("tolerance_pct", "make it 0 or more", "a tolerance of %v %%", tolerance)
		}
		lo, hi := want-max(want, -want)*tolerance/100, want+max(want, -want)*tolerance/100
		t.Min, t.Max = &lo, &hi
	}
	if t.empty() {
		f.Errorf("", "add min, max, above or below, or want with tolerance_pct", "the criterion has no bound")
	}
}

// cpus reads class or cpus.
func (d *decoder) cpus(f *diag.Fields) CPUs {
	c := CPUs{Class: d.class(f, "class")}
	if !f.Has("cpus") {
		return c
	}
	if f.Has("class") {
		f.Errorf("cpus", "keep one of the two", "class and cpus exclude each other")
	}
	text := f.Text("cpus")
	set, err := energy.ParseCPUSet(text)
	if err != nil || set.Empty() {
		f.Errorf("cpus", "write a list such as \"0,3-5\"", "%q is no list of CPUs", text)
	}
	c.Set = set
	return c
}

// instant reads a moment; absent it is the zero Instant.
func (d *decoder) instant(f *diag.Fields, key string) Instant {
	if !f.Has(key) {
		return Instant{}
	}
	if _, isTable := d.raw[key].(map[string]any); isTable {
		t, _ := f.Table(key)
		return d.event(t)
	}
	switch text := f.Text(key); text {
	case "":
		return Instant{}
	case "start":
		return Instant{Event: WindowStart}
	case "end":
		return Instant{Event: WindowEnd}
	default:
		return Instant{Event: Start, Plus: d.span(f, key)}
	}
}

// event reads an instant that is written as a table.
func (d *decoder) event(f *diag.Fields) Instant {
	in := Instant{Event: Exit, Nth: 1, Tasks: f.Strings("exit")}
	switch {
	case f.Has("exit") == f.Has("run"):
		f.Errorf("", `write exit = ["task"] or run = ["task"]`, "the instant wants one event")
	case f.Has("run"):
		in.Event, in.Tasks = FirstRun, f.Strings("run")
	}
	if f.Has("nth") {
		n := f.Int("nth")
		if n == 0 || n > 1e6 || n < -1e6 {
			f.Errorf("nth", "count from 1, or from -1 for the last", "nth is %d", n)
			n = 1
		}
		in.Nth = int(n)
	}
	if f.Has("plus") {
		in.Plus = d.span(f, "plus")
	}
	f.Done()
	return in
}

// span reads a length of time, ns.
func (d *decoder) span(f *diag.Fields, key string) int64 {
	text := f.Text(key)
	v, err := time.ParseDuration(text)
	if err != nil {
		f.Errorf(key, "write a time with its unit, for example \"3s\" or \"500ms\"", "%q is not a time", text)
	}
	return v.Nanoseconds()
}

// count reads an integer between lo and hi.
func (d *decoder) count(f *diag.Fields, key string, lo, hi int64) int64 {
	n := f.Int(key)
	if n < lo || n > hi {
		f.Errorf(key, "correct it", "%d is out of range, want %d to %d", n, lo, hi)
		return lo
	}
	return n
}

// word reads one of the words, in any case of letters, and returns its index; -1
// if it is absent or wrong.
func (d *decoder) word(f *diag.Fields, key string, words ...string) int {
	if !f.Has(key) {
		return -1
	}
	text := f.Text(key)
	i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, text) })
	if i < 0 {
		f.Errorf(key, diag.Suggest(text, words), "unknown %s %q", key, text)
	}
	return i
}

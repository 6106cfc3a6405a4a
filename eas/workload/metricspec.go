package workload

import "easim/energy/diag"

// metricSpec is one [[metric]] of a workload file: a sum over threads.
type metricSpec struct {
	name      string
	tasks     []int // indices into Workload.Tasks
	missed    bool  // count missed jobs, else activations
	perSecond bool
	unit      string
	better    string
}

// metricList scores what a workload file asks for.
type metricList []metricSpec

var (
	_ Scorer       = metricList(nil)
	_ ThreadScorer = metricList(nil)
)

// Score has nothing to say: a file's metrics do not come from marks.
func (metricList) Score([]Mark) []Metric { return nil }

// ScoreThreads sums the counters of the named tasks' threads.
func (l metricList) ScoreThreads(threads []ThreadStat, windowNS int64) []Metric {
	out := make([]Metric, len(l))
	for i := range l {
		m := &l[i]
		n := int64(0)
		for j := range threads {
			if !m.has(threads[j].Spec) {
				continue
			}
			if m.missed {
				n += threads[j].Missed
			} else {
				n += threads[j].Activations
			}
		}
		out[i] = Metric{Name: m.name, Value: float64(n), Valid: true, Unit: m.unit, Better: m.better}
		if m.perSecond {
			out[i].Value = float64(n) / (float64(windowNS) / 1e9)
			out[i].Valid = windowNS > 0
		}
	}
	return out
}

func (m *metricSpec) has(spec int) bool {
	for _, t := range m.tasks {
		if t == spec {
			return true
		}
	}
	return false
}

// metrics reads every [[metric]].
func (d *decoder) metrics(tables []*diag.Fields) {
	var list metricList
	var names []string
	for _, f := range tables {
		m := metricSpec{name: d.name(f, names)}
		names = append(names, m.name)
		m.missed = d.choice(f, "count", []string{"activations", "missed"}) == 1
		m.perSecond = f.Bool("per_second")
		m.unit = f.Text("unit")
		m.better = [...]string{"higher", "lower"}[d.choice(f, "better", []string{"higher", "lower"})]
		if f.Require("tasks") {
			m.tasks = d.metricTasks(f)
		}
		f.Done()
		list = append(list, m)
	}
	if len(list) > 0 {
		d.w.Scorer = list
	}
}

func (d *decoder) metricTasks(f *diag.Fields) []int {
	var out []int
	for i, name := range f.Strings("tasks") {
		found := false
		for j, n := range d.names {
			if n == name {
				out, found = append(out, j), true
			}
		}
		if !found {
			d.list.Errorf(diag.Elem(f.Path("tasks"), i), diag.Suggest(name, d.names), "unknown task %q", name)
		}
	}
	if len(out) == 0 && !d.list.HasErrors() {
		f.Errorf("tasks", "name at least one", "the metric has no tasks")
	}
	return out
}

package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"easim/eas"
	"easim/eas/compare"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s = %.7g, want %.7g +- %g", what, got, want, tolerance)
	}
}

func loadNamed(t *testing.T, name string) *Experiment {
	t.Helper()
	x, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Every experiment loads, can be run as it stands, and says where each parameter
// is from.
func TestExperimentsLoad(t *testing.T) {
	for _, name := range Names() {
		x := loadNamed(t, name)
		complete := x.Title != "" && x.Doc != "" && x.Source != "" && len(x.Published) > 0 && len(x.Parameters) > 0
		if x.Name != name || !complete {
			t.Errorf("%s: incomplete: %+v", name, x)
		}
		cells, variants := x.cells(RepeatOptions{})
		for i := range variants {
			if _, err := eas.Inspect(variants[i].Scenario); err != nil {
				t.Errorf("%s, %s: %v", name, cells[i].label, err)
			}
		}
		for i := range x.Parameters {
			p := &x.Parameters[i]
			if p.Apply == "" {
				continue
			}
			from, err := x.value(p.Apply)
			if err != nil {
				t.Errorf("%s: %s: %v", name, p.Name, err)
			} else if _, err := scaled(from, 1.2); err != nil {
				t.Errorf("%s: %s: %v", name, p.Name, err)
			}
		}
	}
	if _, err := Load("S4-PERF"); err != nil {
		t.Errorf("names are case-insensitive: %v", err)
	}
	if _, err := Load("s4-perv"); err == nil || !strings.Contains(err.Error(), `did you mean "s4-perf"?`) {
		t.Errorf("a mistyped name: %v", err)
	}
}

// The four tables have one set of platform and workload parameters.
func TestOneSetOfParameters(t *testing.T) {
	seen := map[string]Parameter{}
	jitter := map[string]string{}
	for _, name := range Names() {
		x := loadNamed(t, name)
		for _, p := range x.Parameters {
			if have, ok := seen[p.Name]; ok && (have.Value != p.Value || have.Apply != p.Apply) {
				t.Errorf("%s: %s is %q, elsewhere %q", name, p.Name, p.Value, have.Value)
			}
			seen[p.Name] = p
		}
		for _, w := range x.Common.Workload {
			if have, ok := jitter[w.Name]; ok && have != w.Value {
				t.Errorf("%s: workload parameter %s is %s, elsewhere %s", name, w.Name, w.Value, have)
			}
			jitter[w.Name] = w.Value
		}
	}
}

// The changes that follow from the published values are those that the mails
// state, rounded as they are there.
func TestPublishedChanges(t *testing.T) {
	table, err := ReadTable(mustRead("published.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ experiment, config, metric, row string }{
		{"s4-perf", "0001", "throughput.metrics.score_st", "S4,A-perf,0001,geekbench_ST_gain_pct_published"},
		{"s4-perf", "0001", "throughput.metrics.score_mt", "S4,A-perf,0001,geekbench_MT_gain_pct_published"},
		{"s4-perf", "0001+0003", "throughput.metrics.score_st", "S4,A-perf,0001+0003,geekbench_ST_gain_pct_published"},
		{"s4-perf", "0001+0003", "throughput.metrics.score_mt", "S4,A-perf,0001+0003,geekbench_MT_gain_pct_published"},
		{"s4-perf", "all7", "throughput.metrics.score_st", "S4,A-perf,all7,geekbench_ST_gain_pct_published"},
		{"s4-perf", "all7", "throughput.metrics.score_mt", "S4,A-perf,all7,geekbench_MT_gain_pct_published"},
		{"s4-power", "perf+power", "energy.little", "S4,B-power,perf+power_opt,delta_LITTLE_pct_published"},
		{"s4-power", "perf+power", "energy.big", "S4,B-power,perf+power_opt,delta_big_pct_published"},
		{"s4-power", "perf+power", "energy.total", "S4,B-power,perf+power_opt,delta_total_pct_published"},
		{"s4-rbtree", "rbtree", "energy.little", "S4,C-rbtree,rbtree_vs_LB_MIN,delta_LITTLE_pct_published"},
		{"s4-rbtree", "rbtree", "energy.big", "S4,C-rbtree,rbtree_vs_LB_MIN,delta_big_pct_published"},
		{"s4-rbtree", "rbtree", "energy.total", "S4,C-rbtree,rbtree_vs_LB_MIN,delta_total_pct_published"},
	} {
		want, ok := table.Value(c.row)
		if !ok {
			t.Fatalf("no row %s", c.row)
		}
		plan := loadNamed(t, c.experiment).Plan()
		i := slices.IndexFunc(plan.Rows, func(r ResultRow) bool { return r.Config == c.config && r.Metric == c.metric })
		if i < 0 || plan.Rows[i].PublishedDeltaPct == nil {
			t.Errorf("%s: no published change of %s by %s", c.experiment, c.metric, c.config)
			continue
		}
		near(t, c.row, *plan.Rows[i].PublishedDeltaPct, want, 0.0051)
	}
}

// The means and deviations of the published runs.
func TestPublishedMeans(t *testing.T) {
	x := loadNamed(t, "s4-rbtree")
	for _, c := range []struct {
		config, metric string
		want, tol      float64
	}{
		{"LB_MIN", "energy.little", 11.2768128, 1e-9},
		{"LB_MIN", "energy.big", 8.7721554, 1e-9},
		{"rbtree", "energy.total", 20.0061148, 1e-9},
		{"LB_MIN", "sd(energy.big)", 0.56, 0.005},
		{"rbtree", "sd(energy.big)", 0.11, 0.005},
	} {
		near(t, c.config+" "+c.metric, x.published(c.config, c.metric).Value, c.want, c.tol)
	}
}

// What the specification of the published table says of its ten runs: t of big
// -1.05, of LITTLE 2.3, of the sum -0.21; deviations of big 0.56 and 0.11.
func TestPublishedRuns(t *testing.T) {
	for _, c := range []struct {
		metric      string
		t, tol      float64
		sd0, sd1    float64
		significant bool
	}{
		{"big", -1.05, 0.005, 0.56, 0.11, false},
		{"LITTLE", 2.3, 0.05, 0.18, 0.12, false}, // at 5 %, p is about 0.054
		{"total", -0.21, 0.005, 0.43, 0.13, false},
	} {
		a, b := publishedRuns(t, "LB_MIN", c.metric), publishedRuns(t, "rbtree", c.metric)
		d := compare.Unpaired(a, b)
		sa, sb := compare.Summarize(a), compare.Summarize(b)
		near(t, c.metric+" t", d.Mean/math.Sqrt((sa.SD*sa.SD+sb.SD*sb.SD)/5), c.t, c.tol)
		near(t, c.metric+" sd without", sa.SD, c.sd0, 0.005)
		near(t, c.metric+" sd with", sb.SD, c.sd1, 0.006)
		if got := d.P < 0.05; got != c.significant {
			t.Errorf("%s: p = %g", c.metric, d.P)
		}
	}
}

func publishedRuns(t *testing.T, config, metric string) []float64 {
	t.Helper()
	table, err := ReadTable(mustRead("published.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var out []float64
	for i := 1; i <= 5; i++ {
		v, ok := table.Value(fmt.Sprintf("S4,C-rbtree,%s,run%d_energy_%s", config, i, metric))
		if !ok {
			t.Fatalf("no run %d of %s", i, config)
		}
		out = append(out, v)
	}
	return out
}

package eas

import (
	"encoding/json"
	"slices"
	"testing"
)

// contractJSON is the form that scripts outside rely on: keys may be added, none
// of these may go.
const contractJSON = `{"format":1,
 "scenario":{"platform":"","workload":"","profile":"","features":[],"patches":[],"params":{"busy_factor":32},
  "governor":"","idle":"","seed":1,"duration_ns":0,"warmup_ns":0},
 "digest":"","schedule_digest":"",
 "energy":{"unit":"","partial":false,"meter":"","total":0,"little":0,"mid":0,"big":0,
  "clusters":[{"name":"","kind":"","cpus":"","core_busy":0,"core_idle":0,"cluster_busy":0,"cluster_idle":0,"total":0,
   "busy_freq_ns":{"450000":0},"idle_state_ns":{"cluster-sleep-0":0}}]},
 "throughput":{"work_capacity_s":0,"metrics":[{"name":"","value":0,"unit":"","better":""}]},
 "cpus":[{"id":0,"kind":"","busy_ns":0,"idle_ns":0,"freq_ns":{"450000":0},"busy_freq_ns":{"450000":0},
  "idle_state_ns":{"WFI":0},"idle_requested_ns":{"WFI":0},
  "switches":0}],
 "tasks":[{"name":"","busy_ns":0,"little_ns":0,"mid_ns":0,"big_ns":0,"work_capacity_s":0,"energy":0,"wakeups":0,
  "migrations":0,"activations":0,"missed":0,"wakeup_latency_us":{"p50":0,"p95":0,"p99":0,"max":0}}],
 "scheduler":{"overutilized_ns":0,"tipping_crossings":0,"nohz_kicks":0,
  "migrations":{"wakeup":0,"balance":0,"active":0}},
 "events":0,"warnings":[]}`

// TestContract runs the default scenario and looks for every key of the contract,
// with a value of the same JSON type.
func TestContract(t *testing.T) {
	t.Parallel()
	var want, got any
	if err := json.Unmarshal([]byte(contractJSON), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(jsonOf(t, mustRun(t, Scenario{Duration: SpanOf(second)}))), &got); err != nil {
		t.Fatal(err)
	}
	compareShape(t, "", want, got)
}

func compareShape(t *testing.T, path string, want, got any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: want an object, have %T", path, got)
			return
		}
		keys := make([]string, 0, len(w))
		for k := range w {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			if _, ok := g[k]; !ok {
				t.Errorf("%s.%s is missing", path, k)
				continue
			}
			compareShape(t, path+"."+k, w[k], g[k])
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(w) > 0 && len(g) == 0 {
			t.Errorf("%s: want a list with elements, have %v", path, got)
			return
		}
		if len(w) > 0 {
			compareShape(t, path+"[0]", w[0], g[0])
		}
	case float64:
		if _, ok := got.(float64); !ok {
			t.Errorf("%s: want a number, have %v", path, got)
		}
	case string:
		if _, ok := got.(string); !ok {
			t.Errorf("%s: want a text, have %v", path, got)
		}
	case bool:
		if _, ok := got.(bool); !ok {
			t.Errorf("%s: want true or false, have %v", path, got)
		}
	}
}

// TestResultRoundTrip: a result reads back from its JSON as it was, for sweeps and
// reports that come later.
func TestResultRoundTrip(t *testing.T) {
	t.Parallel()
	first := jsonOf(t, mustRun(t, Scenario{Duration: SpanOf(second)}))
	var r Result
	if err := json.Unmarshal([]byte(first), &r); err != nil {
		t.Fatal(err)
	}
	if second := jsonOf(t, &r); second != first {
		t.Errorf("read back and written again:\n%s\nwas\n%s", second, first)
	}
}

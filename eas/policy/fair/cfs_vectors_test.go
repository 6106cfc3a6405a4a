package fair

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"slices"
	"testing"

	"easim/eas/sched"
	"easim/testdata"
)

// readLines decodes a compressed file of JSON lines.
func readLines[T any](tb testing.TB, name string) []T {
	tb.Helper()
	z, err := gzip.NewReader(testdata.Vectors(tb, name))
	if err != nil {
		tb.Fatal(err)
	}
	var rows []T
	dec := json.NewDecoder(bufio.NewReader(z))
	for dec.More() {
		var r T
		if err := dec.Decode(&r); err != nil {
			tb.Fatalf("%s row %d: %v", name, len(rows), err)
		}
		rows = append(rows, r)
	}
	return rows
}

type cfsRow struct {
	ID       int
	Platform string
	In       struct {
		Features map[string]int
		Ops      []cfsOp
	}
	Out struct {
		Latency           int64
		MinGranularity    int64 `json:"min_granularity"`
		WakeupGranularity int64 `json:"wakeup_granularity"`
		Steps             []cfsStep
	}
}

// cfsStep is the state after an operation; columns as in the vectors' README.
type cfsStep struct {
	T     int64
	CPUs  [][]int64
	Tasks [][]int64
}

// cfsOp is ["name", arguments...].
type cfsOp struct {
	name string
	args []int64
}

func (o *cfsOp) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if err := json.Unmarshal(parts[0], &o.name); err != nil {
		return err
	}
	o.args = make([]int64, len(parts)-1)
	for i := range o.args {
		if err := json.Unmarshal(parts[i+1], &o.args[i]); err != nil {
			return err
		}
	}
	return nil
}

// TestCFSVectors replays the recorded sequences and compares every field of
// every step.
func TestCFSVectors(t *testing.T) {
	platforms := readPlatforms(t)
	rows := readLines[cfsRow](t, "eas1/cfs44.jsonl.gz")
	steps, failed := 0, 0
	for i := range rows {
		steps += len(rows[i].Out.Steps)
		if !replayRow(t, &rows[i], platforms[rows[i].Platform]) {
			failed++
		}
		if failed == 5 {
			t.Fatal("giving up")
		}
	}
	t.Logf("%d sequences, %d steps", len(rows), steps)
	if len(rows) < 100 || steps < 5000 {
		t.Errorf("only %d sequences, %d steps", len(rows), steps)
	}
}

// readPlatforms returns the top capacity of each CPU by platform.
func readPlatforms(tb testing.TB) map[string][]int {
	var list []struct {
		Name     string
		NCPUs    int
		Clusters []struct{ CPUs, Cap []int }
	}
	if err := json.NewDecoder(testdata.Vectors(tb, "eas1/platforms.json")).Decode(&list); err != nil {
		tb.Fatal(err)
	}
	out := map[string][]int{}
	for _, p := range list {
		caps := make([]int, p.NCPUs)
		for _, cl := range p.Clusters {
			for _, c := range cl.CPUs {
				caps[c] = cl.Cap[len(cl.Cap)-1]
			}
		}
		out[p.Name] = caps
	}
	return out
}

// replayRow reports whether the whole sequence is as recorded.
func replayRow(t *testing.T, r *cfsRow, caps []int) bool {
	m := newMachine(t, caps, func(cfg *sched.Config) {
		for name, on := range r.In.Features {
			setting := name
			if on == 0 {
				setting = "NO_" + name
			}
			var err error
			if cfg.Features, err = cfg.Features.Parse(setting); err != nil {
				t.Fatal(err)
			}
		}
	})
	p := m.k.Params()
	if p.SchedLatencyNS != r.Out.Latency || p.MinGranularityNS != r.Out.MinGranularity ||
		p.WakeupGranularity != r.Out.WakeupGranularity {
		t.Errorf("row %d: parameters %d %d %d", r.ID, p.SchedLatencyNS, p.MinGranularityNS, p.WakeupGranularity)
		return false
	}
	for i := range r.In.Ops {
		clear(m.scheduled)
		m.apply(&r.In.Ops[i])
		want := &r.Out.Steps[i]
		got := m.state(len(want.CPUs))
		if !sameStep(&got, want) {
			t.Errorf("row %d step %d %v:\n got  %v\n want %v", r.ID, i, r.In.Ops[i], got, *want)
			return false
		}
	}
	return true
}

func (m *machine) apply(o *cfsOp) {
	switch a := o.args; o.name {
	case "adv":
		m.advance(a[0])
	case "new":
		m.fork(int(a[1]), sched.Normal, int(a[2]))
	case "tick":
		m.tick(int(a[0]))
	case "sleep":
		m.sleep(int(a[0]))
	case "wake":
		m.wake(m.tasks[a[0]], int(a[1]))
	case "migrate":
		m.migrate(m.tasks[a[0]], int(a[1]))
	case "yield":
		m.yield(int(a[0]))
	default:
		panic("unknown operation " + o.name)
	}
}

// state is the machine as the vectors describe it.
func (m *machine) state(ncpus int) cfsStep {
	s := cfsStep{T: int64(m.k.Now())}
	for i := range ncpus {
		c := m.cpu(i)
		q := &c.RQ.CFS
		s.CPUs = append(s.CPUs, []int64{
			pid(c.Curr), bit(m.scheduled[i]), int64(q.NrRunning), q.MinVruntime, pid(q.Next), pid(q.Last), pid(q.Skip),
			int64(q.Avg.LoadAvg), int64(q.Avg.UtilAvg), int64(q.Avg.RunnableLoadAvg), bit(c.RQ.MisfitTask),
		})
	}
	for _, t := range m.tasks {
		se, share := &t.SE, int64(0)
		if se.OnRQ {
			share = slice(m.k.Params(), &m.k.CPU(t.CPU).RQ.CFS, t)
		}
		s.Tasks = append(s.Tasks, []int64{
			int64(t.ID), int64(t.CPU), bit(t.OnRQ), se.Vruntime, se.SumExec, se.PrevSumExec,
			share, int64(se.Avg.LoadAvg), int64(se.Avg.UtilAvg),
		})
	}
	return s
}

func sameStep(a, b *cfsStep) bool {
	return a.T == b.T && slices.EqualFunc(a.CPUs, b.CPUs, slices.Equal) && slices.EqualFunc(a.Tasks, b.Tasks, slices.Equal)
}

func pid(t *sched.Task) int64 {
	if t == nil {
		return -1
	}
	return int64(t.ID)
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

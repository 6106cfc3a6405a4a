package balance

import (
	cmp2 "cmp"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"easim/eas/sched"
)

// traceRow is a row of eas1/trace44.jsonl.gz: a whole run of periodic tasks.
type traceRow struct {
	ID       int    `json:"id"`
	Platform string `json:"platform"`
	Case     string `json:"case"`
	In       struct {
		Duration    int64     `json:"duration_ns"`
		IRQCPU      int64     `json:"irq_cpu"`
		EnergyAware int64     `json:"energy_aware"`
		Cost        int64     `json:"migration_cost"`
		BusyFactor  int64     `json:"busy_factor"`
		OPP         []int     `json:"opp"`
		Tasks       [][]int64 `json:"tasks"` // nice, affinity, period, work, first release, init_cpu
	} `json:"in"`
	Out     traceOut `json:"out"`
	Patched traceOut `json:"out_A1_A2_A3_A5_A7"`
}

// traceOut is what happened in a run. Tasks are jobs, backlog, sum_response,
// max_response, load_avg, util_avg, cpu.
type traceOut struct {
	Events [][]int64 `json:"events"`
	Tasks  [][]int64 `json:"tasks"`
	Busy   []int64   `json:"busy_ns"`
	Util   []int64   `json:"cfs_util"`
	Over   int64     `json:"overutilized"`
	Same   bool      `json:"same_events"`
}

func TestVectorsTraceDebug(t *testing.T) {
	specs := readBoards(t)
	rows, same := 0, 0
	for line := range gzipLines(t, "eas1/trace44.jsonl.gz") {
		var row traceRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows++
		got := newTraceRun(t, specs[row.Platform], &row, nil).run(t)
		a, b := byInstant(got.Events), byInstant(row.Out.Events)
		got.Events, row.Out.Events = a, b
		at := 0
		for at < len(got.Events) && at < len(row.Out.Events) && slices.Equal(got.Events[at], row.Out.Events[at]) {
			at++
		}
		if at == len(got.Events) && at == len(row.Out.Events) {
			same++
			if diff := cmp.Diff([]any{row.Out.Tasks, row.Out.Busy, row.Out.Util, row.Out.Over}, []any{got.Tasks, got.Busy, got.Util, got.Over}); diff != "" {
				t.Logf("same row %d: got %v %v %v %v\n want %v %v %v %v", row.ID, got.Tasks, got.Busy, got.Util, got.Over, row.Out.Tasks, row.Out.Busy, row.Out.Util, row.Out.Over)
			}
			continue
		}
		lo := max(at-3, 0)
		t.Logf("row %d %s %s irq %d ea %d: differs at %d of %d\n got  %v\n want %v", row.ID, row.Platform, row.Case, row.In.IRQCPU,
			row.In.EnergyAware, at, len(row.Out.Events),
			got.Events[lo:min(at+4, len(got.Events))], row.Out.Events[lo:min(at+4, len(row.Out.Events))])
	}
	t.Logf("%d of %d the same", same, rows)
	_ = sched.EnergyAware
}

// byInstant brings the events of each instant into one order: in the recording the
// tipping point is looked at when all is settled, and requests to balance are told
// when they are served. Of crossings in one instant the first and last cancel.
func byInstant(events [][]int64) [][]int64 {
	var out [][]int64
	tipped, over := int64(0), int64(0)
	for i, e := range events {
		if e[1] == eventTipping {
			over = e[2]
		} else {
			out = append(out, e)
		}
		if over != tipped && (i == len(events)-1 || events[i+1][0] > e[0]) {
			out = append(out, []int64{e[0], eventTipping, over})
			tipped = over
		}
	}
	slices.SortStableFunc(out, func(a, b []int64) int {
		if a[0] != b[0] {
			return cmp2.Compare(a[0], b[0])
		}
		return slices.Compare(a[1:], b[1:])
	})
	return out
}

package experiment

import (
	"context"
	"time"

	"easim/eas"
	"easim/eas/compare"
)

// OwnTimeRow is the simulator's own cost under one configuration. It depends on
// the machine that simulates, and no two measurements are equal.
type OwnTimeRow struct {
	Config     string  `json:"config"`
	Events     int64   `json:"events"`
	NSPerEvent float64 `json:"ns_per_event"` // of wall time, the fastest of several runs
}

// ownTimeRounds is how often each configuration is timed, in turn, so that all see
// the same machine.
const ownTimeRounds = 5

// ownTime times the principal block, one run at a time.
func (x *Experiment) ownTime(ctx context.Context, variants []compare.Variant, cells []cell) []OwnTimeRow {
	var out []OwnTimeRow
	var jobs []eas.Scenario
	for i := range cells {
		if cells[i].block == &x.Blocks[0] && x.principal(cells[i].config) {
			s := variants[i].Scenario
			s.Seed = variants[i].Seeds[0]
			jobs = append(jobs, s)
			out = append(out, OwnTimeRow{Config: cells[i].label})
		}
	}
	for range ownTimeRounds {
		for i := range jobs {
			begin := time.Now()
			r, err := eas.Run(ctx, jobs[i])
			if err != nil || r.Events == 0 {
				continue
			}
			ns := float64(time.Since(begin)) / float64(r.Events)
			if out[i].Events == 0 || ns < out[i].NSPerEvent {
				out[i].Events, out[i].NSPerEvent = r.Events, ns
			}
		}
	}
	return out
}

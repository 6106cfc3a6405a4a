package eas

import (
	"fmt"
	"strings"

	"easim/eas/des"
	"easim/eas/observe/meter"
	"easim/eas/observe/stats"
	"easim/eas/workload"
	"easim/energy"
)

// workUnit is the work of one second at capacity 1024, rate x ns.
const workUnit = float64(energy.RateScale) * 1e9

// taskResults lists the workload's threads in the order in which they were made;
// the launcher is not among them.
func (r *run) taskResults(res *meter.Residency, threads []workload.ThreadStat) ([]TaskResult, error) {
	out := make([]TaskResult, 0, len(threads))
	for i := range threads {
		th := &threads[i]
		t, err := r.taskResult(res, th)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

func (r *run) taskResult(res *meter.Residency, th *workload.ThreadStat) (TaskResult, error) {
	did, got := &res.Tasks[th.Task], r.stats.Task(th.Task)
	t := TaskResult{
		Name: th.Name, Activations: th.Activations, Missed: th.Missed,
		Wakeups: got.Wakeups, Migrations: got.Migrations,
		WorkCapacityS: float64(did.Work) / workUnit,
		Latency:       latencyOf(&got.Latency),
	}
	for i := range res.Islands {
		ns := did.BusyOn(i)
		t.BusyNS += ns
		switch r.u.platform.Clusters[res.Islands[i].Cluster].Kind {
		case energy.Little:
			t.LittleNS += ns
		case energy.Mid:
			t.MidNS += ns
		default:
			t.BigNS += ns
		}
	}
	cost, known, err := res.TaskCost(r.u.meter, did)
	if err != nil {
		return t, asInput(fmt.Errorf("eas: meter: %w", err))
	}
	if known {
		mj := r.u.meter.Millijoules(cost)
		t.Energy = &mj
	}
	return t, nil
}

// warnStalled names the tasks that wait for what seems never to come: with
// memory-less conditions a lost signal can stop a part of a workload for good.
func (r *run) warnStalled(threads []workload.ThreadStat) {
	var stalled []string
	for i := range threads {
		if th := &threads[i]; th.Waits != "" && silent(r.stats.Task(th.Task), r.from, r.to) {
			stalled = append(stalled, fmt.Sprintf("%s (on %s)", th.Name, th.Waits))
		}
	}
	if len(stalled) > 0 && !r.ended {
		r.u.warnf("%d of %d tasks stopped and still wait for what nobody signals: %s; "+
			"conditions forget a signal that nobody waits for, as on a board: compare seeds, or use what remembers",
			len(stalled), len(threads), strings.Join(stalled, ", "))
	}
}

// silent says whether t did not wake in the window, or woke again and again and
// then stopped: for a second or more, and ten times as long as it usually slept.
func silent(t *stats.Task, from, to des.Time) bool {
	const regular = 3
	if t.Wakeups < regular {
		return t.Wakeups == 0 && to-from >= des.Second
	}
	usual := int64(t.LastWakeup-from) / t.Wakeups
	return int64(to-t.LastWakeup) >= max(second, 10*usual)
}

// latencyOf converts ns to µs.
func latencyOf(h *stats.Histogram) Latency {
	if h.Count() == 0 {
		return Latency{}
	}
	us := func(ns int64) *float64 {
		v := float64(ns) / 1000
		return &v
	}
	return Latency{P50: us(h.Quantile(500)), P95: us(h.Quantile(950)), P99: us(h.Quantile(990)), Max: us(h.Max())}
}

// metrics are the workload's own; one that was cut short has no value, and a
// warning says so.
func (r *run) metrics(threads []workload.ThreadStat, windowNS int64) []Metric {
	out := []Metric{}
	cut := ""
	for _, m := range r.player.Metrics(threads, windowNS) {
		got := Metric{Name: m.Name, Unit: m.Unit, Better: m.Better}
		if m.Valid {
			v := m.Value
			got.Value = &v
		} else {
			cut += " " + m.Name
		}
		out = append(out, got)
	}
	if cut != "" {
		r.u.warnf("the workload was cut short by the end of the window: no value for%s; a longer --duration gives one", cut)
	}
	return out
}

package report

import (
	"strconv"

	"easim/eas"
)

// CSV is a run as one long table: section, item, metric, value, unit. A value
// that is not known is empty. Numbers are exact: they read back as they were.
func CSV(r *eas.Result) []byte {
	c := runCSV{t: Table{Columns: []Column{
		{"section", Left}, {"item", Left}, {"metric", Left}, {"value", Left}, {"unit", Left},
	}}}
	c.scenario(r)
	c.energy(&r.Energy)
	c.add("throughput", "", "work", number(r.Throughput.WorkCapacityS), "capacity-s")
	for _, m := range r.Throughput.Metrics {
		c.add("throughput", "", m.Name, optional(m.Value), m.Unit)
	}
	for i := range r.CPUs {
		c.cpu(&r.CPUs[i])
	}
	for i := range r.Tasks {
		c.task(&r.Tasks[i], r.Energy.Unit)
	}
	c.scheduler(&r.Scheduler)
	for _, w := range r.Warnings {
		c.add("warning", "", "", w, "")
	}
	return c.t.CSV()
}

type runCSV struct{ t Table }

func (c *runCSV) add(section, item, metric, value, unit string) {
	c.t.Add(section, item, metric, value, unit)
}

func (c *runCSV) ints(section, item, prefix string, list eas.NamedInts, unit string) {
	for _, e := range list {
		c.add(section, item, prefix+e.Name, count(e.Value), unit)
	}
}

func (c *runCSV) scenario(r *eas.Result) {
	s := &r.Scenario
	for _, e := range [...][2]string{
		{"platform", s.Platform},
		{"workload", s.Workload},
		{"profile", s.Profile},
		{"governor", s.Governor},
		{"idle", s.Idle},
		{"model", s.Model},
		{"meter", r.Energy.Meter},
		{"rate", s.Rate},
		{"seed", strconv.FormatUint(s.Seed, 10)},
		{"digest", r.Digest},
		{"schedule_digest", r.ScheduleDigest},
	} {
		c.add("scenario", "", e[0], e[1], "")
	}
	c.add("scenario", "", "window", count(r.Window.LengthNS), "ns")
	c.add("scenario", "", "warmup", count(s.WarmupNS), "ns")
}

func (c *runCSV) energy(e *eas.Energy) {
	for i := range e.Clusters {
		cl := &e.Clusters[i]
		c.add("energy", cl.Name, "core_busy", optional(cl.CoreBusy), e.Unit)
		c.add("energy", cl.Name, "core_idle", optional(cl.CoreIdle), e.Unit)
		c.add("energy", cl.Name, "cluster_busy", optional(cl.ClusterBusy), e.Unit)
		c.add("energy", cl.Name, "cluster_idle", optional(cl.ClusterIdle), e.Unit)
		c.add("energy", cl.Name, "total", number(cl.Total), e.Unit)
		c.ints("cluster", cl.Name, "busy_khz_", cl.BusyFreqNS, "ns")
		c.ints("cluster", cl.Name, "idle_", cl.IdleStateNS, "ns")
	}
	c.add("energy", "", "little", number(e.Little), e.Unit)
	c.add("energy", "", "mid", number(e.Mid), e.Unit)
	c.add("energy", "", "big", number(e.Big), e.Unit)
	c.add("energy", "", "total", number(e.Total), e.Unit)
}

func (c *runCSV) cpu(p *eas.CPUResult) {
	item := "cpu" + strconv.Itoa(p.ID)
	c.add("cpu", item, "busy", count(p.BusyNS), "ns")
	c.add("cpu", item, "idle", count(p.IdleNS), "ns")
	c.ints("cpu", item, "khz_", p.FreqNS, "ns")
	c.ints("cpu", item, "busy_khz_", p.BusyFreqNS, "ns")
	c.ints("cpu", item, "idle_", p.IdleStateNS, "ns")
	c.ints("cpu", item, "idle_requested_", p.IdleRequestedNS, "ns")
	c.add("cpu", item, "switches", count(p.Switches), "")
}

func (c *runCSV) task(t *eas.TaskResult, unit string) {
	c.add("task", t.Name, "busy", count(t.BusyNS), "ns")
	c.add("task", t.Name, "little", count(t.LittleNS), "ns")
	c.add("task", t.Name, "mid", count(t.MidNS), "ns")
	c.add("task", t.Name, "big", count(t.BigNS), "ns")
	c.add("task", t.Name, "work", number(t.WorkCapacityS), "capacity-s")
	c.add("task", t.Name, "energy", optional(t.Energy), unit)
	c.add("task", t.Name, "wakeups", count(t.Wakeups), "")
	c.add("task", t.Name, "migrations", count(t.Migrations), "")
	c.add("task", t.Name, "activations", count(t.Activations), "")
	c.add("task", t.Name, "missed", count(t.Missed), "")
	c.add("task", t.Name, "latency_p50", optional(t.Latency.P50), "us")
	c.add("task", t.Name, "latency_p95", optional(t.Latency.P95), "us")
	c.add("task", t.Name, "latency_p99", optional(t.Latency.P99), "us")
	c.add("task", t.Name, "latency_max", optional(t.Latency.Max), "us")
}

func (c *runCSV) scheduler(s *eas.Scheduler) {
	m := &s.Migrations
	for _, e := range [...]struct {
		name  string
		value int64
	}{
		{"tipping_crossings", s.TippingCrossings},
		{"nohz_kicks", s.NohzKicks},
		{"switches", s.Switches},
		{"wakeups", s.Wakeups},
		{"balance_passes", s.BalancePasses},
		{"active_balance_refused", s.ActiveRefused},
		{"migrations_wakeup", m.Wakeup},
		{"migrations_balance", m.Balance},
		{"migrations_active", m.Active},
		{"migrations_fork", m.Fork},
		{"migrations_rt", m.RT},
		{"migrations_affinity", m.Affinity},
	} {
		c.add("scheduler", "", e.name, count(e.value), "")
	}
	c.add("scheduler", "", "overutilized", count(s.OverutilizedNS), "ns")
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func optional(v *float64) string {
	if v == nil {
		return ""
	}
	return number(*v)
}

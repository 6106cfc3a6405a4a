package sched

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// TestEveryParam sets each parameter by its name to the ends of its range, reads
// it back, and is refused beyond.
func TestEveryParam(t *testing.T) {
	fields := map[*int64]string{}
	base := DefaultParams()
	for _, info := range ParamList() {
		t.Run(info.Name, func(t *testing.T) {
			p := DefaultParams()
			got, ok := p.Get(info.Name)
			if !ok || got != info.Default {
				t.Errorf("default: got %d, %v, want %d", got, ok, info.Default)
			}
			for _, v := range []int64{info.Min, info.Max} {
				if err := p.Set(info.Name, strconv.FormatInt(v, 10)); err != nil {
					t.Errorf("set to %d: %v", v, err)
				}
				if got, _ := p.Get(info.Name); got != v {
					t.Errorf("set to %d, got %d", v, got)
				}
				*info.field(&p) = info.Default
				if p != base {
					t.Errorf("setting it to %d changed another field too", v)
				}
			}
			for _, v := range []int64{info.Min - 1, info.Max + 1} {
				err := p.Set(info.Name, strconv.FormatInt(v, 10))
				if err == nil || !strings.Contains(err.Error(), info.Name) {
					t.Errorf("set to %d outside %d..%d: error %v", v, info.Min, info.Max, err)
				}
			}
			for _, text := range []string{"", "fast", "1.5", "1e3"} {
				if err := p.Set(info.Name, text); err == nil {
					t.Errorf("%q is accepted", text)
				}
			}
			if p != base {
				t.Error("a refused value was stored")
			}
			if other, dup := fields[info.field(&base)]; dup {
				t.Errorf("shares its field with %s", other)
			}
			fields[info.field(&base)] = info.Name
			if info.Doc == "" || info.Source == "" {
				t.Error("no doc or no source")
			}
			if info.Default != Scaled && (info.Default < info.Min || info.Default > info.Max) {
				t.Errorf("default %d outside %d..%d", info.Default, info.Min, info.Max)
			}
		})
	}
	if n := reflect.TypeFor[Params]().NumField(); n != len(fields) {
		t.Errorf("%d fields, but %d parameters reach one", n, len(fields))
	}
}

func TestParamText(t *testing.T) {
	p := DefaultParams()
	for _, tt := range []struct {
		name, value string
		want        int64
	}{
		{"preempt", "full", PreemptFull},
		{"preempt", "None", PreemptNone},
		{"preempt", "1", PreemptVoluntary},
		{"PREEMPT", " voluntary ", PreemptVoluntary},
		{"sched_latency_ns", "10_000_000", 10_000_000},
		{"sched_migration_cost_ns", "-1", -1},
	} {
		if err := p.Set(tt.name, tt.value); err != nil {
			t.Errorf("%s=%s: %v", tt.name, tt.value, err)
		}
		if got, _ := p.Get(tt.name); got != tt.want {
			t.Errorf("%s=%s: got %d, want %d", tt.name, tt.value, got, tt.want)
		}
	}
	for _, tt := range []struct{ name, value, want string }{
		{"sched_latency", "1", `did you mean "sched_latency_ns"?`},
		{"busy_fcator", "1", `did you mean "busy_factor"?`},
		{"qqqqqqqqqqqqqqqqqqqqqqqqqq", "1", "lists them"},
		{"preempt", "maybe", "none, voluntary, full"},
		{"hz", "99", "100..1000"},
	} {
		if err := p.Set(tt.name, tt.value); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s=%s: error %v, want one with %q", tt.name, tt.value, err, tt.want)
		}
	}
	if _, ok := p.Get("sched_latency"); ok {
		t.Error("Get knows a name that is none")
	}
}

// TestParamScale: latency 6 ms, granularities 0.75 and 1 ms, each times
// 1 + floor(log2(min(CPUs, 8))).
func TestParamScale(t *testing.T) {
	for _, tt := range []struct {
		cpus    int
		latency int64 // us
		min     int64
		wakeup  int64
	}{
		{1, 6000, 750, 1000},
		{2, 12000, 1500, 2000},
		{3, 12000, 1500, 2000},
		{4, 18000, 2250, 3000},
		{6, 18000, 2250, 3000},
		{8, 24000, 3000, 4000},
		{17, 24000, 3000, 4000},
	} {
		p := DefaultParams().scale(tt.cpus)
		check(t, "sched_latency_ns", p.SchedLatencyNS, tt.latency*1000)
		check(t, "sched_min_granularity_ns", p.MinGranularityNS, tt.min*1000)
		check(t, "sched_wakeup_granularity_ns", p.WakeupGranularity, tt.wakeup*1000)
		check(t, "sched_nr_latency", p.LatencyNr(), 8)
	}
	p := DefaultParams()
	p.SchedLatencyNS = 10_000_000
	p = p.scale(6)
	check(t, "what was set stays", p.SchedLatencyNS, 10_000_000)
	check(t, "the others are scaled", p.MinGranularityNS, 2_250_000)
	check(t, "sched_nr_latency rounds up", p.LatencyNr(), 5)
	check(t, "tick", p.TickNS(), 4_000_000)
}

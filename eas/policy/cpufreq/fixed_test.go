package cpufreq

import (
	"testing"

	"easim/eas/sched"
	"easim/energy"
)

func TestFixed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name        string
		g           func() *Fixed
		khz         int64
		little, big int
	}{
		{"performance", NewPerformance, 0, 4, 4},
		{"powersave", NewPowersave, 0, 0, 0},
		{"userspace, no speed", NewUserspace, 0, 0, 0},
		{"userspace, a table entry", NewUserspace, 700_000, 2, 2}, // big: 800000
		{"userspace, between entries", NewUserspace, 700_001, 3, 2},
		{"userspace, above all", NewUserspace, 2_000_000, 4, 4},
	} {
		r := newRig(t, board{}, tc.g(), func(p *sched.Params) { p.UserspaceFreq = tc.khz })
		r.wantOPP(0, tc.little, tc.name)
		r.wantOPP(1, tc.big, tc.name)
		for why := sched.ReasonEnqueueWake; why < sched.ReasonLimits; why++ {
			if req := r.g.Event(r.k.View(), 0, why); req != (sched.Request{}) {
				t.Errorf("%s: reason %d asks for %+v", tc.name, why, req)
			}
		}
		if req := r.g.Timer(r.k.View(), 0); req != (sched.Request{}) {
			t.Errorf("%s: timer asks for %+v", tc.name, req)
		}
		d := r.domain(0)
		d.MinOPP, d.MaxOPP = 1, 3
		r.event(0, 0, 0, sched.ReasonLimits)
		r.wantOPP(0, min(max(tc.little, 1), 3), tc.name+", limited")
	}
}

func TestLowestAtLeast(t *testing.T) {
	t.Parallel()
	d := &sched.FreqDomain{Freqs: []energy.KHz{100, 200, 300, 400}, MinOPP: 1, MaxOPP: 2}
	for _, tc := range []struct {
		khz  energy.KHz
		want int
	}{
		{0, 1}, {100, 1}, {200, 1}, {201, 2}, {300, 2}, {301, 2}, {999, 2},
	} {
		if got := lowestAtLeast(d, tc.khz); got != tc.want {
			t.Errorf("%d kHz: OPP %d, want %d", tc.khz, got, tc.want)
		}
	}
}

// governors are the governors that follow the load.
func governors() map[string]sched.Governor {
	return map[string]sched.Governor{
		"sched": NewSchedFreq(), "schedutil": NewSchedutil(), "interactive": NewInteractive(),
	}
}

func TestNoAllocation(t *testing.T) {
	for name, g := range governors() {
		r := newRig(t, board{latencyUS: 500}, g, nil)
		v, i := r.k.View(), 0
		n := testing.AllocsPerRun(200, func() {
			i++
			c := r.k.CPU(0)
			c.RQ.CFS.Avg.UtilAvg = uint64(i * 61 % 447)
			c.RQ.CFS.NrRunning, c.RQ.NrRunning = i%2, i%2
			g.Event(v, 0, sched.ReasonEnqueueWake)
			g.Event(v, 0, sched.ReasonTick)
			g.Event(v, 0, sched.ReasonDequeue)
			g.Timer(v, 0)
		})
		if n != 0 {
			t.Errorf("%s: %v allocations per event, want none", name, n)
		}
	}
}

// One wake-up and one sleep of a task whose utilisation moves a little, on one
// of three CPUs of a domain.
func BenchmarkEvent(b *testing.B) {
	for _, name := range []string{"sched", "schedutil", "interactive"} {
		b.Run(name, func(b *testing.B) {
			g := governors()[name]
			r := newRig(b, board{oneClock: true, latencyUS: 500}, g, nil)
			v, c := r.k.View(), r.k.CPU(0)
			b.ReportAllocs()
			i := uint64(0)
			for b.Loop() {
				i++
				c.RQ.CFS.Avg.UtilAvg = 100 + i*7%40
				c.RQ.CFS.NrRunning, c.RQ.NrRunning = 1, 1
				g.Event(v, 0, sched.ReasonEnqueueWake)
				c.RQ.CFS.Avg.UtilAvg++
				c.RQ.CFS.NrRunning, c.RQ.NrRunning = 0, 0
				g.Event(v, 0, sched.ReasonLastLeft)
			}
		})
	}
}

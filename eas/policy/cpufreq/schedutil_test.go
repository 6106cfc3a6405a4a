package cpufreq

import (
	"testing"

	"pgregory.net/rapid"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// unlimited turns the rate limit off.
func unlimited(p *sched.Params) { p.RateLimitUS = 0 }

// seen gives a rig whose samples are all fair and recent: every CPU has reported
// a utilisation of 1 more than a tick ago, and the domains were looked at since.
func seen(tb testing.TB, b board, set func(p *sched.Params)) *rig {
	tb.Helper()
	r := newRig(tb, b, NewSchedutil(), set)
	for at := 4 * des.Second; at <= 8*des.Second; at += 4 * des.Second {
		r.to(at)
		for cpu := range energy.CPUID(3) {
			r.event(cpu, 1, 0, sched.ReasonDequeue)
		}
	}
	return r
}

func TestSchedutilRequest(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		cpu  energy.CPUID
		util uint64
		opp  int
	}{
		{"idle", 0, 0, 0},
		// fmax + fmax/4 = 1062500; x 189 / 447 = 449244 kHz.
		{"below the first OPP", 0, 189, 0},
		// 190: 451621 kHz.
		{"above the first OPP", 0, 190, 1},
		// 326: 774888 kHz; 327: 777265 kHz.
		{"third, below", 0, 326, 3},
		{"third, above", 0, 327, 4},
		{"past the top", 0, 447, 4},
		{"clipped", 0, 900, 4},
		// 1375000 x 512 / 1024 = 687500 kHz.
		{"big, half", 2, 512, 2},
		// 335: 449829 kHz; 336: 451171 kHz.
		{"big, first OPP", 2, 335, 0},
		{"big, second OPP", 2, 336, 1},
	} {
		r := seen(t, board{}, unlimited)
		r.to(r.k.Now() + 4*ms)
		r.event(tc.cpu, tc.util, 1, sched.ReasonEnqueueWake)
		r.wantOPP(r.k.CPU(tc.cpu).Domain, tc.opp, tc.name)
	}
}

// Before a CPU has reported, its sample counts as real-time work, unless the
// domain was already looked at more than a tick after the start.
func TestSchedutilStart(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedutil(), unlimited)
	r.apply(0, sched.Request{SetOPP: true, OPP: 0})
	r.wantOPP(0, 0, "schedutil leaves the frequency as it finds it")
	r.to(1 * ms)
	r.event(0, 100, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 4, "CPU 1 has not reported")
	r.to(2 * ms)
	r.event(1, 0, 0, sched.ReasonDequeue)
	r.wantOPP(0, 0, "now it has")

	r = newRig(t, board{}, NewSchedutil(), unlimited)
	r.to(5 * ms)
	r.event(0, 100, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 4, "5 ms: the domain's last look was at 0, so CPU 1 still counts")
	r.to(6 * ms)
	r.event(0, 100, 1, sched.ReasonTick)
	r.wantOPP(0, 0, "6 ms: the last look was 5 ms after CPU 1's sample")
}

func TestSchedutilSampleAge(t *testing.T) {
	t.Parallel()
	r := seen(t, board{}, unlimited)
	base := r.k.Now()
	r.to(base + 10*ms)
	r.event(1, 447, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 4, "CPU 1 needs the top")
	r.to(base + 14*ms)
	r.event(0, 10, 1, sched.ReasonTick)
	r.wantOPP(0, 4, "its sample is 0 ms older than the last look")
	r.to(base + 15*ms)
	r.event(0, 10, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 4, "4 ms older: not more than a tick")
	r.to(base + 16*ms)
	r.event(0, 10, 1, sched.ReasonTick)
	r.wantOPP(0, 0, "5 ms older: it is taken for idle")
}

func TestSchedutilRateLimit(t *testing.T) {
	t.Parallel()
	r := seen(t, board{}, func(p *sched.Params) { p.RateLimitUS = 10_000 })
	base := r.k.Now()
	r.to(base + 20*ms)
	r.event(0, 190, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "past the limit")
	r.to(base + 29*ms)
	r.event(0, 447, 1, sched.ReasonTick)
	r.wantOPP(0, 1, "9 ms later: not looked at")
	r.to(base + 30*ms)
	r.event(0, 190, 1, sched.ReasonTick)
	r.wantOPP(0, 1, "looked at, nothing to change")
	r.to(base + 39*ms)
	r.event(0, 447, 1, sched.ReasonTick)
	r.wantOPP(0, 1, "the look at 30 ms counts, although it changed nothing")
	r.to(base + 40*ms)
	r.event(0, 447, 1, sched.ReasonTick)
	r.wantOPP(0, 4, "and now")
}

func TestSchedutilRateLimitDefault(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		latencyNS, param int64
		want             des.Time
	}{
		{0, sched.Scaled, 1 * ms},
		{500_000, sched.Scaled, 500 * ms}, // HiKey: 500 us
		{1_999, sched.Scaled, 1 * ms},     // whole us
		{500_000, 2000, 2 * ms},
		{500_000, 0, 0},
	} {
		p := sched.DefaultParams()
		p.RateLimitUS = tc.param
		if got := rateLimit(&p, &sched.FreqDomain{LatencyNS: tc.latencyNS}); got != tc.want {
			t.Errorf("latency %d ns, parameter %d: %v, want %v", tc.latencyNS, tc.param, got, tc.want)
		}
	}
}

func TestSchedutilChangeUnderWay(t *testing.T) {
	t.Parallel()
	r := seen(t, board{latencyUS: 1200}, unlimited)
	base := r.k.Now()
	r.to(base + 10*ms)
	r.event(0, 190, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "under way")
	r.to(base + 11*ms + 199*us)
	r.event(0, 447, 1, sched.ReasonTick)
	r.wantOPP(0, 1, "nothing is looked at meanwhile")
	r.to(base + 11*ms + 200*us)
	r.event(0, 447, 1, sched.ReasonTick)
	r.wantOPP(0, 4, "afterwards")
}

func TestSchedutilRealTime(t *testing.T) {
	t.Parallel()
	r := seen(t, board{}, unlimited)
	c := r.k.CPU(0)
	r.to(r.k.Now() + 5*ms)
	before := r.domain(0).Target
	c.RQ.RT.NrRunning = 1
	r.event(0, 0, 0, sched.ReasonRT)
	r.wantOPP(0, before, "real-time work is queued: nothing has run yet")
	c.Curr = &sched.Task{Policy: sched.RR}
	r.to(r.k.Now() + 1*ms)
	r.event(0, 0, 0, sched.ReasonTick)
	r.wantOPP(0, 4, "a tick of real-time work")
	r.to(r.k.Now() + 1*ms)
	r.event(1, 50, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 4, "another CPU of the domain sees that sample")
	c.RQ.RT.NrRunning = 0
	r.to(r.k.Now() + 1*ms)
	r.event(0, 0, 0, sched.ReasonRT)
	r.wantOPP(0, 4, "its end, while it still runs")
	c.Curr = nil
	r.to(r.k.Now() + 1*ms)
	r.event(0, 20, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 0, "the next fair sample ends it")
}

// After real-time work the top stays if the fair f is exactly the one from before.
func TestSchedutilRepeatedRaw(t *testing.T) {
	t.Parallel()
	r := seen(t, board{}, unlimited)
	step := func(util uint64, why sched.Reason, want int, what string) {
		t.Helper()
		r.to(r.k.Now() + 1*ms)
		r.event(2, util, 1, why)
		r.wantOPP(1, want, what)
	}
	step(512, sched.ReasonEnqueueWake, 2, "687500 kHz")
	r.k.CPU(2).Curr = &sched.Task{Policy: sched.FIFO}
	step(512, sched.ReasonRT, 4, "real-time work")
	r.k.CPU(2).Curr = nil
	step(512, sched.ReasonTick, 4, "687500 kHz again: taken for no change")
	step(513, sched.ReasonTick, 2, "another f")
}

func TestSchedutilLimits(t *testing.T) {
	t.Parallel()
	r := seen(t, board{}, func(p *sched.Params) { p.RateLimitUS = 100_000 })
	base := r.k.Now()
	r.to(base + 200*ms)
	r.event(0, 447, 1, sched.ReasonEnqueueWake)
	d := r.domain(0)
	d.MaxOPP = 2
	r.apply(0, sched.Request{SetOPP: true, OPP: 2})
	r.event(0, 447, 1, sched.ReasonLimits)
	r.to(base + 201*ms)
	r.event(0, 447, 1, sched.ReasonTick)
	r.wantOPP(0, 2, "limited")
	d.MaxOPP = 4
	r.event(0, 447, 1, sched.ReasonLimits)
	r.wantOPP(0, 2, "not at once")
	r.to(base + 202*ms)
	r.event(0, 447, 1, sched.ReasonTick)
	r.wantOPP(0, 4, "the next event looks, whatever the rate limit")
}

// The ratio of utilisation to capacity decides between unequal CPUs on one clock.
func TestSchedutilOneClock(t *testing.T) {
	t.Parallel()
	r := seen(t, board{oneClock: true}, unlimited)
	r.to(r.k.Now() + 5*ms)
	r.event(2, 512, 1, sched.ReasonEnqueueWake) // half: 687500 kHz
	r.wantOPP(0, 2, "half a big CPU")
	r.event(0, 300, 1, sched.ReasonEnqueueWake) // 300/447: 922818 kHz
	r.wantOPP(0, 3, "two thirds of a LITTLE one")
	r.event(1, 200, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 3, "less than half: no matter")
}

// Without a rate limit, and with all samples fresh, the OPP is the lowest that
// gives 1.25 x the largest share.
func TestSchedutilLowestOPP(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := seen(t, board{oneClock: rapid.Bool().Draw(rt, "one clock")}, unlimited)
		var util [3]int64
		for range rapid.IntRange(1, 20).Draw(rt, "events") {
			cpu := energy.CPUID(rapid.IntRange(0, 2).Draw(rt, "cpu"))
			u := rapid.Uint64Range(0, 1100).Draw(rt, "util")
			c := r.k.CPU(cpu)
			util[cpu] = min(int64(u), c.CapacityOrig)
			r.event(cpu, u, 1, sched.ReasonEnqueueWake) // the clock stands still: no sample ages
			d := r.domain(c.Domain)
			var most int64
			for _, id := range d.CPUs {
				most = max(most, int64(d.Freqs[4])*5/4*util[id]/r.k.CPU(id).CapacityOrig)
			}
			khz := energy.KHz(most)
			if d.Target < 4 && d.Freqs[d.Target] < khz || d.Target > 0 && d.Freqs[d.Target-1] >= khz {
				rt.Fatalf("OPP %d for %d kHz, utilisations %v", d.Target, khz, util)
			}
		}
	})
}

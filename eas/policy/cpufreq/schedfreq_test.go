package cpufreq

import (
	"testing"

	"pgregory.net/rapid"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// quiet turns both throttles off.
func quiet(p *sched.Params) { p.UpThrottleUS, p.DownThrottleUS = 0, 0 }

func TestSchedFreqRequest(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		cpu  energy.CPUID
		util uint64
		opp  int
	}{
		// cfs = 0: any OPP will do.
		{"idle", 0, 0, 0},
		// cfs = 188 x 1024 / 447 = 430, total = 430 x 1280 / 1024 = 537,
		// 537 x 850000 >> 10 = 445752 kHz.
		{"below the first OPP", 0, 188, 0},
		// 190: cfs 435, total 543, 450732 kHz: just above 450000.
		{"just above the first OPP", 0, 190, 1},
		// 341: cfs 781, total 976, 810156 kHz: above 775000.
		{"fourth", 0, 341, 4},
		// 327: cfs 749, total 936, 776953 kHz; 326: cfs 746, total 932, 773632 kHz.
		{"third, above", 0, 327, 4},
		{"third, below", 0, 326, 3},
		// More than 80 % of the CPU asks for more than the top.
		{"past the top", 0, 447, 4},
		// A utilisation above the CPU's capacity counts as the capacity.
		{"clipped", 0, 900, 4},
		// cfs = 512, total = 640, 640 x 1100000 >> 10 = 687500 kHz.
		{"big, half", 2, 512, 2},
		// 334: cfs 334, total 417, 447949 kHz; 336: 420, 451171 kHz.
		{"big, first OPP", 2, 334, 0},
		{"big, second OPP", 2, 336, 1},
	} {
		r := newRig(t, board{}, NewSchedFreq(), quiet)
		r.event(tc.cpu, tc.util, 1, sched.ReasonEnqueueWake)
		r.wantOPP(r.k.CPU(tc.cpu).Domain, tc.opp, tc.name)
	}
}

func TestSchedFreqReasons(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), quiet)
	step := func(cpu energy.CPUID, util uint64, nr int, why sched.Reason, want int, what string) {
		t.Helper()
		r.to(r.k.Now() + 1*ms)
		r.event(cpu, util, nr, why)
		r.wantOPP(0, want, what)
	}
	r.wantOPP(0, 0, "a domain starts at its lowest OPP")
	step(0, 341, 1, sched.ReasonEnqueueNew, 4, "a new task")
	step(0, 100, 1, sched.ReasonMigrate, 4, "a move changes nothing")
	step(0, 200, 1, sched.ReasonDequeue, 1, "a task leaves, another stays")
	step(1, 326, 1, sched.ReasonEnqueueWake, 3, "the larger request counts")
	step(1, 326, 0, sched.ReasonLastLeft, 3, "the last task leaves without a change")
	step(0, 200, 1, sched.ReasonEnqueueWake, 3, "an equal request is no request")
	step(0, 203, 1, sched.ReasonEnqueueWake, 1, "the next one sees that CPU 1 is empty")
	step(0, 150, 0, sched.ReasonLastLeft, 1, "empty, without a change")
	step(1, 50, 1, sched.ReasonEnqueueWake, 0, "CPU 1 alone, needing little")
}

// When the last fair task leaves and a real-time one stays, the reason is that
// tasks are left; the fair request becomes 0 all the same (rq->cfs.nr_running).
func TestSchedFreqLastFairTask(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), quiet)
	r.event(0, 341, 1, sched.ReasonEnqueueWake)
	r.k.CPU(0).RQ.RT.NrRunning = 1
	r.event(0, 341, 1, sched.ReasonRT)
	r.event(0, 341, 0, sched.ReasonDequeue)
	r.wantOPP(0, 4, "no change at once")
	r.event(1, 50, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 0, "CPU 0 asks for nothing")
}

func TestSchedFreqThrottle(t *testing.T) {
	t.Parallel()
	// Latency 0: the up throttle is 500 us, the down throttle 50 ms.
	r := newRig(t, board{}, NewSchedFreq(), nil)
	r.to(10 * ms)
	r.event(0, 190, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "the first request is not throttled")
	r.to(10*ms + 100*us)
	r.event(0, 326, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "up, 100 us later, waits")
	r.to(10*ms + 499*us)
	r.wantOPP(0, 1, "still")
	r.to(10*ms + 500*us)
	r.wantOPP(0, 3, "up at the end of 500 us")
	r.to(20 * ms)
	r.event(0, 100, 1, sched.ReasonDequeue)
	r.to(40 * ms)
	r.event(0, 200, 1, sched.ReasonEnqueueWake)
	r.to(60*ms + 499*us)
	r.wantOPP(0, 3, "down waits for 50 ms")
	r.to(60*ms + 500*us)
	r.wantOPP(0, 1, "then the latest request counts")
}

// A request upwards that finds the thread asleep on the down throttle waits for
// it, and then for nothing else.
func TestSchedFreqUpBehindDown(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), nil)
	r.to(10 * ms)
	r.event(0, 326, 1, sched.ReasonEnqueueWake) // OPP 3
	r.to(20 * ms)
	r.event(0, 100, 1, sched.ReasonDequeue) // OPP 0 wanted; asleep until 60 ms
	r.to(21 * ms)
	r.event(0, 447, 1, sched.ReasonEnqueueWake) // OPP 4 wanted
	r.to(59 * ms)
	r.wantOPP(0, 3, "asleep")
	r.to(60 * ms)
	r.wantOPP(0, 4, "the latest request, at once")
}

// A request that was withdrawn while the thread slept leaves nothing to do.
func TestSchedFreqWithdrawn(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), nil)
	r.to(10 * ms)
	r.event(0, 326, 1, sched.ReasonEnqueueWake) // OPP 3
	r.to(20 * ms)
	r.event(0, 100, 1, sched.ReasonDequeue)
	r.to(30 * ms)
	r.event(0, 326, 1, sched.ReasonEnqueueWake)
	r.to(60 * ms)
	r.wantOPP(0, 3, "as before")
	// No change was made at 60 ms, so none is throttled by it.
	r.to(61 * ms)
	r.event(0, 100, 1, sched.ReasonDequeue)
	r.wantOPP(0, 0, "down at once, 51 ms after the last change")
}

func TestSchedFreqLatency(t *testing.T) {
	t.Parallel()
	// 1200 us for a change; the up throttle is as long, and begins when the new
	// clock is stable.
	r := newRig(t, board{latencyUS: 1200}, NewSchedFreq(), nil)
	r.to(10 * ms)
	r.event(0, 190, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "under way")
	r.to(10*ms + 500*us)
	r.event(0, 447, 1, sched.ReasonEnqueueWake)
	r.to(11*ms + 199*us)
	if d := r.domain(0); d.OPP != 0 || d.Target != 1 {
		t.Errorf("at 11.199 ms: OPP %d to %d, want 0 to 1", d.OPP, d.Target)
	}
	r.to(11*ms + 200*us)
	if d := r.domain(0); d.OPP != 1 || d.Target != 1 {
		t.Errorf("at 11.2 ms: OPP %d to %d, want 1", d.OPP, d.Target)
	}
	r.to(12*ms + 399*us)
	r.wantOPP(0, 1, "throttled for 1.2 ms more")
	r.to(12*ms + 400*us)
	r.wantOPP(0, 4, "then up")
}

// During a change the thread looks at nothing: when it is done, only the latest
// request counts, here one upwards after one downwards.
func TestSchedFreqTwoRequestsDuringChange(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{latencyUS: 1200}, NewSchedFreq(), nil)
	r.to(10 * ms)
	r.event(0, 190, 1, sched.ReasonEnqueueWake)
	r.to(10*ms + 200*us)
	r.event(0, 100, 1, sched.ReasonDequeue)
	r.to(10*ms + 400*us)
	r.event(0, 447, 1, sched.ReasonEnqueueWake)
	r.to(12*ms + 400*us)
	r.wantOPP(0, 4, "after the up throttle, not the down throttle")
}

func TestSchedFreqTick(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), quiet)
	r.event(0, 188, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 0, "one task of 188")
	// capacity_curr = 447 x (450000 << 10 / 850000 = 542) >> 10 = 236, and
	// 188 x 1280 >> 10 = 235; 189 x 1280 >> 10 = 236; 190 -> 237.
	r.to(4 * ms)
	r.event(0, 188, 1, sched.ReasonTick)
	r.wantOPP(0, 0, "inside the margin")
	r.event(0, 189, 1, sched.ReasonTick)
	r.wantOPP(0, 0, "exactly at it")
	r.event(0, 190, 1, sched.ReasonTick)
	r.wantOPP(0, 4, "past it: everything")
	r.event(0, 10, 1, sched.ReasonTick)
	r.wantOPP(0, 4, "at the top a tick asks for nothing")
	r.event(0, 191, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "until the next request")

	r = newRig(t, board{}, NewSchedFreq(), quiet)
	r.event(0, 188, 1, sched.ReasonEnqueueWake)
	r.event(1, 447, 1, sched.ReasonEnqueueWake)
	r.event(0, 400, 1, sched.ReasonTick) // at the top, where CPU 1 wants to be
	r.event(1, 10, 1, sched.ReasonDequeue)
	r.wantOPP(0, 0, "a tick at the top left CPU 0's request as it was")
}

func TestSchedFreqLimits(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), quiet)
	r.event(0, 447, 1, sched.ReasonEnqueueWake)
	d := r.domain(0)
	d.MaxOPP = 2
	r.apply(0, sched.Request{SetOPP: true, OPP: 2}) // the mechanism obeys at once
	r.event(0, 447, 1, sched.ReasonLimits)
	r.wantOPP(0, 2, "limited")
	// The request now counts from policy.max = 700000: 326 -> 932 x 700000 >> 10 =
	// 637109 kHz, OPP 2; 250 -> 572 x 1.25 = 715, 488769 kHz, OPP 1.
	r.event(0, 250, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "a smaller top makes a smaller frequency")
	d.MinOPP, d.MaxOPP = 3, 4
	r.apply(0, sched.Request{SetOPP: true, OPP: 3})
	r.event(0, 250, 1, sched.ReasonLimits)
	r.event(0, 10, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 3, "a floor")
	d.MinOPP = 0
	r.event(0, 10, 1, sched.ReasonLimits)
	r.wantOPP(0, 3, "lifting the limit changes nothing by itself")
	r.event(0, 11, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 0, "the next request does")

	// A limit also moves what the CPUs asked for before: 250 is 593505 kHz of
	// 850000, and 488769 of 700000.
	r = newRig(t, board{}, NewSchedFreq(), quiet)
	r.event(1, 250, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 2, "OPP 2")
	r.domain(0).MaxOPP = 2
	r.event(0, 0, 0, sched.ReasonLimits)
	r.event(1, 250, 1, sched.ReasonLimits)
	r.wantOPP(0, 2, "nothing moves at once")
	r.event(0, 10, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 1, "CPU 1's request under the limit")
}

func TestSchedFreqRealTime(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), quiet)
	rt := &r.k.CPU(0).RQ.RT
	rtTask := &sched.Task{Policy: sched.FIFO}
	r.to(100 * ms)
	rt.NrRunning = 1
	r.k.CPU(0).Curr = rtTask
	r.event(0, 0, 0, sched.ReasonRT)
	r.wantOPP(0, 0, "the start of real-time work asks for nothing")
	// 60 ms at full clock: 60e6 x 1024 / (500e6 + 100e6) = 102; total 127,
	// 105419 kHz, and less than capacity_curr = 236.
	rt.Avg = 60_000_000 * 1024
	r.event(0, 0, 0, sched.ReasonTick)
	r.wantOPP(0, 0, "10 % of the period")
	// It ends at 200 ms. 358 ms of 700: 523, total 653, 542041 kHz.
	r.to(200 * ms)
	rt.Avg = 358_000_000 * 1024
	rt.NrRunning = 0
	r.k.CPU(0).Curr = nil
	r.event(0, 0, 0, sched.ReasonRT)
	r.wantOPP(0, 1, "the end renews the request")
	// While it runs, a tick compares the share, in 1024ths of this CPU, with the
	// capacity of 302 that OPP 1 has in 1024ths of the biggest: 653 is more.
	rt.NrRunning = 1
	r.k.CPU(0).Curr = rtTask
	r.event(0, 0, 0, sched.ReasonRT)
	r.event(0, 0, 0, sched.ReasonTick)
	r.wantOPP(0, 4, "past the margin")
	rt.NrRunning = 0
	r.k.CPU(0).Curr = nil
	r.event(0, 0, 0, sched.ReasonRT)
	r.wantOPP(0, 4, "the tick's request stays until the next fair one")
	rt.Avg = 300_000_000 * 1024
	// A fair task wakes at 4.1 s: 150 -> 343, and rt has decayed by eight halvings:
	// 300e6 x 1024 / 256 / 600e6 = 2. (343 + 2) x 1.25 = 431.
	r.to(4100 * ms)
	r.event(0, 150, 1, sched.ReasonEnqueueWake)
	g := r.g.(*SchedFreq)
	if got := g.cpus[0]; got.rt != 2 || got.cfs != 343 || got.total != 431 {
		t.Errorf("rt %d cfs %d total %d, want 2 343 431", got.rt, got.cfs, got.total)
	}
}

func TestRTShare(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewSchedFreq(), nil)
	c := r.k.CPU(0)
	for _, tc := range []struct {
		name  string
		now   des.Time
		stamp des.Time
		avg   uint64
		want  int64
	}{
		{"none", 100 * ms, 0, 0, 0},
		{"all of the period", 100 * ms, 100 * ms, 500_000_000 * 1024, 1024},
		{"more than all", 200 * ms, 200 * ms, 900_000_000 * 1024, 1024},
		{"exactly one period is not halved", 800 * ms, 300 * ms, 500_000_000 * 1024, 512},
		// 250e6 x 1024 / (500e6 + 1) = 511.99.
		{"one ns more is", 800*ms + 1, 300 * ms, 500_000_000 * 1024, 511},
		{"long ago", 3000 * des.Second, 0, 500_000_000 * 1024, 0},
	} {
		r.k.AdvanceTo(tc.now)
		c.RQ.RT.Avg, c.RQ.RT.AgeStamp = tc.avg, tc.stamp
		if got := rtShare(r.k.View(), c); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
}

// The two clusters of a board with one clock are one domain: either moves both.
func TestSchedFreqOneClock(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{oneClock: true}, NewSchedFreq(), quiet)
	r.event(2, 512, 1, sched.ReasonEnqueueWake) // 687500 kHz
	r.wantOPP(0, 2, "the big CPU asks")
	r.event(0, 447, 1, sched.ReasonEnqueueWake)
	r.wantOPP(0, 4, "the LITTLE CPU is at its limit")
	r.event(2, 512, 0, sched.ReasonLastLeft)
	r.event(0, 40, 1, sched.ReasonDequeue)
	r.wantOPP(0, 0, "both need little")
}

// Without throttles the OPP is, after any request, the lowest that gives the
// largest total of the domain's CPUs. The oracle keeps the requests only.
func TestSchedFreqLowestOPP(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := newRig(t, board{oneClock: rapid.Bool().Draw(rt, "one clock")}, NewSchedFreq(), quiet)
		var total [3]int64
		for range rapid.IntRange(1, 30).Draw(rt, "events") {
			cpu := energy.CPUID(rapid.IntRange(0, 2).Draw(rt, "cpu"))
			util := rapid.Uint64Range(0, 1100).Draw(rt, "util")
			c := r.k.CPU(cpu)
			r.to(r.k.Now() + 1*ms)
			if rapid.Bool().Draw(rt, "leaves") {
				r.event(cpu, util, 0, sched.ReasonLastLeft)
				total[cpu] = 0
				continue
			}
			r.event(cpu, util, 1, sched.ReasonEnqueueWake)
			want := min(int64(util), c.CapacityOrig) * 1024 / c.CapacityOrig * 1280 / 1024
			if want == total[cpu] {
				continue // no request, the domain may be out of date
			}
			total[cpu] = want
			d := r.domain(c.Domain)
			var most int64
			for _, id := range d.CPUs {
				most = max(most, total[id])
			}
			khz := energy.KHz(most * int64(d.Freqs[4]) / 1024)
			if d.Target < 4 && d.Freqs[d.Target] < khz || d.Target > 0 && d.Freqs[d.Target-1] >= khz {
				rt.Fatalf("OPP %d for %d kHz", d.Target, khz)
			}
		}
	})
}

func TestSchedFreqThrottleParameters(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		latencyNS, param, want int64
	}{
		{0, sched.Scaled, 500_000},
		{1_200_000, sched.Scaled, 1_200_000},
		{1_200_000, 0, 0},
		{0, 70, 70_000},
	} {
		p := sched.DefaultParams()
		p.UpThrottleUS = tc.param
		if got := upThrottle(&p, &sched.FreqDomain{LatencyNS: tc.latencyNS}); got != tc.want {
			t.Errorf("latency %d ns, parameter %d: %d ns, want %d", tc.latencyNS, tc.param, got, tc.want)
		}
	}
}

package cpufreq

import (
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// The tick phase of a rig is 0, so the tick of jiffy j comes at (j - 1) x 4 ms; a
// window of 20 ms is five of them, and the slack of 80 ms twenty.

// begin lets a CPU start to run one task now.
func (r *rig) begin(cpu energy.CPUID) {
	r.event(cpu, 0, 1, sched.ReasonEnqueueWake)
	c := r.k.CPU(cpu)
	c.Curr, c.BusySince = &sched.Task{}, r.k.Now()
}

// end lets a CPU become idle now.
func (r *rig) end(cpu energy.CPUID) {
	r.event(cpu, 0, 0, sched.ReasonLastLeft)
	c := r.k.CPU(cpu)
	c.BusyNS += int64(r.k.Now() - c.BusySince)
	c.Curr = nil
}

// ticks moves the clock and delivers the ticks of the CPUs that run on the way.
func (r *rig) ticks(t des.Time) {
	for at := (r.k.Now()/(4*ms) + 1) * 4 * ms; at <= t; at += 4 * ms {
		r.to(at)
		for cpu := range energy.CPUID(3) {
			if r.k.CPU(cpu).Curr != nil {
				r.event(cpu, 0, 1, sched.ReasonTick)
			}
		}
	}
	r.to(t)
}

// work lets a CPU run for busy of every period, up to t.
func (r *rig) work(cpu energy.CPUID, busy, period, t des.Time) {
	for r.k.Now() < t {
		start := r.k.Now()
		r.begin(cpu)
		r.ticks(start + busy)
		r.end(cpu)
		r.to(start + period)
	}
}

func TestInteractiveFallsWhenIdle(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewInteractive(), nil)
	r.wantOPP(0, 4, "interactive leaves the frequency as it finds it")
	// The window ends at jiffy 1 + 5, its slack at jiffy 26: 100 ms.
	r.to(100*ms - 1)
	r.wantOPP(0, 4, "nobody looks while the CPUs sleep")
	r.to(100 * ms)
	r.wantOPP(0, 0, "the slack timer does")
	r.wantOPP(1, 0, "in every domain")
	if r.timers[0] != des.Never {
		t.Errorf("timer at %v, want none: at the lowest OPP nothing holds the frequency up", r.timers[0])
	}
}

func TestInteractiveBurst(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewInteractive(), nil)
	r.to(200 * ms)
	r.begin(0) // the window is overdue, so it is judged at once; the next ends at 220 ms
	r.ticks(220*ms - 1)
	r.wantOPP(0, 0, "within the window")
	r.ticks(220 * ms)
	r.wantOPP(0, 4, "load 100 goes to hispeed, the top")
	// The CPU is at the top and needs it: no window until it has been idle.
	r.ticks(410 * ms)
	r.wantOPP(0, 4, "busy at the top")
	r.end(0) // a window from jiffy 103 to 108, slack until 128: 508 ms
	r.to(508*ms - 1)
	r.wantOPP(0, 4, "asleep")
	r.to(508 * ms)
	r.wantOPP(0, 0, "the slack timer again")
}

func TestInteractiveTargetLoad(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		busy des.Time // of every 20 ms
		opp  int
	}{
		// At 850000 kHz. 25 %: 850000 x 25 / 90 = 236111.
		{"25 %", 5 * ms, 0},
		// 50 %: 472222 kHz.
		{"50 %", 10 * ms, 1},
		// 65 %: 613888 kHz.
		{"65 %", 13 * ms, 2},
		// 75 %: 708333 kHz.
		{"75 %", 15 * ms, 3},
		// 85 %: 802777 kHz.
		{"85 %", 17 * ms, 4},
	} {
		r := newRig(t, board{}, NewInteractive(), nil)
		r.to(4 * ms)
		r.work(0, tc.busy, 20*ms, 84*ms)
		r.wantOPP(0, 4, tc.name+": min_sample_time holds the frequency for 80 ms")
		// CPU 1 holds the domain up to its own slack, at 100 ms.
		r.work(0, tc.busy, 20*ms, 124*ms)
		r.wantOPP(0, tc.opp, tc.name)
	}
}

func TestInteractiveAboveHispeed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		delay int64 // us
		up    des.Time
	}{
		{20_000, 240 * ms}, {20_001, 260 * ms}, {40_000, 260 * ms}, {40_001, 280 * ms},
	} {
		r := newRig(t, board{}, NewInteractive(), func(p *sched.Params) {
			p.HispeedFreq, p.AboveHispeedDelay = 575_000, tc.delay
		})
		r.to(200 * ms)
		r.begin(0)
		r.ticks(220 * ms)
		r.wantOPP(0, 1, "the first jump is to hispeed")
		r.ticks(tc.up - 1)
		r.wantOPP(0, 1, "the delay")
		r.ticks(tc.up)
		r.wantOPP(0, 2, "575000 x 100 / 90 = 638888 kHz") // then 777777 and 944444
		r.ticks(tc.up + 200*ms)
		r.wantOPP(0, 4, "one window after the other")
	}
}

func TestInteractiveGoHispeedLoad(t *testing.T) {
	t.Parallel()
	// 80 % at 450000 kHz: 400000 kHz would do, but a load of 80 is a burst here.
	r := newRig(t, board{}, NewInteractive(), func(p *sched.Params) { p.GoHispeedLoad = 80 })
	r.to(200 * ms)
	r.work(0, 16*ms, 20*ms, 224*ms)
	r.wantOPP(0, 4, "a load of 80 % is enough")
	// 79 %, by 15.8 ms in 20.
	r = newRig(t, board{}, NewInteractive(), func(p *sched.Params) { p.GoHispeedLoad = 80 })
	r.to(200 * ms)
	r.work(0, 15_800*us, 20*ms, 224*ms)
	r.wantOPP(0, 0, "79 % is not: 395000 kHz")
}

func TestInteractiveMinSampleTime(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewInteractive(), func(p *sched.Params) { p.MinSampleTime = 30_000 })
	r.to(200 * ms)
	r.begin(0)
	r.ticks(222 * ms) // to the top at 220 ms
	r.end(0)
	r.work(0, 1*ms, 10*ms, 250*ms-1)
	r.wantOPP(0, 4, "held since 220 ms")
	r.work(0, 1*ms, 10*ms, 270*ms)
	r.wantOPP(0, 0, "let go")
}

// While a change is under way, the old clock counts.
func TestInteractiveLatency(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{latencyUS: 10_000}, NewInteractive(), func(p *sched.Params) { p.HispeedFreq = 575_000 })
	r.to(200 * ms)
	r.begin(0)
	r.ticks(220 * ms)
	if d := r.domain(0); d.OPP != 0 || d.Target != 1 {
		t.Fatalf("OPP %d to %d, want 0 to 1", d.OPP, d.Target)
	}
	// 10 ms at 450000 and 10 ms at 575000 kHz: 512500 kHz, a load of 89.
	r.ticks(240 * ms)
	r.wantOPP(0, 1, "512500 x 100 / 90 = 569444 kHz")
	r.ticks(260 * ms)
	r.wantOPP(0, 2, "a whole window at 575000 kHz")
}

// The highest target of a domain's CPUs counts.
func TestInteractiveTwoCPUs(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewInteractive(), nil)
	r.to(200 * ms)
	r.begin(0)
	r.begin(1)
	r.ticks(220 * ms)
	r.wantOPP(0, 4, "both busy")
	r.end(0)
	r.ticks(500 * ms)
	r.wantOPP(0, 4, "CPU 1 needs it")
	if g := r.g.(*Interactive); g.cpus[0].target != 0 {
		t.Errorf("CPU 0 has target %d, want 0 from its slack timer", g.cpus[0].target)
	}
	r.end(1)
	r.to(700 * ms)
	r.wantOPP(0, 0, "nobody does")
}

func TestInteractiveLimits(t *testing.T) {
	t.Parallel()
	for _, latency := range []int64{0, 1200} {
		r := newRig(t, board{latencyUS: latency}, NewInteractive(), nil)
		limit := func(top int) {
			d := r.domain(0)
			d.MaxOPP = top
			r.apply(0, sched.Request{SetOPP: true, OPP: min(d.OPP, top)})
			for _, cpu := range d.CPUs {
				r.event(cpu, 0, r.k.CPU(cpu).RQ.NrRunning, sched.ReasonLimits)
			}
		}
		r.to(200 * ms)
		r.begin(0)
		r.ticks(240 * ms)
		r.wantOPP(0, 4, "busy")
		limit(2)
		r.wantOPP(0, 2, "limited")
		r.ticks(250 * ms)
		limit(4)
		r.wantOPP(0, 2, "lifted; nothing asks for more yet")
		r.ticks(268*ms - 1)
		r.wantOPP(0, 2, "a new window since 250 ms")
		r.ticks(268 * ms)
		r.wantOPP(0, 4, "a load of 100")
		if got := r.g.(*Interactive).domains[0].opp; latency == 0 && got != 4 {
			t.Errorf("accounts at OPP %d, want 4", got)
		}
	}
}

// With no latency too, what was done before a change counts at the old clock, on
// every CPU of the domain.
func TestInteractiveChangeInsideAWindow(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewInteractive(), func(p *sched.Params) { p.HispeedFreq = 575_000 })
	r.to(200 * ms)
	r.begin(0)
	r.ticks(208 * ms)
	r.begin(1) // its window ends at 228 ms
	r.ticks(220 * ms)
	r.wantOPP(0, 1, "CPU 0 is busy")
	r.ticks(224 * ms)
	r.end(1)
	r.to(228 * ms)
	r.begin(1)
	// 12 ms at 450000 and 4 ms at 575000 of 20 ms: 385000 kHz, 427777 at 90 %.
	// All at 575000: 460000 kHz, a load of 102.
	if got := r.g.(*Interactive).cpus[1].target; got != 0 {
		t.Errorf("CPU 1 has target %d, want 0", got)
	}
}

// A load that is high enough for hispeed_freq keeps the CPU there, even if less
// would do.
func TestInteractiveStaysAtHispeed(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{}, NewInteractive(), func(p *sched.Params) {
		p.HispeedFreq, p.GoHispeedLoad, p.MinSampleTime = 700_000, 50, 0
	})
	r.to(200 * ms)
	for end := 224 * ms; end <= 304*ms; end += 20 * ms {
		r.work(0, 12*ms, 20*ms, end)
		r.wantOPP(0, 2, "60 %, for which 466666 kHz would do") // 700000 x 60 / 90
	}
}

// A new request waits for the change under way.
func TestInteractiveOneChangeAtATime(t *testing.T) {
	t.Parallel()
	r := newRig(t, board{latencyUS: 10_000}, NewInteractive(), nil)
	r.to(200 * ms)
	r.begin(0)
	r.ticks(222 * ms)
	r.end(0) // opens a window
	if got := r.g.(*Interactive).domains[0].settle; got != 230*ms {
		t.Errorf("settles at %v, want 230ms", got)
	}
}

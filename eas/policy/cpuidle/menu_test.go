package cpuidle

import (
	"testing"

	"pgregory.net/rapid"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

const never = int64(des.Never)

// selected is an answer of Select.
type selected struct {
	state    int
	stopTick bool
}

// choose asks a menu whose CPU 0 remembers h, and correction factor f in every
// bucket (0: unity).
func choose(k *sched.Kernel, h history, f int64, timer, tick int64, stopped bool) selected {
	m := NewMenu()
	d := m.cpu(k.View(), k.CPU(0))
	d.recent = h
	for b := range d.correction {
		if f != 0 {
			d.correction[b] = f
		}
	}
	state, stop := m.Select(k.View(), k.CPU(0), timer, tick, stopped)
	return selected{state, stop}
}

func TestMenuSelect(t *testing.T) {
	t.Parallel()
	every := func(x uint32) history { return historyOf(x, x, x, x, x, x, x, x) }
	for _, tc := range []struct {
		name        string
		h           history
		f           int64
		timer, tick int64
		stopped     bool
		want        selected
	}{
		// Nothing known, factor 1: predicted = time to the timer.
		{"timer in 10 ms", historyOf(), 0, 10 * ms, 3 * ms, false, selected{2, true}},
		{"no timer at all", historyOf(), 0, never, 3 * ms, false, selected{2, true}},
		// The early exit: the timer comes before state 1 pays. WFI does not poll, so
		// the tick may stop.
		{"timer in 1.9 ms", historyOf(), 0, 1900 * us, 3 * ms, false, selected{0, true}},
		// 2.2 ms pays for state 1 (2 ms), not for 2 (2.5 ms). Below a tick: the tick
		// goes on, and the next event is the timer itself, 2.2 ms away.
		{"timer in 2.2 ms", historyOf(), 0, 2200 * us, 3 * ms, false, selected{1, false}},
		// As before, but the tick comes in 1 ms: state 1 would not pay.
		{"tick in 1 ms", historyOf(), 0, 2200 * us, 1 * ms, false, selected{0, false}},
		// 3.9 ms pays for state 2; the tick in 2.1 ms allows only state 1.
		{"tick in 2.1 ms", historyOf(), 0, 3900 * us, 2100 * us, false, selected{1, false}},
		// Factor 1/2: 5 ms -> 2.5 ms, exactly state 2, below a tick.
		{"factor one half", historyOf(), unity / 2, 5 * ms, 3 * ms, false, selected{2, false}},
		// 4.998 ms x 4096/8192 = 2.499 ms: state 1.
		{"just below", historyOf(), unity / 2, 4998 * us, 3 * ms, false, selected{1, false}},
		// 4.999 ms x 1/2 = 2499.5 us rounds to 2500 us: state 2.
		{"rounded up", historyOf(), unity / 2, 4999 * us, 3 * ms, false, selected{2, false}},
		// Eight sleeps of 600 us: predicted 600 us although the timer is far.
		{"typical 600 us", every(600), 0, 100 * ms, 3 * ms, false, selected{0, false}},
		// The tick is stopped: 600 us is not trusted, the timer in 100 ms counts.
		{"typical 600 us, no tick", every(600), 0, 100 * ms, never, true, selected{2, true}},
		// A typical sleep of a tick or more is trusted: 5 ms pays for both.
		{"typical 5 ms", every(5000), 0, 100 * ms, 3 * ms, false, selected{2, true}},
		// Typical 10 us: the timer is not looked at, half a tick stands for the event.
		{"typical 10 us", every(10), 0, 5 * us, 3 * ms, false, selected{0, false}},
		// With the tick stopped it is looked at: 5 us, before state 1 pays.
		{"typical 10 us, no tick", every(10), 0, 5 * us, never, true, selected{0, true}},
		{"typical 10 us, no tick, far timer", every(10), 0, 100 * ms, never, true, selected{2, true}},
	} {
		k := newMachine(t, junoStates, sched.DefaultParams())
		if got := choose(k, tc.h, tc.f, tc.timer, tc.tick, tc.stopped); got != tc.want {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

// Deep states whose residency exceeds a tick, as on boards with slow firmware.
var slowStates = []energy.IdleState{
	{Name: "WFI", Level: energy.IdleCore, ExitUS: 1, ResidencyUS: 1},
	{Name: "off", Level: energy.IdleCore, ExitUS: 3000, ResidencyUS: 20_000},
}

func TestMenuKeepsTheTickBeforeALongState(t *testing.T) {
	t.Parallel()
	k := newMachine(t, slowStates, sched.DefaultParams())
	for _, tc := range []struct {
		name        string
		factor      int64
		timer, tick int64
		stopped     bool
		want        selected
	}{
		// 22 ms x 1/2 = 11 ms: more than a tick, too short for "off". The answer is
		// shallow, so the tick goes on and menu is asked again.
		{"predicted 11 ms", unity / 2, 22 * ms, 3 * ms, false, selected{0, false}},
		// The same once the tick is stopped: WFI could last 22 ms, "off" fits that.
		{"predicted 11 ms, no tick", unity / 2, 22 * ms, never, true, selected{1, true}},
		// 19 ms fits nothing deeper: the early exit.
		{"timer in 19 ms", unity, 19 * ms, 3 * ms, false, selected{0, true}},
		{"timer in 21 ms", unity, 21 * ms, 3 * ms, false, selected{1, true}},
	} {
		if got := choose(k, historyOf(), tc.factor, tc.timer, tc.tick, tc.stopped); got != tc.want {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

// Without a tick a sleep predicted to last a tick or more is believed: a state of
// that length is no trap that a too deep one must spring.
func TestMenuBelievesALongSleep(t *testing.T) {
	t.Parallel()
	states := []energy.IdleState{slowStates[0], {Level: energy.IdleCore, ExitUS: 500, ResidencyUS: 5000}, slowStates[1]}
	k := newMachine(t, states, sched.DefaultParams())
	h := historyOf(6000, 6000, 6000, 6000, 6000, 6000, 6000, 6000)
	if got := choose(k, h, 0, 100*ms, never, true); got != (selected{1, true}) {
		t.Errorf("typical 6 ms, timer in 100 ms, no tick: %+v, want state 1", got)
	}
}

func TestMenuLatencyLimit(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		limit int64 // us
		want  int
	}{
		{0, 0}, {1, 0}, {1199, 0}, {1200, 2}, {5000, 2},
	} {
		p := sched.DefaultParams()
		p.IdleLatencyReqUS = tc.limit
		k := newMachine(t, junoStates, p)
		if got := choose(k, historyOf(), 0, 100*ms, 3*ms, false); got.state != tc.want {
			t.Errorf("limit %d us: state %d, want %d", tc.limit, got.state, tc.want)
		}
	}
	// A limit that leaves the first state only is an early exit: the tick may stop
	// although the sleep is short.
	p := sched.DefaultParams()
	p.IdleLatencyReqUS = 1199
	if got := choose(newMachine(t, junoStates, p), history{}, 0, 2200*us, 3*ms, false); got != (selected{0, true}) {
		t.Errorf("limit 1199 us, timer in 2.2 ms: %+v, want state 0 without tick", got)
	}
	// The prediction limits the exit latency too, while the tick runs: 2.2 ms would
	// pay for this state by residency, but it takes 2.3 ms to leave.
	odd := []energy.IdleState{junoStates[0], {Level: energy.IdleCore, ExitUS: 2300, ResidencyUS: 2000}}
	k := newMachine(t, odd, sched.DefaultParams())
	if got := choose(k, historyOf(), 0, 2200*us, 3*ms, false); got != (selected{0, false}) {
		t.Errorf("exit latency above the prediction: %+v, want state 0", got)
	}
	if got := choose(k, historyOf(), 0, 2200*us, never, true); got != (selected{1, true}) {
		t.Errorf("the same without a tick: %+v, want state 1", got)
	}
}

func TestMenuReflect(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name      string
		timer     int64
		state     int
		residency int64
		byTick    bool
		bucket    int
		factor    int64 // after, from unity 8192: 8192 - 1024 + gain
		interval  uint32
	}{
		// 11.2 ms - 1.2 ms exit = 10 ms of 20 ms: gain 1024/2.
		{"half of the time", 20 * ms, 2, 11200 * us, false, 4, 7168 + 512, 10_000},
		// 2 x exit is not exceeded: 2.4 ms counts half. 1024 x 1.2 / 20 = 61.44.
		{"hardly entered", 20 * ms, 2, 2400 * us, false, 4, 7168 + 61, 1200},
		// Longer than the timer said: cut to T, gain 1024.
		{"late", 20 * ms, 1, 30 * ms, false, 4, 8192, 20_000},
		// The tick woke it though the timer was further than a tick: 45 ms, cut to T.
		{"woken by the tick", 20 * ms, 0, 4 * ms, true, 4, 8192, 20_000},
		// 1024 x 45 / 200 = 230.4.
		{"woken by the tick, far timer", 200 * ms, 0, 4 * ms, true, 5, 7168 + 230, 45_000},
		// The timer was within a tick: measured as it is, 2 ms - 1 us of 3 ms.
		{"woken by the tick, near timer", 3 * ms, 0, 2 * ms, true, 3, 7168 + 682, 1999},
		// 50 ms or more is as good as right.
		{"long", 200 * ms, 2, 60 * ms, false, 5, 8192, 58_800},
		// T = 0: as good as right.
		{"timer due", 0, 0, 10 * us, false, 0, 8192, 0},
		// The buckets by decade of us.
		{"9 us", 9 * us, 0, 9 * us, false, 0, 7168 + 910, 8},
		{"10 us", 10 * us, 0, 10 * us, false, 1, 7168 + 921, 9},
		{"100 us", 100 * us, 0, 100 * us, false, 2, 7168 + 1013, 99},
	} {
		k := newMachine(t, junoStates, sched.DefaultParams())
		m := NewMenu()
		m.Select(k.View(), k.CPU(0), tc.timer, 3*ms, false)
		m.Reflect(k.View(), k.CPU(0), tc.state, tc.residency, tc.byTick)
		d := &m.cpus[0]
		if d.bucket != tc.bucket || d.correction[d.bucket] != tc.factor || d.recent.lengths[0] != tc.interval {
			t.Errorf("%s: bucket %d factor %d interval %d, want %d %d %d", tc.name,
				d.bucket, d.correction[d.bucket], d.recent.lengths[0], tc.bucket, tc.factor, tc.interval)
		}
	}
}

// While sleeps are typically very short, the timer is not looked at: what comes
// then is learned in the last bucket as a bad guess of an infinite time.
func TestMenuUnknownTimer(t *testing.T) {
	t.Parallel()
	k := newMachine(t, junoStates, sched.DefaultParams())
	m := NewMenu()
	m.cpu(k.View(), k.CPU(0)).recent = historyOf(10, 10, 10, 10, 10, 10, 10, 10)
	m.Select(k.View(), k.CPU(0), 3*ms, 3*ms, false)
	m.Reflect(k.View(), k.CPU(0), 0, 100*us, false)
	if d := &m.cpus[0]; d.correction[5] != 7168 || d.correction[3] != unity || d.recent.lengths[0] != 99 {
		t.Errorf("factors %v, interval %d; want 7168 in the last bucket only, 99 us", d.correction, d.recent.lengths[0])
	}
}

// CPUs learn separately.
func TestMenuPerCPU(t *testing.T) {
	t.Parallel()
	k := newMachine(t, junoStates, sched.DefaultParams())
	m := NewMenu()
	for range 16 {
		m.Select(k.View(), k.CPU(0), 100*ms, 3*ms, false)
		m.Reflect(k.View(), k.CPU(0), 0, 600*us, false)
	}
	s0, _ := m.Select(k.View(), k.CPU(0), 100*ms, 3*ms, false)
	s1, _ := m.Select(k.View(), k.CPU(1), 100*ms, 3*ms, false)
	if s0 != 0 || s1 != 2 {
		t.Errorf("states %d and %d; want 0 on the CPU of short sleeps, 2 on the other", s0, s1)
	}
}

// Whatever menu has learned: it never stays in a state longer than that pays if
// the prediction holds, except where it says so; a later timer never makes it
// choose a shallower state; and a stopped tick is never asked for.
func TestMenuProperties(t *testing.T) {
	t.Parallel()
	k := newMachine(t, junoStates, sched.DefaultParams())
	rapid.Check(t, func(rt *rapid.T) {
		var h history
		base := rapid.Uint32Range(0, 60_000).Draw(rt, "base")
		for range nrRecent {
			h.add(base + rapid.Uint32Range(0, 200).Draw(rt, "x"))
		}
		f := rapid.Int64Range(1, unity).Draw(rt, "factor")
		tick := rapid.Int64Range(0, 4*ms).Draw(rt, "tick")
		timer := rapid.Int64Range(0, 120*ms).Draw(rt, "timer")
		stopped := rapid.Bool().Draw(rt, "stopped")
		if stopped {
			tick = never
		}
		m := NewMenu()
		d := m.cpu(k.View(), k.CPU(0))
		d.recent = h
		for b := range d.correction {
			d.correction[b] = f
		}
		predicted, event := d.predict(timer, tick, m.tick, stopped)
		state, stop := m.Select(k.View(), k.CPU(0), timer, tick, stopped)
		residency := junoStates[state].ResidencyUS * us
		if state > 0 && residency > predicted && !(stopped && residency <= event) {
			rt.Fatalf("state %d needs %d ns, predicted %d, stopped %v", state, residency, predicted, stopped)
		}
		if state > 0 && residency > event && !stop {
			rt.Fatalf("state %d needs %d ns, the next event is in %d and the tick runs", state, residency, event)
		}
		if stopped && !stop {
			rt.Fatalf("asks for a tick that is stopped")
		}
		// The same memory in one decade, so in one bucket, and a later timer.
		later := timer + rapid.Int64Range(0, 1*ms).Draw(rt, "later")
		if bucketOf(later) == bucketOf(timer) && timer < 2*ms == (later < 2*ms) {
			if deeper, _ := m.Select(k.View(), k.CPU(0), later, tick, stopped); deeper < state {
				rt.Fatalf("timer %d: state %d, timer %d: state %d", timer, state, later, deeper)
			}
		}
	})
}

func TestMenuFactorStaysInRange(t *testing.T) {
	t.Parallel()
	k := newMachine(t, junoStates, sched.DefaultParams())
	rapid.Check(t, func(rt *rapid.T) {
		m := NewMenu()
		for range rapid.IntRange(1, 60).Draw(rt, "sleeps") {
			timer := rapid.Int64Range(0, 300*ms).Draw(rt, "timer")
			s, _ := m.Select(k.View(), k.CPU(0), timer, 2*ms, rapid.Bool().Draw(rt, "stopped"))
			m.Reflect(k.View(), k.CPU(0), s, rapid.Int64Range(0, 400*ms).Draw(rt, "slept"), rapid.Bool().Draw(rt, "tick"))
		}
		for _, f := range m.cpus[0].correction {
			if f < 1 || f > unity {
				rt.Fatalf("factor %d is outside 1..%d", f, unity)
			}
		}
	})
}

func BenchmarkMenu(b *testing.B) {
	k := newMachine(b, junoStates, sched.DefaultParams())
	m, v, c := NewMenu(), k.View(), k.CPU(0)
	b.ReportAllocs()
	i := int64(0)
	for b.Loop() {
		i++
		s, _ := m.Select(v, c, (3+i*7%40)*ms, 2*ms, false)
		m.Reflect(v, c, s, (1+i*13%35)*ms, false)
	}
}

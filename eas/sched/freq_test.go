package sched

import (
	"testing"

	"easim/eas/des"
	"easim/energy"
)

// The big domain of Juno r2 is 1: 600, 1000 and 1200 MHz, 1450 us a change. The
// A72's rates are 512, 853.333 and 1024 (524288, 873813 and 1048576 in 1/1024).

func freqMachine(t *testing.T, gov *answers, work des.Time) *machine {
	t.Helper()
	m := newMachine(t, setup{
		edit:  func(c *Config) { c.Governor = gov },
		steps: map[string][]func(*Kernel, *Task) Op{"a": {run(work)}},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	m.gov = gov
	return m
}

func opp(i int) Request { return Request{SetOPP: true, OPP: i} }

// onTick answers for CPU 1 at the n-th tick.
func onTick(at map[int]Request) *answers {
	n := 0
	return &answers{event: func(_ View, cpu energy.CPUID, why Reason) Request {
		if cpu != 1 || why != ReasonTick {
			return Request{}
		}
		n++
		return at[n]
	}}
}

// TestTransitionMovesCompletion: 10 ms of work at the top; the change asked for
// at 4 ms is done at 5.45 ms. 4.55 ms of work are left, at half speed 9.1 ms.
func TestTransitionMovesCompletion(t *testing.T) {
	m := freqMachine(t, onTick(map[int]Request{1: opp(0)}), 10*des.Millisecond)
	m.runTo(t, 30*des.Millisecond)
	checkLines(t, m.lines("freq", "exit"), []string{"5.45ms freq 1 opp 0", "14.55ms exit a"})
	check(t, "OPP", m.CPU(2).OPP, 0)
	check(t, "OPP of the other domain", m.CPU(0).OPP, 2)
	check(t, "freq_scale, 600/1200", m.CPU(2).FreqScale, 512)
}

// TestRequestDuringTransition waits for the end of the one under way, and the
// last request wins.
func TestRequestDuringTransition(t *testing.T) {
	m := freqMachine(t, onTick(map[int]Request{1: opp(0)}), 50*des.Millisecond)
	m.runTo(t, 4*des.Millisecond)
	m.applyRequest(1, opp(1))
	m.applyRequest(1, opp(2))
	m.runTo(t, 30*des.Millisecond)
	checkLines(t, m.lines("freq"), []string{"5.45ms freq 1 opp 0", "6.9ms freq 1 opp 2"})
	check(t, "target", m.domains[1].Target, 2)

	// A request that returns to the present clock needs no second transition.
	m = freqMachine(t, onTick(map[int]Request{1: opp(0), 2: opp(1), 3: opp(1)}), 50*des.Millisecond)
	m.domains[1].LatencyNS = 5_000_000
	m.runTo(t, 40*des.Millisecond)
	checkLines(t, m.lines("freq"), []string{"9ms freq 1 opp 0", "14ms freq 1 opp 1"})
}

// TestFreqScaleAtBegin: freq_scale is written before the driver changes the clock
// (cpufreq_freq_transition_begin), so that the scheduler believes in the new frequency
// for the whole transition. The clock, the rate of work and the trace event follow at
// its end.
func TestFreqScaleAtBegin(t *testing.T) {
	m := newMachine(t, setup{})
	m.runTo(t, 0)
	c := m.CPU(1)
	m.applyRequest(1, opp(0))
	check(t, "freq_scale during the transition", c.FreqScale, 512)
	check(t, "the clock during the transition", c.OPP, 2)
	m.applyRequest(1, opp(1))
	check(t, "freq_scale while a request waits", c.FreqScale, 512)
	m.runTo(t, 1450*des.Microsecond) // the first one is over, the second begins
	check(t, "freq_scale in the second transition", c.FreqScale, 853)
	check(t, "the clock", c.OPP, 0)
	// A limit in mid-transition counts at once, and the OPP is that under way.
	m.SetFreqLimits(1, 0, 1_000_000)
	check(t, "freq_scale under the limit", c.FreqScale, 1024)
	m.runTo(t, 10*des.Millisecond)
	checkLines(t, m.lines("freq"), []string{"1.45ms freq 1 opp 0", "2.9ms freq 1 opp 1"})
	check(t, "freq_scale at the end", c.FreqScale, 1024)
}

// TestInstantTransition: without latency the clock changes in the request. 4 ms
// at the top, then 6 ms of work left at half speed.
func TestInstantTransition(t *testing.T) {
	gov := onTick(map[int]Request{1: opp(0)})
	m := newMachine(t, setup{
		edit: func(c *Config) {
			c.Governor = gov
			c.Params.TransitionLatency = 0
		},
		steps: map[string][]func(*Kernel, *Task) Op{"a": {run(10 * des.Millisecond)}},
		start: func(k *Kernel) { k.Spawn(pinned("a", 1)) },
	})
	m.runTo(t, 30*des.Millisecond)
	checkLines(t, m.lines("freq", "exit"), []string{"4ms freq 1 opp 0", "16ms exit a"})
}

// TestRequestIsClamped to the allowed range, and one for the present OPP changes
// nothing.
func TestRequestIsClamped(t *testing.T) {
	m := freqMachine(t, onTick(map[int]Request{1: opp(-3), 2: opp(99), 3: opp(99)}), 50*des.Millisecond)
	m.domains[1].MinOPP = 1
	m.runTo(t, 30*des.Millisecond)
	checkLines(t, m.lines("freq"), []string{"5.45ms freq 1 opp 1", "9.45ms freq 1 opp 2"})
}

// TestGovernorTimer is per domain, replaced by a later answer and cancelled by
// des.Never.
func TestGovernorTimer(t *testing.T) {
	gov := &answers{start: Request{SetTimer: true, At: 2 * des.Millisecond}}
	m := freqMachine(t, gov, 50*des.Millisecond)
	gov.timer = func(v View, d int) Request {
		switch len(gov.timers) {
		case 1:
			return Request{SetTimer: true, At: 5 * des.Millisecond}
		case 2:
			return Request{SetTimer: true, At: des.Millisecond} // the past: now
		case 3:
			return Request{SetTimer: true, At: 6 * des.Millisecond}
		}
		return Request{SetTimer: true, At: des.Never}
	}
	m.runTo(t, 30*des.Millisecond)
	// Both domains started one for 2 ms.
	want := []des.Time{2, 2, 2, 5, 6}
	if len(gov.timers) != len(want) {
		t.Fatalf("called at %v", gov.timers)
	}
	for i := range want {
		check(t, "call", gov.timers[i], want[i]*des.Millisecond)
	}
}

// TestGovernorReasons in the life of one task beside another on its CPU.
func TestGovernorReasons(t *testing.T) {
	gov := &answers{}
	m := newMachine(t, setup{
		edit: func(c *Config) { c.Governor = gov },
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {run(des.Millisecond), sleep(des.Millisecond), run(des.Millisecond)},
			"b": {run(des.Microsecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("b", 1))
		},
	})
	m.runTo(t, 3900*des.Microsecond)
	want := []Reason{
		ReasonEnqueueNew, ReasonEnqueueNew, ReasonDequeue, ReasonLastLeft, ReasonEnqueueWake, ReasonLastLeft,
	}
	if len(gov.events) != len(want) {
		t.Fatalf("reasons %v, want %v", gov.events, want)
	}
	for i := range want {
		check(t, "reason", gov.events[i], want[i])
	}
	m.runTo(t, 4*des.Millisecond)
	check(t, "a tick on every CPU, idle ones without idle states too", len(gov.events), len(want)+6)
}

func TestSetFreqLimits(t *testing.T) {
	for _, tt := range []struct {
		min, max energy.KHz
		lo, hi   int
	}{
		{0, 0, 0, 2},
		{0, 1_000_000, 0, 1},
		{0, 999_999, 0, 0},
		{0, 1, 0, 0}, // below the lowest: the lowest
		{600_001, 0, 1, 2},
		{1_200_000, 0, 2, 2},
		{9_000_000, 0, 2, 2},       // above the highest: the highest
		{1_200_000, 600_000, 0, 0}, // contradiction: the maximum wins
		{700_000, 1_100_000, 1, 1}, // one is left
		{700_000, 999_999, 0, 0},   // none is left
	} {
		m := freqMachine(t, &answers{}, des.Millisecond)
		m.SetFreqLimits(1, tt.min, tt.max)
		check(t, "MinOPP", m.domains[1].MinOPP, tt.lo)
		check(t, "MaxOPP", m.domains[1].MaxOPP, tt.hi)
		check(t, "told once for each CPU", len(m.gov.events), 2)
		check(t, "why", m.gov.events[0], ReasonLimits)
		m.runTo(t, 10*des.Millisecond)
		check(t, "OPP is in the range", m.CPU(1).OPP, min(2, tt.hi))
	}
}

// TestLimitsDuringTransition: a transition under way to an OPP that is no longer
// allowed is followed by one back into the range, even if nobody asks.
func TestLimitsDuringTransition(t *testing.T) {
	m := freqMachine(t, &answers{start: opp(0)}, 50*des.Millisecond)
	m.runTo(t, 2*des.Millisecond) // the last event was at 1.45 ms: at OPP 0
	m.applyRequest(1, opp(2))     // done at 2.9 ms
	m.SetFreqLimits(1, 0, 1_000_000)
	m.runTo(t, 30*des.Millisecond)
	checkLines(t, with(m.lines("freq"), "freq 1"), []string{
		"1.45ms freq 1 opp 0", "2.9ms freq 1 opp 2", "4.35ms freq 1 opp 1",
	})
}

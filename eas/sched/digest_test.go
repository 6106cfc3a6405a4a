package sched

import (
	"math/bits"
	"testing"

	"easim/eas/des"
)

// digestRun has two tasks on CPU 1 that take turns.
func digestRun(t *testing.T, edit func(*Config), work des.Time) *machine {
	t.Helper()
	m := newMachine(t, setup{
		edit: edit,
		steps: map[string][]func(*Kernel, *Task) Op{
			"a": {run(work), sleep(3 * des.Millisecond), run(work)},
			"b": {run(5 * des.Millisecond), sleep(des.Millisecond), run(5 * des.Millisecond)},
		},
		start: func(k *Kernel) {
			k.Spawn(pinned("a", 1))
			k.Spawn(pinned("b", 1))
		},
	})
	if err := m.RunUntil(50 * des.Millisecond); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestDigests(t *testing.T) {
	base := digestRun(t, nil, 2*des.Millisecond)
	again := digestRun(t, func(c *Config) { c.Tracer = Tracer{} }, 2*des.Millisecond)
	check(t, "events, unwatched", again.Events(), base.Events())
	check(t, "digest, unwatched", again.Digest(), base.Digest())
	check(t, "schedule digest, unwatched", again.ScheduleDigest(), base.ScheduleDigest())

	m := digestRun(t, nil, 2*des.Millisecond+1)
	if m.Digest() == base.Digest() || m.ScheduleDigest() == base.ScheduleDigest() {
		t.Error("one ns of work more, and a digest is the same")
	}
	// Ticks at other times change the events, not the decisions of this class.
	m = digestRun(t, func(c *Config) { c.Params.TickPhaseNS = 1 }, 2*des.Millisecond)
	if m.Digest() == base.Digest() {
		t.Error("other tick times, and the digest of events is the same")
	}
	check(t, "schedule digest with other ticks", m.ScheduleDigest(), base.ScheduleDigest())
}

// TestTickPhase is drawn from the seed within one period, unless it is given.
func TestTickPhase(t *testing.T) {
	phase := func(seed uint64) des.Time {
		m := newMachine(t, setup{edit: func(c *Config) {
			c.Seed = seed
			c.Params.TickPhaseNS = Scaled
		}})
		return m.tickPhase
	}
	seen := map[des.Time]bool{}
	for seed := range uint64(20) {
		p := phase(seed)
		if p < 0 || p >= 4*des.Millisecond || p != phase(seed) {
			t.Errorf("seed %d: phase %v", seed, p)
		}
		seen[p] = true
	}
	if len(seen) < 20 {
		t.Errorf("20 seeds gave %d phases", len(seen))
	}
	m := newMachine(t, setup{edit: func(c *Config) { c.Params.TickPhaseNS = 9_000_000 }})
	check(t, "given, modulo the period", m.tickPhase, des.Millisecond)
	check(t, "jiffies before the first tick", m.Jiffies(), 0)
	m.AdvanceTo(des.Millisecond)
	check(t, "jiffies at it", m.Jiffies(), 1)
	m.AdvanceTo(5*des.Millisecond - 1)
	check(t, "jiffies before the second", m.Jiffies(), 1)
}

// TestMix changes about half of the 64 bits for any bit of its input.
func TestMix(t *testing.T) {
	for i := range 64 {
		h := mix(mix(mix(1, 2), 3), 4)
		g := mix(mix(mix(1, 2^1<<i), 3), 4)
		if n := bits.OnesCount64(h ^ g); n < 12 {
			t.Errorf("bit %d: only %d bits differ", i, n)
		}
	}
}

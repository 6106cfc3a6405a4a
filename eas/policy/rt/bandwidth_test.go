package rt

import (
	"testing"

	"pgregory.net/rapid"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// runUntil advances in steps of 10 ms, with a tick at each and the period timer
// at whole seconds.
func (m *machine) runUntil(end des.Time) {
	for m.k.Now() < end {
		m.advance(10 * des.Millisecond)
		if m.k.Now()%des.Second == 0 && m.r.periodArmed {
			m.r.Period(m.k)
			m.settle()
		}
		m.tick()
	}
}

// TestThrottling: without sharing a hog gets 950 ms of each second. The ticks are
// 10 ms apart, so it runs until 960 ms and pays the 10 ms next time.
func TestThrottling(t *testing.T) {
	m := newMachine(t, func(c *sched.Config) { c.Features = c.Features.With(sched.RTRuntimeShare, false) })
	hog := m.start(m.task(0, sched.FIFO, 50, 0))
	c := m.cpu(0)
	m.runUntil(950 * des.Millisecond)
	m.wantRuns(0, hog)
	m.runUntil(960 * des.Millisecond)
	m.wantRuns(0, nil)
	if !c.IdleCPU() {
		t.Error("a throttled CPU is not idle")
	}
	other := m.task(0, sched.FIFO, 60, 0)
	m.wakeHere(other, 1) // queued, but not runnable
	m.wantRuns(0, nil)
	m.runUntil(des.Second)
	m.wantRuns(0, other)
	m.sleep(0)
	m.wantRuns(0, hog)
	m.runUntil(1940 * des.Millisecond)
	m.wantRuns(0, hog)
	m.runUntil(1950 * des.Millisecond)
	m.wantRuns(0, nil)
	if got := hog.RT.SumExec; got != int64(1910*des.Millisecond) {
		t.Errorf("ran %d ns", got)
	}
}

// TestDebtOfAWholeBudget: what is left must be less than a budget.
func TestDebtOfAWholeBudget(t *testing.T) {
	m := newMachine(t, func(c *sched.Config) { c.Features = c.Features.With(sched.RTRuntimeShare, false) })
	q := &m.cpu(0).RQ.RT
	for debt, throttled := range map[int64]bool{2*q.Runtime - 1: false, 2 * q.Runtime: true} {
		q.Throttled, q.Time = true, debt
		m.r.Period(m.k)
		if q.Throttled != throttled {
			t.Errorf("debt %d: throttled %v", debt, q.Throttled)
		}
	}
}

// TestSharing: a lone hog borrows the 50 ms it lacks from the others, and is
// never throttled.
func TestSharing(t *testing.T) {
	m := newMachine(t, nil)
	hog := m.start(m.task(0, sched.FIFO, 50, 0))
	m.runUntil(3 * des.Second)
	m.wantRuns(0, hog)
	if got := hog.RT.SumExec; got != int64(3*des.Second) {
		t.Errorf("ran %d ns of 3 s", got)
	}
	var sum int64
	for id := range m.fair {
		sum += m.cpu(energy.CPUID(id)).RQ.RT.Runtime
	}
	if sum != 5*int64(950*des.Millisecond) {
		t.Errorf("budgets sum to %d", sum)
	}
	// CPU 1 lends first: a fifth of its 950 ms would be 190 ms, 50 are enough.
	if got := m.cpu(1).RQ.RT.Runtime; got != int64(900*des.Millisecond) {
		t.Errorf("CPU 1 keeps %d", got)
	}
}

// TestPeriodTimer: it starts with the first task, at a multiple of the period,
// and runs while there is work or debt.
func TestPeriodTimer(t *testing.T) {
	m := newMachine(t, func(c *sched.Config) { c.Features = c.Features.With(sched.RTRuntimeShare, false) })
	m.r.booted, m.r.periodArmed = false, false
	m.advance(300 * des.Millisecond)
	m.start(m.task(0, sched.FIFO, 50, 0))
	if at := m.nextEvent(); at != des.Second || !m.r.periodArmed {
		t.Fatalf("first period ends at %v", at)
	}
	if got := m.r.Period(m.k); got != 2*des.Second {
		t.Errorf("next period at %v", got)
	}
	m.advance(300 * des.Millisecond)
	m.sleep(0) // 1 s used, of which a period pays 950 ms
	if got := m.r.Period(m.k); got == des.Never {
		t.Error("the timer stops with a debt of 50 ms")
	}
	if got := m.r.Period(m.k); got != des.Never || m.r.periodArmed {
		t.Errorf("next period at %v, want never", got)
	}
}

// nextEvent moves the clock to the machine's next event and returns its time.
func (m *machine) nextEvent() (at des.Time) {
	defer func() {
		if recover() != nil { // AdvanceTo refuses to pass it, but has come to it
			at = m.k.Now()
		}
	}()
	m.advance(100 * des.Second)
	return m.k.Now()
}

// TestUnlimited: -1, and a runtime of the whole period, never throttle.
func TestUnlimited(t *testing.T) {
	for _, runtime := range []int64{-1, 1_000_000} {
		m := newMachine(t, func(c *sched.Config) { c.Params.RTRuntimeUS = runtime })
		m.r.booted, m.r.periodArmed = false, false
		hog := m.start(m.task(0, sched.FIFO, 50, 0))
		m.runUntil(3 * des.Second)
		m.wantRuns(0, hog)
		if m.r.periodArmed {
			t.Error("the period timer runs")
		}
	}
}

// TestLaws drives the machine at random; settle checks the laws of the queues.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(t, func(c *sched.Config) {
			c.Params.RTRuntimeUS = 50_000
			c.Params.RTPeriodUS = 100_000
		})
		var ran, busy des.Time
		cpu := rapid.Custom(func(t *rapid.T) energy.CPUID { return energy.CPUID(rapid.IntRange(0, 4).Draw(t, "cpu")) })
		rt.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				ran = 0
				for id := range m.fair {
					m.r.Charge(m.k, m.cpu(energy.CPUID(id)))
				}
				m.settle()
				for _, task := range m.tasks {
					ran += des.Time(task.RT.SumExec)
				}
				if ran != busy {
					t.Fatalf("tasks ran %v, CPUs were busy %v", ran, busy)
				}
			},
			"new": func(t *rapid.T) {
				if len(m.tasks) == 15 {
					return
				}
				var allowed []energy.CPUID
				if rapid.Bool().Draw(t, "pinned") {
					allowed = append(allowed, cpu.Draw(t, "allowed"))
				}
				id := cpu.Draw(t, "cpu")
				if allowed != nil {
					id = allowed[0]
				}
				p := rapid.SampledFrom([]sched.Policy{sched.FIFO, sched.RR}).Draw(t, "policy")
				m.wake(m.task(id, p, rapid.IntRange(1, 5).Draw(t, "priority"), allowed...), id)
			},
			"wake": func(t *rapid.T) {
				if len(m.tasks) == 0 {
					return
				}
				if task := rapid.SampledFrom(m.tasks).Draw(t, "task"); !task.OnRQ {
					m.wake(task, cpu.Draw(t, "waker"))
				}
			},
			"sleep": func(t *rapid.T) {
				if id := cpu.Draw(t, "cpu"); m.cpu(id).Curr != nil {
					m.sleep(id)
				}
			},
			"advance": func(t *rapid.T) {
				d := des.Time(rapid.IntRange(0, 20_000_000).Draw(t, "ns"))
				for id := range m.fair {
					if m.cpu(energy.CPUID(id)).Curr != nil {
						busy += d
					}
				}
				m.advance(d)
			},
			"tick": func(*rapid.T) { m.tick() },
			"period": func(*rapid.T) {
				m.r.Period(m.k)
				m.r.periodArmed = true // by hand: no timer may stand in the way of advance
				m.settle()
			},
		})
	})
}

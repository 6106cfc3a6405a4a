package fair

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"easim/eas/sched"
)

// checkQueue verifies what must hold of a CPU's fair queue after every step.
func checkQueue(m *machine, id int) error {
	c := m.cpu(id)
	q := &c.RQ.CFS
	var weight, nr uint64
	for _, t := range m.tasks {
		if t.SE.OnRQ != t.OnRQ {
			return fmt.Errorf("task %d: entity queued %v, task %v", t.ID, t.SE.OnRQ, t.OnRQ)
		}
		if t.SE.OnRQ && t.CPU == c.ID {
			weight += t.Weight
			nr++
		}
	}
	if q.LoadWeight != weight || uint64(q.NrRunning) != nr {
		return fmt.Errorf("weight %d of %d tasks, want %d of %d", q.LoadWeight, q.NrRunning, weight, nr)
	}
	queued := q.Timeline.Len()
	if q.Curr != nil {
		queued++
	}
	if queued != q.NrRunning || q.Curr != c.Curr {
		return fmt.Errorf("%d in the timeline with current %v, want %d", q.Timeline.Len(), q.Curr, q.NrRunning)
	}
	for i := 1; i < q.Timeline.Len(); i++ {
		if a, b := q.Timeline.At(i-1), q.Timeline.At(i); a.SE.Vruntime > b.SE.Vruntime {
			return fmt.Errorf("timeline: %d before %d", a.SE.Vruntime, b.SE.Vruntime)
		}
	}
	for _, buddy := range []*sched.Task{q.Next, q.Last, q.Skip} {
		if buddy != nil && (!buddy.SE.OnRQ || buddy.CPU != c.ID) {
			return fmt.Errorf("buddy %d is not on the queue", buddy.ID)
		}
	}
	return nil
}

// TestQueueLaws drives two CPUs at random.
func TestQueueLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(t, []int{593, 1024}, func(c *sched.Config) {
			c.Features = c.Features.With(sched.NextBuddy, rapid.Bool().Draw(rt, "next buddy"))
		})
		cpu := rapid.IntRange(0, 1)
		task := rapid.Custom(func(t *rapid.T) *sched.Task { return rapid.SampledFrom(m.tasks).Draw(t, "task") })
		m.fork(0, sched.Normal, 0)
		floor := []int64{math.MinInt64, math.MinInt64}
		var busy int64
		rt.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				for id := range floor {
					if err := checkQueue(m, id); err != nil {
						t.Fatalf("CPU %d: %v", id, err)
					}
					v := m.cpu(id).RQ.CFS.MinVruntime
					if v < floor[id] {
						t.Fatalf("CPU %d: min_vruntime fell from %d to %d", id, floor[id], v)
					}
					floor[id] = v
				}
				if ran := m.ran(); ran != busy {
					t.Fatalf("tasks ran %d ns, CPUs were busy %d ns", ran, busy)
				}
			},
			"advance": func(t *rapid.T) {
				ns := rapid.Int64Range(0, 30_000_000).Draw(t, "ns")
				for id := range floor {
					if m.cpu(id).Curr != nil {
						busy += ns
					}
				}
				m.advance(ns)
			},
			"fork": func(t *rapid.T) {
				if len(m.tasks) < 20 {
					p := rapid.SampledFrom([]sched.Policy{sched.Normal, sched.Normal, sched.Batch, sched.IdlePolicy})
					m.fork(cpu.Draw(t, "cpu"), p.Draw(t, "policy"), rapid.IntRange(minNice, maxNice).Draw(t, "nice"))
				}
			},
			"tick":    func(t *rapid.T) { m.tick(cpu.Draw(t, "cpu")) },
			"sleep":   func(t *rapid.T) { m.sleep(cpu.Draw(t, "cpu")) },
			"wake":    func(t *rapid.T) { m.wake(task.Draw(t, "task"), cpu.Draw(t, "cpu")) },
			"migrate": func(t *rapid.T) { m.migrate(task.Draw(t, "task"), cpu.Draw(t, "cpu")) },
			"yield":   func(t *rapid.T) { m.yield(cpu.Draw(t, "cpu")) },
		})
	})
}

// ran is the run time of all tasks, charged up to now.
func (m *machine) ran() (sum int64) {
	for id := range m.scheduled {
		m.f.Charge(m.k, m.cpu(id))
	}
	for _, t := range m.tasks {
		sum += t.SE.SumExec
	}
	return sum
}

// TestWeightsShareTheCPU: over a long time hogs run in proportion to their
// weights. A task that woke or was forked may be ahead by less than a period,
// and a tick comes up to 4 ms late.
func TestWeightsShareTheCPU(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(t, []int{1024}, nil)
		var total uint64
		for range rapid.IntRange(2, 6).Draw(rt, "tasks") {
			total += m.fork(0, sched.Normal, rapid.IntRange(-4, 4).Draw(rt, "nice")).Weight
		}
		const ticks, tick = 5000, 4_000_000
		for range ticks {
			m.advance(tick)
			m.tick(0)
		}
		m.ran()
		for _, task := range m.tasks {
			want := float64(ticks*tick) * float64(task.Weight) / float64(total)
			if got := float64(task.SE.SumExec); math.Abs(got-want) > 60_000_000 {
				rt.Errorf("nice %d ran %.1f ms of %d, want %.1f", task.Nice, got/1e6, ticks*tick/1_000_000, want/1e6)
			}
		}
	})
}

// TestEqualsAlternate: two equal hogs are never further apart than a slice and
// the tick that ends it.
func TestEqualsAlternate(t *testing.T) {
	m := newMachine(t, []int{1024}, nil)
	a, b := m.fork(0, sched.Normal, 0), m.fork(0, sched.Normal, 0)
	bound := slice(m.k.Params(), &m.cpu(0).RQ.CFS, a) + 4_000_000
	for range 1000 {
		m.advance(4_000_000)
		m.tick(0)
		if d := a.SE.SumExec - b.SE.SumExec; d > bound || d < -bound {
			t.Fatalf("at %v: %d and %d ns", m.k.Now(), a.SE.SumExec, b.SE.SumExec)
		}
	}
}

// TestSleeperCredit: however long it slept, a task comes back half a period in
// front of the queue at most; a short sleep gives nothing.
func TestSleeperCredit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		gentle := rapid.Bool().Draw(rt, "gentle")
		m := newMachine(t, []int{1024}, func(c *sched.Config) {
			c.Features = c.Features.With(sched.GentleFairSleepers, gentle)
		})
		sleeper := m.fork(0, sched.Normal, 0)
		m.fork(0, sched.Normal, 0)
		m.advance(1_000_000)
		m.sleep(0)
		slept := sleeper.SE.Vruntime
		m.advance(rapid.Int64Range(0, 1e9).Draw(rt, "sleep"))
		m.wake(sleeper, 0)
		credit := m.k.Params().SchedLatencyNS
		if gentle {
			credit /= 2
		}
		if want := max(slept, m.cpu(0).RQ.CFS.MinVruntime-credit); sleeper.SE.Vruntime != want {
			rt.Fatalf("vruntime %d, want %d", sleeper.SE.Vruntime, want)
		}
	})
}

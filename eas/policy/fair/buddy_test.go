package fair

import (
	"testing"

	"easim/eas/sched"
)

// crowd returns a machine with so many tasks on its CPU that buddies are set;
// the first is current.
func crowd(t *testing.T, next bool) *machine {
	m := newMachine(t, []int{1024}, func(c *sched.Config) { c.Features = c.Features.With(sched.NextBuddy, next) })
	for range 8 {
		m.fork(0, sched.Normal, 0)
	}
	return m
}

func TestLastBuddyIsThePreempted(t *testing.T) {
	for _, tc := range []struct {
		name   string
		policy sched.Policy
		off    bool // the current task is leaving: a new-idle balance pulled t
		few    bool
		want   bool
	}{
		{name: "preempted", want: true},
		{name: "an idle task has no friends", policy: sched.IdlePolicy},
		{name: "leaving", off: true},
		{name: "few tasks", few: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := crowd(t, false)
			c := m.cpu(0)
			woken, curr := m.tasks[1], c.Curr
			curr.Policy, curr.SE.OnRQ = tc.policy, !tc.off
			woken.SE.Vruntime = curr.SE.Vruntime - 10_000_000
			if tc.few {
				c.RQ.CFS.NrRunning = 7
			}
			if !m.f.Preempts(m.k, c, woken, 0) {
				t.Fatal("does not preempt")
			}
			if got := c.RQ.CFS.Last == curr; got != tc.want {
				t.Errorf("last buddy %v, want %v", got, tc.want)
			}
		})
	}
}

// TestNextBuddyFeature: whoever wakes into a crowd runs next, unless it is a
// SCHED_IDLE task or was just forked.
func TestNextBuddyFeature(t *testing.T) {
	for _, tc := range []struct {
		name   string
		policy sched.Policy
		flags  sched.Flags
		want   bool
	}{
		{name: "normal", want: true},
		{name: "batch", policy: sched.Batch, want: true},
		{name: "idle", policy: sched.IdlePolicy},
		{name: "forked", flags: sched.WakeFork},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := crowd(t, true)
			c, woken := m.cpu(0), m.tasks[1]
			woken.Policy = tc.policy
			c.RQ.CFS.Next = nil
			if m.f.Preempts(m.k, c, woken, tc.flags) {
				t.Fatal("preempts its equal")
			}
			if got := c.RQ.CFS.Next == woken; got != tc.want {
				t.Errorf("next buddy %v, want %v", got, tc.want)
			}
		})
	}
}

// TestSliceOverEndsFavours: a task that had its slice is not picked again as a
// buddy; one that is only ahead in virtual time keeps the wish.
func TestSliceOverEndsFavours(t *testing.T) {
	for _, ms := range []int64{2, 7} {
		m := newMachine(t, []int{1024}, nil) // a period of 6 ms, a slice of 3
		curr, other := m.fork(0, sched.Normal, 0), m.fork(0, sched.Normal, 0)
		q := &m.cpu(0).RQ.CFS
		q.Next, q.Last = curr, curr
		q.Timeline.Remove(other)
		other.SE.Vruntime -= 5_000_000
		q.Timeline.Insert(other)
		m.advance(ms * 1_000_000)
		if !m.f.Tick(m.k, m.cpu(0), curr) {
			t.Fatalf("after %d ms: no reschedule", ms)
		}
		if kept, want := q.Next == curr && q.Last == curr, ms < 3; kept != want {
			t.Errorf("after %d ms: buddies kept %v, want %v", ms, kept, want)
		}
	}
}

// TestYieldCharges: before a yield the time so far is charged, but not for a
// batch task, which put_prev charges anyway.
func TestYieldCharges(t *testing.T) {
	for policy, want := range []int64{sched.Normal: 1_000_000, sched.Batch: 0} {
		m := newMachine(t, []int{1024}, nil)
		curr := m.fork(0, sched.Policy(policy), 0)
		m.fork(0, sched.Normal, 0)
		q := &m.cpu(0).RQ.CFS
		q.Next = curr
		m.advance(1_000_000)
		m.f.Yield(m.k, m.cpu(0))
		if curr.SE.SumExec != want || q.Skip != curr || q.Next != nil {
			t.Errorf("policy %d: charged %d, want %d; skip %v next %v", policy, curr.SE.SumExec, want, q.Skip, q.Next)
		}
	}
}

package stats

import (
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

const us = des.Time(1000)

// story plays a small run: task 0 is the launcher, task 1 wakes at 100 µs, runs
// at 130, is preempted at 400 by task 2 (woken at 390) and moved.
func story(tr sched.Tracer) {
	tr.TaskNew(0, 0, "main")
	tr.TaskNew(0, 1, "ui")
	tr.TaskNew(0, 2, "audio")
	tr.SchedWakeup(100*us, 1, 0, false)
	tr.SchedSwitch(130*us, 0, sched.NoTask, 1, false)
	tr.Overutilized(200*us, true)
	tr.Overutilized(210*us, true)
	tr.SchedWakeup(390*us, 2, 0, false)
	tr.SchedSwitch(400*us, 0, 1, 2, true)
	tr.SchedMigrate(450*us, 1, 0, 1, sched.MigrateBalance)
	tr.NohzKick(460*us, 0, 1)
	tr.Balance(470*us, 1, 0, sched.CPUIdle)
	tr.SchedSwitch(500*us, 1, sched.NoTask, 1, false)
	tr.Overutilized(600*us, false)
}

func TestStory(t *testing.T) {
	t.Parallel()
	s := New()
	story(s.Tracer())
	s.Finish(1000 * us)
	want := Counters{
		Switches: 3, Wakeups: 2, Migrations: Migrations{Balance: 1},
		OverutilizedNS: 400_000, TippingCrossings: 1, NohzKicks: 1, BalancePasses: 1,
	}
	if got := s.Counters(); got != want {
		t.Errorf("counters %+v, want %+v", got, want)
	}
	ui := s.Task(1)
	if ui.Name != "ui" || ui.Wakeups != 1 || ui.Switches != 2 || ui.Preempted != 1 || ui.Migrations != 1 {
		t.Errorf("ui: %s wakeups %d switches %d preempted %d migrations %d",
			ui.Name, ui.Wakeups, ui.Switches, ui.Preempted, ui.Migrations)
	}
	if n, m := ui.Latency.Count(), ui.Latency.Max(); n != 1 || m != 30_000 {
		t.Errorf("ui latency: %d values, max %d ns, want 1 and 30000: running again after preemption is no wake-up", n, m)
	}
	if m := s.Task(2).Latency.Max(); m != 10_000 {
		t.Errorf("audio latency max %d ns, want 10000", m)
	}
}

// TestLatencyFromWaking: the latency begins when the task is woken, not when a CPU
// that had to wake up queues it; a new task has nothing but the latter.
func TestLatencyFromWaking(t *testing.T) {
	t.Parallel()
	s := New()
	tr := s.Tracer()
	tr.TaskNew(0, 0, "far")
	tr.TaskNew(0, 1, "new")
	tr.SchedWaking(100*us, 0, 3)
	tr.SchedWakeup(1300*us, 0, 3, false)
	tr.SchedSwitch(1310*us, 3, sched.NoTask, 0, false)
	tr.SchedWakeup(1400*us, 1, 3, true)
	tr.SchedSwitch(1430*us, 3, 0, 1, true)
	if n, m := s.Task(0).Latency.Count(), s.Task(0).Latency.Max(); n != 1 || m != 1_210_000 {
		t.Errorf("far: %d latencies, max %d ns, want 1 and 1210000", n, m)
	}
	if m := s.Task(1).Latency.Max(); m != 30_000 {
		t.Errorf("new: max %d ns, want 30000", m)
	}
	if got := s.Counters().Wakeups; got != 2 {
		t.Errorf("%d wake-ups, want 2: each counts once", got)
	}
}

// TestWindow cuts the story at 395 µs: the time above the tipping point is split,
// and a wake-up before the window whose task runs inside it gives a latency.
func TestWindow(t *testing.T) {
	t.Parallel()
	s := New()
	tr := s.Tracer()
	tr.TaskNew(0, 0, "ui")
	tr.Overutilized(100*us, true)
	tr.SchedWakeup(380*us, 0, 0, false)
	s.Reset(395 * us)
	tr.SchedSwitch(400*us, 0, sched.NoTask, 0, false)
	s.Finish(500 * us)
	tr.SchedSwitch(600*us, 0, 0, sched.NoTask, false)
	tr.SchedWakeup(700*us, 0, 0, false)
	tr.Overutilized(800*us, false)
	s.Finish(900 * us)
	want := Counters{Switches: 1, OverutilizedNS: 105_000}
	if got := s.Counters(); got != want {
		t.Errorf("counters %+v, want %+v", got, want)
	}
	if got := s.Task(0); got.Wakeups != 0 || got.Latency.Max() != 20_000 {
		t.Errorf("wakeups %d latency %d ns, want 0 and 20000", got.Wakeups, got.Latency.Max())
	}
}

func TestMigrationReasons(t *testing.T) {
	t.Parallel()
	s := New()
	tr := s.Tracer()
	tr.TaskNew(0, 0, "a")
	for why := sched.MigrateWakeup; why <= sched.MigrateAffinity; why++ {
		for range int(why) + 1 {
			tr.SchedMigrate(0, 0, 0, 1, why)
		}
	}
	m := s.Counters().Migrations
	if want := (Migrations{Wakeup: 1, Fork: 2, Balance: 3, Active: 4, RT: 5, Affinity: 6}); m != want {
		t.Errorf("migrations %+v, want %+v", m, want)
	}
	if m.Total() != 21 || s.Task(0).Migrations != 21 {
		t.Errorf("total %d, task %d, want 21", m.Total(), s.Task(0).Migrations)
	}
}

func TestActiveBalance(t *testing.T) {
	s := New()
	tr := s.Tracer()
	tr.ActiveBalance(0, 0, 1, sched.NoTask)
	tr.ActiveBalance(1, 0, 1, 0)
	tr.ActiveBalance(2, 0, 1, sched.NoTask)
	s.Finish(3)
	tr.ActiveBalance(4, 0, 1, sched.NoTask)
	if got := s.Counters().ActiveRefused; got != 2 {
		t.Errorf("%d refused pushes, want 2", got)
	}
}

func TestNoAllocation(t *testing.T) {
	s := New()
	tr := s.Tracer()
	tr.TaskNew(0, 0, "a")
	at := des.Time(0)
	n := testing.AllocsPerRun(100, func() {
		at += 10 * us
		tr.SchedWakeup(at, 0, 0, false)
		tr.SchedSwitch(at+us, 0, sched.NoTask, 0, false)
		tr.SchedMigrate(at+us, 0, 0, energy.CPUID(1), sched.MigrateActive)
		tr.Overutilized(at, at%(20*us) == 0)
		tr.SchedSwitch(at+2*us, 0, 0, sched.NoTask, false)
	})
	if n != 0 {
		t.Errorf("%v allocations an event round, want 0", n)
	}
}

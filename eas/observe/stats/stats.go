package stats

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// Counters are the sums over the whole machine.
type Counters struct {
	Switches         int64 // context switches, those to and from the idle task included
	Wakeups          int64
	Migrations       Migrations
	OverutilizedNS   int64 // time above the tipping point
	TippingCrossings int64 // times that the system rose above the tipping point
	NohzKicks        int64
	BalancePasses    int64
	ActiveRefused    int64 // active balances that found no task to push
}

// Migrations counts moves between CPUs by who moved the task.
type Migrations struct {
	Wakeup   int64 // placement of a waking task
	Fork     int64 // placement of a new task
	Balance  int64 // pulled by a load balance
	Active   int64 // pushed by an active balance
	RT       int64 // pushed or pulled by the real-time class
	Affinity int64 // its CPU was no longer allowed
}

// Total is the number of all migrations.
func (m *Migrations) Total() int64 {
	return m.Wakeup + m.Fork + m.Balance + m.Active + m.RT + m.Affinity
}

func (m *Migrations) add(why sched.MigrateReason) {
	switch why {
	case sched.MigrateWakeup:
		m.Wakeup++
	case sched.MigrateFork:
		m.Fork++
	case sched.MigrateBalance:
		m.Balance++
	case sched.MigrateActive:
		m.Active++
	case sched.MigrateRT:
		m.RT++
	case sched.MigrateAffinity:
		m.Affinity++
	}
}

// Task are the sums of one task.
type Task struct {
	Name       string
	Wakeups    int64
	LastWakeup des.Time // if Wakeups is not 0
	Migrations int64
	Switches   int64 // times it was put on a CPU
	Preempted  int64 // times it was taken off while still runnable

	// Latency is the time from a wake-up to running, one value a wake-up; it is
	// counted when the task runs. It begins when the task is woken (sched_waking),
	// which may be before it is queued.
	Latency Histogram
}

// Stats counts the events of one run. Make it with [New], hand [Stats.Tracer] to
// the machine before it starts, and bracket the measured time with [Stats.Reset]
// and [Stats.Finish].
type Stats struct {
	sum    Counters
	tasks  []*Task
	woken  []des.Time // when a task that waits to run was woken; des.Never if none does
	over   bool
	since  des.Time // of over, or the window's start
	closed bool
}

// New returns empty statistics, counting from time 0.
func New() *Stats { return &Stats{} }

// Tracer returns the probes that feed the statistics.
func (s *Stats) Tracer() sched.Tracer {
	return sched.Tracer{
		SchedSwitch:  s.schedSwitch,
		SchedWaking:  s.schedWaking,
		SchedWakeup:  s.schedWakeup,
		SchedMigrate: s.schedMigrate,
		TaskNew:      s.taskNew,
		Overutilized: s.overutilized,
		NohzKick:     s.nohzKick,
		Balance:      s.balance,

		ActiveBalance: s.activeBalance,
	}
}

// Reset starts the window at time at: the sums become 0, the state stays.
func (s *Stats) Reset(at des.Time) {
	s.sum, s.since, s.closed = Counters{}, at, false
	for _, t := range s.tasks {
		*t = Task{Name: t.Name}
	}
}

// Finish ends the window at time at. What the probes report later is not
// counted; a second Finish does nothing.
func (s *Stats) Finish(at des.Time) {
	if s.closed {
		return
	}
	s.addOver(at)
	s.closed = true
}

// Counters returns the sums of the window.
func (s *Stats) Counters() Counters { return s.sum }

// Tasks returns the number of tasks created so far, the launcher included.
func (s *Stats) Tasks() int { return len(s.tasks) }

// Task returns the sums of a task; they go on changing until Finish.
func (s *Stats) Task(id sched.TaskID) *Task { return s.tasks[id] }

func (s *Stats) addOver(at des.Time) {
	if s.over && !s.closed {
		s.sum.OverutilizedNS += int64(at - s.since)
	}
	s.since = at
}

func (s *Stats) taskNew(_ des.Time, t sched.TaskID, name string) {
	for len(s.tasks) <= int(t) {
		s.tasks = append(s.tasks, &Task{})
		s.woken = append(s.woken, des.Never)
	}
	s.tasks[t].Name = name
}

func (s *Stats) schedWaking(at des.Time, t sched.TaskID, _ energy.CPUID) { s.woken[t] = at }

func (s *Stats) schedWakeup(at des.Time, t sched.TaskID, _ energy.CPUID, _ bool) {
	s.woken[t] = min(s.woken[t], at) // a new task has no sched_waking
	if s.closed {
		return
	}
	s.sum.Wakeups++
	s.tasks[t].Wakeups++
	s.tasks[t].LastWakeup = at
}

func (s *Stats) schedSwitch(at des.Time, _ energy.CPUID, prev, next sched.TaskID, prevRunnable bool) {
	woken := des.Never
	if next != sched.NoTask {
		woken = s.woken[next]
		s.woken[next] = des.Never
	}
	if s.closed {
		return
	}
	s.sum.Switches++
	if prev != sched.NoTask && prevRunnable {
		s.tasks[prev].Preempted++
	}
	if next == sched.NoTask {
		return
	}
	s.tasks[next].Switches++
	if woken != des.Never {
		s.tasks[next].Latency.Add(int64(at - woken))
	}
}

func (s *Stats) schedMigrate(_ des.Time, t sched.TaskID, _, _ energy.CPUID, why sched.MigrateReason) {
	if s.closed {
		return
	}
	s.sum.Migrations.add(why)
	s.tasks[t].Migrations++
}

func (s *Stats) overutilized(at des.Time, over bool) {
	if over == s.over {
		return
	}
	s.addOver(at)
	s.over = over
	if over && !s.closed {
		s.sum.TippingCrossings++
	}
}

func (s *Stats) nohzKick(des.Time, energy.CPUID, energy.CPUID) {
	if !s.closed {
		s.sum.NohzKicks++
	}
}

func (s *Stats) balance(des.Time, energy.CPUID, int, sched.IdleType) {
	if !s.closed {
		s.sum.BalancePasses++
	}
}

func (s *Stats) activeBalance(_ des.Time, _, _ energy.CPUID, t sched.TaskID) {
	if !s.closed && t == sched.NoTask {
		s.sum.ActiveRefused++
	}
}

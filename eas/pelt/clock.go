package pelt

// Clock is the clock by which Linux 6.12 updates the averages of a CPU. It runs
// in proportion to the work done: slowly on a small or slow CPU, so that the
// signals say how much work a task has, not how long it took. Idle time gives
// the lost time back, unless the CPU was so busy that there was none to give.
// The zero value stands at time 0.
//
// Source: update_rq_clock_pelt, update_idle_rq_clock_pelt, rq_clock_pelt
// (kernel/sched/pelt.h).
type Clock struct {
	Task     int64 // time without interrupts (clock_task), ns
	Pelt     int64 // scaled time (clock_pelt), ns; never after Task
	LostIdle int64 // idle time that was not given back, ns
}

// saturated is the sum of UtilSum from which a CPU counts as always busy.
const saturated = minDivider<<scaleShift - LoadAvgMax

// Now returns the time to update averages by, in ns.
func (c *Clock) Now() int64 { return c.Pelt - c.LostIdle }

// Run advances the clock to the given task time, in ns, through which the CPU
// executed a task at capacity cpuCap (1 to 1024) and frequency scale freqScale
// (1 to 1024). Each of the two products is rounded down.
func (c *Clock) Run(task int64, cpuCap, freqScale uint64) {
	d := task - c.Task
	d = d * int64(cpuCap) >> scaleShift
	d = d * int64(freqScale) >> scaleShift
	c.Task = task
	c.Pelt += d
}

// Idle advances the clock to the given task time, in ns, through which the CPU
// was idle: scaled time catches up.
func (c *Clock) Idle(task int64) {
	c.Task, c.Pelt = task, task
}

// EnterIdle is called when the CPU turns idle, at the task time of the last Run.
// UtilSum is the sum of the UtilSum of its fair, real-time and deadline queues.
// If the CPU was always busy, the time it lags behind is lost for good.
func (c *Clock) EnterIdle(utilSum uint32) {
	if utilSum >= saturated {
		c.LostIdle += c.Task - c.Pelt
	}
	c.Pelt = c.Task
}

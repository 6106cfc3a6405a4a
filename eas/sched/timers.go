package sched

import "easim/eas/des"

// timerBase is a CPU's high-resolution timers (hrtimer_cpu_base): the sleeps of
// tasks that went to sleep on it. Only the earliest of a CPU stands in the
// machine's event queue, as the source (evTimer, task): that keeps the queue
// small, keeps the order of equal times by task, and tells the idle governor
// the CPU's next timer.
type timerBase struct {
	q    *des.Queue
	head TaskID // the task whose timer stands in the machine's queue, or NoTask
}

// armSleep arms t's timer on c.
//
// Differs from the kernel: there is no timer slack (50 us for fair tasks), since
// a workload's times are what is wanted, and no timer moves to another CPU
// (timer_migration).
func (k *Kernel) armSleep(c *CPU, t *Task, until des.Time) {
	t.exec.timer = c.ID
	c.timers.q.Set(0, int32(t.ID), until)
	k.syncTimers(c)
}

// syncTimers makes the machine's queue hold c's earliest timer.
func (k *Kernel) syncTimers(c *CPU) {
	at, _, id, ok := c.timers.q.Peek()
	if !ok {
		c.timers.head = NoTask
		return
	}
	if c.timers.head == TaskID(id) {
		return
	}
	if c.timers.head != NoTask {
		k.q.Clear(evTimer, int32(c.timers.head))
	}
	c.timers.head = TaskID(id)
	k.q.Set(evTimer, id, at)
}

// nextTimer is the time until c's next timer, ns; des.Never if it has none.
func (k *Kernel) nextTimer(c *CPU) int64 {
	if c.timers.head == NoTask {
		return int64(des.Never)
	}
	at, _ := k.q.Armed(evTimer, int32(c.timers.head))
	return int64(at - k.Now())
}

// timerFired handles evTimer: the interrupt arrives on the CPU that armed it,
// which first has to leave its idle state.
func (k *Kernel) timerFired(t *Task) {
	c := &k.cpus[t.exec.timer]
	k.thisCPU = c.ID
	c.timers.q.Pop()
	c.timers.head = NoTask
	k.syncTimers(c)
	if c.Idle.Index >= 0 {
		c.pending.timers = append(c.pending.timers, t.ID)
		k.leaveIdle(c, 0)
		return
	}
	k.wake(t, c, 0)
}

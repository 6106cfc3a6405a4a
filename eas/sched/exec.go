package sched

import (
	"fmt"

	"easim/eas/des"
	"easim/energy"
)

// execState is how far a task is with its present operation.
type execState struct {
	do     OpKind
	kind   WorkKind
	fresh  bool         // no operation yet: ask the Feeder when it runs
	timer  energy.CPUID // the CPU that armed its sleep timer
	policy policyChange

	work     int64    // OpRun: work left, rate x ns
	until    des.Time // OpRunUntil: wall time of the end
	overhead int64    // ns of overhead that a preemption left unpaid

	stepAt des.Time // steps counts the operations that took no time since stepAt
	steps  int64
}

// burst is the running task's progress on a CPU.
type burst struct {
	since des.Time // the remaining work is right for this moment
	rate  int64    // rate in force since then
	armed bool     // evBurstEnd is set for the running operation

	// What is charged before the next operation, ns. A task that leaves without one
	// takes its switch along; the wake-ups are left to the next task.
	switching int64 // the switch to the running task
	overhead  int64 // wake-ups by this CPU
}

// stallRate is the rate of WorkStall everywhere.
const stallRate = int64(energy.RateScale)

// armBurst files the end of the running task's operation.
func (k *Kernel) armBurst(c *CPU) {
	e := &c.Curr.exec
	c.burst.since = k.Now() + des.Time(c.burst.switching+c.burst.overhead+e.overhead)
	c.burst.switching, c.burst.overhead, e.overhead = 0, 0, 0
	c.burst.rate = c.rates[e.kind][c.OPP]
	c.burst.armed = true
	k.q.Set(evBurstEnd, int32(c.ID), k.burstEnd(c))
}

// burstEnd is when the running operation completes at the present rate: work
// left over rate, rounded up to a nanosecond.
func (k *Kernel) burstEnd(c *CPU) des.Time {
	e := &c.Curr.exec
	if e.do == OpRunUntil {
		return max(e.until, c.burst.since)
	}
	return c.burst.since + des.Time((e.work+c.burst.rate-1)/c.burst.rate)
}

// SyncWork reports the work of the running tasks up to at, which must lie
// between the last event and the next: for watchers that open or close a window
// between events. It changes nothing else.
func (k *Kernel) SyncWork(at des.Time) {
	for id := range k.cpus {
		if c := &k.cpus[id]; c.burst.armed {
			k.progressTo(c, at)
		}
	}
}

// progress brings the running task's remaining work up to now.
func (k *Kernel) progress(c *CPU) { k.progressTo(c, k.Now()) }

func (k *Kernel) progressTo(c *CPU, now des.Time) {
	e := &c.Curr.exec
	d := int64(now - c.burst.since)
	if d <= 0 {
		return
	}
	c.burst.since = now
	if e.do != OpRun {
		if k.trace.Work != nil {
			k.trace.Work(now, c.Curr.ID, c.ID, d*c.rates[WorkInt][c.OPP])
		}
		return
	}
	done := min(d*c.burst.rate, e.work)
	e.work -= done
	if k.trace.Work != nil {
		k.trace.Work(now, c.Curr.ID, c.ID, done)
	}
}

// stopBurst is called when the running task leaves the CPU. What is left of the
// overhead goes with it.
func (k *Kernel) stopBurst(c *CPU) {
	if c.burst.armed {
		k.progress(c)
		c.Curr.exec.overhead = int64(c.burst.since - k.Now())
		c.burst.armed = false
		k.q.Clear(evBurstEnd, int32(c.ID))
	}
}

// burstDone handles evBurstEnd.
func (k *Kernel) burstDone(c *CPU) {
	k.progress(c)
	c.burst.armed = false
	if !k.runOps(c) {
		k.schedule(c)
	}
}

// runOps asks the Feeder what the running task does, until it runs for a time.
// It returns false when the CPU has to reschedule.
func (k *Kernel) runOps(c *CPU) bool {
	t := c.Curr
	k.thisCPU = c.ID
	t.exec.do, t.exec.fresh = OpContinue, true
	for !c.NeedResched && k.err == nil {
		op := k.feeder.Next(k, t)
		if k.stuck(t) {
			return false
		}
		switch op.Do {
		case OpRun:
			if op.Work > 0 {
				t.exec.do, t.exec.kind, t.exec.work, t.exec.fresh = OpRun, op.Kind, op.Work, false
				k.armBurst(c)
				return !c.NeedResched
			}
		case OpRunUntil:
			if op.Until > k.Now() {
				t.exec.do, t.exec.until, t.exec.fresh = OpRunUntil, op.Until, false
				k.armBurst(c)
				return !c.NeedResched
			}
		case OpSleep:
			if op.Until > k.Now() {
				t.exec.do = OpSleep
				k.armSleep(c, t, op.Until)
				k.deactivate(c, t)
				return false
			}
		case OpBlock:
			t.exec.do = OpBlock
			k.deactivate(c, t)
			return false
		case OpYield:
			k.classOf(t).Yield(k, c)
			return false
		case OpExit:
			k.deactivate(c, t)
			k.exit(t)
			return false
		}
	}
	return false
}

// stuck counts operations that took no time and stops the run when a task does
// nothing else.
func (k *Kernel) stuck(t *Task) bool {
	e := &t.exec
	if e.stepAt != k.Now() {
		e.stepAt, e.steps = k.Now(), 0
	}
	e.steps++
	if e.steps < k.params.ZeroTimeStepsLimit {
		return false
	}
	k.Fail(fmt.Errorf("sched: task %q took %d steps at %v without running or sleeping: it loops for ever; "+
		"give its loop work, a sleep or a timer (or raise zero_time_steps)", t.Name, e.steps, k.Now()))
	return true
}

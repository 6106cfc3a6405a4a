package sched

import (
	"easim/eas/des"
)

// start brings the machine up: every CPU idle, clocks as the governor first
// wants them, then the workload.
func (k *Kernel) start() {
	k.started = true
	for id := range k.cpus {
		k.startTick(&k.cpus[id])
		k.enterIdle(&k.cpus[id])
	}
	if k.governor != nil {
		for d := range k.domains {
			k.applyRequest(d, k.governor.Start(k.view, d))
		}
	}
	k.thisCPU = k.bootCPU
	if k.feeder != nil {
		k.feeder.Start(k)
	}
	k.reschedule()
}

// Step dispatches one event and everything that follows from it in the same
// instant. It returns false when nothing is left to happen or the run failed.
func (k *Kernel) Step() bool {
	if !k.started {
		k.start()
		return k.err == nil
	}
	ev, ok := k.q.Pop()
	if !ok {
		return false
	}
	k.handle(ev)
	return k.err == nil
}

// handle dispatches an event and everything that follows from it.
func (k *Kernel) handle(ev des.Event) {
	k.events++
	k.digestEvent(ev)
	k.dispatch(ev)
	k.reschedule()
}

// RunUntil dispatches every event up to and at t. The clock stands at the last
// event afterwards, so RunUntil(a) then RunUntil(b) is RunUntil(b). It returns
// the error that stopped the run, if one did.
func (k *Kernel) RunUntil(t des.Time) error {
	if !k.started {
		k.start()
	}
	for k.err == nil {
		ev, ok := k.q.PopUntil(t)
		if !ok {
			break
		}
		k.handle(ev)
	}
	return k.err
}

// NextAt is the time of the next event; false if nothing is left to happen. A
// machine that has not started yet starts at time 0.
func (k *Kernel) NextAt() (des.Time, bool) {
	if !k.started {
		return 0, true
	}
	at, _, _, ok := k.q.Peek()
	return at, ok
}

func (k *Kernel) dispatch(ev des.Event) {
	switch ev.Class {
	case evFreqDone:
		k.freqDone(int(ev.ID))
	case evIdleExit:
		k.idleExited(&k.cpus[ev.ID])
	case evWakeIPI:
		k.wakeIPI(&k.cpus[ev.ID])
	case evTick:
		k.tickFired(&k.cpus[ev.ID])
	case evActive:
		k.activeBalance(&k.cpus[ev.ID])
	case evBurstEnd:
		k.burstDone(&k.cpus[ev.ID])
	case evTimer:
		k.timerFired(k.tasks[ev.ID])
	case evRTPeriod:
		k.rtPeriod()
	case evNohzKick:
		k.kickArrived(&k.cpus[ev.ID])
	case evGovernor:
		k.applyRequest(int(ev.ID), k.governor.Timer(k.view, int(ev.ID)))
	case evFeeder:
		k.thisCPU = k.bootCPU
		k.feeder.Timer(k)
	}
}

// reschedule lets every CPU that was asked to choose anew, in ascending order.
func (k *Kernel) reschedule() {
	for k.nrResched > 0 && k.err == nil {
		k.schedule(&k.cpus[k.resched.First()])
	}
}

// Fail stops the run with an error.
func (k *Kernel) Fail(err error) {
	if k.err == nil {
		k.err = err
	}
}

// Err is the error that stopped the run, or nil.
func (k *Kernel) Err() error { return k.err }

// SetFeederTimer asks for a call of Feeder.Timer at a time, replacing an
// earlier one.
func (k *Kernel) SetFeederTimer(at des.Time) { k.q.Set(evFeeder, 0, at) }

// PeriodicClass is a Class that wants to be called periodically (the real-time
// class's bandwidth timer).
type PeriodicClass interface {
	// Period is called at the time given to SetRTPeriod; it returns the next
	// time, or des.Never.
	Period(k *Kernel) des.Time
}

// SetRTPeriod arms the real-time class's period timer if it is not armed.
func (k *Kernel) SetRTPeriod(at des.Time) {
	if _, armed := k.q.Armed(evRTPeriod, 0); !armed {
		k.q.Set(evRTPeriod, 0, at)
	}
}

func (k *Kernel) rtPeriod() {
	k.thisCPU = k.bootCPU
	if p, ok := k.classes[classRT].(PeriodicClass); ok {
		if next := p.Period(k); next != des.Never {
			k.q.Set(evRTPeriod, 0, next)
		}
	}
}

// AdvanceTo moves the clock of a machine in which nothing is armed before t: for
// tests that drive a policy by hand. It panics if an event would be passed.
func (k *Kernel) AdvanceTo(t des.Time) {
	spare := int32(len(k.domains))
	k.q.Set(evFreqDone, spare, t)
	if ev, _ := k.q.Pop(); ev.Class != evFreqDone || ev.ID != spare {
		panic("sched: AdvanceTo passes an event")
	}
}

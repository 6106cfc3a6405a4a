package sched

import "easim/eas/des"

// The classes of events, in the order in which events of one instant are
// handled. The order is part of the model. First the hardware settles. Then come
// interrupts between CPUs, which follow their cause at once: a push asked for in
// a tick, or a request to balance, is served before the next CPU's tick. Then
// ticks by CPU (each with its balancing and rescheduling), completions by CPU,
// timers by task: the order of the recorded kernel decisions. Each (class, id)
// is one source with at most one pending event.
const (
	evFreqDone      des.Class = iota // id: frequency domain; the new clock is stable
	evIdleExit                       // id: CPU; the exit latency is over
	evWakeIPI                        // id: CPU; the interrupt that hands it wake-ups arrives
	evActive                         // id: CPU whose stopper pushes a task away
	evNohzKick                       // id: CPU asked to balance for the idle ones
	evTick                           // id: CPU
	evBurstEnd                       // id: CPU; the running task's operation is complete
	evTimer                          // id: task; its sleep is over
	evRTPeriod                       // id: 0; real-time bandwidth period
	evGovernor                       // id: frequency domain; the governor asked to be called
	evFeeder                         // id: 0; the workload asked to be called
	numEventClasses = int(iota)
)

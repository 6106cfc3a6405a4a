package sched

import "easim/eas/des"

// The classes of events, in the order in which events of one instant are
// handled. The order is part of the model: first the hardware settles, then
// ticks by CPU (each with its balancing and rescheduling), then completions by
// CPU, then timers by task; the order of the recorded kernel decisions. Each
// (class, id) is one source with at most one pending event.
const (
	evFreqDone      des.Class = iota // id: frequency domain; the new clock is stable
	evIdleExit                       // id: CPU; the exit latency is over
	evTick                           // id: CPU
	evBurstEnd                       // id: CPU; the running task's operation is complete
	evTimer                          // id: task; its sleep is over
	evRTPeriod                       // id: 0; real-time bandwidth period
	evNohzKick                       // id: CPU asked to balance for the idle ones
	evGovernor                       // id: frequency domain; the governor asked to be called
	evFeeder                         // id: 0; the workload asked to be called
	numEventClasses = int(iota)
)

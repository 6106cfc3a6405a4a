// Package sched is the mechanism of the scheduler: what kernel/sched/core.c does
// and the part of fair.c that every policy shares, as a deterministic state
// machine over virtual time. It decides nothing: a [Class] orders tasks, a
// [Placer] chooses CPUs, a [Balancer] what to move, a [Governor] frequencies, an
// [IdleGovernor] idle states; a [Feeder] says what tasks do; a [Tracer] watches.
//
// A [Kernel] is built by [New] and driven by [Kernel.Step] or [Kernel.RunUntil].
// It has no goroutine, no clock and no global state, decides in integers, and
// allocates nothing per event once warm. The same configuration gives the same
// events; [Kernel.Digest] proves it.
//
// # The life of a wake-up
//
// A task slept with OpSleep, so its timer stands in the timer base of the CPU
// that armed it (timers.go). When it is due, step.go pops (evTimer, task). If
// that CPU is in an idle state, the interrupt first waits for the exit latency
// (idle.go: leaveIdle, then evIdleExit). Then wakeup.go: the class makes the
// task's vruntime relative (task_waking), selectCPU asks the class and through it
// the Placer, setTaskCPU leaves the averages behind if the CPU is another one,
// activate queues the task, the governor is told (freq.go), preemptCheck may mark
// the CPU with NeedResched. A marked CPU that is idle starts its idle exit; a
// running one is scheduled at the end of the event, in ascending order. A CPU that
// sleeps and shares no last-level cache with the waker is handed the task instead
// (wakelist.go): it does the rest from activate on when it is awake.
//
// switch.go then takes the previous task off (Put), picks the next, and switches.
// If the task is between operations, exec.go asks the Feeder what it does until
// it runs for a time; the end of that operation is filed as (evBurstEnd, CPU) at
// the CPU's present rate, and moved when the rate changes.
//
// # The life of a tick
//
// Ticks fire at k x 1/HZ plus a phase, on CPUs whose tick is not stopped. tick.go:
// the class charges the running task and says whether its slice is over; the
// decayed loads move (cpuload.go); the governor is told; then balance.go. If the
// CPU's next balance is due it walks its domains, each at its own interval
// (rebalanceDomains), and makes a pass over those that are due (loadbalance.go):
// refresh the local group's capacities, let the Balancer find the busiest CPU,
// write the tipping point, pull tasks one by one, or ask that CPU's stopper to
// push its running one (activebalance.go). Before that, a busy CPU may kick an
// idle one to balance for all that have no tick (nohz.go). A CPU that is about to
// go idle makes the new-idle pass itself (idleBalance).
//
// An idle CPU asks the IdleGovernor for a state and whether to stop the tick. A
// cluster state is granted once all CPUs of the cluster ask for one.
//
// # Names
//
// Names are the kernel's in Go's spelling; each function that has a counterpart
// names it. Times are ns of virtual time, capacities are of 1024, loads are of
// nice-0 tasks at 1024, work is rate x ns (see energy.Rate).
//
// Sources: kernel/sched/{core,fair,rt}.c and kernel/time/tick-sched.c of Linux
// 4.4 with EASv5.2 (96boards-hikey/linux at 001616fb3673), drivers/cpuidle.
package sched

// Package fair is the fair scheduling class: SCHED_NORMAL, SCHED_BATCH and
// SCHED_IDLE.
//
// [CFS] is the completely fair scheduler of Linux 4.4 with EASv5.2. It implements
// sched.Class for one queue per CPU (no task groups, no bandwidth control).
//
// # The idea
//
// Each task has a virtual run time, vruntime: the time it ran, in ns, weighted so
// that a heavier task ages more slowly.
//
//	vruntime += delta x 1024 / weight
//
// Of the queued tasks the one with the least vruntime runs. It runs until a tick
// finds that it had its slice
//
//	slice = period x weight / (sum of the weights of the queue)
//	period = sched_latency, or nr x min_granularity if more than
//	         sched_latency / min_granularity tasks are queued
//
// or until a task wakes whose vruntime is smaller by more than the wake-up
// granularity. MinVruntime, which never falls, says how far the queue has come:
// tasks join relative to it, half a period in front of it after a sleep, and one
// slice behind it after a fork.
//
// # The files
//
//	cfs.go       CFS: the questions of sched.Class, in the kernel's order of steps
//	vruntime.go  update_curr, update_min_vruntime, place_entity
//	slice.go     __calc_delta with its 32-bit inverse weights, sched_slice
//	buddy.go     pick_next_entity, check_preempt_wakeup, the buddies
//	load.go      when the averages of task and queue are brought up to date
//	wakee.go     record_wakee
//	switched.go  changes between the fair and the real-time class
//	weight.go    the weights of the nice levels
//
// # A wake-up
//
// Waking makes the sleeper's vruntime relative to the queue it slept on and
// counts the waker's flips; SelectCPU asks the Placer; if the answer is another
// CPU, Migrate leaves the task's load for the old queue to drop. Enqueue makes
// vruntime absolute on the new queue, ages task and queue, gives the sleeper's
// credit, and raises the tipping point if the CPU is over its margin. Preempts
// then compares the two virtual run times.
//
// # Sources
//
// The rules are those of kernel/sched/fair.c, Linux 4.4, with EASv5.2 as in
// 96boards-hikey/linux at 001616fb3673. Every field of every step of the
// sequences in testdata/vectors/eas1/cfs44.jsonl.gz, recorded from that code, is
// reproduced.
package fair

// Package eas is the roof: a [Scenario] goes in, a [Result] comes out.
//
// It is the one place that knows policies, platforms and workloads by name (file
// wire.go), turns names and files into a machine (package sched) with its
// policies (package policy/...), its tasks (package workload) and its watchers
// (package observe/...), runs it, and puts together what the watchers saw.
//
// The life of a run:
//
//	boot      time 0: every CPU idle; the launcher forks the tasks
//	start     the tasks are released together: t = 0 of the workload
//	warm-up   the scheduler's averages settle; nothing is measured
//	window    what the Result reports
//
// The window ends after the asked duration, or with the end of the last task that
// is no daemon.
//
// An [InputError] says that what was asked for cannot be run as it stands (a name,
// a file, a value); any other error that the work failed.
package eas

// Package rt is the real-time scheduling class: SCHED_FIFO and SCHED_RR, as in
// Linux 4.4.
//
// [RT] implements sched.Class. Each CPU has one list for each priority, 1 to 99;
// the first task of the highest list that is not empty runs, and stays in its
// list while it runs. A SCHED_FIFO task runs until it sleeps, yields or something
// of higher priority comes; a SCHED_RR task goes to the tail of its list when its
// slice of 100 ms is over.
//
// # Which CPU
//
// A task stays where it last ran unless a real-time task runs there that cannot
// go elsewhere or is at least as important. Then it looks for a CPU where the
// least important real-time task is queued; idle CPUs and CPUs with fair tasks
// are alike. A CPU that has more than one task pushes the most important waiting
// one away after a switch or a wake-up; a CPU that loses its task, and would run
// something less important next, pulls one.
//
// # How long
//
// Real-time tasks may take sched_rt_runtime_us of each sched_rt_period_us of a
// CPU. With RT_RUNTIME_SHARE a CPU first borrows what the others left unused, so
// that a lone hog is not stopped. Once its budget is used up a CPU is throttled:
// its tasks stay queued, but count neither as runnable nor as a choice, until the
// period timer has paid the debt.
//
// # The files
//
//	rt.go         RT: the questions of sched.Class
//	list.go       the lists of a queue
//	place.go      select_task_rq_rt, find_lowest_rq, cpupri_find
//	pushpull.go   push_rt_tasks, pull_rt_task, task_woken_rt
//	bandwidth.go  update_curr_rt, throttling, the period timer
//
// # Beyond sched.Class
//
// Four methods are called by the mechanism of a machine that has this class, at
// the places where the kernel calls its counterparts: [RT.PreSchedule],
// [RT.PostSchedule], [RT.Woken] and [RT.Period].
//
// # Sources
//
// kernel/sched/rt.c and kernel/sched/cpupri.c, Linux 4.4. No recorded decisions
// exist; the tests work small cases out by hand.
package rt

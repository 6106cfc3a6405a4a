// Package cpuidle holds the idle governors: how deep does a CPU sleep that has
// nothing to run, and does its tick go on meanwhile.
//
// Each governor implements sched.IdleGovernor. The mechanism asks Select when a
// CPU enters the idle loop, puts the CPU into the state (a cluster state only
// once every CPU of the cluster asks for one), and tells Reflect how long it
// lasted. A governor chooses by the exit latency and target residency of the
// states and by what it remembers; power does not enter.
//
//	menu     predicts the length of the sleep: next timer x learned factor, or the
//	         typical length of the last eight sleeps
//	ladder   one step deeper after some long sleeps, one step up after a short one
//	shallow  always the first state: what idle states are worth
//
// The largest exit latency allowed is the parameter pm_qos_resume_latency_us.
// One governor serves all CPUs of one machine; its memory is allocated when it
// is first asked, and never after.
//
// Differs from the kernel: no state is of the polling kind, none can be switched
// off, and nothing waits for I/O. So the polling exceptions, the search for an
// enabled state and menu's second set of factors for CPUs with I/O waiters have
// no counterpart here.
//
// # Sources
//
// drivers/cpuidle/governors/menu.c and ladder.c of Linux 4.4 and 6.12,
// kernel/sched/idle.c:cpuidle_idle_call, kernel/time/tick-sched.c, and for the
// reading of menu that both profiles share, the project's own specification of
// mainline behaviour, section 13.
package cpuidle

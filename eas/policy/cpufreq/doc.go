// Package cpufreq holds the frequency governors: at which OPP does a frequency
// domain run.
//
// Each governor implements sched.Governor. The mechanism tells it of each event
// that may change a CPU's demand; the answer names an OPP, a time to be asked
// again, both or nothing. The mechanism keeps the OPP within the allowed range
// and lets the hardware's transition latency pass.
//
//	sched        sched-freq: scheduler-driven, with a thread and two throttles
//	schedutil    1.25 x utilisation, with a rate limit
//	interactive  load over a sampling window, with a first jump on bursts
//	performance  the highest OPP; powersave: the lowest; userspace: as told
//
// A domain is what the hardware clocks together, so the two clusters of a HiKey
// 620 are one domain, although EAS 1.x placement takes them for two.
//
// One governor serves all domains of one machine; its memory is allocated by
// Start, and never after.
//
// # Sources
//
// kernel/sched/cpufreq_sched.c, and sched_freq_tick in kernel/sched/core.c, of
// EASv5.2 trees on Linux 4.4; kernel/sched/cpufreq_schedutil.c of late Android
// 4.4; drivers/cpufreq/cpufreq_interactive.c of Android 4.4; the cpufreq core
// and the simple governors of drivers/cpufreq, 4.4.
package cpufreq

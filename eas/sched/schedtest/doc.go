// Package schedtest is the harness for narratives of the scheduler: text files
// that tell a story of a few tasks on a small board, command by command, with
// what the machine did after each. It is for tests only.
//
// A narrative drives a real sched.Kernel with a scripted workload. The policies
// come from the test that runs it (see [Config]), because this package may not
// know them. The form of the files is that of the module
// github.com/cockroachdb/datadriven; `go test -run Narrative -rewrite` writes
// what the machine says into them.
//
// # Commands
//
//	platform NAME [governor=G] [idle=I] [latency=D]
//	                               a new machine at time 0; its tick phase is 0
//	set PARAMETER=VALUE ...        before platform or during the run
//	feat A,NO_B                    likewise
//	task NAME [cpus=LIST] [nice=N] [fifo=P | rr=P] [util=U]
//	  one operation a line         creates the task now; see below
//	wake NAME                      wakes a blocked task now, from the boot CPU
//	freq cpu=C [min=F] [max=F]     limits the frequencies of C's domain
//	advance to=D | by=D [show=KINDS] [hide=KINDS] [quiet]
//	state                          a drawing of every CPU
//
// NAME of platform is a built-in board, or demo-L+B for L LITTLE and B big CPUs
// (see demo.go); G and I are names that the Config knows, by default
// performance and menu. Durations D are written as 4ms, 750us or 1s; frequencies
// as 800MHz or 450000kHz; lists of CPUs as 0-1,3. A task without a parent starts
// with no utilisation; util=U gives it one.
//
// # Operations of a task
//
//	run D [cap=N]    work that takes D at capacity N, 1024 by default
//	burn D           be busy until D of wall time has passed
//	sleep D          from now
//	timer D          until the next multiple of D since the task's first operation
//	block            until somebody wakes it
//	wake NAME        of another task
//	yield
//	loop             back to the first operation
//
// A task whose operations are used up exits.
//
// # Output
//
// Each line is a tracepoint: the time, its kind, and what happened. The kinds
// are new, exit, wakeup, switch, migrate, freq, idle, tick, rootdom, kick,
// balance and active. Balance is shown only when asked for, and ticks of idle
// CPUs not at all.
package schedtest

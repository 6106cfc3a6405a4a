// Package workload is the input wing: what the tasks of a run do.
//
// A [Workload] is plain data: tasks made of phases, phases made of operations
// (run, sleep, timer, lock, wait, ...). Readers and generators produce it: the
// project's own TOML ([Decode]), the rt-app JSON of package rtapp, the built-in
// models ([Build]). A [Player] then plays one Workload on one sched.Kernel: it is
// the sched.Feeder that says what a task does next, and it keeps the state of
// timers, mutexes, conditions, barriers, semaphores and pipes.
//
// # The file format
//
// A file is TOML. Times end in _us (whole or with decimals) or _s; work is time on
// a CPU of capacity 1024 at its top clock, unless the file says otherwise. A key
// that is not listed here is an error.
//
//	format = 1
//	name   = "demo"            # title, source: text; duration_s: the workload's own length
//	calib_cpu = 0              # work is time on this CPU at its top clock; or calib_capacity = 446
//	mutexes = ["m"]            # also conditions, semaphores, and events: conditions that
//	                           # each thread remembers; declare what operations name
//
//	[[timer]]                  # unique: one per thread; late: "keep" the grid or "shift" it
//	name = "frame"
//	[[barrier]]                # users: how many have to arrive
//	[[pipe]]                   # capacity, in messages; batch: room that wakes the senders
//
//	[[task]]
//	name      = "ui"
//	instances = 2              # default 1; 0: started by fork only
//	delay_us  = 500            # to the first operation; shifts the timers
//	daemon    = true           # does not keep the run alive
//	policy    = "normal"       # batch, idle, fifo, rr, deadline (dl_runtime_us, ...)
//	nice      = -5             # or priority, 1 to 99, of fifo and rr
//	cpus      = "0,3-5"        # default all
//
// A task does one of three things. It is periodic:
//
//	period_us   = 16_000
//	run_us      = 1_600        # or util = 0.1
//	deadline_us = 8_000        # default: the next release; a job that is later is missed
//	late        = "keep"       # "shift": a late job moves the later releases
//	bursts      = 3            # the run in three pieces, gap_us of sleep between them
//	jitter_pct  = 10           # uniform, +-; kind = "int", "fp", "mem" or "stall"
//	jobs        = 100          # or duration_us; default for ever
//
// Or it is a ramp: period_us as before, and run_from_us, run_to_us (included),
// run_step_us, step_duration_us. Or it lists operations, passed loop times (-1, the
// default of a task, is for ever):
//
//	ops = [
//	  { wait = "go", mutex = "m" }, { run_us = 200, jitter_pct = 5 }, { signal = "done" },
//	  { timer = "frame", period_us = 16_667 },
//	]
//
// The operations are run_us, runtime_us (wall time), sleep_us, timer, lock, unlock,
// wait (without mutex: suspend), signal, broadcast, sync (signal, then wait),
// barrier, yield, fork, post and take (semaphores), send and recv (pipes), due_us
// (the job is missed if so much time has passed since its release, or, with from =
// "chain", since the timer that began the chain of wake-ups) and mark.
//
// Several such parts in a row are [[task.phase]] tables, each with a loop of its
// own (default 1) and, if wanted, its own policy, nice, priority and cpus.
//
//	[[action]]                 # as a user would from a shell
//	at_us        = 3_000_000
//	cpu          = 1           # whose clock: freq_min_khz, freq_max_khz; 0 lifts a limit
//	freq_max_khz = 600_000
//	task         = "ui"        # affinity = "0-1", nice = 5
//	feat         = "NO_ENERGY_AWARE"
//
//	[[metric]]                 # a sum over threads, as a result of the run
//	name       = "frames_per_s"
//	tasks      = ["ui"]
//	count      = "activations" # or "missed"
//	per_second = true          # unit: text; better: "higher" or "lower"
//
// # Sources
//
// The meaning of the operations is rt-app's (1.0 and HEAD, read in full), the
// mutexes' glibc's, the pipes' Linux 4.4's. The models name theirs.
package workload

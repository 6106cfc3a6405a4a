// Package check runs behaviour scenarios: a small workload on a board, under a
// profile, with criteria for what the scheduler has to do with it. The answer to
// each is PASS, FAIL, UNDECIDED or SKIPPED.
//
// [Find] looks up the suites that come with the program, [Decode] reads a file,
// [Runner.Run] runs scenarios on all their seeds, and a [Report] is what came out,
// as text, CSV, JSON or JUnit.
//
// Each number that decides stands in the scenario's file, and none in the code. A
// criterion holds for a scenario if it holds on every seed, and fails if it fails
// on every seed; if the seeds disagree, or a run has too few samples, it is
// UNDECIDED. A scenario is SKIPPED, with the reason, if it makes no sense where it
// was asked for: on a board without the CPUs it speaks of, or under a profile it
// was not written for.
//
// # The file format
//
// A file is TOML, and strict: a key that is not listed here is an error.
//
//	format = 1
//	name   = "SmallTaskPacking"
//	title  = "..."               # source, notes: text; the notes are printed unless all passes
//	seeds  = [1, 2, 3]           # default 1 to 5
//	# ... and the keys of a scenario file (see eas.DecodeScenario): platform, profile,
//	# features, governor, idle, model, meter, calib_cpu, duration, warmup, params
//	workload = "mp3"             # a name, a generator or a file, or, written out:
//	[workload]                   # a workload file (see package workload), in place
//	[[workload.task]]
//
//	[requires]                   # else the scenario is skipped
//	kinds    = ["little", "big"] # clusters that the board has
//	cpus     = { little = 4, big = 2 }
//	profiles = ["easv5.2-perf"]  # one of them is in force; it need not exist yet
//	capped   = { class = "big", khz = 450_000, below = "little" }
//
//	[[criterion]]
//	name  = "small tasks live on LITTLEs"
//	kind  = "residency"
//	tasks = ["small"]            # all their instances; default every task that is no daemon
//	class = "little"             # or cpus = "0,3-5"
//	from  = "500ms"              # an instant; default the measured window
//	to    = { exit = ["small"], nth = 1 }
//	min   = 85                   # also max, above, below; or want = 52, tolerance_pct = 15
//
// requires.capped asks that the class, at that frequency, has less capacity than
// the top of the other class.
//
// An instant is a time from the workload's start, "start" or "end" (of the measured
// window), or a table: exit or run, the moments at which tasks end or first run
// after the start, with nth counting from 1, or from -1 for the last, and plus, a
// time that is added.
//
// The kinds of criteria; each says what its number is. Of several tasks or CPUs
// each has to satisfy it, and the one that does worst is shown.
//
//	residency    % of a task's busy time that was spent on the CPUs
//	first-cpu    % of the tasks that ran on one of the CPUs first of all
//	last-cpu     % of the tasks that ran on one of the CPUs last
//	switch       ms from near (an instant) to a task's nearest change from from_class to to_class;
//	             side = "after" or "before" looks only there
//	busy         % of the time that the CPUs ran tasks (those of tasks, if given); each = true: CPU by CPU;
//	             of_cpus: so many CPUs are 100 %, instead of all of them
//	slack        % of a task's activations that were late
//	energy       % by which the energy estimated for the placement exceeds that of the optimal one;
//	             margin_pct: capacity that the optimal one leaves free (20); swing = true: a task needs its
//	             utilisation and the swing of its average above it; table: the power table
//	balance      balance passes of a CPU at level "MC" or "DIE"; idle = "busy", "idle", "newly-idle" (any)
//	migrations   moves of the tasks; reason = "wakeup", "fork", "balance", "active", "rt", "affinity" (any)
//	spread       busy time of the busiest task over that of the least busy one
//	fairness     Jain's index of the tasks' busy times: 1 is equal
//	idle-beside  ms for which a CPU of idle_class was idle at a stretch while a task ran on class
//	metric       a number of the run's JSON form: path = "scheduler.nohz_kicks"; per: another, to divide by
//
// min_samples is how many samples a run needs: stretches of running, activations,
// passes or moves; 1 if not given.
//
// # Sources
//
// The suites are LISA's behavioural tests (2016) and public bug reports made into
// scenarios; each file names its own. The optimal placement is package optimal's.
package check

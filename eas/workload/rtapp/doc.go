// Package rtapp reads the JSON files of rt-app, the load generator that the
// EAS developers used, into a workload.
//
// # What is read
//
// The grammar is that of rt-app HEAD (55cb0c0, 2026-05-06) and of rt-app 1.0
// (2017, the version that Debian ships); where they differ, HEAD's meaning is
// the default. The sources are both versions' src/rt-app_parse_config.c,
// src/rt-app.c and doc/tutorial.txt for the facts, and runs of both programs
// for what the text leaves open. The code is this project's own.
//
// Real files are rarely JSON in the sense of RFC 8259, because json-c reads
// them: comments, commas before a closing bracket, single quotes, literals in
// any case, leading zeros and text after the root object are all accepted. And
// many are written for workgen, the script in front of rt-app: the same event
// key several times in one object, in the order of execution, and "suspend"
// without a value. No JSON module reads such a file (hujson, for one, knows
// comments and trailing commas, but neither single quotes nor members without
// value), and none keeps duplicate keys in order, so the reader is our own:
//
//	scan.go text.go      bytes to tokens
//	parse.go member.go   tokens to a tree with positions
//	number.go            numbers and bare words
//	node.go              the tree
//	fault.go             diagnostics, with a bound on their number
//
// # What is made of it
//
//	decode.go            the root object
//	global.go            "global", "resources", calibration
//	task.go              "tasks": tasks, phases, instances, loops
//	workgen.go           duplicate keys
//	key.go               which keys are events, properties, or unknown
//	property.go          typed values with their ranges
//	sched.go attr.go     policies, priorities, deadlines; CPUs per phase
//	event.go lockevent.go memevent.go   events to operations
//	suspend.go           the two meanings of "suspend"
//	resource.go          mutexes, conditions, timers, barriers
//	legacy.go            0.x files, merge fragments and templates: refused
//	doubt.go             files that deadlock or spin
//
// # Choices
//
// Duplicate keys have workgen's meaning: each event counts, a task or phase of
// the same name is renamed, a property keeps its first value.
// [Options.StrictDuplicates] reads as rt-app without workgen does: the last
// value counts, at the first one's place, and "suspend" needs a value.
//
// A "suspend" whose value differs from its task's name makes the whole file
// mean what it meant in rt-app 1.0: the value names the condition. Otherwise
// (and in HEAD always) the condition is the task's own name. See
// [SuspendMeaning].
//
// A task without "phases" runs its "loop" as HEAD does: so many times, then it
// ends; 1.0 began again for ever.
//
// Everything that rt-app understands and the simulator does not model is a
// warning that names the key; so is every key that rt-app ignores.
package rtapp

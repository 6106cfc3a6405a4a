// Package energy is the platform energy model: what a board is made of and
// what its parts cost, as data and integer arithmetic. It knows no time and no
// scheduler.
//
// Three things are kept apart because boards keep them apart: clusters (the
// topology), frequency domains (what the hardware clocks together) and the
// idle hierarchy (core states below cluster states). Costs live in one or more
// power tables, each with its own unit, kind and source; tables are never
// merged. What a table does not say is unknown, and unknown is never zero.
//
// Two speeds are kept apart as well: the Capacity of a table is what the
// scheduler believes, the rate of a CPUType is how fast work really proceeds.
//
// # Where things are
//
// platform.go, units.go and cpuset.go are the data; lookup.go and find.go answer
// questions about it. decode.go and decodetable.go read the file format,
// encode.go writes it, the validate files hold the laws, plausible.go the doubts.
// perfdomain.go and estimate.go are the mainline energy model, eas1x.go the
// arithmetic of EAS 1.x, derive.go makes one kind of table from the other.
// residency.go, tally.go and meter.go turn time spent into energy.
//
// # Platform files
//
// TOML, format = 1. Keys carry their unit; powers are integers in the table's
// unit; a CPU list is written as the kernel does ("0,3-5"). Keys marked * may be
// left out; what is left out is unknown.
//
//	format, name, title*, aliases*, source, notes*, boot_cpu* (0)
//	[[cpu_type]]            name, cpus, dmips_per_mhz*
//	                        rate* = [capacity units per OPP, decimals allowed], or
//	  [[cpu_type.rate_set]] name, source, int, fp*, mem*     the first is the default
//	[[cluster]]             name, kind (little, mid, big), cpus, source*
//	  [[cluster.idle_state]] name, level (core, cluster), entry_us*, exit_us, residency_us, wakeup_us*
//	[[freq_domain]]         cpus, freq_khz, volt_uv*, transition_latency_us*, source*
//	[[table]]               name, kind (eas1x, em, measured), unit (bogo-mW, mW, uW), source,
//	                        trust*, notes*, default_meter* (true in exactly one)
//	  [[table.domain]]      cpus, capacity, and by kind
//	    eas1x               core_busy, cluster_busy; core_idle*, cluster_idle* by idle index:
//	                        active idle, then each idle state; an unknown tail is left out
//	    em                  core_busy
//	    measured            busy = one row for 1, 2, ... busy CPUs, one power per OPP in each
//
// CPU types, clusters, frequency domains and the rows of a table each divide all
// CPUs among them. A row of kind em is a frequency domain, of the other kinds an
// island (see [Platform.Islands]). A type without rates works at the capacity
// that the scheduler believes (see [Decode]).
//
// Sources: Documentation/power/energy-model.rst and kernel/power/energy_model.c
// (6.12) for tables of kind em; Documentation/scheduler/sched-energy.txt and
// kernel/sched/fair.c of the EAS 1.x trees (96boards-hikey/linux@001616fb3673)
// for eas1x.
package energy

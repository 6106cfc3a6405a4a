// Package meter watches a run and adds up where the time went, so that energy
// can be told afterwards.
//
// It holds whole nanoseconds only: per CPU busy by OPP and idle by idle state,
// granted and requested; per island (CPUs that share a cluster and a clock) by
// OPP and number of busy CPUs, and by the shallowest idle state while none is
// busy; per task busy by island and OPP. Energy is a pure function of these
// residencies (package energy), computed once at the end and in a fixed order, so
// there is no drift and a finished run can be priced again with another table.
//
// What the parts mean follows EAS 1.x: a core costs its busy power while it runs
// a task and the idle power of its state otherwise; the shared part of a cluster
// costs its busy power while at least one of its CPUs is busy, and else the idle
// power of the shallowest state among them. Idle index 0 is active idle (no idle
// state: entering, leaving, or none chosen), 1 the first cpuidle state, and so on
// (Documentation/scheduler/sched-energy.txt of EASv5.2).
//
// A probe costs O(1) and allocates nothing; a change of frequency costs O(CPUs of
// the domain), a new task one row.
package meter

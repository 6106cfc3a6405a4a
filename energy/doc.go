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
// Sources: Documentation/power/energy-model.rst (6.12) for tables of kind em;
// Documentation/scheduler/sched-energy.txt of the EAS 1.x trees for eas1x.
package energy

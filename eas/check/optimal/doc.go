// Package optimal finds the placement of periodic tasks that costs the least
// energy by a platform's own power table, and says what another placement would
// cost. It is the yardstick of the placement tests: a scheduler is asked to come
// within some per cent of it.
//
// # The power of a placement
//
// A [Model] is LISA's energy oracle (lisa/energy_model.py) over the rows of one
// table. Given the utilisation of each CPU, perfect frequencies and idle states
// are assumed:
//
//	OPP of a CPU      the lowest with capacity * (100 - margin) >= util * 100, else the top one
//	OPP of a clock    the highest that one of its CPUs needs
//	busy share a      min(1, util / capacity at that OPP)
//	core              busy power * a + idle power * (1 - a)
//	cluster           the same, a the largest of its CPUs
//	idle state        a CPU with work reaches WFI; one without the deepest state of its own; if no CPU of the
//	                  cluster has work, all are in the deepest state of the cluster
//
// A table of kind em has the busy part only. What a table does not know counts as
// nothing.
//
// LISA tries every CPU for every task, and keeps the placements that leave the
// margin on every CPU. [Model.Best] gives the same answer by a search that knows
// that CPUs of one cluster and tasks of one size are alike, and that leaves a
// branch as soon as a bound shows that it cannot win.
//
// The package stands beside the core: data and arithmetic, no clock, no task of
// the machine. Its integers are utilisations, its floats describe power.
package optimal

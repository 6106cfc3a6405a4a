// Package experiment makes published tables again: every configuration of a table
// is run on every seed, and what comes out stands beside what was published, with
// what each number of the model rests on.
//
//	published.go    Experiment: a published table with what is needed to re-run it
//	part.go         Part: what one level of it says about the scenario
//	decode.go       the file of an experiment
//	table.go        the published numbers, as CSV
//	catalog.go      Load: the experiments by name
//	data/           the published tables themselves
//	repeat.go       Repeat: all runs; Plan: the table without them
//	tabulate.go     from runs to rows
//	derive.go       signs, orders, counts and ratios of the rows
//	anchors.go      the bounds between which a multi-threaded score lies
//	owntime.go      what the simulator itself costs
//	result.go       Replica: the outcome, as JSON
//	sensitivity.go  how much hangs on parameters that nobody has measured
//
// The package stands on floor 7: above package compare, which runs and compares,
// and below the reports, which print.
package experiment

// Package sweep runs grids of scenarios and says what they show.
//
// A [Matrix] is a scenario, axes over it and seeds; its [Plan] is the list of runs.
// [Run] does those that are missing in a folder, [Merge] puts the folders of shards
// together, [Open] reads a folder and [Summarize] describes it.
//
//	values.go, axis.go, apply.go   what an axis is, and what it does to a scenario
//	where.go                       conditions on points
//	matrix.go, sample.go           the list of runs: a grid, or a sample of it
//	decode.go, encode.go           the matrix as a file, sweep.toml
//	differ.go                      in what two matrices differ
//	run.go, prepare.go             workers; everything is checked before anything runs
//	line.go, scan.go               results.jsonl: a run a line
//	store.go, append.go, lock_*.go the folder: written at once, synced, repaired, locked
//	merge.go                       shards
//	results.go                     a folder as columns (package column)
//	summary.go, levels.go          the table of each axis
//	points.go, pareto.go           points, pivot tables; Pareto fronts
//	shape.go                       rises, falls, peaks; the knee
//	rank.go                        rank correlation, for the trends of a sample
//	adjust.go                      points of a sample less what the other axes do
//	effects.go, regression.go      which axis matters, and which two together
//
// The folder of a sweep holds sweep.toml, results.jsonl, results.index, and
// failures.jsonl if a run failed. What stands in it at the end depends on the matrix
// and the program alone, byte for byte: not on the number of workers, on
// interruptions, or on the shards that it was merged from.
//
// The package stands on floor 7: above package compare, whose statistics it
// uses, and below the reports.
package sweep

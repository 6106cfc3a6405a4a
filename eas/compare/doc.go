// Package compare sets variants of a scenario side by side: it runs them on the
// same seeds on all cores, takes the difference of every number pair by pair, gives
// verdicts, and says where a difference in energy comes from.
//
//	runner.go       Runner: a list of scenarios in, outcomes in the same order out
//	files.go        Files: each file is read once, for all runs
//	seeds.go        lists of seeds, as a user writes them
//	readings.go     Readings: every number of a run under its path in the JSON form
//	choose.go       Choose: the metrics that names and patterns mean
//	series.go       Series: a variant with its runs
//	stats.go        mean, deviation, Student's t for pairs and for two samples
//	spread.go       the ratio of two deviations
//	compare.go      Variants: over common flags, paired by seed
//	build.go        from runs to changes, verdicts and conclusions
//	change.go       Change: what a variant does to one metric
//	pairing.go      two variants on one workload
//	family.go       what many comparisons at once do to a probability
//	verdict.go      better, worse, same, unclear
//	conclude.go     who wins, and when nobody may
//	geomean.go      the mean over several workloads
//	limit.go        how much worse a metric may be
//	byworkload.go   a comparison cut by workload
//	significant.go  a comparison without what does not differ
//	why.go          Explain: where a difference in energy comes from, row by row
//	ledger.go       what runs burnt, by power of the table
//	effect.go       the same by cause
//	taskclass.go    the same by class of tasks
//	words.go        the largest rows in words
//	trust.go        what powers that are wrong would do to the verdict
//
// A comparison is paired: both sides run on the same seeds, so what chance does to
// one it does to the other (common random numbers), and the difference is taken
// per seed before it is summarised. Where chance has no part a difference is
// exact, and no probability is shown.
//
// The package stands on floor 6: above the roof, which makes one run, and below
// all that make many: published tables, sweeps, and the reports, which print.
//
// Sources: Student, The probable error of a mean (Biometrika 6, 1908); B. L. Welch
// (Biometrika 34, 1947); the manners of benchstat (golang.org/x/perf).
package compare

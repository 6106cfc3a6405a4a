// Package experiment repeats: it runs many scenarios on all cores, compares
// variants of a scenario pair by pair, and re-runs published tables.
//
//	runner.go      Runner: a list of scenarios in, outcomes in the same order out
//	metric.go      Readings: every number of a run under its path in the JSON form
//	stats.go       mean, deviation, Student's t for pairs and for two samples
//	compare.go     Compare: variants over common flags, paired by seed
//	build.go       from runs to changes, verdicts and conclusions
//	family.go      what many comparisons at once do to a probability
//	verdict.go     better, worse, same, unclear
//	conclude.go    who wins, and when nobody may
//	geomean.go     the mean over several workloads
//	why.go         Explain: where a difference in energy comes from, row by row
//	ledger.go      what runs burnt, by power of the table
//	effect.go      the same by cause
//	trust.go       what powers that are wrong would do to the verdict
//	published.go   Experiment: a published table with what is needed to re-run it
//	data/*.toml    the published tables themselves
//
// A comparison is paired: both sides run on the same seeds, so what chance does to
// one it does to the other (common random numbers), and the difference is taken
// per seed before it is summarised. Where chance has no part a difference is
// exact, and no probability is shown.
//
// The package stands on floor 6: above the roof, which makes one run, and below
// the reports, which print.
//
// Sources: Student, The probable error of a mean (Biometrika 6, 1908); B. L. Welch
// (Biometrika 34, 1947); the manners of benchstat (golang.org/x/perf).
package experiment

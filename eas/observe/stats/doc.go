// Package stats watches a run and counts what the scheduler did: wake-up
// latencies, switches, migrations by reason, time above the tipping point, nohz
// kicks.
//
// Latencies go into histograms with log-linear buckets (the idea of HdrHistogram:
// a fixed number of equal buckets within each power of two), so a sample costs one
// increment and a percentile is known to 1/32 of its value whatever the range.
//
// Everything is counted within the window between Reset and Finish; what happens
// before is state only. Nothing here can reach the machine.
package stats

// Command easim simulates an energy-aware big.LITTLE scheduler: which task runs
// where, at what frequency, and what it costs.
//
//	easim run                      the default run: Juno R2, 1080p video, EASv5.2
//	easim compare -v a= -v b=...   variants side by side, paired by seed
//	easim experiment list          published tables, made again
//	easim platform list            boards
//	easim workload list            workloads
//	easim features, easim params   what can be switched and set
//
// Results go to standard output, everything else to standard error. Exit codes: 0
// done, 1 the work failed, 2 usage error or invalid input, 3 a check did not pass,
// 130 interrupted.
package main

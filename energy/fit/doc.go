// Package fit turns measured samples into power costs: so many busy CPUs of one
// cluster at one frequency drew so much power.
//
// Two models. [Linear] is how Arm made the cost tables of EAS 1.x: at each OPP
// by itself, power is a straight line over the number n of busy CPUs,
//
//	P(n) = cluster + n * core
//
// slope core, intercept cluster (Documentation/scheduler/sched-energy.txt of the
// EAS 1.x trees; LISA's EnergyModel_SystemEnergy.ipynb). [Formula] is physics over
// all OPPs of a cluster at once, so it also serves OPPs without samples:
//
//	P(n, f, V) = n * (Cn * V^2 * f + In * V) + (Cc * V^2 * f + Ic * V)
//
// switched capacitance and leakage current of one core (n) and of the shared part
// (c). Cn is what Linux calls dynamic-power-coefficient.
//
// samples.go is the data, csv*.go reads it, match.go finds its place on a board.
// regress.go is least squares with standard errors, linear.go, formula.go and
// monotone.go are the models, outlier.go and doubts.go say what is wrong with
// the numbers, table.go makes a power table of the costs.
//
// A fit is a description, no decision: floats, no influence on a run until
// someone puts its table into a platform file.
package fit

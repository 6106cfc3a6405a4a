// Package registry is a list of named choices: governors, placers, workloads.
// The roof makes one [Registry] a port, fills it in the order in which the
// choices are to be listed, and hands it on as a value; there is no global list
// and no registration from an init function. The same table serves the help
// text, the look-up and the suggestion for a mistyped name.
//
// The package stands on floor 1: it imports easim/energy/diag for the nearest
// name and the standard library.
package registry

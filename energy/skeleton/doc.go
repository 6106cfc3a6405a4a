// Package skeleton writes the beginning of a platform file: what its author knows
// already in its place, and for all the rest an empty row and a comment that says
// what belongs there, in which unit, and where one finds it.
//
// A skeleton with gaps is not a valid platform, on purpose: `easim platform
// validate` names each gap with its line. Where frequencies, voltages and the
// dynamic-power-coefficient are known, capacities and powers are computed as the
// kernel does, and the file is complete.
//
// Sources: drivers/base/arch_topology.c (capacity) and kernel/power/energy_model.c
// with drivers/opp/of.c (power from the coefficient) of Linux 6.12.
package skeleton

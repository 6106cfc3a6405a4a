// Package draft is the common ground of the importers: what one input says about
// a board, with gaps, and the step from there to a platform.
//
// An importer (device tree, live dump, LISA file, benchmark result) fills a
// [Board] with what it found and nothing else. [Board.Build] puts it into the
// form of package energy: it groups CPUs into types, gives clusters their kinds
// and idle states, cuts power tables to size, and reports everything that the
// input does not say. A gap stays a gap: the platform that comes out may lack
// frequencies, powers or rates and then does not pass [energy.Platform.Validate];
// it never holds a number that nobody wrote.
//
// The package also holds the arithmetic that several importers need: capacity
// from capacity-dmips-mhz ([Normalize]), power from dynamic-power-coefficient
// ([DynamicPower]) and the names of cores ([CoreOfMIDR], [CoreOfCompatible]).
//
// Sources: drivers/base/arch_topology.c, drivers/opp/of.c and
// kernel/power/energy_model.c of Linux 6.12 for the arithmetic; the Arm
// Architecture Reference Manual for MIDR_EL1.
package draft

// Package export writes a platform in the forms of other programs: a device tree
// for Linux, the energy model as a running kernel's debugfs shows it, CSV for a
// spreadsheet, JSON with the keys of the platform file. The platform file itself
// is [energy.Encode].
//
// devicetree.go puts the tree together, costs.go the parts about power, dmips.go
// finds the numbers that the kernel computes capacities and powers from.
//
// No form but TOML and JSON holds everything: a device tree has no names, sources,
// idle powers without an eas1x table, or measured tables. What is left out is in
// the list of warnings, never silently.
//
// Sources: Linux 6.12 Documentation/devicetree/bindings (arm/cpus.yaml,
// opp/opp-v2.yaml, cpu/idle-states.yaml, cpu/cpu-topology.txt);
// sched-energy-costs.txt of the EAS 1.x trees; kernel/power/energy_model.c of
// 5.8 and 6.12.
package export

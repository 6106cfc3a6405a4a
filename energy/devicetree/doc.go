// Package devicetree reads compiled device trees (.dtb) and makes platforms of
// what they say about CPUs: topology, operating points, relative performance,
// power coefficients, idle states, and the cost tables of EAS 1.x kernels.
//
// fdt.go is a reader of the flattened format, safe on any bytes: it keeps
// offsets into the blob, never recurses, and bounds nodes, properties and depth.
// tree.go answers questions about nodes. The other files each read one subject
// into a [Board]: cpus.go (cpu nodes), topology.go (cpu-map), domain.go (who
// shares a clock), opp.go, idle.go, costs.go. assemble.go turns the Board into a
// [draft.Board], with the arithmetic of Linux 6.12 for capacities and powers.
//
// A device tree never knows idle power, and often not the operating points
// (firmware has them) or voltages. What it does not say is left out and reported.
//
// Sources: the Devicetree Specification v0.4 chapter 5 (format); the bindings
// arm/cpus.yaml, cpu/cpu-capacity.txt, opp/opp-v2-base.yaml, opp/opp-v1.yaml,
// cpu/idle-states.yaml, cpu/cpu-topology.txt, power/domain-idle-state.yaml and
// dvfs/performance-domain.yaml of Linux 6.12; sched-energy-costs.txt of the EAS
// 1.x trees (MiCode/Xiaomi_Kernel_OpenSource@c69a43c9); the Power State
// Coordination Interface (Arm DEN0022) for suspend parameters.
package devicetree

// Package place holds the policies that choose a CPU for a fair task when it
// wakes, is forked or executes a new program (the port sched.Placer).
//
// [EAS1x] is the placement of EASv5.2 on Linux 4.4, in the order in which it is
// worth reading:
//
//   - select.go: the way through the scheduling domains to one of three
//     searches (select_task_rq_fair);
//   - wakeaffine.go: is the waking CPU a candidate at all (wake_wide,
//     wake_affine);
//   - energyaware.go: below the tipping point, the smallest cluster that fits
//     and in it a CPU to pack on (energy_aware_wake_cpu);
//   - energydiff.go: would the move save energy (energy_diff,
//     sched_group_energy);
//   - idlesibling.go: above it, an idle CPU that shares the cache
//     (select_idle_sibling);
//   - idlest.go: for fork and exec, down the domains to the emptiest CPU that
//     fits (find_idlest_group, find_idlest_cpu).
//
// Without the feature ENERGY_AWARE the same code is the placement of Linux 4.4. The
// patches on top of EASv5.2 are features too: LOWEST_OPP_PACK (lowestopp.go) and
// EAS_SPARE_LITTLE (sparelittle.go), and a few lines of select.go and
// energyaware.go for WAKE_FALLBACK and CAPACITY_ORIG.
//
// A policy reads the machine through a sched.View, keeps no state between calls
// and does not allocate.
//
// Sources: kernel/sched/fair.c of EASv5.2 (96boards-hikey/linux at 001616fb3673,
// Linux 4.4); Documentation/scheduler/sched-energy.txt of the same tree.
package place

// Package debugfs reads what a running board says about its CPUs, and makes a
// platform of it: the energy model in debugfs, cpufreq, cpuidle, capacities and
// topology in sysfs, voltages in the OPP core's debugfs, the cost tables of EAS
// 1.x kernels in procfs, and what the kernel log says of energy models.
//
// A dump comes in three forms: a directory or a tar archive with copies of the
// files, or a text of lines "path:value" as `grep -r .` and [CollectScript] print
// it. What stands above the part of a path that matters is ignored, so a dump may
// begin anywhere. files.go reads the forms, route.go sorts the files by what they
// are about, the others make sense of one subject each.
//
// The energy model's debugfs has changed:
//
//	5.0 - 5.7    pd<N>/cs:<kHz>/{power,cost,frequency}, pd<N>/cpus; mW
//	5.8 -        cpu<N>/ps:<kHz>/..., cpu<N>/cpus; mW
//	5.11 - 5.15  and cpu<N>/units: "milliWatts" or "bogoWatts"
//	5.16 -       instead cpu<N>/flags: bit 0 a real unit, bit 1 inefficient states are
//	             skipped, bit 2 (6.0) artificial
//	6.0 -        µW where bit 0 is set
//	6.9 -        and performance, inefficient; cost = 10 * power / performance
//
// The cost tells the unit where flags alone do not: it is power * fmax / freq up
// to 5.14 and from 6.0 to 6.8, and a thousand times that between.
//
// Sources: kernel/power/energy_model.c and include/linux/energy_model.h of the
// versions named; drivers/cpuidle/sysfs.c, drivers/cpufreq/cpufreq.c,
// drivers/opp/debugfs.c, drivers/base/topology.c (6.12); kernel/sched/core.c
// (sd_alloc_ctl_energy_table) of the EAS 1.x trees; LISA's energy_model.py for how
// those tables are laid out.
package debugfs

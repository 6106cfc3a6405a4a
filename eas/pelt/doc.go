// Package pelt is per-entity load tracking: how much load, runnable time and
// utilisation a task or a run queue has had of late, in the kernel's own
// integers. It knows no scheduler and no CPU; whoever owns a signal brings it
// up to date and says what held since the last time.
//
// # The signal
//
// Time is cut into segments of 1024 units of 1024 ns, so a segment is
// 1048576 ns. What happened k segments ago counts y^k, with y^32 = 1/2:
//
//	sum = u(0) + u(1) y + u(2) y^2 + ...    u(k) = units that counted
//
// The half-life is therefore 33.554432 ms, although both kernels call it 32 ms.
// An always counting signal converges to a sum of [LoadAvgMax] = 47742 units,
// and the average is the sum over what it could have been. Averages step when a
// segment ends, not in between. A signal that rises from 0 is at 512 of 1024
// after 33.6 ms and at 1000 after 182 ms of counted time.
//
// # Two ages
//
//   - [Avg44], [RQAvg44]: Linux 4.4 with EASv5.2. Time runs at one speed;
//     contributions are scaled, by the frequency for both signals and by the
//     CPU's capacity for utilisation. An average is its sum over 47742 wherever
//     in a segment it is taken, so a steady signal swings by 2.2 %. The
//     utilisation of a task cannot pass the present capacity of its CPU.
//   - [Avg]: Linux 6.12. Contributions are whole; the [Clock] runs slower on a
//     small or slow CPU instead. The divisor follows the position in the
//     segment. Utilisation reaches 1024 on any CPU, only later. [UtilEst] keeps
//     what a task needs from fading while it sleeps.
//
// Widths, shifts, the order of truncations and the places where a 32-bit number
// wraps are the kernels': both forms reproduce the vector files pelt.csv,
// pelt_raw.csv, pelt_halflife.csv, util_est.csv and eas1/pelt44.csv in
// testdata/vectors, which were computed by the kernels' own code, in every
// column.
//
// # Units
//
// Times are nanoseconds in an int64. Capacities, frequency scales and
// utilisation are 0 to 1024, 1024 being the biggest CPU at its top frequency;
// a weight of 1024 is nice 0.
//
// # Sources
//
// kernel/sched/pelt.c, pelt.h and fair.c of Linux 6.12; kernel/sched/fair.c of
// 96boards-hikey/linux at 001616fb3673 (EASv5.2 on 4.4);
// Documentation/scheduler/sched-pelt.c for the tables, which gentables.go
// computes from y alone.
package pelt

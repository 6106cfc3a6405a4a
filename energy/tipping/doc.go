// Package tipping compares the classes of CPUs of a board by what work costs on
// them: which is the cheapest for a task of a given utilisation, where a big CPU
// beats a LITTLE one, how far each answer hangs on the exactness of the powers,
// at which load CPUs and the whole system tip over, and when an idle state pays.
//
// Two rules of the kernel are in it, both the 80 % margin (capacity_margin 1280
// of EAS 1.x, fits_capacity and the headroom of schedutil in mainline):
//
//	a task of utilisation u fits a CPU of capacity C if    u * 1280 < C * 1024
//	the governor runs it at the lowest OPP of capacity c with  u * 1280 <= c * 1024
//
// The cost of work is power over capacity: what a busy CPU draws at an OPP for
// each unit of capacity that it gives there. A task of utilisation u is busy for
// u / c of the time, so it draws u * power / c on average. Powers and capacities
// are integers and are compared exactly, as products.
//
// class.go makes classes of a power table, ranges.go walks the utilisations,
// duel.go compares OPP with OPP, crossing.go is the sensitivity, limits.go the
// 80 % points, idle.go the break-even times of idle states.
//
// Sources: kernel/sched/fair.c of EASv5.2 and of 6.12;
// Documentation/power/energy-model.rst and scheduler/sched-energy.rst.
package tipping

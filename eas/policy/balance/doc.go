// Package balance holds the policies that decide what a load-balance pass does
// (the port sched.Balancer). The mechanism in package sched knows when a CPU
// balances which of its domains; here is who does it and what it finds.
//
// [LoadBalance] is the balancer of EASv5.2 on Linux 4.4:
//
//   - balance.go: which CPU of a group balances for it (should_we_balance), and
//     the statistics of a domain, of which every pass writes the tipping point
//     (update_sd_lb_stats);
//   - groupstats.go: the statistics of one group (update_sg_lb_stats);
//   - nohz.go: when a busy CPU wakes an idle one to balance (nohz_kick_needed).
//
// It does not pull tasks: a pass always reports the domain as balanced. The
// search for the busiest group and queue and the moving of tasks stand beside
// these files once they exist.
//
// Sources: kernel/sched/fair.c of EASv5.2 (96boards-hikey/linux at 001616fb3673,
// Linux 4.4).
package balance

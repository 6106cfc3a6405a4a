// Package balance holds the policies that decide what a load-balance pass does
// (the port sched.Balancer). The mechanism in package sched knows when a CPU
// balances which of its domains, and moves the tasks; here is who does it, what it
// finds, and which tasks go.
//
// [LoadBalance] is the balancer of EASv5.2 on Linux 4.4, in the order in which a
// pass asks:
//
//   - balance.go: which CPU of a group balances for it (should_we_balance), and the
//     statistics of a domain, of which every pass writes the tipping point
//     (update_sd_lb_stats);
//   - groupstats.go: the statistics and the type of one group (update_sg_lb_stats);
//   - busiest.go: which group is the busiest, whether it is worth relieving, and its
//     busiest CPU (update_sd_pick_busiest, find_busiest_group, find_busiest_queue);
//   - imbalance.go: how much load to move (calculate_imbalance,
//     fix_small_imbalance);
//   - detach.go: which tasks go (detach_tasks, can_migrate_task, task_hot), and
//     biggest.go: in which order, with BIGGEST_TASK or BIGGEST_TASK_UP;
//   - active.go: whether a running task should be pushed, and which task the stopper
//     then takes (need_active_balance, detach_one_task);
//   - nohz.go: when a busy CPU wakes an idle one to balance (nohz_kick_needed).
//
// The patches on top of EASv5.2 are features: see the table in package sched, and
// testdata, where a story tells what each of them changes.
//
// A policy reads the machine through a sched.View, keeps no state between calls and
// does not allocate.
//
// Sources: kernel/sched/fair.c of EASv5.2 (96boards-hikey/linux at 001616fb3673,
// Linux 4.4); for the patches, HassanMirza01/android_hi6250 at 5a2d832cdcd4 and
// bjackman/linux-power at 04c5c9e604cc.
package balance

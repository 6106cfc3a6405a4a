package eas

import "easim/eas/sched"

// tee returns probes that hand each event to all of ts, in order. A probe that
// nobody has stays nil.
func tee(ts ...sched.Tracer) sched.Tracer {
	var all sched.Tracer
	for _, t := range ts {
		all = sched.Tracer{
			SchedSwitch:   join5(all.SchedSwitch, t.SchedSwitch),
			SchedWaking:   join3(all.SchedWaking, t.SchedWaking),
			SchedWakeup:   join4(all.SchedWakeup, t.SchedWakeup),
			SchedMigrate:  join5(all.SchedMigrate, t.SchedMigrate),
			TaskNew:       join3(all.TaskNew, t.TaskNew),
			TaskExit:      join2(all.TaskExit, t.TaskExit),
			CPUFrequency:  join3(all.CPUFrequency, t.CPUFrequency),
			CPUIdle:       join4(all.CPUIdle, t.CPUIdle),
			Overutilized:  join2(all.Overutilized, t.Overutilized),
			NohzKick:      join3(all.NohzKick, t.NohzKick),
			Balance:       join4(all.Balance, t.Balance),
			ActiveBalance: join4(all.ActiveBalance, t.ActiveBalance),
			Work:          join4(all.Work, t.Work),
		}
	}
	return all
}

func join2[A, B any](f, g func(A, B)) func(A, B) {
	if f == nil {
		return g
	}
	if g == nil {
		return f
	}
	return func(a A, b B) { f(a, b); g(a, b) }
}

func join3[A, B, C any](f, g func(A, B, C)) func(A, B, C) {
	if f == nil {
		return g
	}
	if g == nil {
		return f
	}
	return func(a A, b B, c C) { f(a, b, c); g(a, b, c) }
}

func join4[A, B, C, D any](f, g func(A, B, C, D)) func(A, B, C, D) {
	if f == nil {
		return g
	}
	if g == nil {
		return f
	}
	return func(a A, b B, c C, d D) { f(a, b, c, d); g(a, b, c, d) }
}

func join5[A, B, C, D, E any](f, g func(A, B, C, D, E)) func(A, B, C, D, E) {
	if f == nil {
		return g
	}
	if g == nil {
		return f
	}
	return func(a A, b B, c C, d D, e E) { f(a, b, c, d, e); g(a, b, c, d, e) }
}

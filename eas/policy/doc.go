// Package policy is the wing of the toolkit that decides. It holds no code of
// its own; its sub-packages are the policies.
//
// # What a policy is
//
// Package easim/eas/sched is the mechanism: it owns the machine's state, moves
// virtual time and does what was decided. Wherever the kernel could have been
// written otherwise, the mechanism asks a question through a port, and exactly
// one policy answers it in a run:
//
//	port                 question                                 policies
//	sched.Class          who runs next, and what did it cost?     fair, rt
//	sched.Placer         where does this task wake, fork, exec?   place
//	sched.Balancer       what should move now?                    balance
//	sched.Governor       what frequency, and when to ask again?   cpufreq
//	sched.IdleGovernor   how deep to sleep, and stop the tick?    cpuidle
//
// Another algorithm for one of these questions is another implementation of its
// port. A number is a parameter (sched.Params), a few lines that may be switched
// off are a feature (sched.Features), and neither needs a new policy.
//
// # What a policy may do
//
// A policy reads the machine through sched.View and returns its answer; it
// schedules no event, emits no trace and changes nothing. A class is the
// exception: it owns its part of the run queue and of the task, which the
// mechanism then leaves alone. What a policy must remember between two questions
// it keeps in itself, so an instance serves one Kernel only.
//
// A policy depends on nothing but its arguments and its memory: no clock, no
// random number that is not drawn from a stream of the run's seed, no map that
// is ranged over. Integers decide. Hot paths do not allocate.
//
// # How policies stand to each other
//
// Each package implements one port and imports no sibling; what two of them need
// belongs into the mechanism (sched.View has the shared predicates, such as
// CPUOverutilized and TaskFitsMax). The one place that knows policies by name is
// package easim/eas, which registers them.
//
// # Adding one
//
// Write a type that implements the port, with a constructor that takes what it
// needs to know for the whole run; say in its doc comment which kernel function
// it follows, at which version; mark each deliberate departure "Differs from the
// kernel"; test it against recorded decisions where they exist; and give it a
// name in easim/eas.
package policy

package check

import (
	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// watch writes down what the criteria ask about, from the first event on.
type watch struct {
	names  []string // by task
	exits  []int64  // by task; -1: it lives
	turns  [][]turn // by CPU
	moves  []move   // migrations
	passes []pass   // of the load balancer
}

// turn is the moment at which a CPU went over to a task, or to idling
// (sched.NoTask).
type turn struct {
	at   int64
	task sched.TaskID
}

type move struct {
	at   int64
	task sched.TaskID
	why  sched.MigrateReason
}

type pass struct {
	at    int64
	cpu   energy.CPUID
	level int
	idle  sched.IdleType
}

func newWatch(cpus int) *watch { return &watch{turns: make([][]turn, cpus)} }

func (w *watch) tracer() sched.Tracer {
	return sched.Tracer{
		TaskNew: func(_ des.Time, t sched.TaskID, name string) {
			for len(w.names) <= int(t) {
				w.names, w.exits = append(w.names, ""), append(w.exits, -1)
			}
			w.names[t] = name
		},
		TaskExit: func(at des.Time, t sched.TaskID) { w.exits[t] = int64(at) },
		SchedSwitch: func(at des.Time, cpu energy.CPUID, _, next sched.TaskID, _ bool) {
			w.turns[cpu] = append(w.turns[cpu], turn{int64(at), next})
		},
		SchedMigrate: func(at des.Time, t sched.TaskID, _, _ energy.CPUID, why sched.MigrateReason) {
			w.moves = append(w.moves, move{int64(at), t, why})
		},
		Balance: func(at des.Time, cpu energy.CPUID, level int, idle sched.IdleType) {
			w.passes = append(w.passes, pass{int64(at), cpu, level, idle})
		},
	}
}

// Names of the reasons of migrations and of the idle types, by number.
var (
	reasonNames = [...]string{
		sched.MigrateWakeup: "wakeup", sched.MigrateFork: "fork", sched.MigrateBalance: "balance",
		sched.MigrateActive: "active", sched.MigrateRT: "rt", sched.MigrateAffinity: "affinity",
	}
	idleNames = [...]string{sched.CPUIdle: "idle", sched.CPUNotIdle: "busy", sched.CPUNewlyIdle: "newly-idle"}
)

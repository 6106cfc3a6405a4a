package schedtest

import (
	"fmt"

	"easim/eas/des"
	"easim/eas/sched"
	"easim/energy"
)

// kind is the kind of a line of output.
type kind uint8

const (
	kindNew kind = iota
	kindExit
	kindWakeup
	kindSwitch
	kindMigrate
	kindFreq
	kindIdle
	kindTick
	kindRootdom
	kindKick
	kindBalance
	kindActive
	nrKinds
)

var kindNames = [nrKinds]string{
	"new", "exit", "wakeup", "switch", "migrate", "freq", "idle", "tick", "rootdom", "kick", "balance", "active",
}

// defaultKinds is everything but the balance passes.
const defaultKinds = kinds(1<<nrKinds-1) &^ (1 << kindBalance)

// linef adds a line of output, if its kind is shown.
func (e *Env) linef(at des.Time, k kind, format string, args ...any) {
	if e.shown&(1<<k) == 0 {
		return
	}
	e.out = append(e.out, fmt.Sprintf("%-9s %-8s %s", stamp(at), kindNames[k], fmt.Sprintf(format, args...)))
}

// stamp is a time in ms, with three decimals if that is exact, otherwise six.
func stamp(t des.Time) string {
	whole, rest := t/des.Millisecond, t%des.Millisecond
	if rest%des.Microsecond == 0 {
		return fmt.Sprintf("%d.%03dms", whole, rest/des.Microsecond)
	}
	return fmt.Sprintf("%d.%06dms", whole, rest)
}

// tracer prints the machine's tracepoints.
func (e *Env) tracer() sched.Tracer {
	return sched.Tracer{
		SchedSwitch:  e.traceSwitch,
		SchedMigrate: e.traceMigrate,
		CPUIdle:      e.traceIdle,
		SchedWakeup: func(at des.Time, t sched.TaskID, cpu energy.CPUID, fresh bool) {
			if fresh {
				e.linef(at, kindNew, "%s on cpu%d", e.name(t), cpu)
				return
			}
			e.linef(at, kindWakeup, "%s on cpu%d", e.name(t), cpu)
		},
		TaskExit: func(at des.Time, t sched.TaskID) { e.linef(at, kindExit, "%s", e.name(t)) },
		CPUFrequency: func(at des.Time, domain, opp int) {
			d := e.k.View().FreqDomain(domain)
			e.linef(at, kindFreq, "cpu%d and its domain at %d kHz", d.CPUs[0], d.Freqs[opp])
		},
		Overutilized: func(at des.Time, over bool) { e.linef(at, kindRootdom, "overutilized=%v", over) },
		NohzKick: func(at des.Time, cpu, ilb energy.CPUID) {
			e.linef(at, kindKick, "cpu%d asks cpu%d to balance for the idle CPUs", cpu, ilb)
		},
		Balance: func(at des.Time, cpu energy.CPUID, level int, idle sched.IdleType) {
			e.linef(at, kindBalance, "cpu%d %s, %s", cpu, e.k.CPU(cpu).SD[level].Name, idleNames[idle])
		},
		ActiveBalance: func(at des.Time, src, dst energy.CPUID, t sched.TaskID) {
			e.linef(at, kindActive, "%s from cpu%d to cpu%d", e.name(t), src, dst)
		},
	}
}

var (
	idleNames    = [...]string{sched.CPUIdle: "idle", sched.CPUNotIdle: "busy", sched.CPUNewlyIdle: "newly idle"}
	migrateNames = [...]string{
		sched.MigrateWakeup: "wake-up", sched.MigrateFork: "fork", sched.MigrateBalance: "balance",
		sched.MigrateActive: "active balance", sched.MigrateRT: "push or pull", sched.MigrateAffinity: "affinity",
	}
)

func (e *Env) traceSwitch(at des.Time, cpu energy.CPUID, prev, next sched.TaskID, runnable bool) {
	preempted := ""
	if runnable {
		preempted = " (still runnable)"
	}
	e.linef(at, kindSwitch, "cpu%d %s%s -> %s", cpu, e.name(prev), preempted, e.name(next))
}

func (e *Env) traceMigrate(at des.Time, t sched.TaskID, from, to energy.CPUID, why sched.MigrateReason) {
	e.linef(at, kindMigrate, "%s from cpu%d to cpu%d by %s", e.name(t), from, to, migrateNames[why])
}

func (e *Env) traceIdle(at des.Time, cpu energy.CPUID, requested, granted int) {
	c := e.k.CPU(cpu)
	if granted < 0 {
		e.linef(at, kindIdle, "cpu%d leaves", cpu)
		return
	}
	states, tick := e.k.View().IdleStates(c), ""
	if e.noTick.Has(cpu) {
		tick = ", no tick"
	}
	if requested != granted {
		tick += ", wants " + states[requested].Name
	}
	e.linef(at, kindIdle, "cpu%d in %s%s", cpu, states[granted].Name, tick)
}

// watched is a governor that prints ticks, which have no tracepoint: every busy
// tick tells the governor.
type watched struct {
	sched.Governor
	env *Env
}

// Event implements sched.Governor.
func (w watched) Event(v sched.View, cpu energy.CPUID, why sched.Reason) sched.Request {
	if c := v.CPU(cpu); why == sched.ReasonTick && c.Curr != nil {
		t, fits := c.Curr, ""
		if t.Policy == sched.Normal {
			fits = fmt.Sprintf(" util=%d", t.Util())
			if !v.TaskFitsMax(t, c) {
				fits += " does not fit"
			}
		}
		w.env.linef(v.Now(), kindTick, "cpu%d %s%s", cpu, t.Name, fits)
	}
	return w.Governor.Event(v, cpu, why)
}

// watchedIdle is an idle governor that notes whose tick is stopped.
type watchedIdle struct {
	sched.IdleGovernor
	env *Env
}

// Select implements sched.IdleGovernor.
func (w watchedIdle) Select(
	v sched.View, c *sched.CPU, nextTimer, nextTick int64, tickStopped bool,
) (state int, stopTick bool) {
	state, stopTick = w.IdleGovernor.Select(v, c, nextTimer, nextTick, tickStopped)
	if tickStopped || stopTick {
		w.env.noTick.Add(c.ID)
	} else {
		w.env.noTick.Remove(c.ID)
	}
	return state, stopTick
}
